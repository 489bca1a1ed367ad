extension Report {
  /// Where the items of a drawing stand: in layers from left to right, the same each
  /// time.
  ///
  /// Every connected part is laid out by itself: circles are opened, layers found by
  /// the longest way, long edges led through the layers between, crossings reduced
  /// by medians, and heights found so that edges become short. The parts are then
  /// packed into rows.
  static let scriptLayout = #"""
    const gap = { layer: 76, narrow: 42, item: 12, part: 34 };

    /** Lays items out in rows, in their order. */
    const layOutRows = (items, links, aspect) => {
      const [w, h] = [Math.max(...items.map((item) => item.w)) + 44, items[0].h + 30];
      const columns = Math.max(1, Math.round(Math.sqrt(items.length * aspect * h / w)));
      const places = items.map((item, at) => ({
        ...item, x: (at % columns) * w, y: Math.floor(at / columns) * h + item.h / 2,
      }));
      const byID = new Map(items.map((item, at) => [item.id, places[at]]));
      return {
        places,
        ways: links.map((link) => ({ link, slots: [byID.get(link.from), byID.get(link.to)] })),
      };
    };

    /** Lays items ({id, w, h}) and links ({from, to}) out; returns places and ways. */
    const layOut = (items, links, aspect) => {
      const number = new Map(items.map((item, index) => [item.id, index]));
      const joined = links
        .map((link) => ({ from: number.get(link.from), to: number.get(link.to), link }))
        .filter((link) => link.from !== undefined && link.to !== undefined
          && link.from !== link.to);
      const parts = partsOf(items.length, joined);
      const laid = parts.map((part) => layOutPart(part, items, joined));
      return pack(laid, items, aspect);
    };

    const partsOf = (count, links) => {
      const parent = Array.from({ length: count }, (_, index) => index);
      const find = (index) => {
        while (parent[index] !== index) {
          parent[index] = parent[parent[index]];
          index = parent[index];
        }
        return index;
      };
      for (const { from, to } of links) {
        const [one, other] = [find(from), find(to)];
        if (one !== other) parent[Math.max(one, other)] = Math.min(one, other);
      }
      const parts = new Map();
      for (let index = 0; index < count; index++) append(parts, find(index), index);
      const linksOf = new Map();
      for (const link of links) append(linksOf, find(link.from), link);
      return [...parts].map(([key, members]) => ({ members, links: linksOf.get(key) || [] }));
    };

    const layOutPart = (part, items) => {
      const slots = part.members.map((index) => ({ index, ...items[index], layer: 0 }));
      const local = new Map(part.members.map((index, slot) => [index, slot]));
      const edges = openCircles(slots.length, part.links.map(({ from, to, link }) =>
        ({ from: local.get(from), to: local.get(to), link })));
      assignLayers(slots, edges);
      const ways = throughLayers(slots, edges);
      const layers = orderLayers(slots, ways.segments);
      placeSlots(slots, layers, ways.segments);
      return { slots, chains: ways.chains };
    };

    /** Turns edges around that lead back to where a walk came from. */
    const openCircles = (count, edges) => {
      const next = Array.from({ length: count }, () => []);
      for (const edge of edges) next[edge.from].push(edge);
      const mark = new Uint8Array(count);
      const degree = new Int32Array(count);
      for (const edge of edges) degree[edge.to]++;
      const starts = [...degree.keys()].sort((one, other) => degree[one] - degree[other] || one - other);
      for (const start of starts) {
        if (mark[start]) continue;
        const path = [[start, 0]];
        mark[start] = 1;
        while (path.length) {
          const top = path[path.length - 1];
          const edge = next[top[0]][top[1]++];
          if (!edge) {
            mark[top[0]] = 2;
            path.pop();
          } else if (mark[edge.to] === 1) {
            edge.isTurned = true;
          } else if (mark[edge.to] === 0) {
            mark[edge.to] = 1;
            path.push([edge.to, 0]);
          }
        }
      }
      return edges.map((edge) => ({
        ...edge, from: edge.isTurned ? edge.to : edge.from, to: edge.isTurned ? edge.from : edge.to,
      }));
    };

    const assignLayers = (slots, edges) => {
      const before = slots.map(() => 0);
      const next = slots.map(() => []);
      for (const edge of edges) {
        before[edge.to]++;
        next[edge.from].push(edge.to);
      }
      const left = [...before];
      const order = [...slots.keys()].filter((slot) => left[slot] === 0);
      for (let head = 0; head < order.length; head++) {
        for (const target of next[order[head]]) {
          slots[target].layer = Math.max(slots[target].layer, slots[order[head]].layer + 1);
          if (--left[target] === 0) order.push(target);
        }
      }
      // What nothing leads to stands next to what it leads to.
      for (const slot of order.reverse()) {
        if (before[slot] === 0 && next[slot].length) {
          slots[slot].layer = Math.min(...next[slot].map((target) => slots[target].layer)) - 1;
        }
      }
    };

    /** Puts small slots where an edge passes a layer. */
    const throughLayers = (slots, edges) => {
      const segments = [];
      const chains = [];
      const passed = edges.reduce((sum, edge) =>
        sum + slots[edge.to].layer - slots[edge.from].layer - 1, 0);
      // So many would take more room than all that they join.
      const isDense = passed > 2500;
      for (const edge of edges) {
        const chain = [edge.from];
        const last = isDense ? 0 : slots[edge.to].layer;
        for (let layer = slots[edge.from].layer + 1; layer < last; layer++) {
          slots.push({ index: -1, w: 0, h: 2, layer });
          chain.push(slots.length - 1);
        }
        chain.push(edge.to);
        for (let at = 1; at < chain.length; at++) segments.push([chain[at - 1], chain[at]]);
        chains.push({ link: edge.link, slots: edge.isTurned ? chain.reverse() : chain });
      }
      return { segments, chains };
    };

    const orderLayers = (slots, segments) => {
      const layers = [];
      slots.forEach((slot, index) => {
        while (layers.length <= slot.layer) layers.push([]);
        layers[slot.layer].push(index);
      });
      const before = slots.map(() => []);
      const behind = slots.map(() => []);
      for (const [from, to] of segments) {
        behind[from].push(to);
        before[to].push(from);
      }
      const position = new Float64Array(slots.length);
      const number = (layer) => layer.forEach((slot, at) => { position[slot] = at; });
      layers.forEach(number);
      for (let sweep = 0; sweep < 12; sweep++) {
        const isForward = sweep % 2 === 0;
        const around = isForward ? before : behind;
        for (const layer of isForward ? layers : [...layers].reverse()) {
          const wanted = new Map(layer.map((slot) => {
            const others = around[slot];
            const sum = others.reduce((total, other) => total + position[other], 0);
            return [slot, others.length ? sum / others.length : position[slot]];
          }));
          layer.sort((one, other) =>
            wanted.get(one) - wanted.get(other) || position[one] - position[other]);
          number(layer);
        }
      }
      slots.forEach((slot, index) => { slot.around = [before[index], behind[index]]; });
      return layers;
    };

    const placeSlots = (slots, layers) => {
      let x = 0;
      const widthOf = (layer) => Math.max(...layer.map((slot) => slots[slot].w));
      layers.forEach((layer, at) => {
        const width = widthOf(layer);
        let y = 0;
        for (const slot of layer) {
          slots[slot].x = x;
          slots[slot].y = y + slots[slot].h / 2;
          y += slots[slot].h + gap.item;
        }
        // Wires stand close to what they join.
        const isNarrow = Math.min(width, at + 1 < layers.length ? widthOf(layers[at + 1]) : width)
          < 24;
        x += width + (isNarrow ? gap.narrow : gap.layer);
      });
      for (let sweep = 0; sweep < 10; sweep++) {
        const isForward = sweep % 2 === 0;
        for (const layer of isForward ? layers : [...layers].reverse()) {
          settle(layer, slots, isForward && sweep < 8 ? 0 : 1, sweep >= 8);
        }
      }
    };

    /** Moves the slots of a layer to their neighbours without changing their order: the
     *  least squares of the ways, found by joining blocks that would overlap. */
    const settle = (layer, slots, side, isBoth) => {
      const blocks = [];
      let offset = 0;
      for (const slot of layer) {
        const item = slots[slot];
        const around = isBoth ? [...item.around[0], ...item.around[1]] : item.around[side];
        const sum = around.reduce((total, other) => total + slots[other].y, 0);
        const wanted = (around.length ? sum / around.length : item.y) - (offset + item.h / 2);
        offset += item.h + gap.item;
        let block = { sum: wanted, count: 1 };
        while (blocks.length
          && blocks[blocks.length - 1].sum / blocks[blocks.length - 1].count
            >= block.sum / block.count) {
          const last = blocks.pop();
          block = { sum: last.sum + block.sum, count: last.count + block.count };
        }
        blocks.push(block);
      }
      let at = 0;
      offset = 0;
      for (const block of blocks) {
        for (let count = 0; count < block.count; count++) {
          const item = slots[layer[at++]];
          item.y = block.sum / block.count + offset + item.h / 2;
          offset += item.h + gap.item;
        }
      }
    };

    /** Packs the parts into rows, the highest first; single items into columns. */
    const pack = (parts, items, aspect) => {
      const boxes = parts.map((part, order) => {
        const top = Math.min(...part.slots.map((slot) => slot.y - slot.h / 2));
        const bottom = Math.max(...part.slots.map((slot) => slot.y + slot.h / 2));
        const right = Math.max(...part.slots.map((slot) => slot.x + slot.w));
        return { part, order, top, w: right, h: bottom - top };
      });
      boxes.sort((one, other) => other.h - one.h || other.w - one.w || one.order - other.order);
      const area = boxes.reduce((sum, box) => sum + (box.w + gap.part) * (box.h + gap.part), 0);
      const limit = Math.max(Math.sqrt(area * aspect), ...boxes.map((box) => box.w));
      const places = new Array(items.length);
      const ways = [];
      let [x, y, height, column] = [0, 0, 0, null];
      const put = (box, left, top) => {
        const slots = box.part.slots;
        for (const slot of slots) {
          slot.x += left;
          slot.y += top - box.top;
          if (slot.index >= 0) places[slot.index] = slot;
        }
        for (const chain of box.part.chains) {
          ways.push({ link: chain.link, slots: chain.slots.map((slot) => slots[slot]) });
        }
      };
      for (const box of boxes) {
        // Below the last one, if there is room.
        if (column && box.w <= column.w && column.bottom + gap.item + box.h <= y + height) {
          put(box, column.x, column.bottom + gap.item);
          column.bottom += gap.item + box.h;
          continue;
        }
        if (x > 0 && x + box.w > limit) {
          x = 0;
          y += height + gap.part;
          height = 0;
        }
        height = Math.max(height, box.h);
        put(box, x, y);
        column = { x, w: box.w, bottom: y + box.h };
        x += box.w + gap.part;
      }
      return { places, ways };
    };
    """#
}
