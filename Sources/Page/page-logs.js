// The latest records of the log of a running app.

/** Makes the part of the page that shows the log. */
// deno-lint-ignore no-unused-vars -- page.js calls it.
const makeLogsPart = () => {
  const levels = ["trace", "debug", "info", "notice", "warning", "error", "critical"];
  const tags = { notice: "notice", warning: "warning", error: "error", critical: "error" };
  const mostRecords = 500;
  let records = [];
  /** The records at the time when the list was held, so that one can read them. */
  let held = null;

  const filters = {
    level: filterSelect("Least level", "level", "All levels"),
    logModule: filterSelect("Module", "logModule", "All modules"),
  };
  const hold = make("button", {
    class: "button",
    type: "button",
    "aria-pressed": "false",
    onclick: () => {
      held = held ? null : records;
      hold.setAttribute("aria-pressed", String(Boolean(held)));
      part.render();
    },
  }, "Hold");
  const count = make("p", { class: "quiet" });
  const list = make("div", { class: "panel log" });
  replace(
    "log-parts",
    make(
      "div",
      { class: "tabs", role: "group", "aria-label": "Filters of the log" },
      Object.values(filters).map(({ element }) => element),
      hold,
      count,
    ),
    list,
  );

  const textOf = ({ source, message, attributes }) =>
    [source, message, ...Object.entries(attributes || {}).flat()].join(" ").toLowerCase();
  const message = ({ message, attributes = {} }) => [
    message,
    Object.entries(attributes).map(([name, value]) =>
      make("span", { class: "quiet" }, " " + name + "=" + valueText(value))
    ),
  ];
  const columns = [
    [
      "Time, in UTC",
      "name short",
      "",
      ({ time }) => new Date(time / 1000).toISOString().slice(11, 23),
    ],
    [
      "Level",
      "short",
      "",
      ({ severity }) => make("span", { class: "tag " + (tags[severity] || "") }, severity),
    ],
    ["Module", "task", "", ({ source }) => source],
    ["Message", "message", "", message],
    [
      "Span",
      "short",
      "",
      ({ span }) =>
        span === undefined || span === null
          ? null
          : viewLink({ view: "timeline", span: String(span) }, "span"),
    ],
  ];
  const part = {
    add: (added) => {
      records = [...records, ...added].slice(-mostRecords);
    },
    render: () => {
      const least = levels.indexOf(state.level);
      const wanted = words();
      const known = held || records;
      const rows = known.filter((record) =>
        levels.indexOf(record.severity) >= least &&
        (!state.logModule || record.source === state.logModule) &&
        wanted.every((word) => textOf(record).includes(word))
      ).reverse();
      filters.level.update(levels);
      filters.logModule.update(known.map((record) => record.source).sort(byName));
      root.dataset.logs = String(rows.length);
      count.textContent = rows.length.toLocaleString("en") + " of " +
        counted(known.length, "record") + (held ? ", held" : "");
      renew(
        list,
        rows.length ? columnTable("Log, the latest record first", columns, rows) : make(
          "p",
          { class: "empty" },
          known.length ? "Nothing passes the filters." : "No record has arrived.",
        ),
      );
    },
  };
  return part;
};
