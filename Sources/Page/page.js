// The data of the page, what it is asked to show, and helpers to write elements.

const root = document.documentElement;
const began = performance.now();
root.dataset.errors = "0";
for (const name of ["error", "unhandledrejection"]) {
  addEventListener(name, () => {
    root.dataset.errors = String(Number(root.dataset.errors) + 1);
  });
}

/** What the page shows. Views read it when they render. */
const model = { graph: null, live: {}, states: {}, trace: null };
const source = makeSource();
const nodeByID = new Map();
const moduleByName = new Map();
const outgoing = new Map();
const incoming = new Map();
const usesOf = new Map();
const problemsOf = new Map();
const countOfKind = new Map();
const searchTexts = new Map();
let kinds = [];
const append = (map, key, value) => {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
};
/** Takes over a graph: the first one, or the next one of a running app. */
const adopt = (graph) => {
  model.graph = graph;
  model.live = graph.live || {};
  model.states = model.live.nodes || {};
  const maps = [nodeByID, moduleByName, outgoing, incoming, usesOf, problemsOf, countOfKind];
  for (const map of [...maps, searchTexts]) map.clear();
  for (const module of graph.modules) moduleByName.set(module.name, module);
  for (const node of graph.nodes) {
    nodeByID.set(node.id, node);
    countOfKind.set(node.kind, (countOfKind.get(node.kind) || 0) + 1);
  }
  kinds = [...countOfKind.keys()];
  for (const edge of graph.edges) {
    append(outgoing, edge.from, edge);
    append(incoming, edge.to, edge);
  }
  for (const use of graph.uses || []) for (const id of use.nodes) append(usesOf, id, use);
  for (const problem of graph.problems) {
    for (const id of new Set(problem.nodes)) append(problemsOf, id, problem);
  }
};
const edgesFrom = (id) => outgoing.get(id) || [];
const edgesTo = (id) => incoming.get(id) || [];

const hues = {
  event: "rhea",
  callback: "rhea",
  listener: "rhea",
  lifecycle: "rhea",
  class: "khala",
  route: "khala",
  contract: "khala",
  relay: "pharos",
  observer: "pharos",
  task: "task",
  job: "task",
  taskEvent: "task",
  notification: "task",
  wire: "wire",
};
const hue = (kind) => "hue-" + (hues[kind] || "other");
const titles = {
  event: ["event", "events"],
  callback: ["callback", "callbacks"],
  class: ["routing class", "routing classes"],
  route: ["route", "routes"],
  contract: ["contract", "contracts"],
  relay: ["relay", "relays"],
  observer: ["observer", "observers"],
  taskEvent: ["task event", "task events"],
  notification: ["notification", "notifications"],
  task: ["task", "tasks"],
  job: ["job", "jobs"],
  wire: ["wire", "wires"],
  listener: ["launch listener", "launch listeners"],
};
const kindTitle = (kind, many) => (titles[kind] || [kind, kind])[many ? 1 : 0];
// What is named and not written by one module stands in round shapes.
const roundKinds = new Set(["event", "relay", "taskEvent", "notification"]);
const edgeWords = {
  listens: ["listens to", "listened to by"],
  runs: ["runs", "run by"],
  calls: ["calls", "called by"],
  provides: ["provides", "provided by"],
  observes: ["observes", "observed by"],
  dependsOn: ["requires", "required by"],
  after: ["follows", "followed by"],
  wireFrom: ["goes into", "takes from"],
  wireTo: ["leads to", "triggered by"],
};
// Uses of code by which modules only share a name.
const sharingUses = new Set(["triggers", "reads", "sets", "names"]);
const isDependency = (edge) =>
  edge.reasons.some((reason) =>
    reason.kind !== "shares" && !(reason.origin && sharingUses.has(reason.kind))
  );
/** The origin of a use, where it is not the source itself. */
const originText = (use) =>
  use.origin === "trace"
    ? "seen" + (use.count ? " " + counted(use.count, "time") : "")
    : use.origin === "record"
    ? "#uses"
    : use.origin;
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
  Array.isArray(value)
    ? value.join(", ")
    : value === true
    ? "yes"
    : value === false
    ? "no"
    : String(value);
const time = (microseconds) =>
  microseconds >= 1e6
    ? (microseconds / 1e6).toFixed(2) + " s"
    : microseconds >= 1e3
    ? (microseconds / 1e3).toFixed(microseconds >= 1e5 ? 0 : 1) + " ms"
    : Math.round(microseconds) + " \u00b5s";

/** A time of day, in UTC. */
const moment = (microseconds) => {
  const date = new Date(microseconds / 1000);
  if (Number.isNaN(date.getTime())) return String(microseconds);
  const text = date.toISOString();
  return make("time", { datetime: text }, text.slice(0, 19).replace("T", " "));
};

const searchText = (node) => {
  let text = searchTexts.get(node.id);
  if (text === undefined) {
    text = [
      node.id,
      node.name,
      node.module || "",
      kindTitle(node.kind),
      ...node.places.map(placeText),
      ...node.attributes.map((attribute) => valueText(attribute.value)),
      (model.states[node.id] || {}).text || "",
    ].join(" ").toLowerCase();
    searchTexts.set(node.id, text);
  }
  return text;
};

const short = (count) => count < 10_000 ? count.toLocaleString("en") : compact.format(count);
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const calm = matchMedia("(prefers-reduced-motion: reduce)");

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
/** What stands below a list of which only a part is shown. */
const moreButton = (text, onclick) =>
  make("p", { class: "more" }, make("button", { class: "link", type: "button", onclick }, text));
const place = (id) => document.getElementById(id);
const replace = (id, ...children) => place(id).replaceChildren(...children.flat(3).filter(Boolean));

// What the page shows at the moment, kept in the address, so that a view can be
// linked to.

const initial = {
  view: "overview",
  select: "",
  search: "",
  hide: "",
  module: "",
  within: "",
  steps: "2",
  table: "",
  sort: "name",
  page: "1",
  task: "",
  state: "",
  queue: "",
  job: "",
  span: "",
  lanes: "",
  jobState: "",
  jobName: "",
  jobTag: "",
  jobText: "",
  before: "",
  level: "",
  logModule: "",
};
const state = { ...initial };
/** The view of what an address without one asks for: parts of earlier pages, and parameters. */
const viewsOfParts = {
  ...{ problems: "problems", graph: "wiring", jobs: "jobs", store: "schedules" },
  ...{ trace: "timeline", timeline: "timeline", launch: "timeline", tables: "declarations" },
  ...{ span: "timeline", lanes: "timeline", level: "logs", logModule: "logs" },
  ...{
    job: "jobs",
    queue: "jobs",
    jobName: "jobs",
    jobState: "jobs",
    jobTag: "jobs",
    jobText: "jobs",
  },
  ...{ task: "schedules", state: "schedules", select: "wiring", within: "wiring" },
  ...{ table: "declarations", sort: "declarations", page: "declarations" },
  ...{ search: "declarations", hide: "declarations", module: "declarations" },
};

const readAddress = () => {
  const given = new URLSearchParams(location.hash.slice(1));
  for (const name of Object.keys(initial)) state[name] = given.get(name) || initial[name];
  if (!given.has("view")) {
    const part = Object.keys(viewsOfParts).find((name) => given.has(name));
    state.view = viewsOfParts[part] || initial.view;
  }
  // Earlier pages named what is drawn as their view.
  const [sort, name] = [state.view.split(":")[0], state.view.replace(/^\w+:/, "")];
  if (["modules", "module", "near", "all"].includes(sort)) {
    state.within = sort === "near" ? name : sort === "modules" ? "" : state.view;
    state.view = "wiring";
  }
  if (!views[state.view] || !views[state.view].isThere()) state.view = initial.view;
  if (state.within.startsWith("module:")) state.select ||= state.within;
  else if (nodeByID.has(state.select)) state.within ||= state.select;
};
const addressOf = (changes) => {
  const wanted = { ...state, ...changes };
  if (nodeByID.has(wanted.select) && wanted.within === wanted.select) wanted.within = "";
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted)) {
    if (value !== initial[name]) text.set(name, value);
  }
  // Else a parameter would choose the view.
  if ([...text].length && !text.has("view")) text.set("view", wanted.view);
  return "#" + text;
};
/** Changes what is shown; a step that one can go back from, unless it is small. */
const show = (changes, isSmall) => {
  const address = addressOf(changes);
  const before = state.view;
  Object.assign(state, changes);
  history[isSmall ? "replaceState" : "pushState"](null, "", address);
  render();
  if (state.view !== before) scrollTo({ top: 0 });
};

const hiddenKinds = () => new Set(state.hide ? state.hide.split(",") : []);
const words = () => state.search.toLowerCase().split(/\s+/).filter(Boolean);
/** Makes a test of whether a node passes all filters. */
const passing = () => {
  const hidden = hiddenKinds();
  const wanted = words();
  return (node) =>
    !hidden.has(node.kind) && (!state.module || node.module === state.module) &&
    wanted.every((word) => searchText(node).includes(word));
};

/** The address of a declaration or a module in the graph, in what is drawn if it is there. */
const placeOf = (id) => ({
  view: "wiring",
  select: id,
  within: state.view === "wiring" && drawn.items.has(id)
    ? state.within
    : id.startsWith("module:")
    ? ""
    : id,
});
const nodeLink = (id, text) => {
  const node = nodeByID.get(id);
  return node
    ? make(
      "a",
      {
        href: addressOf(placeOf(id)),
        "data-key": id,
        onclick: (event) => follow(event, id),
      },
      text || node.name,
    )
    : make("span", {}, text || id);
};
const moduleLink = (name) => {
  const id = "module:" + name;
  const onclick = (event) => follow(event, id);
  return moduleByName.has(name)
    ? make("a", { href: addressOf(placeOf(id)), onclick }, name)
    : name || "";
};
/** Selects by a link and brings the details into view. */
const follow = (event, id) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const wasThere = state.view === "wiring";
  show(placeOf(id));
  const panel = place("details");
  const { top, bottom } = panel.getBoundingClientRect();
  if (top > innerHeight - 80 || bottom < 80) panel.scrollIntoView({ block: "nearest" });
  if (!wasThere) panel.focus({ preventScroll: true });
};
const dot = (kind) =>
  make("span", { class: "dot " + hue(kind) + (roundKinds.has(kind) ? " round" : "") });

// Where the items of a drawing stand: in layers from left to right, the same each
// time.
//
// Each connected part is laid out by itself, in five steps: cycles are broken; each
// item gets a layer, by the longest way to it; long edges get a point in every layer
// that they cross; medians reduce the crossings; heights make edges short. Then the
// parts are packed into rows.

const gaps = {
  across: { layer: 64, narrow: 36, item: 12, part: 30 },
  down: { layer: 56, narrow: 30, item: 14, part: 30 },
};
let gap = gaps.across;

/** Text that is drawn smaller cannot be read. */
const leastScale = 0.6;
/** Lays items out in rows, in their order, which are not wider than can be read at once. */
const layOutRows = (items, links, aspect, width) => {
  const isSmall = items[0].isSmall;
  const [w, h] = [
    Math.max(...items.map((item) => item.w)) + (isSmall ? 12 : 44),
    items[0].h + (isSmall ? 12 : 30),
  ];
  const columns = Math.max(
    1,
    Math.min(
      Math.round(Math.sqrt(items.length * aspect * h / w)),
      Math.floor(width / leastScale / w),
    ),
  );
  const places = items.map((item, at) => ({
    ...item,
    x: (at % columns) * w,
    y: Math.floor(at / columns) * h + item.h / 2,
  }));
  const byID = new Map(items.map((item, at) => [item.id, places[at]]));
  return {
    box: boxOf(items, places),
    places,
    ways: links.map((link) => ({ link, slots: [byID.get(link.from), byID.get(link.to)] })),
  };
};

/** Lays items ({id, w, h}) and links ({from, to}) out; returns places and ways. Layers stand
 *  beside each other or below each other, as the room is used better. */
const layOut = (items, links, aspect) => {
  const number = new Map(items.map((item, index) => [item.id, index]));
  const joined = links
    .map((link) => ({ from: number.get(link.from), to: number.get(link.to), link }))
    .filter((link) =>
      link.from !== undefined && link.to !== undefined &&
      link.from !== link.to
    );
  const parts = partsOf(items.length, joined);
  const laid = items.length > 120
    ? [layOutWay(parts, items, aspect, false)]
    : [false, true].map((isDown) => layOutWay(parts, items, aspect, isDown));
  const scale = ({ box }) => Math.min(aspect / box.w, 1 / box.h);
  return laid.reduce((best, other) => scale(other) > scale(best) ? other : best);
};
const boxOf = (items, places) => {
  const box = { w: 1, h: 1 };
  items.forEach((item, index) => {
    box.w = Math.max(box.w, places[index].x + item.w);
    box.h = Math.max(box.h, places[index].y + item.h / 2);
  });
  return box;
};
/** Lays out with layers from left to right, in turned coordinates if they stand below each
 *  other. */
const layOutWay = (parts, items, aspect, isDown) => {
  gap = isDown ? gaps.down : gaps.across;
  const turned = isDown ? items.map((item) => ({ ...item, w: item.h, h: item.w })) : items;
  const laid = parts.map((part) => layOutPart(part, turned));
  const { places, ways } = pack(laid, turned, isDown ? 1 / aspect : aspect);
  const own = isDown
    ? places.map((at) => ({ ...at, x: at.y - at.h / 2, y: at.x + at.w / 2 }))
    : places;
  return { places: own, ways, isDown, box: boxOf(items, own) };
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
  const all = part.links.map(({ from, to, link }) => ({
    from: local.get(from),
    to: local.get(to),
    link,
  }));
  // Links that only say that two are alike make no order.
  const isFirm = ({ link }) => !link.isSoft;
  const edges = breakCycles(slots.length, all.some(isFirm) ? all.filter(isFirm) : all);
  assignLayers(slots, edges);
  const least = Math.min(...slots.map((slot) => slot.layer));
  for (const slot of slots) slot.layer -= least;
  const rest = all.some(isFirm) ? all.filter((edge) => !isFirm(edge)) : [];
  for (const { from, to, link } of rest) {
    const isTurned = slots[from].layer > slots[to].layer;
    edges.push(isTurned ? { from: to, to: from, link, isTurned } : { from, to, link });
  }
  const ways = throughLayers(slots, edges);
  const layers = orderLayers(slots, ways.segments);
  placeSlots(slots, layers, ways.segments);
  return { slots, chains: ways.chains };
};

/** Turns edges around that lead back to where a walk came from. */
const breakCycles = (count, edges) => {
  const next = Array.from({ length: count }, () => []);
  for (const edge of edges) next[edge.from].push(edge);
  const mark = new Uint8Array(count);
  const degree = new Int32Array(count);
  for (const edge of edges) degree[edge.to]++;
  const starts = [...degree.keys()].sort((one, other) =>
    degree[one] - degree[other] || one - other
  );
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
    ...edge,
    from: edge.isTurned ? edge.to : edge.from,
    to: edge.isTurned ? edge.from : edge.to,
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
  const passed = edges.reduce(
    (sum, edge) => sum + slots[edge.to].layer - slots[edge.from].layer - 1,
    0,
  );
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
    const isBeside = slots[edge.from].layer === slots[edge.to].layer;
    for (let at = 1; at < chain.length && !isBeside; at++) {
      segments.push([chain[at - 1], chain[at]]);
    }
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
  const number = (layer) =>
    layer.forEach((slot, at) => {
      position[slot] = at;
    });
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
        wanted.get(one) - wanted.get(other) || position[one] - position[other]
      );
      number(layer);
    }
  }
  slots.forEach((slot, index) => {
    slot.around = [before[index], behind[index]];
  });
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
      // An edge stays beside what it passes.
      if (slots[slot].index < 0) slots[slot].w = width;
      slots[slot].y = y + slots[slot].h / 2;
      y += slots[slot].h + gap.item;
    }
    // Wires stand close to what they join.
    const isNarrow = Math.min(width, at + 1 < layers.length ? widthOf(layers[at + 1]) : width) <
      24;
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
    while (
      blocks.length &&
      blocks[blocks.length - 1].sum / blocks[blocks.length - 1].count >=
        block.sum / block.count
    ) {
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

// What is in the drawing: modules, a module with what is around it, or a node
// with its neighbourhood.

// More than these cannot be read; the filters find the others.
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
    for (const node of model.graph.nodes) {
      if (node.module && pass(node)) {
        matches.set(node.module, (matches.get(node.module) || 0) + 1);
      }
    }
  }
  const modules = [...model.graph.modules].sort((one, other) => byName(one.name, other.name));
  const isSmall = modules.length > 60;
  const items = modules.map((module) => {
    const total = module.counts.reduce((sum, count) => sum + count.count, 0);
    const label = shorten(module.name, fonts.title, isSmall ? 120 : 230);
    const below = counted(total, "declaration");
    return {
      id: "module:" + module.name,
      module,
      label,
      below,
      total,
      isSmall,
      w: isSmall ? textWidth(label, fonts.title) + 24 : Math.max(
        128,
        Math.ceil(Math.max(textWidth(label, fonts.title), textWidth(below, fonts.plain)) + 30),
      ),
      h: isSmall ? 36 : 58,
      matches: isFiltered() ? matches.get(module.name) || 0 : null,
    };
  });
  const links = model.graph.moduleEdges.map((edge) => ({
    from: "module:" + edge.from,
    to: "module:" + edge.to,
    edge,
    isSoft: !isDependency(edge),
    isUnsure: edge.reasons.every((reason) => reason.origin === "trace"),
    isShared: edge.reasons.every((reason) => reason.kind === "shares"),
    title: edge.from + " \u2192 " + edge.to + "\n" +
      edge.reasons.slice(0, 12).map((reason) => reason.text).join("\n") +
      (edge.reasons.length > 12 ? "\n\u2026 " + (edge.reasons.length - 12) + " more" : ""),
  }));
  // Where all hang together, lines all over each other say nothing.
  const isDense = isSmall || links.length > 150 && links.length > 3 * items.length;
  return {
    items,
    links,
    isDense,
    note: isDense
      ? "Choose a module to see the " + links.length.toLocaleString("en") +
        " links that lead to it and from it, or search."
      : "",
  };
};

const nodeItem = (node, isContext) => {
  const isWire = node.kind === "wire";
  const label = isWire ? "" : shorten(node.name, fonts.plain, 240);
  return {
    id: node.id,
    node,
    label,
    isContext,
    w: isWire ? 16 : Math.ceil(textWidth(label, fonts.plain)) + 32,
    h: isWire ? 16 : 28,
  };
};

const linksAmong = (ids) => {
  const links = [];
  for (const id of ids) {
    for (const edge of edgesFrom(id)) {
      if (!ids.has(edge.to)) continue;
      const isTurned = isAgainstFlow.has(edge.kind);
      links.push({
        from: isTurned ? edge.to : edge.from,
        to: isTurned ? edge.from : edge.to,
        edge,
        isSoft: edge.kind === "after",
        isUnsure: !edge.certain,
        title: nodeByID.get(edge.from).name + " " + edgeWord(edge.kind) + " " +
          nodeByID.get(edge.to).name,
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
    items,
    links: linksAmong(new Set([...ids, ...context])),
    note: left > 0
      ? "The first " + mostItems + " of " + own.length.toLocaleString("en") +
        " are drawn; filter or search to see the others."
      : own.length === 0
      ? "Nothing passes the filters."
      : "",
  };
};

const neighbourhood = (id) => {
  const ids = new Set([id]);
  let edge = [id];
  for (let depth = 0; depth < Number(state.steps); depth++) {
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
    items: [...ids].map((other) => nodeItem(nodeByID.get(other), other !== id && !near.has(other))),
    links: linksAmong(ids),
    note: ids.size >= mostItems ? "Only the first " + mostItems + " around it are drawn." : "",
  };
};

const currentScene = () => {
  const { within } = state;
  const name = within.startsWith("module:") ? within.slice("module:".length) : "";
  if (nodeByID.has(within)) return neighbourhood(within);
  if (moduleByName.has(name)) {
    const pass = passing();
    return sceneOf(model.graph.nodes.filter((node) => node.module === name && pass(node)));
  }
  if (within === "all") return sceneOf(model.graph.nodes.filter(passing()));
  return moduleScene();
};

// Draws what is in the scene, and says what of it is seen.

const canvas = place("canvas");
const layerOfAll = draw("g", {});
canvas.append(layerOfAll);
let drawn = { key: null, items: new Map(), places: new Map(), edges: [], box: null };
let camera = { x: 0, y: 0, scale: 1 };

const moveCamera = () => {
  layerOfAll.setAttribute(
    "transform",
    `translate(${camera.x.toFixed(2)} ${camera.y.toFixed(2)}) scale(${camera.scale.toFixed(4)})`,
  );
};
const fitCamera = () => {
  const { width, height } = canvas.getBoundingClientRect();
  const box = drawn.box;
  if (!box || !width) return;
  const [side, top] = width < 560 ? [12, 20] : [24, 56];
  const wanted = Math.min((width - 2 * side) / box.w, (height - top - 40) / box.h);
  // Text must stay readable, so that of what is larger only a part is seen: that
  // around what is selected, or the beginning.
  const least = state.within && width >= 560 ? 0.75 : leastScale;
  const scale = Math.max(Math.min(wanted, 1.5), least);
  const chosen = drawn.places.get(state.select);
  const along = (size, room, start, center) => {
    if (size * scale <= room) return start + (room - size * scale) / 2;
    const [first, last] = [start, start + room - size * scale];
    // Better cut off at one side than at both.
    if (center === undefined || center * scale < room - 60) return first;
    if ((size - center) * scale < room - 60) return last;
    return start + room / 2 - center * scale;
  };
  camera = {
    scale,
    x: along(box.w, width - 2 * side, side, chosen ? chosen.x + chosen.w / 2 : undefined),
    y: along(box.h, height - top - 40, top, chosen ? chosen.y : undefined),
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

/** The path of a way, its tip and its middle. */
const wayText = (way, isDown) => {
  const slots = way.slots;
  const at = (x, y) =>
    isDown ? y.toFixed(1) + " " + x.toFixed(1) : x.toFixed(1) + " " + y.toFixed(1);
  const tipAt = (x, y, side) =>
    `M${at(x, y)}L${at(x + 7 * side, y - 3.6)}L${at(x + 7 * side, y + 3.6)}z`;
  const middleAt = (x, y) => isDown ? { x: y, y: x } : { x, y };
  if (slots.length === 2 && slots[0].x === slots[1].x) {
    const [from, to] = slots;
    const [fromX, toX] = [from.x + from.w, to.x + to.w];
    return {
      text: `M${at(fromX, from.y)}C${at(fromX + 36, from.y)} ${at(toX + 36, to.y)} ${
        at(toX, to.y)
      }`,
      tip: tipAt(toX, to.y, 1),
      middle: middleAt(Math.max(fromX, toX) + 24, (from.y + to.y) / 2),
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
  let text = `M${at(...points[0])}`;
  for (let number = 1; number < points.length; number++) {
    const [fromX, fromY] = points[number - 1];
    const [toX, toY] = points[number];
    const half = (toX - fromX) / 2;
    text += `C${at(fromX + half, fromY)} ${at(toX - half, toY)} ${at(toX, toY)}`;
  }
  const [endX, endY] = points[points.length - 1];
  const side = points[points.length - 2][0] < endX ? -1 : 1;
  const [one, other] = [points[(points.length >> 1) - 1], points[points.length >> 1]];
  return {
    text,
    tip: tipAt(endX, endY, side),
    middle: middleAt((one[0] + other[0]) / 2, (one[1] + other[1]) / 2),
  };
};

const drawItem = (item, at) => {
  const isModule = Boolean(item.module);
  const kind = isModule ? "module" : item.node.kind;
  const name = isModule ? item.module.name : item.node.name;
  const group = draw(
    "g",
    {
      class: "item " + (isModule ? "" : hue(kind) + " " + item.node.certainty) +
        (item.isContext ? " context" : ""),
      transform: `translate(${at.x.toFixed(1)} ${(at.y - item.h / 2).toFixed(1)})`,
      tabindex: "-1",
      role: "button",
      "data-id": item.id,
      "aria-label": (isModule ? "module " : kindTitle(kind) + " ") + name,
    },
    draw(
      "title",
      {},
      isModule
        ? name + ", " + item.below
        : kindTitle(kind) + " " + name + (item.node.module ? " in " + item.node.module : ""),
    ),
  );
  if (isModule) drawModule(group, item);
  else drawNode(group, item);
  group.append(draw("circle", { class: "troubled", cx: item.w - 3, cy: 3, r: 5 }));
  const badge = isModule && item.matches !== null ? item.matches : 0;
  if (badge) {
    const width = Math.max(20, 12 + String(badge).length * 7);
    group.append(
      draw("rect", {
        class: "badge",
        x: item.w - width / 2 - 4,
        y: -9,
        width,
        height: 18,
        rx: 9,
      }),
      draw("text", { class: "badge-text", x: item.w - 4, y: 4 }, String(badge)),
    );
  }
  if (isModule && item.matches === 0) group.classList.add("dimmed");
  return group;
};
const drawModule = (group, item) => {
  group.append(
    draw("rect", { class: "box", width: item.w, height: item.h, rx: 8 }),
    draw(
      "text",
      { class: "title", x: item.isSmall ? 12 : 14, y: item.isSmall ? 20 : 23 },
      item.label,
    ),
    item.isSmall ? "" : draw("text", { class: "below", x: 14, y: 39 }, item.below),
  );
  // What it declares, by product.
  let x = item.isSmall ? 12 : 14;
  const room = item.w - 2 * x;
  const shares = new Map();
  for (const count of item.module.counts) {
    shares.set(hue(count.kind), (shares.get(hue(count.kind)) || 0) + count.count);
  }
  for (const [hueClass, count] of shares) {
    const width = room * count / Math.max(item.total, 1);
    group.append(draw(
      "g",
      { class: hueClass },
      draw("rect", {
        class: "bar",
        x: x.toFixed(1),
        y: item.h - (item.isSmall ? 9 : 12),
        width: Math.max(width - 1.5, 1).toFixed(1),
        height: 3,
        rx: 1.5,
      }),
    ));
    x += width;
  }
};
const drawNode = (group, item) => {
  if (item.node.kind === "wire") {
    group.append(
      draw("circle", { class: "box", cx: 8, cy: 8, r: 7.5 }),
      draw("circle", { class: "bar", cx: 8, cy: 8, r: 3 }),
    );
  } else {
    const isRound = roundKinds.has(item.node.kind);
    group.append(
      draw("rect", { class: "box", width: item.w, height: item.h, rx: isRound ? 14 : 5 }),
      isRound
        ? draw("circle", { class: "bar", cx: 14, cy: 14, r: 4 })
        : draw("rect", { class: "bar", x: 10, y: 10, width: 8, height: 8, rx: 2 }),
      draw("text", { x: 24, y: 18.5 }, item.label),
    );
  }
};

const drawScene = () => {
  const { within, steps, search, hide, module } = state;
  const key = [within, steps, search, hide, module].join("\n");
  if (key === drawn.key) return markSelection();
  const isSameScene = drawn.key !== null && drawn.within === within;
  const scene = currentScene();
  const { width, height } = canvas.getBoundingClientRect();
  const laid = (scene.isDense ? layOutRows : layOut)(
    scene.items,
    scene.links,
    Math.max(0.5, width / Math.max(height, 1)),
    width - 32,
  );
  const items = new Map();
  const places = new Map();
  const edges = [];
  layerOfAll.replaceChildren();
  for (const way of laid.ways) {
    const link = way.link;
    const { text, tip, middle } = wayText(way, laid.isDown);
    const kind = "edge" + (link.isSoft ? " soft" : "") + (link.isUnsure ? " unsure" : "");
    const line = draw("path", { class: kind, d: text }, draw("title", {}, link.title));
    const hasTip = !link.isShared;
    const arrow = hasTip ? draw("path", { class: "tip", d: tip }) : null;
    layerOfAll.append(line);
    if (arrow) layerOfAll.append(arrow);
    const count = draw("text", { class: "count", x: middle.x, y: middle.y + 4 });
    edges.push({ link, line, arrow, count });
  }
  const { box } = laid;
  scene.items.forEach((item, index) => {
    const at = laid.places[index];
    const element = drawItem(item, at);
    items.set(item.id, element);
    places.set(item.id, { ...item, ...at, w: item.w });
    layerOfAll.append(element);
  });
  layerOfAll.append(...edges.map((edge) => edge.count));
  drawn = { key, within, items, places, edges, box };
  canvas.classList.toggle("dense", Boolean(scene.isDense));
  root.dataset.items = String(scene.items.length);
  replace("graph-note", scene.note ? make("span", {}, scene.note) : null);
  if (!isSameScene || within) fitCamera();
  countEdges();
  markSelection();
};
/** Writes on each link how often it was used, and marks what fails. */
const countEdges = () => {
  const troubled = new Set(
    Object.keys(model.states).filter((id) => model.states[id].failing).concat(
      model.graph.problems.filter(({ severity }) => severity === "error")
        .flatMap((problem) => problem.nodes),
    ),
  );
  for (const id of [...troubled]) troubled.add("module:" + (nodeByID.get(id) || {}).module);
  for (const [id, element] of drawn.items) {
    element.classList.toggle("is-troubled", troubled.has(id));
  }
  for (const { link, line, count } of drawn.edges) {
    const uses = usesOfLink(link);
    const text = uses ? short(uses) : "";
    if (count.textContent === text) continue;
    // What has just been used is seen for a moment.
    if (count.textContent && !calm.matches) {
      line.animate([{ stroke: "var(--accent)", strokeWidth: 3 }, {}], 900);
    }
    count.textContent = text;
  }
};

const markSelection = () => {
  const selected = state.select;
  for (const [id, element] of drawn.items) {
    element.classList.toggle("selected", id === selected);
  }
  const isDrawn = drawn.items.has(selected);
  for (const { link, line, arrow, count } of drawn.edges) {
    const isLit = isDrawn && (link.from === selected || link.to === selected);
    for (const element of [line, arrow, count]) {
      if (!element) continue;
      element.classList.toggle("lit", isLit);
      element.classList.toggle("dimmed", isDrawn && !isLit);
    }
  }
  // One of all boxes is in the order of the Tab key; arrows lead to the others.
  const first = isDrawn ? selected : drawn.items.keys().next().value;
  for (const [id, element] of drawn.items) {
    element.setAttribute("tabindex", id === first ? "0" : "-1");
  }
};

/** How often a link was used: deliveries of wires, and spans since the page was opened. */
const usesOfLink = ({ from, to, edge }) => {
  const deliveries = (id) => {
    const { attributes = [] } = model.states[id] || {};
    return Number((attributes.find(({ name }) => name === "deliveries") || {}).value) || 0;
  };
  if (edge.reasons) {
    if (source.isLive) return spanCounts.get(edge.from + "\n" + edge.to) || 0;
    const wires = new Set(edge.reasons.map((reason) => reason.node));
    return [...wires].reduce((sum, id) => sum + deliveries(id), 0);
  }
  const wire = [from, to].find((id) => nodeByID.get(id).kind === "wire");
  if (wire) return deliveries(wire);
  if (edge.kind === "provides" || isAgainstFlow.has(edge.kind)) return spanCounts.get(edge.to) || 0;
  return spanCounts.get(from + "\n" + to) || 0;
};

// Moves the drawing by mouse, touch and keys, and opens what is in it.

const openItem = (id) => show({ view: "wiring", select: id, within: id });
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
    zoomCamera(
      Math.hypot(now[0] - also[0], now[1] - also[1]) / Math.max(old, 1),
      (now[0] + also[0]) / 2 - bounds.left,
      (now[1] + also[1]) / 2 - bounds.top,
    );
    drag.hasMoved = true;
    return;
  }
  if (
    !drag.hasMoved &&
    Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 4
  ) return;
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
  if (id) openItem(id);
});
canvas.addEventListener("wheel", (event) => {
  // The page scrolls with the wheel alone.
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  const bounds = canvas.getBoundingClientRect();
  zoomCamera(
    Math.exp(-event.deltaY / 240),
    event.clientX - bounds.left,
    event.clientY - bounds.top,
  );
}, { passive: false });
/** Moves the focus to the nearest box in the direction of an arrow. */
const focusBeside = (id, [left, up]) => {
  const middle = ({ x, y, w }) => [x + w / 2, y];
  const [x, y] = middle(drawn.places.get(id));
  let [nearest, least] = [null, Infinity];
  for (const [other, at] of drawn.places) {
    const [toX, toY] = middle(at);
    const along = left ? (x - toX) * Math.sign(left) : (y - toY) * Math.sign(up);
    const beside = Math.abs(left ? y - toY : x - toX);
    const away = along + 2 * beside;
    if (along > 4 && away < least) [nearest, least] = [other, away];
  }
  if (!nearest) return false;
  for (const element of drawn.items.values()) element.setAttribute("tabindex", "-1");
  const element = drawn.items.get(nearest);
  element.setAttribute("tabindex", "0");
  element.focus();
  return true;
};
canvas.addEventListener("keydown", (event) => {
  const id = itemOf(event.target);
  const steps = {
    ArrowLeft: [60, 0],
    ArrowRight: [-60, 0],
    ArrowUp: [0, 60],
    ArrowDown: [0, -60],
  };
  if (id && event.key === "Enter") {
    if (state.select === id) openItem(id);
    else show({ select: id });
  } else if (id && event.key === " ") {
    show({ select: id });
  } else if (id && steps[event.key] && !event.shiftKey && focusBeside(id, steps[event.key])) {
    // The focus has moved.
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
  const step = (text, within, select) =>
    make("button", {
      class: "button",
      type: "button",
      "aria-current": state.within === within ? "true" : false,
      onclick: () => show({ within, select }),
    }, text);
  const crumbs = [step("All modules", "", "")];
  const node = nodeByID.get(state.within);
  const module = node
    ? node.module
    : state.within.startsWith("module:")
    ? state.within.slice("module:".length)
    : null;
  if (module) crumbs.push(step(module, "module:" + module, "module:" + module));
  if (node) {
    crumbs.push(
      step(shorten(node.name, fonts.plain, 180), node.id, node.id),
      stepsChoice(),
    );
  }
  if (model.graph.nodes.length <= mostItems || isFiltered()) {
    crumbs.push(step(isFiltered() ? "All that match" : "Everything", "all", ""));
  }
  replace("crumbs", crumbs);
};
/** How far around a declaration others are drawn. */
const stepsChoice = () => {
  const choice = make(
    "select",
    {
      class: "field",
      "aria-label": "Steps around it",
      onchange: (event) => show({ steps: event.target.value }, true),
    },
    ["1", "2", "3", "4"].map((count) =>
      make("option", { value: count }, counted(Number(count), "step"))
    ),
  );
  choice.value = state.steps;
  return choice;
};

// What is shown of the module or the node that is selected.

const list = (title, entries, most) => {
  if (!entries.length) return null;
  const limit = most || 12;
  const items = make("ul", {}, entries.slice(0, limit));
  const rest = entries.length - limit;
  const more = rest > 0
    ? make("button", {
      class: "link",
      type: "button",
      onclick: (event) => {
        items.append(...entries.slice(limit));
        event.currentTarget.remove();
      },
    }, rest.toLocaleString("en") + " more")
    : null;
  return [make("h4", {}, title), items, more];
};
const neighbour = (id) => {
  const node = nodeByID.get(id);
  return make(
    "li",
    { class: "neighbour" },
    make("span", {}, dot(node.kind)),
    make(
      "span",
      {},
      nodeLink(id),
      " ",
      make("span", { class: "quiet" }, node.module || kindTitle(node.kind)),
    ),
  );
};
const terms = (pairs) =>
  pairs.length
    ? make(
      "dl",
      {},
      pairs.map(([name, value]) => [make("dt", {}, name), make("dd", {}, valueText(value))]),
    )
    : null;
const sayings = (problems) =>
  list(
    "Problems",
    problems.map((problem) =>
      make(
        "li",
        {},
        make("span", { class: "tag " + problem.severity }, problem.severity),
        " ",
        problem.message,
      )
    ),
    5,
  );

const certainties = {
  mentioned: "Named by declarations, without a declaration of its own.",
  unresolved: "Named by an expression, whose value only the running program knows.",
  missing: "Named by a declaration, and it does not exist.",
  added: "Added when the program ran.",
};

const nodeDetails = (node) => {
  const now = model.states[node.id];
  const edges = [
    ...edgesFrom(node.id).map((edge) => [edge, false]),
    ...edgesTo(node.id).map((edge) => [edge, true]),
  ];
  const groups = new Map();
  for (const [edge, isBackwards] of edges) {
    append(groups, edgeWord(edge.kind, isBackwards), isBackwards ? edge.from : edge.to);
  }
  return [
    make(
      "p",
      { class: "kind" },
      dot(node.kind),
      kindTitle(node.kind),
      node.module ? make("span", {}, "\u00a0in ", moduleLink(node.module)) : null,
    ),
    make("h3", {}, node.name),
    certainties[node.certainty] ? make("p", { class: "quiet" }, certainties[node.certainty]) : null,
    now && now.text
      ? make("p", { class: "state" + (now.failing ? " failing" : "") }, now.text)
      : null,
    make(
      "div",
      { class: "actions" },
      make("button", {
        class: "button",
        type: "button",
        onclick: () => openItem(node.id),
      }, "What is around it"),
    ),
    forms.actionsFor(node),
    sayings(problemsOf.get(node.id) || []),
    list(
      node.certainty === "declared" || node.certainty === "added" ? "Declared at" : "Named at",
      node.places.map((at) => make("li", {}, make("code", {}, placeText(at)))),
      6,
    ),
    node.attributes.length ? make("h4", {}, "Says") : null,
    terms(node.attributes.map((attribute) => [spaced(attribute.name), attribute.value])),
    now && now.attributes.length ? make("h4", {}, "At this moment") : null,
    now
      ? terms(now.attributes.map((attribute) => [spaced(attribute.name), attribute.value]))
      : null,
    [...groups].map(([word, ids]) =>
      list(word.charAt(0).toUpperCase() + word.slice(1), [...new Set(ids)].map(neighbour))
    ),
    usesOfNode(node),
  ];
};
const usesOfNode = (node) => {
  const uses = usesOf.get(node.id) || [];
  return [
    list(
      "Used by code",
      uses.map((use) =>
        make(
          "li",
          {},
          moduleLink(use.module),
          " " + edgeWord(use.kind, false) + " it",
          make(
            "div",
            { class: "quiet" },
            use.place ? make("code", {}, placeText(use.place)) : null,
            (use.place ? " \u00b7 " : "") + originText(use),
          ),
        )
      ),
    ),
    usedKinds.has(node.kind) ? usesNote() : null,
  ];
};
const usedKinds = new Set(["event", "route", "contract", "relay", "notification", "task", "job"]);
const usesNote = () =>
  model.graph.usesAreKnown ? null : make("p", { class: "quiet" }, "Uses in code were not read.");
const spaced = (name) =>
  name.replace(/([a-z])([A-Z])/g, (_, one, other) => one + " " + other.toLowerCase());

const moduleDetails = (module) => {
  const reasons = (edges, other) =>
    edges.map((edge) => {
      const more = edge.reasons.length - 1;
      return make(
        "li",
        {},
        moduleLink(other(edge)),
        make(
          "div",
          { class: "quiet" },
          edge.reasons[0].text +
            (more > 0 ? ", and " + counted(more, "more reason") : ""),
        ),
      );
    });
  const into = model.graph.moduleEdges.filter((edge) => edge.from === module.name);
  const from = model.graph.moduleEdges.filter((edge) => edge.to === module.name);
  const shared = [...into, ...from].filter((edge) => !isDependency(edge));
  const other = (edge) => edge.from === module.name ? edge.to : edge.from;
  return [
    make("p", { class: "kind" }, "module"),
    make("h3", {}, module.name),
    make(
      "div",
      { class: "actions" },
      make("button", {
        class: "button",
        type: "button",
        onclick: () => openItem("module:" + module.name),
      }, "Show what is in it"),
      make("button", {
        class: "button",
        type: "button",
        onclick: () => show({ view: "declarations", module: module.name, page: "1" }),
      }, "Its declarations"),
    ),
    make("h4", {}, "Declares"),
    make(
      "ul",
      {},
      module.counts.map((count) =>
        make(
          "li",
          { class: "neighbour" },
          make("span", {}, dot(count.kind)),
          make("button", {
            class: "link",
            type: "button",
            onclick: () => {
              show({
                view: "declarations",
                module: module.name,
                table: count.kind,
                page: "1",
              });
            },
          }, counted(count.count, kindTitle(count.kind), kindTitle(count.kind, true))),
        )
      ),
    ),
    list("Reaches into", reasons(into.filter(isDependency), (edge) => edge.to)),
    list("Reached from", reasons(from.filter(isDependency), (edge) => edge.from)),
    list("Shares with", reasons(shared, other)),
    list("Images", module.images.map((path) => make("li", {}, make("code", {}, path)))),
  ];
};

const legend = () => [
  make("h3", {}, "How to read this"),
  make(
    "p",
    { class: "quiet" },
    "Each box is a module. An arrow leads from a module to one that it reaches into. A dashed " +
      "line joins two that name the same thing, with an arrow if code of one triggers or sets " +
      "it. A dotted line is only known from a trace. Select a box to see why, and open it by a " +
      "double click or with Enter twice.",
  ),
  make(
    "p",
    { class: "quiet" },
    source.isLive
      ? "Numbers count what has passed a line: deliveries of wires, and spans since you opened " +
        "this page."
      : "Numbers count deliveries of wires.",
  ),
  usesNote(),
  make("h4", {}, "Colours"),
  make(
    "ul",
    {},
    [
      ["rhea", "events and callbacks"],
      ["khala", "routes and contracts"],
      ["pharos", "relays and observers"],
      ["task", "tasks, what runs them, and jobs"],
      ["wire", "wires"],
      ["other", "records of your own"],
    ].map(([name, text]) =>
      make(
        "li",
        { class: "neighbour" },
        make("span", {}, make("span", { class: "dot hue-" + name })),
        text,
      )
    ),
  ),
];

const renderDetails = () => {
  const selected = state.select;
  const module = selected.startsWith("module:")
    ? moduleByName.get(selected.slice("module:".length))
    : null;
  const node = nodeByID.get(selected);
  replace("details", module ? moduleDetails(module) : node ? nodeDetails(node) : legend());
  place("details").scrollTop = 0;
  detailed = JSON.stringify(model.states[selected]);
};
/** The state that the details show, so that a running app changes them only if it has changed. */
let detailed;

// The problems, the filters, and the tables, a page at a time.

let shownProblems = 8;
const renderProblems = () => {
  const all = model.graph.problems;
  const counts = ["error", "warning", "notice"].map((
    severity,
  ) => [severity, all.filter((problem) => problem.severity === severity).length]);
  replace(
    "problem-counts",
    counts.filter(([, count]) => count).map((
      [severity, count],
    ) => [make("span", { class: "tag " + severity }, counted(count, severity)), " "]),
  );
  if (!all.length) {
    replace(
      "problem-list",
      make("p", { class: "empty" }, "Nothing is wrong with what the modules declare."),
    );
    return;
  }
  const rest = all.length - shownProblems;
  replace(
    "problem-list",
    make(
      "ul",
      {},
      all.slice(0, shownProblems).map((problem) =>
        make(
          "li",
          { class: "problem" },
          make("span", { class: "tag " + problem.severity }, problem.severity),
          make("p", {}, problem.message),
          make(
            "p",
            { class: "where" },
            make("code", { class: "quiet" }, problem.code),
            problem.nodes.slice(0, 8).map((id) =>
              nodeByID.has(id)
                ? make(
                  "span",
                  {},
                  dot(nodeByID.get(id).kind),
                  make("span", { class: "quiet" }, kindTitle(nodeByID.get(id).kind), " "),
                  nodeLink(id),
                )
                : null
            ),
          ),
        )
      ),
    ),
    rest > 0
      ? moreButton("Show all " + all.length.toLocaleString("en") + " problems", () => {
        shownProblems = all.length;
        renderProblems();
      })
      : null,
  );
};

const renderFilters = () => {
  const hidden = hiddenKinds();
  const toggle = (kind) => {
    const next = new Set(hidden);
    if (next.has(kind)) next.delete(kind);
    else next.add(kind);
    show({ hide: [...next].join(","), page: "1" }, true);
  };
  const modules = make(
    "select",
    {
      class: "field",
      "aria-label": "Module",
      onchange: (event) => show({ module: event.target.value, page: "1" }, true),
    },
    make("option", { value: "" }, "All modules"),
    model.graph.modules.map((module) => make("option", { value: module.name }, module.name)),
  );
  modules.value = state.module;
  replace(
    "filters",
    modules,
    kinds.map((kind) =>
      make(
        "button",
        {
          class: "button",
          type: "button",
          "aria-pressed": hidden.has(kind) ? "false" : "true",
          onclick: () => toggle(kind),
        },
        dot(kind),
        kindTitle(kind, true),
        make("span", { class: "count" }, countOfKind.get(kind).toLocaleString("en")),
      )
    ),
    isFiltered()
      ? make("button", {
        class: "button",
        type: "button",
        onclick: () => show({ hide: "", module: "", search: "", page: "1" }, true),
      }, "Clear filters")
      : null,
  );
};

const pageSize = 100;
const columns = [
  ["name", "Name", (node) => node.name],
  ["module", "Module", (node) => node.module || "\uffff"],
  [
    "place",
    "Place",
    (node) =>
      node.places.length
        ? node.places[0].file + String(node.places[0].line).padStart(8, "0")
        : "\uffff",
  ],
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
  const now = model.states[node.id];
  const parts = node.attributes.map((attribute) =>
    attribute.value === true
      ? spaced(attribute.name)
      : spaced(attribute.name) + ": " + valueText(attribute.value)
  );
  return [
    now && now.text ? make("b", {}, now.text + (parts.length ? " \u00b7 " : "")) : null,
    parts.join(" \u00b7 "),
  ];
};
const row = (node) =>
  make(
    "tr",
    {},
    make(
      "td",
      { class: "name" },
      dot(node.kind),
      nodeLink(node.id),
      node.certainty === "declared" ? null : [
        " ",
        make("span", {
          class: "tag" + (node.certainty === "missing" ? " error" : ""),
        }, node.certainty),
      ],
    ),
    make("td", {}, moduleLink(node.module) || make("span", { class: "quiet" }, "\u2013")),
    make(
      "td",
      { class: "places" },
      node.places.length ? make("code", {}, placeText(node.places[0])) : null,
      node.places.length > 1
        ? make("span", { class: "quiet" }, " +" + (node.places.length - 1))
        : null,
    ),
    make("td", { class: "says" }, says(node)),
    make(
      "td",
      { class: "number", "data-label": "links:" },
      String(edgesFrom(node.id).length + edgesTo(node.id).length),
    ),
  );
const tableOf = (nodes) =>
  make(
    "table",
    {},
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        columns.map(([name, title, by]) =>
          make(
            "th",
            {
              scope: "col",
              class: name === "links" ? "number" : false,
              "aria-sort": state.sort === name
                ? "ascending"
                : state.sort === "-" + name
                ? "descending"
                : false,
            },
            by
              ? make("button", {
                type: "button",
                onclick: () =>
                  show({ sort: state.sort === name ? "-" + name : name, page: "1" }, true),
              }, title)
              : make("button", { type: "button", disabled: true }, title),
          )
        ),
      ),
    ),
    make("tbody", {}, nodes.map(row)),
  );

let isPrinting = false;
const renderTables = () => {
  const hidden = hiddenKinds();
  const matching = model.graph.nodes.filter(passing());
  root.dataset.matches = String(matching.length);
  const counts = new Map();
  for (const node of matching) counts.set(node.kind, (counts.get(node.kind) || 0) + 1);
  const tabs = kinds.filter((kind) => !hidden.has(kind));
  const chosen = state.table && (state.table === "all" || tabs.includes(state.table))
    ? state.table
    : "all";
  const tab = (kind, title, count) =>
    make(
      "button",
      {
        class: "button",
        type: "button",
        "aria-current": kind === chosen ? "true" : false,
        onclick: () => show({ table: kind === "all" ? "" : kind, page: "1" }, true),
      },
      kind === "all" ? null : dot(kind),
      title,
      make("span", { class: "count" }, count.toLocaleString("en")),
    );
  replace(
    "tabs",
    tab("all", "all", matching.length),
    tabs.map((kind) => tab(kind, kindTitle(kind, true), counts.get(kind) || 0)),
  );

  const rows = (chosen === "all" ? matching : matching.filter((node) => node.kind === chosen)).sort(
    orderedBy(state.sort),
  );
  root.dataset.rows = String(rows.length);
  if (!rows.length) {
    replace(
      "table",
      make(
        "p",
        { class: "empty" },
        isFiltered() ? "Nothing passes the filters." : "Nothing of this sort is declared.",
      ),
    );
    return;
  }
  const size = isPrinting ? 2000 : pageSize;
  const last = Math.max(1, Math.ceil(rows.length / size));
  const page = isPrinting ? 1 : Math.min(Math.max(Number(state.page) || 1, 1), last);
  const first = (page - 1) * size;
  const turn = (to, text) =>
    make("button", {
      class: "button",
      type: "button",
      disabled: to < 1 || to > last,
      onclick: () => show({ page: String(to) }, true),
    }, text);
  replace(
    "table",
    make("div", { class: "table-frame" }, tableOf(rows.slice(first, first + size))),
    last > 1
      ? make(
        "p",
        { class: "pages" },
        turn(page - 1, "Previous"),
        turn(page + 1, "Next"),
        make(
          "span",
          {},
          (first + 1).toLocaleString("en") + "\u2013" +
            Math.min(first + size, rows.length).toLocaleString("en") + " of " +
            rows.length.toLocaleString("en"),
        ),
      )
      : null,
  );
};

// The runs of tasks.

let chosenRun = 0;
let mostTasks = 60;
const span = (from, length, total, className) => {
  const element = make("i", { class: className });
  // Set here, as the page allows no style in the markup.
  element.style.left = (100 * from / total).toFixed(3) + "%";
  element.style.width = (100 * length / total).toFixed(3) + "%";
  return element;
};
const steps = (total) => {
  const rough = total / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const ticks = [];
  for (let at = 0; at <= total * 1.0001; at += step) ticks.push(at);
  return ticks;
};
const renderRuns = () => {
  const runs = model.live.runs || [];
  place("launch").hidden = !runs.length;
  if (!runs.length) return;
  if (!runs[chosenRun]) chosenRun = 0;
  const run = runs[chosenRun];
  const total = Math.max(run.duration, ...run.tasks.map((task) => task.start + task.duration), 1);
  const critical = new Set(run.criticalPath);
  const shown = run.tasks.slice(0, mostTasks);
  const choice = runs.length > 1
    ? make(
      "select",
      {
        class: "field",
        "aria-label": "Run",
        onchange: (event) => {
          chosenRun = Number(event.target.value);
          renderRuns();
        },
      },
      runs.map((other, index) =>
        make("option", {
          value: String(index),
          selected: index === chosenRun,
        }, other.number + ". " + other.occasion + ", " + time(other.duration))
      ),
    )
    : null;
  const way = run.criticalPath.map((name) => nodeLink("task:" + name, name));
  const axis = make(
    "div",
    { class: "ticks" },
    steps(total).map((at) => {
      const tick = make("span", {}, time(at));
      tick.style.left = (100 * at / total).toFixed(2) + "%";
      return tick;
    }),
  );
  const rest = run.tasks.length - shown.length;
  replace(
    "run-list",
    make(
      "div",
      { class: "summary" },
      make(
        "p",
        {},
        choice,
        choice ? " " : null,
        make("b", {}, time(run.duration)),
        " for ",
        counted(run.tasks.length, "task"),
        " at ",
        make("b", {}, run.occasion),
        ", on the main actor and ",
        counted(run.workerCount ?? run.workers, "worker"),
        ".",
      ),
      way.length
        ? make("p", {}, "Critical path: ", way.map((link, at) => [at ? " \u2192 " : null, link]))
        : null,
      run.problems.map((problem) => make("p", { class: "tag error" }, problem)),
    ),
    make("div", { class: "run axis" }, make("span", {}), make("span", {}), axis, make("span", {})),
    shown.map((task) =>
      make(
        "div",
        {
          class: "run" + (critical.has(task.name) ? " critical" : "") +
            (task.success ? "" : " failed"),
          title: task.name + ": " + task.outcome +
            (task.dependencies.length ? "; requires " + task.dependencies.join(", ") : ""),
        },
        make("span", { class: "task" }, nodeLink("task:" + task.name, task.name)),
        make("span", { class: "lane" }, task.attempts ? task.lane : "did not run"),
        make(
          "div",
          { class: task.attempts ? "track" : "track idle" },
          task.attempts
            ? [
              span(
                Math.max(task.start - task.wait, 0),
                Math.min(task.wait, task.start),
                total,
                "waited",
              ),
              span(task.start, task.duration, total, "worked"),
            ]
            : task.outcome,
        ),
        make("span", { class: "time" }, task.attempts ? time(task.duration) : "\u2013"),
      )
    ),
    rest > 0
      ? moreButton("Show " + counted(rest, "more task"), () => {
        mostTasks = Infinity;
        renderRuns();
      })
      : null,
  );
};

/** A table with column titles and rows. */
const plainTable = (label, titles, rows) =>
  make(
    "div",
    { class: "table-frame" },
    make(
      "table",
      { "aria-label": label },
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          titles.map(([title, className]) => make("th", { scope: "col", class: className }, title)),
        ),
      ),
      make("tbody", {}, rows),
    ),
  );

// The trace, as a tree of what made what happen.

const nodeOfSpan = (kind, name) =>
  [kind + ":" + name, "taskEvent:" + name].find((id) => nodeByID.has(id));
const closed = new Set();
let mostSpans = 120;
const spanRow = (row, depth, count, length) => {
  const { trace } = model;
  const kind = trace.kinds[trace.kind[row]];
  const name = trace.names[trace.name[row]];
  const id = nodeOfSpan(kind, name);
  const isOpen = !closed.has(row);
  const what = make(
    "div",
    { class: "what" },
    count
      ? make("button", {
        class: "toggle",
        type: "button",
        "aria-expanded": String(isOpen),
        "aria-label": (isOpen ? "Close " : "Open ") + name,
        onclick: () => {
          if (isOpen) closed.add(row);
          else closed.delete(row);
          renderTrace();
        },
      }, isOpen ? "\u25be" : "\u25b8")
      : make("span", { class: "toggle" }),
    dot(kind),
    make("span", { class: "kind" }, kind),
    id ? nodeLink(id, name) : name,
  );
  what.style.paddingLeft = Math.min(depth, 12) * 18 + "px";
  const duration = (trace.end[row] - trace.start[row]) / 1000;
  return make(
    "div",
    { class: "span " + hue(kind) },
    what,
    make("span", { class: "module" }, trace.modules[trace.module[row]]),
    make("span", { class: "time" }, duration ? time(duration) : "at once"),
    make(
      "div",
      { class: "track" },
      span((trace.start[row] - trace.start[0]) / 1000, duration, length, ""),
    ),
  );
};
const renderTrace = () => {
  const { trace } = model;
  place("trace").hidden = !trace || !trace.count;
  if (place("trace").hidden) return;
  const { first, list } = effectsOf(trace);
  const rows = [];
  const stack = [];
  // Backwards, as the last one on the stack is the next. Bucket 0 has the spans without a cause.
  const push = (bucket, depth) => {
    for (let at = first[bucket + 1] - 1; at >= first[bucket]; at--) stack.push(list[at], depth);
  };
  push(0, 0);
  const length = Math.max(
    (trace.end.reduce((end, one) => Math.max(end, one), 0) - trace.start[0]) / 1000,
    1,
  );
  let left = 0;
  while (stack.length) {
    const depth = stack.pop();
    const row = stack.pop();
    const count = first[row + 2] - first[row + 1];
    if (rows.length >= mostSpans) left++;
    else rows.push(spanRow(row, depth, count, length));
    if (!closed.has(row)) push(row + 1, depth + 1);
  }
  root.dataset.spans = String(rows.length);
  replace(
    "trace-list",
    trace.dropped
      ? make(
        "p",
        { class: "empty" },
        counted(trace.dropped, "earlier span") + " had made room for these.",
      )
      : null,
    rows,
    left
      ? moreButton("Show " + counted(Math.min(left, 1000), "more span"), () => {
        mostSpans += 1000;
        renderTrace();
      })
      : null,
  );
};

// The first view: whether all is well, and what happens now.

/** A link to a view without the filters of this one. */
const plainLink = (changes, text) => viewLink({ ...initial, ...changes }, text);

/** The last 300 seconds of a running app, and how its name is known to be. */
const pulses = [];
let isConnected = true;
const lastPulse = () => pulses[pulses.length - 1];
const failedChecks = () => {
  const { health } = lastPulse() || {};
  if (!health) return [];
  const failed = [...health.liveness, ...health.readiness].filter(({ failure }) => failure);
  // A check may be in both.
  return [...new Map(failed.map((check) => [check.name, check])).values()];
};
/** What fails now: the title, its cause, and where more is said of it. */
const failingNow = () => {
  const { live } = model;
  const found = new Map();
  const add = (key, name, kind, title, cause, link) => {
    if (!found.has(key)) found.set(key, { name, kind, title, cause, link });
  };
  for (const { name, failure } of failedChecks()) {
    add("check:" + name, name, "check", name, failure, null);
  }
  for (const [id, state] of Object.entries(model.states)) {
    const node = nodeByID.get(id);
    if (state.failing && node) {
      add(id, node.name, kindTitle(node.kind), nodeLink(id), state.text, null);
    }
  }
  for (const run of live.runs || []) {
    for (const { name, outcome, success } of run.tasks) {
      // The state of a task says more about now than an earlier run.
      const id = "task:" + name;
      if (success || /^skipped/.test(outcome) || model.states[id]) continue;
      add(
        id,
        name,
        "task",
        nodeLink(id, name),
        outcome,
        plainLink({ view: "timeline" }, "Its run"),
      );
    }
  }
  const latest = new Map();
  for (const record of (live.store || {}).records || []) {
    const isLater = !(latest.get(record.task) || {}).due ||
      latest.get(record.task).due < record.due;
    if (isLater) latest.set(record.task, record);
  }
  for (const { task, state, detail } of latest.values()) {
    if (state !== "failed") continue;
    const link = plainLink({ view: "schedules", task }, "Its fires");
    add("task:" + task, task, "schedule", nodeLink("task:" + task, task), detail || "failed", link);
  }
  const { jobs } = live;
  for (const { job, count, error } of (jobs || {}).failures || []) {
    const title = [nodeLink("job:" + job, job), " ", counted(count, "dead letter")];
    add(`job:${job}:${error}`, job, "job", title, error, plainLink({ view: "jobs" }, "Jobs"));
  }
  for (const [view, part] of [["jobs", jobs], ["schedules", live.store]]) {
    if (part && part.error) {
      add(
        view,
        "The store",
        "store",
        "The store",
        part.error,
        plainLink({ view }, views[view].title),
      );
    }
  }
  return [...found.values()];
};

/** What finished, by kind: of a running app in the last two minutes, else in the trace. */
const rates = () => {
  const rows = new Map();
  const rowOf = (kind, length) => {
    if (!rows.has(kind)) {
      rows.set(kind, { kind, counts: new Array(length).fill(0), total: 0, failures: 0 });
    }
    return rows.get(kind);
  };
  if (source.isLive) {
    const shown = pulses.slice(-120);
    shown.forEach((pulse, at) => {
      for (const [kind, { count, failures, p50, p99 }] of Object.entries(pulse.rates || {})) {
        const row = rowOf(kind, shown.length);
        row.counts[at] = count;
        row.total += count;
        row.failures += failures;
        if (count) Object.assign(row, { p50, p99 });
      }
    });
    for (const row of rows.values()) {
      row.perSecond = row.counts.slice(-10).reduce((sum, count) => sum + count, 0) /
        Math.min(10, shown.length);
    }
  } else if (model.trace && model.trace.count) {
    const { trace } = model;
    const [first, last] = [trace.start[0], trace.start[trace.count - 1]];
    const durations = new Map();
    for (let row = 0; row < trace.count; row++) {
      const kind = trace.kinds[trace.kind[row]];
      const own = rowOf(kind, 60);
      own.total++;
      own.counts[Math.min(59, Math.floor(60 * (trace.start[row] - first) / (last - first || 1)))]++;
      append(durations, kind, trace.end[row] - trace.start[row]);
    }
    for (const [kind, list] of durations) {
      const sorted = Float64Array.from(list).sort();
      const at = (share) => sorted[Math.floor(share * (sorted.length - 1))] / 1000;
      Object.assign(rows.get(kind), { p50: at(0.5), p99: at(0.99) });
    }
  }
  return [...rows.values()].sort((one, other) => byName(one.kind, other.kind));
};
/** A line of numbers, of which the largest reaches the top. */
const sparkline = (counts, label) => {
  const [width, height] = [180, 30];
  const most = Math.max(...counts, 1);
  const step = width / Math.max(counts.length - 1, 1);
  const points = counts.map((count, at) =>
    (at * step).toFixed(1) + " " + (height - 2 - (height - 5) * count / most).toFixed(1)
  );
  return draw(
    "svg",
    {
      class: "spark",
      viewBox: `0 0 ${width} ${height}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": label,
    },
    draw("path", { class: "area", d: `M0 ${height}L${points.join("L")}L${width} ${height}z` }),
    draw("path", { class: "line", d: "M" + points.join("L") }),
  );
};
const rateRow = ({ kind, counts, total, failures, perSecond, p50, p99 }) => {
  const count = perSecond === undefined
    ? total.toLocaleString("en")
    : perSecond.toLocaleString("en", { maximumFractionDigits: perSecond < 10 ? 1 : 0 }) + "/s";
  const latency = (microseconds) => microseconds === undefined ? "\u2013" : time(microseconds);
  const label = `${kind}: ${count}, at most ${Math.max(...counts)} at a time`;
  return make(
    "tr",
    { class: hue(kind) },
    make("td", { class: "name" }, dot(kind), kindTitle(kind, true)),
    make("td", { class: "spark-cell" }, sparkline(counts, label)),
    make("td", { class: "number short", "data-label": "finished:" }, count),
    make("td", { class: "number short", "data-label": "p50:" }, latency(p50)),
    make("td", { class: "number short", "data-label": "p99:" }, latency(p99)),
    source.isLive
      ? make(
        "td",
        { class: "number short", "data-label": "failed:" },
        failures
          ? make("span", { class: "tag error" }, failures.toLocaleString("en"))
          : make("span", { class: "quiet" }, "0"),
      )
      : null,
  );
};

/** Microseconds since 1970: now, or when the report was written. */
const now = () => source.isLive ? Date.now() * 1000 : model.live.microsecondsSince1970;
/** A distance in time, in its two largest units. */
const distance = (seconds) => {
  const units = [["d", 86_400], ["h", 3_600], ["min", 60], ["s", 1]];
  const first = units.findIndex(([, size]) => seconds >= size);
  if (first < 0) return "0 s";
  return units.slice(first, first + 2).map(([unit, size], at) => {
    const count = Math.floor((at ? seconds % units[first][1] : seconds) / size);
    return count || !at ? count + " " + unit : "";
  }).join(" ").trim();
};
/** The next fires of all tasks, the first one first. */
const nextFires = () => {
  const fires = new Map();
  for (const [id, { attributes = [] }] of Object.entries(model.states)) {
    const next = attributes.find(({ name }) => name === "nextFire");
    const at = next ? Date.parse(next.value) * 1000 : NaN;
    if (nodeByID.has(id) && at) fires.set(id, { id, at, name: nodeByID.get(id).name });
  }
  for (const { task, next, occasion, paused } of (model.live.store || {}).schedules || []) {
    if (next === undefined && !paused) continue;
    fires.set("task:" + task, { id: "task:" + task, at: next, name: task, occasion, paused });
  }
  return [...fires.values()].sort((one, other) => (one.at ?? Infinity) - (other.at ?? Infinity));
};
const fireRow = ({ id, at, name, occasion, paused }) => {
  const seconds = (at - now()) / 1e6;
  return make(
    "tr",
    {},
    make(
      "td",
      { class: "name" },
      dot("task"),
      nodeLink(id, name),
      occasion ? make("div", { class: "quiet" }, occasion) : null,
    ),
    make(
      "td",
      { class: "number short" },
      paused ? make("span", { class: "tag warning" }, "paused") : [
        seconds >= 0 ? make("div", {}, "in " + distance(seconds)) : null,
        make("div", { class: "quiet" }, moment(at)),
      ],
    ),
  );
};
const queueSummary = ({ name, paused, numbers }) => {
  const { counts } = numbers;
  const number = (state, label) =>
    make(
      "td",
      { class: "number short", "data-label": label + ":" },
      ((counts[state] || 0) + (state === "waiting" ? counts.delayed || 0 : 0)).toLocaleString("en"),
    );
  return make(
    "tr",
    {},
    make(
      "td",
      { class: "name" },
      plainLink({ view: "jobs", queue: name }, name),
      paused ? [" ", make("span", { class: "tag warning" }, "paused")] : null,
    ),
    number("waiting", "waiting"),
    number("running", "running"),
    number("failed", "failed"),
  );
};

const card = (title, className, ...children) =>
  children.flat(3).some(Boolean)
    ? make(
      "section",
      { class: "panel card " + className, "aria-label": title },
      make("h3", {}, title),
      children,
    )
    : null;
const figure = (name, value, changes) =>
  value === null || value === undefined ? null : make(
    "div",
    { class: "figure" },
    make("dt", {}, name),
    make("dd", {}, changes ? plainLink(changes, value) : value),
  );
const failureItem = ({ kind, title, cause, link }) =>
  make(
    "li",
    { class: "failure" },
    make("span", { class: "tag error" }, kind),
    make("div", {}, make("p", {}, title), make("p", { class: "cause" }, cause)),
    link ? make("p", { class: "quiet" }, link) : null,
  );
const checkItem = ({ name, failure }) =>
  make(
    "li",
    { class: "check" },
    make("span", { class: "mark " + (failure ? "bad" : "good"), "aria-hidden": "true" }),
    make("span", {}, name),
    make("span", { class: failure ? "cause" : "quiet" }, failure || "passes"),
  );
/** Whether all is well, in one sentence. */
const verdict = () => {
  const failing = failingNow();
  const errors = model.graph.problems.filter(({ severity }) => severity === "error").length;
  const pulse = lastPulse();
  if (!isConnected) return { tone: "bad", text: "The app does not answer", failing };
  if (failing.length) {
    const text = failing.length === 1
      ? failing[0].name + " fails"
      : failing.length.toLocaleString("en") + " things fail";
    return { tone: "bad", text, failing };
  }
  if (errors) {
    return { tone: "warn", text: counted(errors, "error") + " in what is declared", failing };
  }
  if (pulse && !pulse.health.isReady) return { tone: "warn", text: "Not ready yet", failing };
  if (source.isLive && !pulse) {
    return { tone: "none", text: "Waiting for the first signs", failing };
  }
  const isRunning = source.isLive || model.live.process;
  const text = isRunning ? "Nothing fails" : "No errors in what is declared";
  return { tone: "good", text, failing };
};

let wantsTrace = false;
const renderOverview = () => {
  const { graph, live } = model;
  const { tone, text, failing } = verdict();
  const pulse = lastPulse();
  const { jobs } = live;
  const states = jobs ? jobs.all.counts : {};
  const fires = nextFires();
  const rows = rates();
  const checks = pulse ? [...pulse.health.liveness, ...pulse.health.readiness] : [];
  const since = !source.isLive && live.microsecondsSince1970;
  const problems = ["error", "warning", "notice"].map((severity) => [
    severity,
    graph.problems.filter((problem) => problem.severity === severity).length,
  ]).filter(([, count]) => count);
  renew(
    place("overview-parts"),
    make(
      "div",
      { class: "panel verdict " + tone },
      make("span", { class: "mark " + tone, "aria-hidden": "true" }),
      make(
        "div",
        {},
        make("p", { class: "verdict-text" }, text),
        make(
          "p",
          { class: "quiet" },
          live.process || source.process || "What the modules declare, without a running process.",
          pulse ? " \u00b7 up " + distance(pulse.uptime) : null,
          since ? [" \u00b7 as of ", moment(since), " UTC"] : null,
        ),
      ),
      make(
        "dl",
        { class: "figures" },
        figure("Modules", String(graph.modules.length), { view: "wiring" }),
        figure("Declarations", graph.nodes.length.toLocaleString("en"), { view: "declarations" }),
        figure(
          "Problems",
          problems.length
            ? problems.map(([severity, count]) => [
              make("span", { class: "tag " + severity }, counted(count, severity)),
              " ",
            ])
            : "none",
          { view: "problems" },
        ),
        jobs
          ? figure(
            "Jobs waiting",
            ((states.waiting || 0) + (states.delayed || 0)).toLocaleString("en"),
            {
              view: "jobs",
            },
          )
          : null,
        jobs
          ? figure("Jobs running", (states.running || 0).toLocaleString("en"), { view: "jobs" })
          : null,
        jobs
          ? figure("Dead letters", (states.failed || 0).toLocaleString("en"), { view: "jobs" })
          : null,
      ),
    ),
    make(
      "div",
      { class: "cards" },
      card(
        "Fails now",
        "wide",
        failing.length ? make("ul", {}, failing.slice(0, 12).map(failureItem)) : null,
        failing.length > 12
          ? make("p", { class: "quiet" }, counted(failing.length - 12, "more failure"))
          : null,
      ),
      card(
        source.isLive ? "What finishes now" : "What finished in the trace",
        "wide",
        rows.length
          ? plainTable(
            "Rates and latencies",
            [
              ["Kind"],
              [source.isLive ? "Last two minutes" : "Over the trace"],
              ["Finished", "number"],
              ["p50", "number"],
              ["p99", "number"],
              ...(source.isLive ? [["Failed", "number"]] : []),
            ],
            rows.map(rateRow),
          )
          : source.isLive
          ? make("p", { class: "quiet" }, "Nothing has finished in the last two minutes.")
          : null,
      ),
    ),
    make(
      "div",
      { class: "cards packed" },
      card(
        "Queues",
        "",
        jobs && jobs.queues.length
          ? plainTable(
            "Queues in short",
            [["Queue"], ["Waiting", "number"], ["Running", "number"], ["Failed", "number"]],
            jobs.queues.slice(0, 8).map(queueSummary),
          )
          : null,
      ),
      card("Checks", "", checks.length ? make("ul", {}, checks.map(checkItem)) : null),
      card(
        "Next fires",
        "",
        fires.length
          ? plainTable(
            "Next fires",
            [["Task"], ["Fires, in UTC", "number"]],
            fires.slice(0, 6).map(fireRow),
          )
          : null,
      ),
      card(
        "Declared",
        "",
        kinds.length
          ? make(
            "ul",
            { class: "declared" },
            kinds.map((kind) =>
              make(
                "li",
                {},
                dot(kind),
                plainLink({ view: "declarations", table: kind }, kindTitle(kind, true)),
                make("span", { class: "quiet" }, countOfKind.get(kind).toLocaleString("en")),
              )
            ),
          )
          : null,
      ),
    ),
  );
  if (source.isLive || wantsTrace || !hasTrace()) return;
  wantsTrace = true;
  // Behind the first frame, as a large trace takes a while to read.
  setTimeout(() => {
    needTrace();
    if (state.view === "overview") renderOverview();
    report();
  });
};

const forms = makeForms();

// The views, and the parts of each. A view is rendered only while it is visible.

/** Makes a part when its view is first shown. */
const lazy = (makePart) => {
  let part = null;
  return () => part ||= makePart();
};
const parts = {
  jobs: lazy(() => makeJobsPart()),
  store: lazy(() => makeStorePart()),
  logs: lazy(() => makeLogsPart()),
  timeline: lazy(() => makeTimelinePart()),
};
let loaded = null;
/** Reads the trace when a view needs it: immediately from a file, and from an app as soon as it has
 *  answered. Meanwhile, new spans are kept. */
const needTrace = () => {
  if (model.trace || traceRequest || !hasTrace()) return;
  if (source.isLive) return void askForTrace();
  const data = loaded.trace;
  if (data) model.trace = readTrace(data);
};
/** The request for the trace, or null. A reset makes its answer stale. */
let traceRequest = null;
const askForTrace = async () => {
  const mine = traceRequest = {};
  try {
    const data = await source.loadTrace();
    if (traceRequest === mine) model.trace = readTrace(data);
  } catch (error) {
    if (traceRequest === mine) announce(error.message, true);
  }
  if (traceRequest !== mine) return;
  traceRequest = null;
  if (model.trace) render();
};
const hasTrace = () => source.isLive || Boolean(place("trace-data"));
const hasJobs = () => {
  const { jobs } = model.live;
  return source.isLive || Boolean(jobs && (jobs.queues.length || jobs.flows.length || jobs.error));
};
const views = {
  overview: { title: "Overview", isThere: () => true, render: () => renderOverview() },
  wiring: {
    title: "Wiring",
    isThere: () => true,
    render: (isTick) => {
      if (!isTick) {
        renderFilters();
        renderCrumbs();
      }
      drawScene();
      if (isTick) countEdges();
      if (!isTick || JSON.stringify(model.states[state.select]) !== detailed) renderDetails();
    },
  },
  timeline: {
    title: "Timeline",
    isThere: () => hasTrace() || Boolean((model.live.runs || []).length),
    render: (isTick) => {
      const from = performance.now();
      needTrace();
      const hasTaken = takeSpans();
      if (model.trace) parts.timeline().render();
      // Most of the time is left to what else the page does.
      if (hasTaken) spansDue = from + Math.max(500, 5 * (performance.now() - from));
      if (isTick) return;
      renderTrace();
      renderRuns();
    },
  },
  jobs: { title: "Jobs", isThere: hasJobs, render: () => parts.jobs().render() },
  schedules: {
    title: "Schedules",
    isThere: () => source.isLive || Boolean(model.live.store),
    render: () => parts.store().render(),
  },
  declarations: {
    title: "Declarations",
    isThere: () => true,
    render: () => renderTables(),
  },
  problems: {
    title: "Problems",
    isThere: () => true,
    render: (isTick) => isTick || renderProblems(),
  },
  logs: {
    title: "Messages",
    isThere: () => source.isLive,
    render: () => parts.logs().render(),
  },
};

const renderHead = () => {
  const { process } = model.live;
  replace(
    "counts",
    [process || source.process, counted(model.graph.modules.length, "module")]
      .filter(Boolean).join(" \u00b7 "),
  );
  replace(
    "nav",
    Object.entries(views).filter(([, view]) => view.isThere()).map(([name, view]) => {
      const count = name === "problems" && model.graph.problems.length;
      // Filters go along from view to view.
      const changes = () => {
        const { search, hide, module } = state;
        return { ...initial, search, hide, module, view: name };
      };
      return make(
        "a",
        {
          href: addressOf({ ...initial, view: name }),
          "data-view": name,
          onclick: (event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            show(changes());
          },
        },
        view.title,
        count ? make("span", { class: "count" }, count.toLocaleString("en")) : null,
      );
    }),
  );
};
let healthText = null;
/** Says in the head whether all is well. It is read aloud, so that it changes only if needed. */
const renderHealth = () => {
  const { tone, text } = verdict();
  if (healthText === tone + text) return;
  healthText = tone + text;
  place("health").className = "health " + tone;
  replace(
    "health",
    make("span", { class: "mark " + tone, "aria-hidden": "true" }),
    make("span", {}, text),
    source.isLive && isConnected ? make("span", { class: "tag" }, "live") : null,
  );
};
const search = place("search");
const render = (isTick) => {
  if (document.activeElement !== search) search.value = state.search;
  for (const link of place("nav").children) {
    if (link.dataset.view !== state.view) link.removeAttribute("aria-current");
    else if (!link.hasAttribute("aria-current")) {
      link.setAttribute("aria-current", "page");
      place("nav").scrollLeft = link.offsetLeft - 60;
    }
  }
  for (const name of Object.keys(views)) place("view-" + name).hidden = name !== state.view;
  renderHealth();
  views[state.view].render(isTick === true);
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
  pause = setTimeout(() => {
    // What has no search leads to the declarations that match.
    const view = ["overview", "problems"].includes(state.view) ? "declarations" : state.view;
    show({ view, search: search.value.trim(), page: "1" }, true);
  }, 90);
});
replace(
  "key-list",
  terms([
    ["/", "search"],
    ["?", "these keys"],
    ["Esc", "clear the search, or deselect"],
    ["arrows", "next box of the graph, next row of a table"],
    ["Shift arrows", "move the drawing"],
    ["Enter", "select a box, then open it"],
    ["+ \u2212 0", "zoom, fit"],
    ["n p c f", "in the timeline: next span, previous span, cause, fit the critical path"],
  ]),
);
addEventListener("keydown", (event) => {
  const isWriting = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey) return;
  if (event.key === "/" && !isWriting) {
    event.preventDefault();
    search.focus();
    search.select();
  } else if (event.key === "?" && !isWriting) {
    event.preventDefault();
    place("keys").showModal();
  } else if (event.key === "Escape") {
    if (state.search) {
      search.value = "";
      show({ search: "", page: "1" }, true);
    } else if (state.span) show({ span: "" }, true);
    else if (state.select) show({ select: "" });
    if (isWriting) event.target.blur();
  } else if (/^Arrow(Up|Down)$/.test(event.key) && !isWriting) {
    // From row to row.
    const row = event.target.closest("main tr, main li");
    let next = row;
    do next = next &&
      next[event.key === "ArrowUp" ? "previousElementSibling" : "nextElementSibling"]; while (
      next && !next.querySelector("a, button")
    );
    if (!next) return;
    event.preventDefault();
    next.querySelector("a, button").focus();
  }
});
for (
  const [id, action] of Object.entries({
    "zoom-in": () => zoomCamera(1.25),
    "zoom-out": () => zoomCamera(0.8),
    "zoom-fit": () => fitCamera(),
    "help": () => place("keys").showModal(),
    "keys-close": () => place("keys").close(),
    "skip": (event) => {
      // Its fragment is no address of a view.
      event.preventDefault();
      place("main").focus();
    },
  })
) place(id).addEventListener("click", action);
for (const name of ["hashchange", "popstate"]) {
  addEventListener(name, () => {
    readAddress();
    // Otherwise it is rendered when the data has arrived.
    if (model.graph) render();
  });
}
let resizing = 0;
addEventListener("resize", () => {
  clearTimeout(resizing);
  resizing = setTimeout(() => {
    if (state.view === "wiring") fitCamera();
    report();
  }, 120);
});
for (const name of ["beforeprint", "afterprint"]) {
  addEventListener(name, () => {
    isPrinting = name === "beforeprint";
    if (isPrinting && !source.isLive) {
      // Paper has no tabs: a report is printed whole.
      for (const [view, { isThere, render: renderView }] of Object.entries(views)) {
        if (!isThere()) continue;
        place("view-" + view).hidden = false;
        renderView(false);
      }
      if (hasJobs()) parts.jobs().openFlows();
    } else {
      render();
    }
    fitCamera();
  });
}

// A running app: what changes there is merged, and shown at most four times a second.

/** The spans since the page was opened, by node, by two nodes and by two modules. */
const spanCounts = new Map();
let seenSpans = new Map();
let effectsWaiting = new Map();
const countSpan = (span) => {
  const add = (key) => spanCounts.set(key, (spanCounts.get(key) || 0) + 1);
  const own = { node: nodeOfSpan(span.kind, span.name), module: span.module };
  const join = (cause, effect) => {
    if (cause.node && effect.node) add(cause.node + "\n" + effect.node);
    if (cause.module !== effect.module) add(cause.module + "\n" + effect.module);
  };
  if (own.node) add(own.node);
  // A cause may finish after what it causes.
  for (const effect of effectsWaiting.get(span.id) || []) join(own, effect);
  effectsWaiting.delete(span.id);
  const cause = seenSpans.get(span.cause);
  if (cause) join(cause, own);
  else if (span.cause !== undefined) append(effectsWaiting, span.cause, own);
  seenSpans.set(span.id, own);
  // Of what is that old, nothing more follows.
  if (seenSpans.size > 50_000) [seenSpans, effectsWaiting] = [new Map(), new Map()];
};
let newSpans = [];
let spansDue = 0;
const mostSpansKept = 100_000;
/** Adds new spans to the trace, at most twice a second, as they are laid out again. */
const takeSpans = () => {
  if (!newSpans.length || !model.trace) return false;
  if (performance.now() < spansDue) {
    renderSoon();
    return false;
  }
  model.trace = merged(model.trace, newSpans, mostSpansKept);
  newSpans = [];
  spansDue = performance.now() + 500;
  return true;
};

let isPressed = false;
for (const name of ["pointerdown", "pointerup", "pointercancel"]) {
  addEventListener(name, () => isPressed = name === "pointerdown", true);
}
let isDue = false;
const renderSoon = () => {
  if (isDue) return;
  isDue = true;
  setTimeout(() =>
    requestAnimationFrame(() => {
      isDue = false;
      // A click on what is replaced would be lost, and so would a selection of text.
      if (isPressed || !getSelection().isCollapsed) renderSoon();
      else render(true);
    }), 250);
};
const reload = async (isReset) => {
  loaded = await source.load();
  adopt(loaded.graph);
  drawn.key = null;
  if (isReset) {
    model.trace = traceRequest = null;
    newSpans = [];
  }
  renderHead();
  render();
};
const events = {
  nodes: (changes) => {
    for (const [id, change] of Object.entries(changes)) {
      if (change) model.states[id] = change;
      else delete model.states[id];
      searchTexts.delete(id);
    }
  },
  jobs: (jobs) => model.live.jobs = jobs,
  store: (store) => model.live.store = store,
  runs: (runs) => model.live.runs = runs,
  structure: () => reload(false),
  reset: () => reload(true),
  spans: (spans) => {
    spans.forEach(countSpan);
    // A trace that is read later has these spans.
    if (!model.trace && !traceRequest) return;
    newSpans.push(...spans);
    if (newSpans.length > mostSpansKept) newSpans = newSpans.slice(-mostSpansKept / 2);
  },
  logs: (records) => parts.logs().add(records),
  pulse: (pulse) => {
    pulses.push(pulse);
    if (pulses.length > 300) pulses.shift();
  },
  connection: ({ isOpen }) => isConnected = isOpen,
};

const start = async () => {
  loaded = await source.load();
  adopt(loaded.graph);
  readAddress();
  renderHead();
  render();
  for (const [type, take] of Object.entries(events)) {
    source.on(type, (data) => {
      take(data);
      renderSoon();
    });
  }
  source.start();
  root.dataset.nodes = String(model.graph.nodes.length);
  root.dataset.milliseconds = (performance.now() - began).toFixed(0);
  performance.mark("first view");
  root.dataset.ready = "true";
};
start().catch((error) => {
  replace("health", make("span", { class: "failing" }, "The page has no data: " + error.message));
  throw error;
});
