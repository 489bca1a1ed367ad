extension Report {
  /// The data of the page, what it is asked to show, and helpers to write elements.
  static let scriptData = #"""
    const root = document.documentElement;
    const began = performance.now();
    root.dataset.errors = "0";
    addEventListener("error", () => {
      root.dataset.errors = String(Number(root.dataset.errors) + 1);
    });

    const graph = JSON.parse(document.getElementById("data").textContent);
    const live = graph.live || {};
    const states = live.nodes || {};
    const nodeByID = new Map(graph.nodes.map((node) => [node.id, node]));
    const moduleByName = new Map(graph.modules.map((module) => [module.name, module]));
    const outgoing = new Map();
    const incoming = new Map();
    const append = (map, key, value) => {
      const list = map.get(key);
      if (list) list.push(value); else map.set(key, [value]);
    };
    for (const edge of graph.edges) {
      append(outgoing, edge.from, edge);
      append(incoming, edge.to, edge);
    }
    const edgesFrom = (id) => outgoing.get(id) || [];
    const edgesTo = (id) => incoming.get(id) || [];
    const problemsOf = new Map();
    for (const problem of graph.problems) {
      for (const id of new Set(problem.nodes)) append(problemsOf, id, problem);
    }
    const kinds = [...new Set(graph.nodes.map((node) => node.kind))];
    const countOfKind = new Map();
    for (const node of graph.nodes) {
      countOfKind.set(node.kind, (countOfKind.get(node.kind) || 0) + 1);
    }

    const hues = {
      event: "rhea", callback: "rhea", listener: "rhea", lifecycle: "rhea",
      class: "khala", route: "khala", contract: "khala",
      relay: "pharos", observer: "pharos",
      task: "task", taskEvent: "task", notification: "task", wire: "wire",
    };
    const hue = (kind) => "hue-" + (hues[kind] || "other");
    const titles = {
      event: ["event", "events"], callback: ["callback", "callbacks"],
      class: ["routing class", "routing classes"], route: ["route", "routes"],
      contract: ["contract", "contracts"], relay: ["relay", "relays"],
      observer: ["observer", "observers"], taskEvent: ["task event", "task events"],
      notification: ["notification", "notifications"], task: ["task", "tasks"],
      wire: ["wire", "wires"], listener: ["launch listener", "launch listeners"],
    };
    const kindTitle = (kind, many) => (titles[kind] || [kind, kind])[many ? 1 : 0];
    // What is named and not written by one module stands in round shapes.
    const roundKinds = new Set(["event", "relay", "taskEvent", "notification"]);
    const edgeWords = {
      listens: ["listens to", "listened to by"], runs: ["runs", "run by"],
      calls: ["calls", "called by"], provides: ["provides", "provided by"],
      observes: ["observes", "observed by"], dependsOn: ["requires", "required by"],
      after: ["follows", "followed by"], wireFrom: ["goes into", "takes from"],
      wireTo: ["leads to", "triggered by"],
    };
    const edgeWord = (kind, isBackwards) =>
      (edgeWords[kind] || [kind, kind + " (from)"])[isBackwards ? 1 : 0];
    // Where a sentence runs against what happens: an event makes its callback run.
    const isAgainstFlow = new Set(["listens", "observes", "dependsOn", "after"]);

    /** Compares as people do: 2 before 10. */
    const byName = new Intl.Collator("en", { numeric: true }).compare;
    const counted = (count, one, many) =>
      count.toLocaleString("en") + " " + (count === 1 ? one : many || one + "s");
    const placeText = (place) => place.file + ":" + place.line;
    const valueText = (value) =>
      Array.isArray(value) ? value.join(", ")
        : value === true ? "yes" : value === false ? "no" : String(value);
    const time = (microseconds) =>
      microseconds >= 1e6 ? (microseconds / 1e6).toFixed(2) + " s"
        : microseconds >= 1e3
          ? (microseconds / 1e3).toFixed(microseconds >= 1e5 ? 0 : 1) + " ms"
          : Math.round(microseconds) + " \u00b5s";

    const searchTexts = new Map();
    const searchText = (node) => {
      let text = searchTexts.get(node.id);
      if (text === undefined) {
        text = [node.id, node.name, node.module || "", kindTitle(node.kind),
          ...node.places.map(placeText),
          ...node.attributes.map((attribute) => valueText(attribute.value)),
          (states[node.id] || {}).text || ""].join(" ").toLowerCase();
        searchTexts.set(node.id, text);
      }
      return text;
    };

    /** Makes an element: properties, "on…" listeners, and children. */
    const fill = (element, properties, children) => {
      for (const [name, value] of Object.entries(properties || {})) {
        if (value === undefined || value === null || value === false) continue;
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else element.setAttribute(name, value === true ? "" : value);
      }
      for (const child of children.flat(3)) {
        if (child !== null && child !== undefined && child !== false) element.append(child);
      }
      return element;
    };
    const make = (name, properties, ...children) =>
      fill(document.createElement(name), properties, children);
    const draw = (name, properties, ...children) =>
      fill(document.createElementNS("http://www.w3.org/2000/svg", name), properties, children);
    const place = (id) => document.getElementById(id);
    const replace = (id, ...children) => place(id).replaceChildren(...children.flat(3).filter(Boolean));
    """#
}
