extension Report {
  /// Draws what is in the scene, and says what of it is seen.
  static let scriptDrawing = #"""
    const canvas = place("canvas");
    const layerOfAll = draw("g", {});
    canvas.append(layerOfAll);
    let drawn = { key: null, items: new Map(), places: new Map(), edges: [], box: null };
    let camera = { x: 0, y: 0, scale: 1 };

    const moveCamera = () => {
      layerOfAll.setAttribute("transform",
        `translate(${camera.x.toFixed(2)} ${camera.y.toFixed(2)}) scale(${camera.scale.toFixed(4)})`);
    };
    const fitCamera = () => {
      const { width, height } = canvas.getBoundingClientRect();
      const box = drawn.box;
      if (!box || !width) return;
      const wanted = Math.min((width - 48) / box.w, (height - 104) / box.h);
      // Text must stay readable, so that of what is larger only a part is seen: that
      // around what is selected, or the beginning.
      const scale = Math.max(Math.min(wanted, 1.25), state.view === "modules" ? 0.55 : 0.72);
      const chosen = drawn.places.get(state.select) || drawn.places.get(drawn.hub);
      const along = (size, room, start, center) => {
        if (size * scale <= room) return start + (room - size * scale) / 2;
        if (center === undefined) return start;
        const wish = start + room / 2 - center * scale;
        return Math.min(start, Math.max(wish, start + room - size * scale));
      };
      camera = {
        scale,
        x: along(box.w, width - 48, 24, chosen ? chosen.x + chosen.w / 2 : undefined),
        y: along(box.h, height - 104, 60, chosen ? chosen.y : undefined),
      };
      moveCamera();
    };
    const zoomCamera = (factor, x, y) => {
      const { width, height } = canvas.getBoundingClientRect();
      const [atX, atY] = [x === undefined ? width / 2 : x, y === undefined ? height / 2 : y];
      const scale = Math.min(Math.max(camera.scale * factor, 0.05), 4);
      camera.x = atX - (atX - camera.x) * (scale / camera.scale);
      camera.y = atY - (atY - camera.y) * (scale / camera.scale);
      camera.scale = scale;
      moveCamera();
    };

    const wayText = (way) => {
      const slots = way.slots;
      if (slots.length === 2 && slots[0].x === slots[1].x) {
        const [from, to] = slots;
        const [fromX, toX] = [from.x + from.w, to.x + to.w];
        return {
          text: `M${fromX} ${from.y}C${fromX + 36} ${from.y} ${toX + 36} ${to.y} ${toX} ${to.y}`,
          tip: `M${toX} ${to.y}l7 -3.6v7.2z`,
        };
      }
      const points = [];
      slots.forEach((slot, at) => {
        const isBack = at > 0 ? slots[at - 1].x > slot.x : slots[at + 1].x < slot.x;
        if (at > 0) points.push([isBack ? slot.x + slot.w : slot.x, slot.y]);
        if (at < slots.length - 1) {
          const goesBack = slots[at + 1].x < slot.x;
          points.push([goesBack ? slot.x : slot.x + slot.w, slot.y]);
        }
      });
      let text = `M${points[0][0]} ${points[0][1].toFixed(1)}`;
      for (let at = 1; at < points.length; at++) {
        const [fromX, fromY] = points[at - 1];
        const [toX, toY] = points[at];
        const half = (toX - fromX) / 2;
        text += `C${fromX + half} ${fromY.toFixed(1)} ${toX - half} ${toY.toFixed(1)} `
          + `${toX} ${toY.toFixed(1)}`;
      }
      const [endX, endY] = points[points.length - 1];
      const side = points[points.length - 2][0] < endX ? -1 : 1;
      return {
        text,
        tip: `M${endX} ${endY.toFixed(1)}l${7 * side} -3.6v7.2z`,
      };
    };

    const drawItem = (item, at) => {
      const isModule = Boolean(item.module);
      const kind = isModule ? "module" : item.node.kind;
      const name = isModule ? item.module.name : item.node.name;
      const group = draw("g", {
        class: "item " + (isModule ? "" : hue(kind) + " " + item.node.certainty)
          + (item.isContext ? " context" : ""),
        transform: `translate(${at.x.toFixed(1)} ${(at.y - item.h / 2).toFixed(1)})`,
        tabindex: "0", role: "button", "data-id": item.id,
        "aria-label": (isModule ? "module " : kindTitle(kind) + " ") + name,
      }, draw("title", {}, isModule ? name + ", " + item.below
        : kindTitle(kind) + " " + name + (item.node.module ? " in " + item.node.module : "")));
      if (isModule) drawModule(group, item); else drawNode(group, item);
      const badge = isModule && item.matches !== null ? item.matches : 0;
      if (badge) {
        const width = Math.max(20, 12 + String(badge).length * 7);
        group.append(
          draw("rect", {
            class: "badge", x: item.w - width / 2 - 4, y: -9, width, height: 18, rx: 9,
          }),
          draw("text", { class: "badge-text", x: item.w - 4, y: 4 }, String(badge)));
      }
      if (isModule && item.matches === 0) group.classList.add("dimmed");
      return group;
    };
    const drawModule = (group, item) => {
      group.append(
        draw("rect", { class: "box", width: item.w, height: item.h, rx: 8 }),
        draw("text", { class: "title", x: 14, y: 23 }, item.label),
        draw("text", { class: "below", x: 14, y: 39 }, item.below));
      // What it declares, by product.
      let x = 14;
      const room = item.w - 28;
      const shares = new Map();
      for (const count of item.module.counts) {
        shares.set(hue(count.kind), (shares.get(hue(count.kind)) || 0) + count.count);
      }
      for (const [hueClass, count] of shares) {
        const width = room * count / Math.max(item.total, 1);
        group.append(draw("g", { class: hueClass }, draw("rect", {
          class: "bar", x: x.toFixed(1), y: 46, width: Math.max(width - 1.5, 1).toFixed(1),
          height: 3, rx: 1.5,
        })));
        x += width;
      }
    };
    const drawNode = (group, item) => {
      if (item.node.kind === "wire") {
        group.append(
          draw("circle", { class: "box", cx: 8, cy: 8, r: 7.5 }),
          draw("circle", { class: "bar", cx: 8, cy: 8, r: 3 }));
      } else {
        const isRound = roundKinds.has(item.node.kind);
        group.append(
          draw("rect", { class: "box", width: item.w, height: item.h, rx: isRound ? 14 : 5 }),
          isRound ? draw("circle", { class: "bar", cx: 14, cy: 14, r: 4 })
            : draw("rect", { class: "bar", x: 10, y: 10, width: 8, height: 8, rx: 2 }),
          draw("text", { x: 24, y: 18.5 }, item.label));
      }
      const list = problemsOf.get(item.id) || [];
      const isFailing = (states[item.id] || {}).failing;
      if (isFailing || list.some((problem) => problem.severity === "error")) {
        group.append(draw("circle", { class: "troubled", cx: item.w - 3, cy: 3, r: 4.5 }));
      }
    };

    const drawScene = () => {
      const key = [state.view, state.search, state.hide, state.module].join("\n");
      if (key === drawn.key) return markSelection();
      const isSameView = drawn.key !== null && drawn.view === state.view;
      const scene = currentScene();
      const { width, height } = canvas.getBoundingClientRect();
      const laid = (scene.isDense ? layOutRows : layOut)(
        scene.items, scene.links, Math.max(0.5, width / Math.max(height, 1)));
      const items = new Map();
      const places = new Map();
      const edges = [];
      const counts = new Map();
      layerOfAll.replaceChildren();
      for (const way of laid.ways) {
        const link = way.link;
        const { text, tip } = wayText(way);
        const kind = "edge" + (link.isSoft ? " soft" : "") + (link.isUnsure ? " unsure" : "");
        const line = draw("path", { class: kind, d: text }, draw("title", {}, link.title));
        const hasTip = !(link.edge.reasons && link.isSoft);
        const arrow = hasTip ? draw("path", { class: "tip", d: tip }) : null;
        layerOfAll.append(line);
        if (arrow) layerOfAll.append(arrow);
        edges.push({ link, line, arrow });
        for (const id of [link.from, link.to]) counts.set(id, (counts.get(id) || 0) + 1);
      }
      const box = { w: 1, h: 1 };
      scene.items.forEach((item, index) => {
        const at = laid.places[index];
        const element = drawItem(item, at);
        items.set(item.id, element);
        places.set(item.id, at);
        layerOfAll.append(element);
        box.w = Math.max(box.w, at.x + item.w);
        box.h = Math.max(box.h, at.y + item.h / 2);
      });
      let hub;
      for (const [id, count] of counts) if (!(counts.get(hub) >= count)) hub = id;
      drawn = { key, view: state.view, items, places, edges, box, hub };
      canvas.classList.toggle("dense", Boolean(scene.isDense));
      root.dataset.items = String(scene.items.length);
      replace("graph-note", scene.note ? make("span", {}, scene.note) : null);
      if (!isSameView || state.view !== "modules") fitCamera();
      markSelection();
    };

    const markSelection = () => {
      const selected = state.select;
      for (const [id, element] of drawn.items) {
        element.classList.toggle("selected", id === selected);
      }
      const isDrawn = drawn.items.has(selected);
      for (const { link, line, arrow } of drawn.edges) {
        const isLit = isDrawn && (link.from === selected || link.to === selected);
        for (const element of [line, arrow]) {
          if (!element) continue;
          element.classList.toggle("lit", isLit);
          element.classList.toggle("dimmed", isDrawn && !isLit);
        }
      }
    };
    """#
}
