extension Report {
  /// The problems, the filters, and the tables, a page at a time.
  static let scriptLists = #"""
    let shownProblems = 8;
    const renderProblems = () => {
      const all = graph.problems;
      const counts = ["error", "warning", "notice"].map((severity) =>
        [severity, all.filter((problem) => problem.severity === severity).length]);
      replace("problem-counts", counts.filter(([, count]) => count).map(([severity, count]) =>
        [make("span", { class: "tag " + severity }, counted(count, severity)), " "]));
      if (!all.length) {
        replace("problem-list", make("p", { class: "empty" },
          "Nothing is wrong with what the modules declare."));
        return;
      }
      const rest = all.length - shownProblems;
      replace("problem-list",
        make("ul", {}, all.slice(0, shownProblems).map((problem) =>
          make("li", { class: "problem" },
            make("span", { class: "tag " + problem.severity }, problem.severity),
            make("p", {}, problem.message),
            make("p", { class: "where" },
              make("code", { class: "quiet" }, problem.code),
              problem.nodes.slice(0, 8).map((id) => nodeByID.has(id)
                ? make("span", {}, dot(nodeByID.get(id).kind),
                  make("span", { class: "quiet" }, kindTitle(nodeByID.get(id).kind), " "),
                  nodeLink(id)) : null))))),
        rest > 0 ? make("p", { class: "more" }, make("button", {
          class: "link", type: "button",
          onclick: () => { shownProblems = all.length; renderProblems(); },
        }, "Show all " + all.length.toLocaleString("en") + " problems")) : null);
    };

    const renderFilters = () => {
      const hidden = hiddenKinds();
      const toggle = (kind) => {
        const next = new Set(hidden);
        if (next.has(kind)) next.delete(kind); else next.add(kind);
        show({ hide: [...next].join(","), page: "1" }, true);
      };
      const modules = make("select", {
        class: "field", "aria-label": "Module",
        onchange: (event) => show({ module: event.target.value, page: "1" }, true),
      }, make("option", { value: "" }, "All modules"),
        graph.modules.map((module) => make("option", { value: module.name }, module.name)));
      modules.value = state.module;
      replace("filters", modules, kinds.map((kind) => make("button", {
        class: "button", type: "button", "aria-pressed": hidden.has(kind) ? "false" : "true",
        onclick: () => toggle(kind),
      }, dot(kind), kindTitle(kind, true),
        make("span", { class: "count" }, countOfKind.get(kind).toLocaleString("en")))),
        isFiltered() ? make("button", {
          class: "button", type: "button",
          onclick: () => show({ hide: "", module: "", search: "", page: "1" }, true),
        }, "Clear filters") : null);
    };

    const pageSize = 100;
    const columns = [
      ["name", "Name", (node) => node.name],
      ["module", "Module", (node) => node.module || "\uffff"],
      ["place", "Place", (node) => node.places.length
        ? node.places[0].file + String(node.places[0].line).padStart(8, "0") : "\uffff"],
      ["says", "What it says", null],
      ["links", "Links", (node) => edgesFrom(node.id).length + edgesTo(node.id).length],
    ];
    const orderedBy = (sort) => {
      const isDown = sort.startsWith("-");
      const column = columns.find(([name]) => name === sort.replace("-", "")) || columns[0];
      const sign = isDown ? -1 : 1;
      return (one, other) => {
        const [left, right] = [column[2](one), column[2](other)];
        const order = typeof left === "number" ? left - right : byName(left, right);
        return order ? sign * order : one.id < other.id ? -1 : 1;
      };
    };
    const says = (node) => {
      const now = states[node.id];
      const parts = node.attributes.map((attribute) => attribute.value === true
        ? spaced(attribute.name) : spaced(attribute.name) + ": " + valueText(attribute.value));
      return [now && now.text ? make("b", {}, now.text + (parts.length ? " \u00b7 " : "")) : null,
        parts.join(" \u00b7 ")];
    };
    const row = (node) => make("tr", {},
      make("td", { class: "name" }, dot(node.kind), nodeLink(node.id),
        node.certainty === "declared" ? null
          : [" ", make("span", {
            class: "tag" + (node.certainty === "missing" ? " error" : ""),
          }, node.certainty)]),
      make("td", {}, moduleLink(node.module) || make("span", { class: "quiet" }, "\u2013")),
      make("td", { class: "places" }, node.places.length ? make("code", {},
        placeText(node.places[0])) : null, node.places.length > 1
        ? make("span", { class: "quiet" }, " +" + (node.places.length - 1)) : null),
      make("td", { class: "says" }, says(node)),
      make("td", { class: "number", "data-label": "links:" },
        String(edgesFrom(node.id).length + edgesTo(node.id).length)));
    const tableOf = (nodes) => make("table", {},
      make("thead", {}, make("tr", {}, columns.map(([name, title, by]) => make("th", {
        scope: "col", class: name === "links" ? "number" : false,
        "aria-sort": state.sort === name ? "ascending"
          : state.sort === "-" + name ? "descending" : false,
      }, by ? make("button", {
        type: "button",
        onclick: () => show({ sort: state.sort === name ? "-" + name : name, page: "1" }, true),
      }, title) : make("button", { type: "button", disabled: true }, title))))),
      make("tbody", {}, nodes.map(row)));

    let isPrinting = false;
    const renderTables = () => {
      const hidden = hiddenKinds();
      const matching = graph.nodes.filter(passing());
      root.dataset.matches = String(matching.length);
      const counts = new Map();
      for (const node of matching) counts.set(node.kind, (counts.get(node.kind) || 0) + 1);
      const tabs = kinds.filter((kind) => !hidden.has(kind));
      const chosen = state.table && (state.table === "all" || tabs.includes(state.table))
        ? state.table : "all";
      const tab = (kind, title, count) => make("button", {
        class: "button", type: "button", "aria-current": kind === chosen ? "true" : false,
        onclick: () => show({ table: kind === "all" ? "" : kind, page: "1" }, true),
      }, kind === "all" ? null : dot(kind), title,
        make("span", { class: "count" }, count.toLocaleString("en")));
      replace("tabs", tab("all", "all", matching.length),
        tabs.map((kind) => tab(kind, kindTitle(kind, true), counts.get(kind) || 0)));

      const rows = (chosen === "all" ? matching
        : matching.filter((node) => node.kind === chosen)).sort(orderedBy(state.sort));
      root.dataset.rows = String(rows.length);
      if (!rows.length) {
        replace("table", make("p", { class: "empty" }, isFiltered()
          ? "Nothing passes the filters." : "Nothing of this sort is declared."));
        return;
      }
      const size = isPrinting ? 2000 : pageSize;
      const last = Math.max(1, Math.ceil(rows.length / size));
      const page = isPrinting ? 1 : Math.min(Math.max(Number(state.page) || 1, 1), last);
      const first = (page - 1) * size;
      const turn = (to, text) => make("button", {
        class: "button", type: "button", disabled: to < 1 || to > last,
        onclick: () => show({ page: String(to) }, true),
      }, text);
      replace("table", make("div", { class: "table-frame" },
        tableOf(rows.slice(first, first + size))),
        last > 1 ? make("p", { class: "pages" }, turn(page - 1, "Previous"),
          turn(page + 1, "Next"), make("span", {}, (first + 1).toLocaleString("en") + "\u2013"
            + Math.min(first + size, rows.length).toLocaleString("en") + " of "
            + rows.length.toLocaleString("en"))) : null);
    };
    """#
}
