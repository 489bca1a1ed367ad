// The store of durable schedules: what it is, the schedules, and the ledger of due times.

/**
 * Makes the part of the page that shows the store. It stands before the rest of the script, and
 * uses the helpers of that only when it is called.
 */
// deno-lint-ignore no-unused-vars -- page.js calls it.
const makeStorePart = () => {
  const { store } = model.live;
  const records = store ? store.records : [];
  const stateTags = {
    due: "notice",
    running: "notice",
    succeeded: "",
    failed: "error",
    cancelled: "warning",
    skipped: "",
    missed: "warning",
  };
  const recordTexts = new Map(records.map((record) => {
    const { task, state, owner, detail, missed } = record;
    return [record, [task, state, owner, detail, missed && missed.text].join(" ").toLowerCase()];
  }));
  const stateCounts = (list) => {
    const counts = new Map(Object.keys(stateTags).map((name) => [name, 0]));
    for (const { state } of list) counts.set(state, (counts.get(state) || 0) + 1);
    return counts;
  };
  const statesOfRecords = [...stateCounts(records)].filter(([, count]) => count);
  const stateTag = (name, text) =>
    make("span", { class: "tag " + (stateTags[name] || "") }, text || name);

  const scheduleRow = (schedule) =>
    make(
      "tr",
      {},
      make("td", { class: "name" }, dot("task"), nodeLink("task:" + schedule.task, schedule.task)),
      make(
        "td",
        { class: "says" },
        make("b", {}, schedule.occasion),
        schedule.traits.length ? " \u00b7 " + schedule.traits.join(" \u00b7 ") : null,
      ),
      make(
        "td",
        { class: "short", "data-label": "next:" },
        schedule.next === undefined ? "\u2013" : moment(schedule.next),
      ),
      make(
        "td",
        { class: "short" },
        schedule.paused ? [make("span", { class: "tag warning" }, "paused"), " "] : null,
        schedule.unfinished
          ? make("span", { class: "tag notice" }, counted(schedule.unfinished, "unfinished run"))
          : null,
      ),
    );
  const recordRow = (record) => {
    const { missed } = record;
    const hasRun = record.begun !== undefined;
    return make(
      "tr",
      {},
      make("td", { class: "name short" }, moment(record.due)),
      make(
        "td",
        { class: "task" },
        nodeLink("task:" + record.task, record.task),
        record.number ? make("span", { class: "quiet" }, " #" + record.number) : null,
      ),
      make("td", { class: "short" }, stateTag(record.state)),
      make(
        "td",
        { class: "says" },
        missed
          ? make(
            "div",
            {},
            counted(missed.count, "due time") + " without a run",
            missed.count > 1 ? [" since ", moment(missed.since)] : null,
            ", as " + missed.text,
          )
          : null,
        record.detail ? make("div", {}, record.detail) : null,
      ),
      make("td", { class: "short", "data-label": "began:" }, hasRun ? moment(record.begun) : null),
      make(
        "td",
        { class: "number short", "data-label": "took:" },
        hasRun && record.ended !== undefined ? time(record.ended - record.begun) : null,
      ),
      make(
        "td",
        { class: "number", "data-label": "claims:" },
        record.claims ? record.claims.toLocaleString("en") : null,
      ),
      make(
        "td",
        { class: "owner", "data-label": "by:" },
        record.owner ? make("code", {}, record.owner) : null,
      ),
    );
  };
  // The controls stay, so that the keyboard stays where it is.
  const taskFilter = make(
    "select",
    {
      class: "field",
      "aria-label": "Task",
      onchange: (event) => show({ task: event.target.value }, true),
    },
    make("option", { value: "" }, "All tasks"),
    [...new Set(records.map((record) => record.task))].sort(byName).map((name) =>
      make("option", { value: name }, name)
    ),
  );
  const stateFilters = ["", ...statesOfRecords.map(([name]) => name)].map((name) => {
    const count = make("span", { class: "count" });
    const onclick = () => show({ state: name }, true);
    const button = make(
      "button",
      { class: "button", type: "button", onclick },
      name || "all",
      count,
    );
    return { name, button, count };
  });

  let mostRecords = 60;
  /** Shows what the filters do not change. */
  const renderStore = () => {
    if (!store) return;
    replace(
      "store-counts",
      statesOfRecords.map(([name, count]) => [
        stateTag(name, count.toLocaleString("en") + " " + name),
        " ",
      ]),
    );
    replace(
      "store-schedules",
      make(
        "div",
        { class: "store" },
        make("p", {}, store.summary),
        store.error
          ? make(
            "p",
            { class: "state failing" },
            records.length
              ? "Only a part of the ledger could be read: "
              : "The ledger could not be read: ",
            store.error,
          )
          : null,
        store.schedules.length
          ? null
          : make("p", { class: "quiet" }, "No schedule of this process is durable."),
      ),
      store.schedules.length
        ? plainTable(
          "Durable schedules",
          [["Task"], ["When"], ["Next, in UTC"], ["State"]],
          store.schedules.map(scheduleRow),
        )
        : null,
    );
    if (records.length) {
      replace("store-filters", taskFilter, stateFilters.map((filter) => filter.button));
    }
  };
  const renderRecords = () => {
    if (!store) return;
    const wanted = words();
    const matching = records.filter((record) =>
      (!state.task || record.task === state.task) &&
      wanted.every((word) => recordTexts.get(record).includes(word))
    );
    const counts = stateCounts(matching);
    taskFilter.value = state.task;
    for (const { name, button, count } of stateFilters) {
      if (name === state.state) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
      count.textContent = (name ? counts.get(name) : matching.length).toLocaleString("en");
    }
    const rows = state.state ? matching.filter((record) => record.state === state.state) : matching;
    const shown = rows.slice(0, isPrinting ? 2000 : mostRecords);
    const rest = rows.length - shown.length;
    root.dataset.records = String(rows.length);
    replace(
      "store-records",
      shown.length
        ? plainTable(
          "Due times",
          [
            ["Due, in UTC"],
            ["Task"],
            ["State"],
            ["What became of it"],
            ["Began"],
            ["Took", "number"],
            ["Claims", "number"],
            ["By"],
          ],
          shown.map(recordRow),
        )
        : make(
          "p",
          { class: "empty" },
          records.length
            ? "Nothing passes the filters."
            : store.error
            ? "Nothing is known of due times."
            : "No due time is in the ledger.",
        ),
      rest > 0
        ? moreButton("Show " + counted(Math.min(rest, 500), "more due time"), () => {
          mostRecords += 500;
          renderRecords();
        })
        : null,
    );
  };
  renderStore();
  return { render: renderRecords };
};
