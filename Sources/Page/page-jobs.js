// The jobs of the store: queues, what runs, flows, causes of failures, lists, and one job.

/** The states of jobs in the order of a job's life, with their tags. */
const jobTags = {
  blocked: "",
  delayed: "",
  waiting: "notice",
  running: "notice",
  succeeded: "success",
  failed: "error",
  cancelled: "warning",
  skipped: "",
};
const jobTag = (state, text) =>
  make("span", { class: "tag " + (jobTags[state] || "") }, text || state);
const jobLink = (id, text) => viewLink({ view: "jobs", job: String(id) }, text || "#" + id);
/** A link to what the page can show, which keeps its other filters. */
const viewLink = (changes, text) =>
  make("a", {
    href: addressOf(changes),
    "data-key": "link-" + addressOf(changes),
    onclick: (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      show(changes);
    },
  }, text);
/** A time of the app, which snapshots have in microseconds and answers as ISO 8601. */
const microsecondsOf = (value) =>
  value === null || value === undefined
    ? undefined
    : typeof value === "string"
    ? Date.parse(value) * 1000
    : value;
const momentOf = (value) =>
  microsecondsOf(value) === undefined ? null : moment(microsecondsOf(value));
const panel = (...children) => make("div", { class: "panel" }, children);
const cell = (label, className, ...children) =>
  make("td", { class: className, "data-label": label || null }, children);
/** A table of items. A column has its title, its class, its label in narrow windows, and what it
 *  shows of an item. */
const columnTable = (label, columns, items) =>
  plainTable(
    label,
    columns.map(([title, name]) => [title, name.startsWith("number") ? "number" : null]),
    items.map((item) =>
      make("tr", {}, columns.map(([, name, label, show]) => cell(label, name, show(item))))
    ),
  );
/** The column of what can be done to the items, if the page may act. */
const actColumn = (buttons) => source.canAct ? [["Actions", "acts", "", buttons]] : [];
/** A filter that stays, so that the keyboard stays where it is. `update` sets its choices. */
const filterSelect = (label, key, all) => {
  const element = make("select", {
    class: "field",
    "aria-label": label,
    onchange: () => show({ [key]: element.value, before: "" }, true),
  });
  return {
    element,
    update: (values) => {
      const names = [...new Set([...values, state[key]].filter(Boolean))];
      renew(
        element,
        make("option", { value: "" }, all),
        names.map((name) => make("option", { value: name }, name)),
      );
      element.value = state[key];
    },
  };
};
const filterInput = (label, key) => {
  let pause = 0;
  const element = make("input", {
    class: "field",
    type: "search",
    "aria-label": label,
    placeholder: label,
    oninput: () => {
      clearTimeout(pause);
      pause = setTimeout(() => show({ [key]: element.value.trim(), before: "" }, true), 200);
    },
  });
  return {
    element,
    update: () => document.activeElement === element || (element.value = state[key]),
  };
};

// What can be done to jobs.

const openStates = ["blocked", "delayed", "waiting", "running"];
const endStates = ["succeeded", "failed", "cancelled", "skipped"];
const jobActions = {
  retry: {
    text: "Retry",
    done: "enqueued again",
    states: ["failed", "cancelled"],
    effect: "They run again as soon as a worker is free.",
  },
  run: {
    text: "Run now",
    done: "made due",
    states: ["delayed"],
    effect: "They become due now, and run as soon as a worker is free.",
  },
  cancel: {
    text: "Cancel",
    done: "cancelled",
    states: openStates,
    effect: "Jobs that have not started never run. Running jobs are asked to stop.",
    isDangerous: true,
  },
  delete: {
    text: "Delete",
    done: "deleted",
    states: endStates,
    effect: "Their records are removed with payloads and results. This cannot be undone.",
    isDangerous: true,
  },
};
const either = (list) => new Intl.ListFormat("en", { type: "disjunction" }).format(list);
/** Says what has become of jobs, or throws if none of them has changed. */
const tellJobs = (action) => ({ count, changed, unchanged = [] }) => {
  const reasons = unchanged.map(({ id, reason }) => "Job " + id + " is unchanged: " + reason + ".");
  const number = count === undefined ? changed.length : count;
  if (!number) fail(reasons.slice(0, 3).join(" ") || "No job has changed.");
  return [counted(number, "job") + " " + jobActions[action].done + ".", ...reasons.slice(0, 3)]
    .join(" ");
};
const signalButton = ({ id, name, signal }) => {
  const title = "Send " + signal + " to job " + id;
  return actionButton("job-signal" + id, "Send signal\u2026", () =>
    askForm("signal", signal, {
      job: name,
      title,
      says: ["The job waits for the signal \u201c" + signal + "\u201d, and goes on with it."],
      action: "Send",
      run: async (payload = null) => {
        const values = { action: "signal", id, signal, payload };
        const { changed, unchanged } = await source.command("jobs", values);
        return changed.length
          ? "Sent the signal to job " + id + "."
          : fail("Job " + id + " got no signal: " + unchanged[0].reason + ".");
      },
    }), title);
};
const jobButtons = ({ id, name, state: jobState, signal }) => [
  signal && jobState === "delayed" ? signalButton({ id, name, signal }) : null,
  ...Object.entries(jobActions).filter(([, { states }]) => states.includes(jobState)).map(
    ([action, { text, effect, isDangerous }]) => {
      const [key, label, values] = ["job-" + action + id, text + " job " + id, {
        action,
        ids: [id],
      }];
      if (!isDangerous) return commandButton(key, text, label, "jobs", values, tellJobs(action));
      return actionButton(key, text + "\u2026", () =>
        ask({
          title: text + " job " + id,
          says: [effect],
          action: text,
          isDangerous,
          run: async () => tellJobs(action)(await source.command("jobs", values)),
        }), label);
    },
  ),
];
/** The states of the jobs that an action changes by filters. */
const manyStates = (action) => action === "retry" ? ["failed"] : jobActions[action].states;
/**
 * Does something to all jobs that match the filters, after it has counted them. The app does not
 * know the words of the search: with them, it gets the numbers of the jobs that are shown.
 */
const changeMany = async (action, filters, shown) => {
  const { text, effect, isDangerous } = jobActions[action];
  const among = manyStates(action).filter((one) => !filters.states || filters.states.includes(one));
  let [values, count] = [{ action, ...filters, states: among }, 0];
  if (shown) {
    const ids = shown.filter((job) => among.includes(job.state)).map((job) => job.id);
    values = { action, ids };
    count = ids.length;
  } else {
    ({ count } = await source.command("jobs", { ...values, action: "count" }));
    // Retrying by filters is an action of its own.
    if (action === "retry") {
      const { states: _, ...others } = filters;
      const isAll = !Object.values(others).some(Boolean);
      values = { action: "redrive", ...others, all: isAll || undefined };
    }
  }
  if (!count) return announce("No job matches: nothing was changed.");
  const said = [
    filters.queue && "in the queue \u201c" + filters.queue + "\u201d",
    filters.name && "with the name \u201c" + filters.name + "\u201d",
    filters.tag && "with the tag \u201c" + filters.tag + "\u201d",
    filters.text && "that contain \u201c" + filters.text + "\u201d",
    "whose state is " + either(among),
    shown && "in the list below",
  ];
  await ask({
    title: text + " " + counted(count, "job"),
    says: ["All jobs " + said.filter(Boolean).join(", ") + ".", effect],
    action: text + " " + counted(count, "job"),
    isDangerous,
    run: async () => tellJobs(action)(await source.command("jobs", values)),
  });
};
const queueButtons = ({ name, paused }) => {
  const label = (text) => text + " the queue " + name;
  const toggle = paused ? "Resume" : "Pause";
  const values = { action: toggle.toLowerCase(), queue: name };
  const effect = "Workers of all processes start no more jobs of it. Running jobs continue.";
  return [
    paused
      ? commandButton(
        "queue-" + name,
        toggle,
        label(toggle),
        "jobs",
        values,
        () => "The queue " + name + " is resumed.",
      )
      : actionButton("queue-" + name, toggle + "\u2026", () =>
        ask({
          title: label(toggle),
          says: [effect],
          action: toggle,
          run: async () => {
            await source.command("jobs", values);
            return "The queue is paused.";
          },
        }), label(toggle)),
    " ",
    actionButton("limit-" + name, "Limit\u2026", () => {
      const editor = makeEditor({ type: "integer", isOptional: true }, "limit");
      return ask({
        title: "Limit the queue " + name,
        says: [
          "Limits how many of its jobs run at the same time in this process. Without a limit, the" +
          " default applies.",
        ],
        editor,
        action: "Limit",
        run: async () => {
          const input = readEditor(editor);
          if (!input) return null;
          const values = { action: "limit", queue: name, running: input.value };
          const { running } = await source.command("jobs", values);
          return "At most " + counted(running, "job") +
            " of the queue may run at the same time in this process.";
        },
      });
    }, "Limit the queue " + name),
  ];
};

/** Makes the part of the page that shows jobs. */
// deno-lint-ignore no-unused-vars -- page.js calls it.
const makeJobsPart = () => {
  const none = {
    queues: [],
    failures: [],
    running: [],
    deadLetters: [],
    flows: [],
    all: { counts: {} },
  };
  let jobs = none;
  const countTags = (counts) =>
    [...new Set([...Object.keys(jobTags), ...Object.keys(counts)])]
      .filter((name) => counts[name])
      .map((name) => [jobTag(name, counts[name].toLocaleString("en") + " " + name), " "]);
  const rate = (perSecond) => {
    const isSlow = perSecond < 1;
    const number = (isSlow ? perSecond * 60 : perSecond)
      .toLocaleString("en", { maximumSignificantDigits: 3 });
    return perSecond ? number + (isSlow ? "/min" : "/s") : "\u2013";
  };
  const seconds = (microseconds) =>
    (microseconds / 1e6).toLocaleString("en", { maximumFractionDigits: 3 }) + " s";

  // Queues.

  const latencies = (of) => ({ numbers }) =>
    numbers[of]
      ? ["p50", "p95", "p99"].map((name) => time(numbers[of][name])).join(" \u00b7 ")
      : "\u2013";
  const queueName = ({ name, paused, isSum }) => [
    isSum ? name : viewLink({ view: "jobs", queue: name, before: "" }, name),
    paused ? [" ", make("span", { class: "tag warning" }, "paused")] : null,
  ];
  const queueColumns = [
    ["Queue", "name", "", queueName],
    ["Jobs", "counts", "", ({ numbers }) => countTags(numbers.counts)],
    ["Finish", "number short", "finish:", ({ numbers }) => rate(numbers.endsPerSecond)],
    [
      "Oldest waiting",
      "number short",
      "oldest waiting:",
      ({ numbers: { oldestWaiting } }) =>
        oldestWaiting === undefined ? "\u2013" : time(oldestWaiting),
    ],
    ["Waited: p50 \u00b7 p95 \u00b7 p99", "number short", "waited:", latencies("waiting")],
    ["Ran: p50 \u00b7 p95 \u00b7 p99", "number short", "ran:", latencies("running")],
    ...actColumn((queue) => queue.isSum ? null : queueButtons(queue)),
  ];
  const queueTable = () => {
    const sum = { name: "All queues", numbers: jobs.all, isSum: true };
    const rows = jobs.queues.length > 1 ? [...jobs.queues, sum] : jobs.queues;
    return columnTable("Queues", queueColumns, rows);
  };
  const about = () => [
    jobs.error
      ? make(
        "p",
        { class: "state failing" },
        jobs.queues.length
          ? "Only a part of the jobs could be read: "
          : "The jobs could not be read: ",
        jobs.error,
      )
      : null,
    jobs.queues.length
      ? make(
        "p",
        { class: "quiet" },
        "Rates and latencies are of the last " + seconds(jobs.window) + ".",
        jobs.partial
          ? " The store has more jobs than were read: rates, latencies and causes of failures" +
            " are those of the latest ones."
          : "",
      )
      : make("p", { class: "quiet" }, jobs === none ? "No store of jobs is open." : "No jobs."),
  ];

  // What runs.

  const progress = (job) => {
    if (typeof job.progress !== "number") return null;
    const percent = Math.round(job.progress * 100) + " %";
    const label = "Progress of job " + job.id;
    return [make("progress", { max: "1", value: job.progress, "aria-label": label }), " ", percent];
  };
  const numberAndTags = ({ id, tags = [] }) => [
    " ",
    jobLink(id),
    tags.length ? make("span", { class: "quiet" }, tags.map((tag) => " \u00b7 " + tag)) : null,
  ];
  const cancelling = (job) =>
    job.cancelling || job.isCancelling ? [" ", jobTag("cancelled", "to be cancelled")] : null;
  const runningColumns = [
    ["Job", "name", "", (job) => [job.name, numberAndTags(job), cancelling(job)]],
    ["Queue", "queue", "queue:", (job) => job.queue],
    ["Attempt", "number", "attempt:", (job) => String(job.attempt)],
    ["Started, in UTC", "short", "started:", (job) => momentOf(job.begun)],
    ["Progress", "short", "progress:", progress],
    ["By", "owner", "by:", (job) => job.owner ? make("code", {}, job.owner) : null],
    ...actColumn((job) => jobButtons({ id: job.id, state: "running" })),
  ];
  const listenerColumns = [
    ["Event", "name", "", ({ event }) => event],
    [
      "Listener",
      "name",
      "",
      ({ job }) => viewLink({ view: "jobs", jobName: job, before: "" }, job),
    ],
    ["Open", "number short", "open:", ({ open }) => open.toLocaleString("en")],
    ["Failed", "number short", "failed:", ({ failed }) => failed.toLocaleString("en")],
    [
      "Oldest open",
      "number short",
      "oldest open:",
      ({ oldest }) => oldest === undefined ? "\u2013" : time(oldest),
    ],
  ];
  const heldKeyColumns = [
    ["Job", "name", "", ({ job, id }) => [job, " ", jobLink(id)]],
    ["Order key", "short", "key:", ({ key }) => key],
    ["Waiting", "number short", "waiting:", ({ waiting }) => waiting.toLocaleString("en")],
    ["Attempt", "number short", "attempt:", ({ attempt }) => String(attempt)],
    ["Error", "", "", ({ error }) => error],
  ];
  const titled = (title, list, ...children) =>
    list.length ? [make("h3", {}, title), panel(children)] : null;

  // Flows.

  /** How far a step stands from the start of its flow, by the steps before it. */
  const depthsOf = (steps) => {
    const depths = new Map();
    for (const step of steps) {
      depths.set(step.id, Math.max(0, ...step.after.map((id) => (depths.get(id) ?? -1) + 1)));
    }
    return depths;
  };
  const stepItem = (step, depth, names) => {
    const after = step.after.map((id) => names.get(id) || "#" + id).join(", ");
    const item = make(
      "li",
      { class: "step" },
      make("span", { class: "step-state" }, jobTag(step.state)),
      make(
        "div",
        {},
        make("b", {}, step.name),
        " ",
        jobLink(step.id),
        make(
          "span",
          { class: "quiet" },
          step.job === step.name ? "" : " \u00b7 " + step.job,
          after ? " \u00b7 after " + after : "",
        ),
        step.detail
          ? make("div", { class: step.state === "failed" ? "failing" : "quiet" }, step.detail)
          : null,
      ),
    );
    item.lastChild.style.paddingLeft = Math.min(depth, 12) * 18 + "px";
    return item;
  };
  const stepList = (steps) => {
    const names = new Map(steps.map((step) => [step.id, step.name]));
    const depths = depthsOf(steps);
    return make("ol", {}, steps.map((step) => stepItem(step, depths.get(step.id), names)));
  };
  const flowPanel = (flow, isOpen) => {
    const counts = {};
    for (const { state } of flow.steps) counts[state] = (counts[state] || 0) + 1;
    return make(
      "details",
      { class: "flow", open: isOpen, "data-key": "flow-" + flow.id },
      make(
        "summary",
        { "data-key": "flow-head-" + flow.id },
        make("b", {}, flow.name),
        make("span", { class: "quiet" }, " #" + flow.id + " "),
        countTags(counts),
      ),
      flow.partial ? make("p", { class: "quiet" }, "The flow has more steps, before these.") : null,
      stepList(flow.steps),
    );
  };

  // Failures.

  const failureLink = ({ job }) =>
    viewLink({ view: "jobs", jobName: job, jobState: "failed", before: "" }, job);
  const failureColumns = [
    ["Job", "name", "", failureLink],
    ["Failed", "number", "jobs:", (failure) => failure.count.toLocaleString("en")],
    ["Error", "says", "", (failure) => failure.error],
    ["Latest", "number", "latest:", (failure) => jobLink(failure.latest)],
  ];
  let mostFailures = 10;
  const failureTable = () => {
    const shown = jobs.failures.slice(0, isPrinting ? Infinity : mostFailures);
    const rest = jobs.failures.length - shown.length;
    return [
      columnTable("Failures by cause", failureColumns, shown),
      rest > 0
        ? moreButton("Show " + counted(Math.min(rest, 100), "more cause"), () => {
          mostFailures += 100;
          part.render();
        })
        : null,
    ];
  };

  // The list: of all jobs of a running app, and of the dead letters in a snapshot. The words of
  // the search select from the page of jobs that is shown.

  const pageSize = 50;
  const query = makeQuery("jobs", () => render());
  const showQuery = makeQuery("jobs", () => render());
  for (const type of ["jobs", "reset"]) {
    source.on(type, () => {
      query.expire();
      showQuery.expire();
    });
  }
  const filters = {
    jobState: filterSelect("State", "jobState", "All states"),
    queue: filterSelect("Queue", "queue", "All queues"),
    jobName: filterSelect("Job", "jobName", "All jobs"),
    jobTag: filterInput("Tag", "jobTag"),
    jobText: filterInput("Payload, key or error", "jobText"),
  };
  const updateFilters = (list) => {
    const declared = model.graph.nodes.filter((node) => node.kind === "job");
    const sorted = (names) => names.sort(byName);
    const queues = source.isLive
      ? jobs.queues.map((queue) => queue.name)
      : list.map((job) => job.queue);
    filters.jobState.update(source.isLive ? Object.keys(jobTags) : []);
    filters.queue.update(sorted(queues));
    filters.jobName.update(sorted([...declared, ...list].map((one) => one.name)));
    filters.jobTag.update();
    filters.jobText.update();
  };
  /** The filters that the app knows, as arguments of a command. */
  const wanted = () => ({
    queue: state.queue || undefined,
    name: state.jobName || undefined,
    states: state.jobState ? [state.jobState] : undefined,
    tag: state.jobTag || undefined,
    text: state.jobText || undefined,
  });
  const passes = ({ id, name, queue, detail, step, tags = [] }) => {
    const text = ["#" + id, name, queue, detail, step, ...tags].join(" ").toLowerCase();
    return words().every((word) => text.includes(word));
  };
  const deadLetters = () =>
    jobs.deadLetters.map((letter) => ({
      ...letter,
      state: "failed",
      attempt: letter.attempts,
      detail: letter.error,
    }));
  const listed = () => {
    if (!source.isLive) return { result: { jobs: deadLetters() } };
    const before = Number(state.before) || undefined;
    return query.get({ action: "list", ...wanted(), before, limit: pageSize });
  };
  const storedColumns = [
    ["Step", "name", "", (step) => step.name || step.kind],
    ["Kind", "short", "", (step) => step.kind],
    ["Time, in UTC", "short", "time:", (step) => momentOf(step.ended)],
    ["Result", "says", "", (step) => step.result === null ? null : code(step.result)],
  ];
  const latestTime = (job) => momentOf(job.ended ?? job.begun ?? job.due ?? job.enqueued);
  const jobColumns = [
    ["Job", "name", "", (job) => [job.name, numberAndTags(job)]],
    ["State", "short", "", (job) => jobTag(job.state)],
    ["Queue", "queue", "queue:", (job) => job.queue],
    ["Attempts", "number", "attempts:", (job) => String(job.attempt)],
    ["Latest time, in UTC", "short", "time:", latestTime],
    ["Detail", "says", "", (job) => [progress(job), job.detail]],
    ...actColumn(jobButtons),
  ];
  const listHead = make("h3", {});
  const listCount = make("p", { class: "quiet", role: "status" });
  const listActs = make("div", { class: "tabs", role: "group", "aria-label": "All that match" });
  const list = make("div", {});
  /** Read by buttons when they are clicked, because they may stay when the list changes. */
  let shownRows = [];
  const bulkButtons = () =>
    Object.entries(jobActions)
      .filter(([action]) => !state.jobState || manyStates(action).includes(state.jobState))
      .map(([action, { text }]) =>
        actionButton(
          "all-" + action,
          text + " all\u2026",
          () => changeMany(action, wanted(), state.search ? shownRows : undefined),
          text + " all that match",
        )
      );
  const askEnqueue = () => {
    const names = model.graph.nodes.filter((node) => node.kind === "job").map((node) => node.name);
    const editor = makeEditor({ type: "choice", values: names.sort(byName) }, "Job");
    let name = "";
    return ask({
      title: "Enqueue a job",
      editor,
      action: "Continue",
      run: () => {
        name = readEditor(editor).value;
        return "";
      },
    }).then((isDone) => isDone ? enqueue(name) : undefined);
  };
  const renderList = () => {
    const { result, error } = listed();
    const all = result ? result.jobs : [];
    updateFilters(all);
    const rows = all.filter((job) =>
      passes(job) && (source.isLive ||
        ((!state.queue || job.queue === state.queue) &&
          (!state.jobName || job.name === state.jobName)))
    );
    shownRows = rows;
    root.dataset.jobs = result ? String(rows.length) : "";
    listHead.textContent = source.isLive ? "Jobs" : "Dead letters";
    listCount.textContent = source.isLive
      ? counted(rows.length, "job") + (state.before ? " before #" + state.before : "")
      : rows.length.toLocaleString("en") + " of " +
        counted(jobs.all.counts.failed || all.length, "dead letter");
    renew(
      listActs,
      source.canAct
        ? [bulkButtons(), actionButton("enqueue", "Enqueue a job\u2026", askEnqueue)]
        : null,
    );
    listActs.hidden = !source.canAct;
    const last = all.length ? String(all[all.length - 1].id) : "";
    const turn = (text, before, isOn) =>
      make("button", {
        class: "button",
        type: "button",
        "data-key": "turn-" + text,
        disabled: !isOn,
        onclick: () => show({ before }),
      }, text);
    renew(
      list,
      panel(
        error
          ? make("p", { class: "state failing" }, "The jobs could not be listed: ", error)
          : rows.length
          ? columnTable(listHead.textContent, jobColumns, rows)
          : make("p", { class: "empty" }, result ? "Nothing passes the filters." : "Loading\u2026"),
        source.isLive && (state.before || all.length === pageSize)
          ? make(
            "p",
            { class: "pages" },
            turn("Latest", "", state.before),
            turn("Older", last, all.length === pageSize),
          )
          : null,
      ),
    );
  };

  // One job.

  const knownJob = () => {
    const id = Number(state.job);
    if (source.isLive) return showQuery.get({ action: "show", id });
    const flow = jobs.flows.find((flow) => flow.steps.some((step) => step.id === id));
    const step = flow && flow.steps.find((step) => step.id === id);
    const found = [
      step && { ...step, name: step.job, step: step.name, flow: flow.id, flowName: flow.name },
      deadLetters().find((job) => job.id === id),
      jobs.running.filter((job) => job.id === id).map((job) => ({ ...job, state: "running" }))[0],
    ];
    const steps = flow ? flow.steps : [];
    const result = found.some(Boolean) ? Object.assign({}, ...found, { steps }) : undefined;
    return result ? { result } : { error: "the snapshot does not contain it" };
  };
  /** The attempts of a job that are in the trace. */
  const attemptsOf = (id) => {
    needTrace();
    takeSpans();
    const { trace } = model;
    if (!trace) return [];
    return [...trace.details].filter(([row, { attributes }]) =>
      trace.kinds[trace.kind[row]] === "job" && attributes && attributes.id === String(id)
    ).map(([row, { attributes }]) =>
      make(
        "li",
        {},
        viewLink(
          { view: "timeline", span: String(trace.id[row]) },
          "attempt " + attributes.attempt,
        ),
        ": " + attributes.outcome + " after " + time((trace.end[row] - trace.start[row]) / 1000),
        trace.cause[row] >= 0
          ? [
            ", caused by ",
            viewLink(
              { view: "timeline", span: String(trace.id[trace.cause[row]]) },
              trace.names[trace.name[trace.cause[row]]],
            ),
          ]
          : null,
      )
    );
  };
  const since = (from, to, word) =>
    to > from ? make("span", { class: "quiet" }, " " + word + " " + time(to - from)) : null;
  const renderJob = (element) => {
    const { result: job, error } = knownJob();
    const back = viewLink({ view: "jobs", job: "" }, "All jobs");
    root.dataset.job = job ? job.state || "running" : "";
    if (!job) {
      const says = error ? "Job " + state.job + " cannot be shown: " + error : "Loading\u2026";
      const className = error ? "state failing" : "empty";
      return renew(element, back, panel(make("p", { class: className }, says)));
    }
    const [enqueued, begun, ended] = [job.enqueued, job.begun, job.ended].map(microsecondsOf);
    const facts = [
      ["Queue", job.queue],
      [
        "Attempts",
        job.attempt === undefined ? null : [
          String(job.attempt),
          job.maximumAttempts ? " of " + job.maximumAttempts : "",
        ],
      ],
      ["Priority", job.priority],
      ["Tags", (job.tags || []).join(", ")],
      ["Enqueued", momentOf(job.enqueued)],
      ["Waits for the signal", job.signal],
      [job.signal ? "Until" : "Due", momentOf(job.due)],
      ["Expires", momentOf(job.expires)],
      ["Started", begun && [moment(begun), since(enqueued, begun, "after")]],
      ["Finished", ended && [moment(ended), since(begun, ended, "after")]],
      ["Progress", progress(job)],
      ["Owner", job.owner && make("code", {}, job.owner)],
      ["Flow", job.flowName && [job.flowName, " #" + job.flow, " \u00b7 step " + job.step]],
      ["Attempts traced", attemptsOf(job.id)],
      ["Enqueued by the span", job.traceParent && make("code", {}, job.traceParent)],
    ].filter(([, value]) => value || value === 0).filter(([, value]) => value.length !== 0);
    const shownJSON = (title, value) =>
      value === undefined || value === null ? null : [make("h4", {}, title), code(value)];
    const stored = job.storedSteps || [];
    // A step of an answer has the name of its job in `name`.
    const steps = (job.steps || []).map((step) =>
      step.job === undefined ? { ...step, job: step.name, name: step.step || step.name } : step
    );
    renew(
      element,
      back,
      panel(make(
        "div",
        { class: "job" },
        make("h3", {}, job.name, " #" + job.id, " ", jobTag(job.state), cancelling(job)),
        source.canAct ? make("div", { class: "actions" }, jobButtons(job)) : null,
        job.detail
          ? make("p", { class: job.state === "failed" ? "state failing" : "state" }, job.detail)
          : null,
        make("dl", {}, facts.map(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])),
        shownJSON("Payload", job.payload),
        shownJSON("Result", job.result),
        stored.length
          ? [make("h4", {}, "Stored steps"), columnTable("Stored steps", storedColumns, stored)]
          : null,
        steps.length ? [make("h4", {}, "Steps of the flow"), stepList(steps)] : null,
      )),
    );
  };

  const overview = make("div", {});
  const one = make("div", {});
  const all = make(
    "div",
    {},
    overview,
    listHead,
    make(
      "div",
      { class: "tabs", role: "group", "aria-label": "Filters of jobs" },
      (source.isLive ? Object.values(filters) : [filters.queue, filters.jobName])
        .map(({ element }) => element),
      listCount,
    ),
    listActs,
    list,
  );
  replace("job-parts", one, all);
  const part = {
    render: () => {
      jobs = model.live.jobs || none;
      replace("job-counts", countTags(jobs.all.counts));
      one.hidden = !state.job;
      all.hidden = Boolean(state.job);
      if (state.job) return renderJob(one);
      renew(
        overview,
        panel(
          make("div", { class: "store" }, about()),
          jobs.queues.length ? queueTable() : null,
        ),
        titled(
          "Running now",
          jobs.running,
          columnTable("Running jobs", runningColumns, jobs.running),
        ),
        titled(
          "Published events",
          jobs.listeners || [],
          columnTable("Published events", listenerColumns, jobs.listeners || []),
        ),
        titled(
          "Order keys that a failing job holds",
          jobs.heldKeys || [],
          columnTable("Held order keys", heldKeyColumns, jobs.heldKeys || []),
        ),
        titled(
          "Flows with open or failed steps",
          jobs.flows,
          jobs.flows.map((flow, index) => flowPanel(flow, index < 3)),
        ),
        titled("Failures by cause", jobs.failures, failureTable()),
      );
      for (const element of [listHead, listCount.parentElement, list]) {
        element.hidden = source.isLive ? jobs === none : !jobs.deadLetters.length;
      }
      if (!list.hidden) renderList();
      else listActs.hidden = true;
    },
    /** Opens all flows, as paper cannot. */
    openFlows: () => {
      for (const flow of overview.querySelectorAll("details")) flow.open = true;
    },
  };
  return part;
};
