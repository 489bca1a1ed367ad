// The two sources of the page: a snapshot that the page contains, or a running app over HTTP.

/** Returns the source: the app if it has served the page, and otherwise the page's own data. */
// deno-lint-ignore no-unused-vars -- page.js calls it.
const makeSource = () => {
  const meta = document.querySelector('meta[name="modkit-live"]');
  return meta ? makeLiveSource(JSON.parse(meta.content)) : makeSnapshotSource();
};

const makeSnapshotSource = () => {
  const data = (id) => {
    const element = document.getElementById(id);
    return element ? JSON.parse(element.textContent) : null;
  };
  return {
    isLive: false,
    role: "viewer",
    canAct: false,
    process: "",
    // A getter, because a large trace takes a while to read.
    load: () =>
      Promise.resolve({
        graph: data("data"),
        get trace() {
          return data("trace-data");
        },
      }),
    command: () => Promise.reject(new Error("A page in a file cannot control the app.")),
    on: () => {},
    start: () => {},
  };
};

const eventTypes = [
  "reset",
  "nodes",
  "jobs",
  "store",
  "runs",
  "structure",
  "spans",
  "logs",
  "pulse",
];

const makeLiveSource = ({ role, token, process }) => {
  const handlers = new Map();
  let loads = 0;
  let held = [];
  const deliver = (type, data) => {
    for (const handler of handlers.get(type) || []) handler(data);
  };
  /** Holds events back while a snapshot is read, because it may be older than they are. */
  const receive = (type, data) => loads ? held.push([type, data]) : deliver(type, data);
  const release = () => {
    if (--loads) return;
    const events = held;
    held = [];
    for (const [type, data] of events) receive(type, data);
  };

  const request = async (path, options) => {
    let response;
    try {
      response = await fetch(path, { cache: "no-store", ...options });
    } catch {
      throw new Error("The app does not answer: it has stopped, or the connection is lost.");
    }
    const answer = await response.json().catch(() => null);
    if (response.ok && answer) return answer;
    const message = answer && answer.error && answer.error.message;
    throw new Error(message || "The app answered with status " + response.status + ".");
  };
  const load = async () => {
    loads++;
    try {
      return { graph: await request("/api/snapshot") };
    } finally {
      // After the caller has taken the snapshot.
      setTimeout(release);
    }
  };
  const command = async (name, values = {}) => {
    const answer = await request("/api/command", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Modkit-Token": token },
      body: JSON.stringify({ command: name, arguments: values }),
    });
    return answer.result;
  };

  let isOpen = null;
  const connection = (isNow) => {
    if (isOpen !== isNow) deliver("connection", { isOpen: isNow });
    isOpen = isNow;
  };
  const connect = (isAgain) => {
    const stream = new EventSource("/api/live");
    stream.onopen = () => {
      connection(true);
      // A new stream does not know which changes the page has missed.
      if (isAgain) receive("reset", {});
    };
    stream.onerror = () => {
      connection(false);
      // The browser connects again by itself, except after a refusal.
      if (stream.readyState === EventSource.CLOSED) setTimeout(() => connect(true), 3000);
    };
    for (const type of eventTypes) {
      stream.addEventListener(type, (event) => receive(type, JSON.parse(event.data)));
    }
  };
  return {
    isLive: true,
    role,
    canAct: role === "admin",
    process,
    load,
    loadTrace: () => request("/api/trace"),
    command,
    on: (type, handler) => handlers.set(type, [...(handlers.get(type) || []), handler]),
    start: () => connect(false),
  };
};

/**
 * Makes a command whose latest answer a view shows. It is sent again if its arguments change, or
 * after `expire`. `changed` is called with every answer.
 */
// deno-lint-ignore no-unused-vars -- The parts call it.
const makeQuery = (name, changed) => {
  let [key, turn, isStale, isAsking, answer] = ["", 0, false, false, {}];
  return {
    /** Returns the latest answer: `result`, `error`, or neither before the first one. */
    get: (values) => {
      const wanted = JSON.stringify(values);
      if (wanted === key && (isAsking || !isStale)) return answer;
      if (wanted !== key) answer = {};
      [key, isStale, isAsking] = [wanted, false, true];
      const mine = ++turn;
      source.command(name, values)
        .then((result) => ({ result }), (error) => ({ error: error.message }))
        .then((next) => {
          if (mine !== turn) return;
          isAsking = false;
          answer = next;
          changed();
        });
      return answer;
    },
    expire: () => {
      isStale = true;
    },
  };
};

/**
 * Replaces the children of an element, unless they look the same. Elements with the same
 * `data-key` keep the focus and stay open, and tables keep their scroll positions.
 */
// deno-lint-ignore no-unused-vars -- The parts call it.
const renew = (element, ...children) => {
  const next = make("div", {}, children.flat(Infinity));
  for (const details of next.querySelectorAll("details[data-key]")) {
    const old = element.querySelector(keyed(details.dataset.key));
    if (old) details.open = old.open;
  }
  if (next.innerHTML === element.innerHTML) return;
  const focus = document.activeElement;
  const key = element.contains(focus) ? focus.dataset.key : undefined;
  const frames = [...element.querySelectorAll(".table-frame")].map((frame) => frame.scrollLeft);
  element.replaceChildren(...next.childNodes);
  for (const [at, frame] of element.querySelectorAll(".table-frame").entries()) {
    frame.scrollLeft = frames[at] || 0;
  }
  if (key) element.querySelector(keyed(key))?.focus({ preventScroll: true });
};
const keyed = (key) => '[data-key="' + CSS.escape(key) + '"]';
