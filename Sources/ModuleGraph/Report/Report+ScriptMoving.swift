extension Report {
  /// Moves the drawing by mouse, touch and keys, and opens what is in it.
  static let scriptMoving = #"""
    const openView = (id) => {
      if (id.startsWith("module:")) show({ view: id, select: id });
      else show({ view: "near:" + id, select: id });
    };
    const itemOf = (target) => {
      const element = target.closest ? target.closest(".item") : null;
      return element ? element.dataset.id : null;
    };

    let drag = null;
    const pointers = new Map();
    canvas.addEventListener("pointerdown", (event) => {
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      drag = { x: event.clientX, y: event.clientY, hasMoved: false };
    });
    canvas.addEventListener("pointermove", (event) => {
      const before = pointers.get(event.pointerId);
      if (!before || !drag) return;
      const bounds = canvas.getBoundingClientRect();
      if (pointers.size === 2) {
        const [one, other] = [...pointers.values()];
        const old = Math.hypot(one[0] - other[0], one[1] - other[1]);
        pointers.set(event.pointerId, [event.clientX, event.clientY]);
        const [now, also] = [...pointers.values()];
        zoomCamera(Math.hypot(now[0] - also[0], now[1] - also[1]) / Math.max(old, 1),
          (now[0] + also[0]) / 2 - bounds.left, (now[1] + also[1]) / 2 - bounds.top);
        drag.hasMoved = true;
        return;
      }
      if (!drag.hasMoved
        && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 4) return;
      if (!drag.hasMoved) canvas.setPointerCapture(event.pointerId);
      drag.hasMoved = true;
      canvas.classList.add("dragging");
      camera.x += event.clientX - before[0];
      camera.y += event.clientY - before[1];
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      moveCamera();
    });
    const endDrag = (event) => {
      pointers.delete(event.pointerId);
      canvas.classList.remove("dragging");
    };
    canvas.addEventListener("pointerup", endDrag);
    canvas.addEventListener("pointercancel", endDrag);
    canvas.addEventListener("click", (event) => {
      if (drag && drag.hasMoved) return;
      const id = itemOf(event.target);
      if (id !== state.select) show({ select: id || "" });
    });
    canvas.addEventListener("dblclick", (event) => {
      const id = itemOf(event.target);
      if (id) openView(id);
    });
    canvas.addEventListener("wheel", (event) => {
      // The page scrolls with the wheel alone.
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const bounds = canvas.getBoundingClientRect();
      zoomCamera(Math.exp(-event.deltaY / 240), event.clientX - bounds.left,
        event.clientY - bounds.top);
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => {
      const id = itemOf(event.target);
      const steps = {
        ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60],
      };
      if (id && event.key === "Enter") {
        if (state.select === id) openView(id); else show({ select: id });
      } else if (id && event.key === " ") {
        show({ select: id });
      } else if (steps[event.key]) {
        camera.x += steps[event.key][0];
        camera.y += steps[event.key][1];
        moveCamera();
      } else if (event.key === "+" || event.key === "=") {
        zoomCamera(1.25);
      } else if (event.key === "-") {
        zoomCamera(0.8);
      } else if (event.key === "0") {
        fitCamera();
      } else {
        return;
      }
      event.preventDefault();
    });
    // What the keyboard reaches is brought into view.
    canvas.addEventListener("focusin", (event) => {
      if (!event.target.matches(".item:focus-visible")) return;
      const bounds = canvas.getBoundingClientRect();
      const item = event.target.getBoundingClientRect();
      if (item.left < bounds.left || item.right > bounds.right) {
        camera.x += bounds.left + bounds.width / 2 - (item.left + item.right) / 2;
      }
      if (item.top < bounds.top || item.bottom > bounds.bottom) {
        camera.y += bounds.top + bounds.height / 2 - (item.top + item.bottom) / 2;
      }
      moveCamera();
    });

    const renderCrumbs = () => {
      const [sort, ...rest] = state.view.split(":");
      const name = rest.join(":");
      const step = (text, view, select) => make("button", {
        class: "button", type: "button", "aria-current": state.view === view ? "true" : false,
        onclick: () => show({ view, select: select === undefined ? state.select : select }),
      }, text);
      const crumbs = [step("All modules", "modules", "")];
      const node = sort === "near" ? nodeByID.get(name) : null;
      const module = sort === "module" ? name : node ? node.module : null;
      if (module) crumbs.push(step(module, "module:" + module, "module:" + module));
      if (node) crumbs.push(step(shorten(node.name, fonts.plain, 180), state.view, node.id));
      if (graph.nodes.length <= mostItems || isFiltered()) {
        crumbs.push(step(isFiltered() ? "All that match" : "Everything", "all"));
      }
      replace("crumbs", crumbs);
    };
    """#
}
