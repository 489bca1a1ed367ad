extension Report {
  /// Puts the page together, and follows the address and the keys.
  static let scriptMain = #"""
    const renderHead = () => {
      const counts = [counted(graph.modules.length, "module"),
        counted(graph.nodes.length, "declaration and name", "declarations and names"),
        counted(graph.edges.length, "link")];
      replace("counts", counts.join(" \u00b7 ") + (live.process ? " \u00b7 " + live.process : ""));
    };
    const search = place("search");
    const render = () => {
      if (search.value !== state.search) search.value = state.search;
      renderFilters();
      renderCrumbs();
      drawScene();
      renderDetails();
      renderTables();
      report();
    };
    /** What tests and links look at. */
    const report = () => {
      root.dataset.scrollWidth = String(root.scrollWidth);
      root.dataset.clientWidth = String(root.clientWidth);
      root.dataset.view = state.view;
      root.dataset.select = state.select;
    };

    let pause = 0;
    search.addEventListener("input", () => {
      clearTimeout(pause);
      pause = setTimeout(() => show({ search: search.value.trim(), page: "1" }, true), 90);
    });
    addEventListener("keydown", (event) => {
      const isWriting = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
      if (event.key === "/" && !isWriting && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        search.focus();
        search.select();
      } else if (event.key === "Escape") {
        if (state.search) show({ search: "", page: "1" }, true);
        else if (state.select) show({ select: "" });
        if (isWriting) event.target.blur();
      }
    });
    for (const [id, action] of Object.entries({
      "zoom-in": () => zoomCamera(1.25), "zoom-out": () => zoomCamera(0.8),
      "zoom-fit": () => fitCamera(),
    })) place(id).addEventListener("click", action);
    // Parts of the page are no views: going to one must not change the address.
    for (const link of document.querySelectorAll("[data-part]")) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        place(link.dataset.part).scrollIntoView({ block: "start" });
      });
    }
    addEventListener("hashchange", () => { readAddress(); render(); });
    addEventListener("popstate", () => { readAddress(); render(); });
    let resizing = 0;
    addEventListener("resize", () => {
      clearTimeout(resizing);
      resizing = setTimeout(() => { fitCamera(); report(); }, 120);
    });
    addEventListener("beforeprint", () => {
      isPrinting = true;
      shownProblems = Infinity;
      renderProblems();
      renderTables();
      fitCamera();
    });
    addEventListener("afterprint", () => { isPrinting = false; renderTables(); fitCamera(); });

    readAddress();
    renderHead();
    renderProblems();
    renderRuns();
    renderTrace();
    for (const link of document.querySelectorAll("[data-part]")) {
      link.hidden = place(link.dataset.part).hidden;
    }
    render();
    root.dataset.nodes = String(graph.nodes.length);
    root.dataset.milliseconds = (performance.now() - began).toFixed(0);
    root.dataset.ready = "true";
    """#
}
