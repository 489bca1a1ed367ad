// The schedules of the app and their store: fire times, and the ledger of fires.

/** Makes the part of the page that shows schedules. */
// deno-lint-ignore no-unused-vars -- page.js calls it.
const makeStorePart = () => {
  const tags = {
    due: "notice",
    running: "notice",
    succeeded: "success",
    failed: "error",
    cancelled: "warning",
    skipped: "",
    missed: "warning",
  };
  const tag = (name, text) => make("span", { class: "tag " + (tags[name] || "") }, text || name);
  const textOf = ({ task, state, owner, detail, missed }) =>
    [task, state, owner, detail, missed && missed.text].join(" ").toLowerCase();
  const countsOf = (list) => {
    const counts = new Map(Object.keys(tags).map((name) => [name, 0]));
    for (const { state } of list) counts.set(state, (counts.get(state) || 0) + 1);
    return [...counts].filter(([, count]) => count);
  };
  let store;
  let records = [];

  // Schedules. A store has the durable ones, and the app lists all.

  const query = makeQuery("schedules", () => render());
  for (const type of ["store", "reset"]) source.on(type, () => query.expire());
  source.on("nodes", (changes) => {
    if (Object.keys(changes).some((id) => id.startsWith("task:"))) query.expire();
  });
  const schedules = () => {
    const durable = store ? store.schedules : [];
    const { result } = source.isLive ? query.get({}) : {};
    const listed = result ? result.schedules : [];
    const latest = new Map(listed.map((one) => [one.name, one.latestOutcome]));
    const names = new Set(durable.map((schedule) => schedule.task));
    return [
      ...durable.map((schedule) => ({ ...schedule, latest: latest.get(schedule.task) })),
      ...listed.filter(({ name }) => !names.has(name)).map((one) => ({
        ...one,
        task: one.name,
        paused: one.isPaused,
        latest: one.latestOutcome,
      })),
    ];
  };
  const buttons = ({ task, paused }) => {
    const toggle = paused ? "Resume" : "Pause";
    const told = () => {
      query.expire();
      return "The task " + task + " is " + (paused ? "resumed." : "paused.");
    };
    const name = toggle.toLowerCase();
    return [
      commandButton("pause-" + task, toggle, toggle + " " + task, name, { name: task }, told),
      " ",
      actionButton("run-" + task, "Run now\u2026", () => runTask(task), "Run " + task + " now"),
    ];
  };
  const lastOf = ({ task, latest }) => {
    const last = records.find((record) => record.task === task);
    return last ? [moment(last.due), " ", tag(last.state)] : latest || "\u2013";
  };
  const scheduleColumns = [
    ["Task", "name", "", ({ task }) => [dot("task"), nodeLink("task:" + task, task)]],
    ["When", "says", "", ({ occasion, traits }) => [
      make("b", {}, occasion),
      traits.map((trait) => " \u00b7 " + trait),
    ]],
    ["Last, in UTC", "short", "last:", lastOf],
    ["Next, in UTC", "short", "next:", ({ next }) => momentOf(next) || "\u2013"],
    ["State", "short", "", ({ paused, unfinished }) => [
      paused ? [make("span", { class: "tag warning" }, "paused"), " "] : null,
      unfinished ? tag("running", counted(unfinished, "unfinished run")) : null,
    ]],
    ...actColumn(buttons),
  ];

  // Fires.

  const fate = ({ missed, detail }) => [
    missed
      ? make(
        "div",
        {},
        counted(missed.count, "fire") + " without a run",
        missed.count > 1 ? [" since ", moment(missed.since)] : null,
        ", as " + missed.text,
      )
      : null,
    detail ? make("div", {}, detail) : null,
  ];
  const between = (from, to) =>
    from === undefined || to === undefined ? null : time(Math.max(to - from, 0));
  const fireColumns = [
    ["Fire time, in UTC", "name short", "", ({ due }) => moment(due)],
    ["Task", "task", "", ({ task, number }) => [
      nodeLink("task:" + task, task),
      number ? make("span", { class: "quiet" }, " #" + number) : null,
    ]],
    ["State", "short", "", ({ state }) => tag(state)],
    ["Detail", "says", "", fate],
    ["Started", "short", "started:", ({ begun }) => momentOf(begun)],
    ["Late", "number short", "late:", ({ due, begun }) => between(due, begun)],
    ["Took", "number short", "took:", ({ begun, ended }) => between(begun, ended)],
    ["Claims", "number", "claims:", ({ claims }) => claims ? claims.toLocaleString("en") : null],
    ["By", "owner", "by:", ({ owner }) => owner ? make("code", {}, owner) : null],
  ];
  const taskFilter = filterSelect("Task", "task", "All tasks");
  const stateFilter = filterSelect("State", "state", "All states");
  let mostRecords = 60;
  const recordTable = () => {
    const wanted = words();
    const rows = records.filter((record) =>
      (!state.task || record.task === state.task) &&
      (!state.state || record.state === state.state) &&
      wanted.every((word) => textOf(record).includes(word))
    );
    const shown = rows.slice(0, isPrinting ? 2000 : mostRecords);
    const rest = rows.length - shown.length;
    root.dataset.records = String(rows.length);
    if (!shown.length) {
      const says = records.length
        ? "Nothing passes the filters."
        : store.error
        ? "The fires are not known."
        : "No fire is in the ledger.";
      return make("p", { class: "empty" }, says);
    }
    return [
      columnTable("Fires", fireColumns, shown),
      rest > 0
        ? moreButton("Show " + counted(Math.min(rest, 500), "more fire"), () => {
          mostRecords += 500;
          part.render();
        })
        : null,
    ];
  };

  const overview = make("div", {});
  const fires = make("div", { class: "panel" });
  const ledger = make(
    "div",
    {},
    make("h3", {}, "Fires"),
    make(
      "div",
      { class: "tabs", role: "group", "aria-label": "Filters of fires" },
      [taskFilter, stateFilter].map(({ element }) => element),
    ),
    fires,
  );
  replace("store-parts", overview, ledger);
  const part = {
    render: () => {
      store = model.live.store;
      records = store ? store.records : [];
      replace(
        "store-counts",
        countsOf(records).map(([name, count]) => [
          tag(name, count.toLocaleString("en") + " " + name),
          " ",
        ]),
      );
      const list = schedules();
      renew(
        overview,
        panel(
          make(
            "div",
            { class: "store" },
            make("p", {}, store ? store.summary : "No store of durable schedules is open."),
            store && store.error
              ? make(
                "p",
                { class: "state failing" },
                records.length
                  ? "Only a part of the ledger could be read: "
                  : "The ledger could not be read: ",
                store.error,
              )
              : null,
            store && !store.schedules.length
              ? make("p", { class: "quiet" }, "No schedule of this process is durable.")
              : null,
          ),
          list.length ? columnTable("Schedules", scheduleColumns, list) : null,
        ),
      );
      ledger.hidden = !store;
      if (!store) return;
      taskFilter.update(records.map((record) => record.task).sort(byName));
      stateFilter.update(countsOf(records).map(([name]) => name));
      renew(fires, recordTable());
    },
  };
  return part;
};
