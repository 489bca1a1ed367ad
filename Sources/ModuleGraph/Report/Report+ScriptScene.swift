extension Report {
  /// What is in the drawing: modules, a module with what is around it, or a node
  /// with its neighbourhood.
  static let scriptScene = #"""
    // More than these nobody can look at; filters find the others.
    const mostItems = 300;

    const measure = document.createElement("canvas").getContext("2d");
    const widths = new Map();
    const textWidth = (text, font) => {
      const key = font + text;
      if (!widths.has(key)) {
        measure.font = font;
        widths.set(key, measure.measureText(text).width);
      }
      return widths.get(key);
    };
    const fonts = { plain: "12.5px system-ui, sans-serif", title: "600 14px system-ui, sans-serif" };
    const shorten = (text, font, most) => {
      if (textWidth(text, font) <= most) return text;
      let [low, high] = [1, text.length];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (textWidth(text.slice(0, middle) + "\u2026", font) <= most) low = middle;
        else high = middle - 1;
      }
      return text.slice(0, low) + "\u2026";
    };

    const isFiltered = () => state.search || state.hide || state.module;

    const moduleScene = () => {
      const pass = passing();
      const matches = new Map();
      if (isFiltered()) {
        for (const node of graph.nodes) {
          if (node.module && pass(node)) {
            matches.set(node.module, (matches.get(node.module) || 0) + 1);
          }
        }
      }
      const modules = [...graph.modules].sort((one, other) => byName(one.name, other.name));
      const items = modules.map((module) => {
        const total = module.counts.reduce((sum, count) => sum + count.count, 0);
        const label = shorten(module.name, fonts.title, 230);
        const below = counted(total, "declaration");
        return {
          id: "module:" + module.name, module, label, below, total,
          w: Math.max(128, Math.ceil(Math.max(textWidth(label, fonts.title),
            textWidth(below, fonts.plain)) + 30)), h: 58,
          matches: isFiltered() ? matches.get(module.name) || 0 : null,
        };
      });
      const links = graph.moduleEdges.map((edge) => ({
        from: "module:" + edge.from, to: "module:" + edge.to, edge,
        isSoft: edge.reasons.every((reason) => reason.kind === "shares"),
        title: edge.from + " \u2192 " + edge.to + "\n"
          + edge.reasons.slice(0, 12).map((reason) => reason.text).join("\n")
          + (edge.reasons.length > 12 ? "\n\u2026 " + (edge.reasons.length - 12) + " more" : ""),
      }));
      // Where all hang together, lines all over each other say nothing.
      const isDense = links.length > 150 && links.length > 3 * items.length;
      return {
        items, links, isDense,
        note: isDense ? "Choose a module to see the " + links.length.toLocaleString("en")
          + " links that lead to it and from it." : "",
      };
    };

    const nodeItem = (node, isContext) => {
      const isWire = node.kind === "wire";
      const label = isWire ? "" : shorten(node.name, fonts.plain, 240);
      return {
        id: node.id, node, label, isContext,
        w: isWire ? 16 : Math.ceil(textWidth(label, fonts.plain)) + 32, h: isWire ? 16 : 28,
      };
    };

    const linksAmong = (ids) => {
      const links = [];
      for (const id of ids) {
        for (const edge of edgesFrom(id)) {
          if (!ids.has(edge.to)) continue;
          const isTurned = isAgainstFlow.has(edge.kind);
          links.push({
            from: isTurned ? edge.to : edge.from, to: isTurned ? edge.from : edge.to, edge,
            isSoft: edge.kind === "after", isUnsure: !edge.certain,
            title: nodeByID.get(edge.from).name + " " + edgeWord(edge.kind) + " "
              + nodeByID.get(edge.to).name,
          });
        }
      }
      return links;
    };

    /** The nodes that have an edge with one, and behind wires those at their other end. */
    const around = (id) => {
      const found = new Set();
      const step = (from) => {
        for (const edge of edgesFrom(from)) found.add(edge.to);
        for (const edge of edgesTo(from)) found.add(edge.from);
      };
      step(id);
      for (const other of [...found]) if (nodeByID.get(other).kind === "wire") step(other);
      found.delete(id);
      return found;
    };

    const sceneOf = (own) => {
      const shown = own.slice(0, mostItems);
      const ids = new Set(shown.map((node) => node.id));
      const context = new Set();
      for (const node of shown) {
        for (const id of around(node.id)) {
          if (!ids.has(id) && ids.size + context.size < mostItems * 1.5) context.add(id);
        }
      }
      const items = [
        ...shown.map((node) => nodeItem(node, false)),
        ...[...context].map((id) => nodeItem(nodeByID.get(id), true)),
      ];
      const left = own.length - shown.length;
      return {
        items, links: linksAmong(new Set([...ids, ...context])),
        note: left > 0
          ? "The first " + mostItems + " of " + own.length.toLocaleString("en")
            + " are drawn; filter or search to see the others."
          : own.length === 0 ? "Nothing passes the filters." : "",
      };
    };

    const neighbourhood = (id) => {
      const ids = new Set([id]);
      let edge = [id];
      for (let depth = 0; depth < 2; depth++) {
        const next = [];
        for (const from of edge) {
          const others = around(from);
          // What everything hangs on leads everywhere.
          if (depth > 0 && others.size > 24) continue;
          for (const other of others) {
            if (!ids.has(other) && ids.size < mostItems) {
              ids.add(other);
              next.push(other);
            }
          }
        }
        edge = next;
      }
      const near = around(id);
      return {
        items: [...ids].map((other) =>
          nodeItem(nodeByID.get(other), other !== id && !near.has(other))),
        links: linksAmong(ids),
        note: ids.size >= mostItems ? "Only the first " + mostItems + " around it are drawn." : "",
      };
    };

    const currentScene = () => {
      const [sort, ...rest] = state.view.split(":");
      const name = rest.join(":");
      if (sort === "module" && moduleByName.has(name)) {
        const pass = passing();
        return sceneOf(graph.nodes.filter((node) => node.module === name && pass(node)));
      }
      if (sort === "near" && nodeByID.has(name)) return neighbourhood(name);
      if (sort === "all") return sceneOf(graph.nodes.filter(passing()));
      return moduleScene();
    };
    """#
}
