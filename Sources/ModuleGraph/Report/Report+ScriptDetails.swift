extension Report {
  /// What is told of the module or the node that is selected.
  static let scriptDetails = #"""
    const list = (title, entries, most) => {
      if (!entries.length) return null;
      const limit = most || 12;
      const items = make("ul", {}, entries.slice(0, limit));
      const rest = entries.length - limit;
      const more = rest > 0 ? make("button", {
        class: "link", type: "button",
        onclick: (event) => {
          items.append(...entries.slice(limit));
          event.currentTarget.remove();
        },
      }, rest.toLocaleString("en") + " more") : null;
      return [make("h4", {}, title), items, more];
    };
    const neighbour = (id) => {
      const node = nodeByID.get(id);
      return make("li", { class: "neighbour" }, make("span", {}, dot(node.kind)),
        make("span", {}, nodeLink(id), " ",
          make("span", { class: "quiet" }, node.module || kindTitle(node.kind))));
    };
    const terms = (pairs) => pairs.length
      ? make("dl", {}, pairs.map(([name, value]) =>
        [make("dt", {}, name), make("dd", {}, valueText(value))])) : null;
    const sayings = (problems) => list("Problems", problems.map((problem) =>
      make("li", {}, make("span", { class: "tag " + problem.severity }, problem.severity), " ",
        problem.message)), 5);

    const certainties = {
      mentioned: "Named by declarations; nobody in particular declares it.",
      unresolved: "Named by an expression, whose value only the running program knows.",
      missing: "Named by a declaration, and it does not exist.",
      added: "Added when the program ran.",
    };

    const nodeDetails = (node) => {
      const now = states[node.id];
      const edges = [...edgesFrom(node.id).map((edge) => [edge, false]),
        ...edgesTo(node.id).map((edge) => [edge, true])];
      const groups = new Map();
      for (const [edge, isBackwards] of edges) {
        append(groups, edgeWord(edge.kind, isBackwards), isBackwards ? edge.from : edge.to);
      }
      return [
        make("p", { class: "kind" }, dot(node.kind), kindTitle(node.kind),
          node.module ? make("span", {}, "\u00a0in ", moduleLink(node.module)) : null),
        make("h3", {}, node.name),
        certainties[node.certainty]
          ? make("p", { class: "quiet" }, certainties[node.certainty]) : null,
        now && now.text
          ? make("p", { class: "state" + (now.failing ? " failing" : "") }, now.text) : null,
        make("div", { class: "actions" },
          make("button", {
            class: "button", type: "button", onclick: () => openView(node.id),
          }, "What is around it")),
        sayings(problemsOf.get(node.id) || []),
        list(node.certainty === "declared" || node.certainty === "added" ? "Declared at"
          : "Named at", node.places.map((at) =>
          make("li", {}, make("code", {}, placeText(at)))), 6),
        node.attributes.length ? make("h4", {}, "Says") : null,
        terms(node.attributes.map((attribute) => [spaced(attribute.name), attribute.value])),
        now && now.attributes.length ? make("h4", {}, "At this moment") : null,
        now ? terms(now.attributes.map((attribute) => [spaced(attribute.name), attribute.value]))
          : null,
        [...groups].map(([word, ids]) =>
          list(word.charAt(0).toUpperCase() + word.slice(1), [...new Set(ids)].map(neighbour))),
      ];
    };
    const spaced = (name) => name.replace(/([a-z])([A-Z])/g, (_, one, other) =>
      one + " " + other.toLowerCase());

    const moduleDetails = (module) => {
      const reasons = (edges, other) => edges.map((edge) => {
        const more = edge.reasons.length - 1;
        return make("li", {}, moduleLink(other(edge)),
          make("div", { class: "quiet" }, edge.reasons[0].text
            + (more > 0 ? ", and " + counted(more, "more reason") : "")));
      });
      const isDependency = (edge) => edge.reasons.some((reason) => reason.kind !== "shares");
      const into = graph.moduleEdges.filter((edge) => edge.from === module.name);
      const from = graph.moduleEdges.filter((edge) => edge.to === module.name);
      const shared = [...into, ...from].filter((edge) => !isDependency(edge));
      const other = (edge) => edge.from === module.name ? edge.to : edge.from;
      return [
        make("p", { class: "kind" }, "module"),
        make("h3", {}, module.name),
        make("div", { class: "actions" },
          make("button", {
            class: "button", type: "button", onclick: () => openView("module:" + module.name),
          }, "Show what is in it"),
          make("button", {
            class: "button", type: "button",
            onclick: () => show({ module: module.name, page: "1" }),
          }, "Filter by it")),
        make("h4", {}, "Declares"),
        make("ul", {}, module.counts.map((count) => make("li", { class: "neighbour" },
          make("span", {}, dot(count.kind)), make("button", {
            class: "link", type: "button",
            onclick: () => {
              show({ module: module.name, table: count.kind, page: "1" });
              place("tables").scrollIntoView({ block: "start" });
            },
          }, counted(count.count, kindTitle(count.kind), kindTitle(count.kind, true)))))),
        list("Reaches into", reasons(into.filter(isDependency), (edge) => edge.to)),
        list("Reached from", reasons(from.filter(isDependency), (edge) => edge.from)),
        list("Shares with", reasons(shared, other)),
        list("Images", module.images.map((path) => make("li", {}, make("code", {}, path)))),
      ];
    };

    const overview = () => [
      make("h3", {}, "How to read this"),
      make("p", { class: "quiet" }, "Each box is a module. An arrow leads from a module to one "
        + "that it reaches into; a dashed line joins two that name the same thing. Choose a box "
        + "to see why, open it by a double click or with Enter twice."),
      make("h4", {}, "Colours"),
      make("ul", {}, [["rhea", "moments and callbacks"], ["khala", "routes and contracts"],
        ["pharos", "relays and observers"], ["task", "tasks and what runs them"],
        ["wire", "wires"], ["other", "records of your own"]].map(([name, text]) =>
        make("li", { class: "neighbour" },
          make("span", {}, make("span", { class: "dot hue-" + name })), text))),
      make("h4", {}, "Keys"),
      terms([["/", "search"], ["Tab", "next box"], ["Enter", "choose, then open"],
        ["arrows", "move the drawing"], ["+ \u2212 0", "zoom, fit"], ["Esc", "let go"]]),
    ];

    const renderDetails = () => {
      const selected = state.select;
      const module = selected.startsWith("module:")
        ? moduleByName.get(selected.slice("module:".length)) : null;
      const node = nodeByID.get(selected);
      replace("details", module ? moduleDetails(module) : node ? nodeDetails(node) : overview());
      place("details").scrollTop = 0;
    };
    """#
}
