// The jobs of the store: queues, what runs, flows, causes of failures and dead letters.

/**
 * Makes the part of the page that shows jobs. It stands before the rest of the script, and uses
 * the helpers of that only when it is called.
 */
// deno-lint-ignore no-unused-vars -- page.js calls it.
const makeJobsPart = () => {
  const { jobs } = model.live;
  const section = place("view-jobs");
  if (!jobs) return { render: () => {}, openFlows: () => {} };

  const tags = {
    blocked: "",
    delayed: "",
    waiting: "notice",
    running: "notice",
    succeeded: "success",
    failed: "error",
    cancelled: "warning",
    skipped: "",
  };
  const tag = (state, text) => make("span", { class: "tag " + (tags[state] || "") }, text || state);
  /** The states that have jobs, in the order of a job's life. */
  const statesOf = (counts) =>
    [...new Set([...Object.keys(tags), ...Object.keys(counts)])].filter((name) => counts[name]);
  const countTags = (counts) =>
    statesOf(counts).map((name) => [
      tag(name, counts[name].toLocaleString("en") + " " + name),
      " ",
    ]);
  const rate = (perSecond) => {
    const isSlow = perSecond < 1;
    const number = (isSlow ? perSecond * 60 : perSecond)
      .toLocaleString("en", { maximumSignificantDigits: 3 });
    return perSecond ? number + (isSlow ? "/min" : "/s") : "\u2013";
  };
  const seconds = (microseconds) =>
    (microseconds / 1e6).toLocaleString("en", { maximumFractionDigits: 3 }) + " s";
  const panel = (...children) => make("div", { class: "panel" }, children);
  const cell = (label, className, ...children) =>
    make("td", { class: className, "data-label": label }, children);

  // Queues.

  const percentiles = ["p50", "p95", "p99"];
  const latencyCells = (latencies, word) =>
    percentiles.map((name) =>
      cell(word + " " + name + ":", "number short", latencies ? time(latencies[name]) : "\u2013")
    );
  const numberCells = (numbers) => [
    make("td", { class: "counts" }, countTags(numbers.counts)),
    cell("ends:", "number short", rate(numbers.endsPerSecond)),
    latencyCells(numbers.waiting, "waited"),
    latencyCells(numbers.running, "ran"),
  ];
  const queueRow = (queue) =>
    make(
      "tr",
      {},
      make(
        "td",
        { class: "name" },
        queue.name,
        queue.paused ? [" ", make("span", { class: "tag warning" }, "paused")] : null,
      ),
      numberCells(queue.numbers),
    );
  /** The heads of the columns, in two rows, as percentiles are of waiting and of running. */
  const queueHead = () => {
    const column = (title, className) =>
      make("th", { scope: "col", rowspan: "2", class: className }, title);
    const group = (title) => make("th", { scope: "colgroup", colspan: "3", class: "group" }, title);
    const names = () =>
      percentiles.map((name) => make("th", { scope: "col", class: "number" }, name));
    return make(
      "thead",
      {},
      make(
        "tr",
        {},
        column("Queue"),
        column("Jobs"),
        column("Ends", "number"),
        group("Waited"),
        group("Ran"),
      ),
      make("tr", {}, names(), names()),
    );
  };
  const queueTable = () =>
    make(
      "div",
      { class: "table-frame" },
      make(
        "table",
        { "aria-label": "Queues" },
        queueHead(),
        make("tbody", {}, jobs.queues.map(queueRow)),
        jobs.queues.length > 1
          ? make(
            "tfoot",
            {},
            make("tr", {}, make("td", { class: "name" }, "All queues"), numberCells(jobs.all)),
          )
          : null,
      ),
    );
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
      : null,
  ];

  // What runs.

  const progress = (job) => {
    if (job.progress === undefined) return null;
    const percent = Math.round(job.progress * 100) + " %";
    const label = "Progress of job " + job.id;
    return [make("progress", { max: "1", value: job.progress, "aria-label": label }), " ", percent];
  };
  const numberAndTags = ({ id, tags = [] }) =>
    make("span", { class: "quiet" }, " #" + [id, ...tags].join(" \u00b7 "));
  const runningRow = (job) =>
    make(
      "tr",
      {},
      make(
        "td",
        { class: "name" },
        job.name,
        numberAndTags(job),
        job.cancelling ? [" ", tag("cancelled", "to be cancelled")] : null,
      ),
      cell("queue:", "", job.queue),
      cell("attempt:", "number", String(job.attempt)),
      cell("began:", "short", job.begun === undefined ? null : moment(job.begun)),
      cell("progress:", "short", progress(job)),
      cell("by:", "owner", job.owner ? make("code", {}, job.owner) : null),
    );
  const runningPart = () =>
    jobs.running.length
      ? [
        make("h3", {}, "Running now"),
        panel(plainTable(
          "Running jobs",
          [["Job"], ["Queue"], ["Attempt", "number"], ["Began, in UTC"], ["Progress"], ["By"]],
          jobs.running.map(runningRow),
        )),
      ]
      : null;

  // Flows.

  /** How far a step stands from the beginning of its flow, by the steps before it. */
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
      make("span", { class: "step-state" }, tag(step.state)),
      make(
        "div",
        {},
        make("b", {}, step.name),
        make(
          "span",
          { class: "quiet" },
          " #" + step.id,
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
  const flowPanel = (flow, isOpen) => {
    const counts = {};
    for (const { state } of flow.steps) counts[state] = (counts[state] || 0) + 1;
    const names = new Map(flow.steps.map((step) => [step.id, step.name]));
    const depths = depthsOf(flow.steps);
    return make(
      "details",
      { class: "flow", open: isOpen },
      make(
        "summary",
        {},
        make("b", {}, flow.name),
        make("span", { class: "quiet" }, " #" + flow.id + " "),
        countTags(counts),
      ),
      flow.partial ? make("p", { class: "quiet" }, "The flow has more steps, before these.") : null,
      make("ol", {}, flow.steps.map((step) => stepItem(step, depths.get(step.id), names))),
    );
  };
  const flowsPart = () =>
    jobs.flows.length
      ? [
        make("h3", {}, "Flows with open or failed steps"),
        panel(jobs.flows.map((flow, index) => flowPanel(flow, index < 3))),
      ]
      : null;

  // Failures.

  const failureRow = (failure) =>
    make(
      "tr",
      {},
      make("td", { class: "name" }, failure.job),
      cell("jobs:", "number", failure.count.toLocaleString("en")),
      make("td", { class: "says" }, failure.error),
      cell("latest:", "number", "#" + failure.latest),
    );
  let mostFailures = 10;
  const failures = panel();
  const renderFailures = () => {
    const shown = jobs.failures.slice(0, isPrinting ? Infinity : mostFailures);
    const rest = jobs.failures.length - shown.length;
    failures.replaceChildren(
      plainTable(
        "Failures by cause",
        [["Job"], ["Failed", "number"], ["Error"], ["Latest", "number"]],
        shown.map(failureRow),
      ),
      ...(rest > 0
        ? [moreButton("Show " + counted(Math.min(rest, 100), "more cause"), () => {
          mostFailures += 100;
          renderFailures();
        })]
        : []),
    );
  };

  // Dead letters. The controls stay, so that the keyboard stays where it is.

  const letters = jobs.deadLetters;
  const letterTexts = new Map(letters.map((letter) => {
    const { id, name, queue, error, tags = [] } = letter;
    return [letter, ["#" + id, name, queue, error, ...tags].join(" ").toLowerCase()];
  }));
  const filter = (label, key, values, all) =>
    make(
      "select",
      {
        class: "field",
        "aria-label": label,
        onchange: (event) => show({ [key]: event.target.value }, true),
      },
      make("option", { value: "" }, all),
      [...new Set(values)].sort(byName).map((name) => make("option", { value: name }, name)),
    );
  const queueFilter = filter(
    "Queue",
    "queue",
    letters.map((letter) => letter.queue),
    "All queues",
  );
  const jobFilter = filter("Job", "job", letters.map((letter) => letter.name), "All jobs");
  const letterCount = make("p", { class: "quiet", role: "status" });
  const letterList = panel();
  const letterRow = (letter) =>
    make(
      "tr",
      {},
      make(
        "td",
        { class: "name" },
        letter.name,
        numberAndTags(letter),
      ),
      cell("queue:", "", letter.queue),
      cell("attempts:", "number", String(letter.attempts)),
      cell("ended:", "short", letter.ended === undefined ? null : moment(letter.ended)),
      make("td", { class: "says" }, letter.error),
    );
  const renderLetters = () => {
    queueFilter.value = state.queue;
    jobFilter.value = state.job;
    const wanted = words();
    const rows = letters.filter((letter) =>
      (!state.queue || letter.queue === state.queue) && (!state.job || letter.name === state.job) &&
      wanted.every((word) => letterTexts.get(letter).includes(word))
    );
    root.dataset.deadLetters = String(rows.length);
    const total = jobs.all.counts.failed || letters.length;
    letterCount.textContent = rows.length.toLocaleString("en") + " of " +
      counted(total, "dead letter");
    letterList.replaceChildren(
      rows.length
        ? plainTable(
          "Dead letters",
          [["Job"], ["Queue"], ["Attempts", "number"], ["Ended, in UTC"], ["Error"]],
          rows.map(letterRow),
        )
        : make("p", { class: "empty" }, "Nothing passes the filters."),
    );
  };

  replace(
    "job-counts",
    countTags(jobs.all.counts),
    jobs.all.ended
      ? make("span", { class: "quiet" }, "ending: " + rate(jobs.all.endsPerSecond))
      : null,
  );
  replace(
    "job-parts",
    panel(
      make("div", { class: "store" }, about()),
      jobs.queues.length ? queueTable() : null,
    ),
    runningPart(),
    flowsPart(),
    jobs.failures.length ? [make("h3", {}, "Failures by cause"), failures] : null,
    letters.length
      ? [
        make("h3", {}, "Dead letters"),
        make(
          "div",
          { class: "tabs", role: "group", "aria-label": "Dead letters" },
          queueFilter,
          jobFilter,
          letterCount,
        ),
        letterList,
      ]
      : null,
  );
  return {
    render: () => {
      if (jobs.failures.length) renderFailures();
      if (letters.length) renderLetters();
    },
    /** Opens all flows, as paper cannot. */
    openFlows: () => {
      for (const flow of section.querySelectorAll("details")) flow.open = true;
    },
  };
};
