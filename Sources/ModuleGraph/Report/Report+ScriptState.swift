extension Report {
  /// What the page shows at the moment, kept in the address, so that a view can be
  /// linked to.
  static let scriptState = #"""
    const initial = {
      view: "modules", select: "", search: "", hide: "", module: "", table: "", sort: "name",
      page: "1",
    };
    const state = { ...initial };

    const readAddress = () => {
      const given = new URLSearchParams(location.hash.slice(1));
      for (const name of Object.keys(initial)) state[name] = given.get(name) || initial[name];
    };
    const addressOf = (changes) => {
      const wanted = { ...state, ...changes };
      const text = new URLSearchParams();
      for (const [name, value] of Object.entries(wanted)) {
        if (value !== initial[name]) text.set(name, value);
      }
      return "#" + text;
    };
    /** Changes what is shown; a step that one can go back from, unless it is small. */
    const show = (changes, isSmall) => {
      const address = addressOf(changes);
      Object.assign(state, changes);
      history[isSmall ? "replaceState" : "pushState"](null, "", address);
      render();
    };

    const hiddenKinds = () => new Set(state.hide ? state.hide.split(",") : []);
    const words = () => state.search.toLowerCase().split(/\s+/).filter(Boolean);
    /** Makes a test of whether a node passes all filters. */
    const passing = () => {
      const hidden = hiddenKinds();
      const wanted = words();
      return (node) =>
        !hidden.has(node.kind) && (!state.module || node.module === state.module)
        && wanted.every((word) => searchText(node).includes(word));
    };

    const openNode = (id) => show({ select: id });
    const nodeLink = (id, text) => {
      const node = nodeByID.get(id);
      return node
        ? make("a", { href: addressOf({ select: id }), onclick: (event) => follow(event, id) },
          text || node.name)
        : make("span", {}, text || id);
    };
    const moduleLink = (name) =>
      moduleByName.has(name)
        ? make("a", {
          href: addressOf({ select: "module:" + name }),
          onclick: (event) => follow(event, "module:" + name),
        }, name)
        : name || "";
    /** Selects by a link and brings the details into view. */
    const follow = (event, id) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      openNode(id);
      const panel = place("details").getBoundingClientRect();
      if (panel.top > innerHeight - 80 || panel.bottom < 80) {
        place(innerWidth > 900 ? "graph" : "details").scrollIntoView({ block: "start" });
      }
    };
    const dot = (kind) =>
      make("span", { class: "dot " + hue(kind) + (roundKinds.has(kind) ? " round" : "") });
    """#
}
