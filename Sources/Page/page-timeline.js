// The timeline: what ran, on lanes of time, and the critical path to each span.
//
// Spans are columns of numbers, sorted by their start, in nanoseconds from the beginning of the
// recording. Functions of the first half are pure.

/** Adds up gaps between neighbours. */
const summed = (gaps) => {
  const sums = new Float64Array(gaps.length);
  let sum = 0;
  for (let at = 0; at < gaps.length; at++) sums[at] = sum += gaps[at];
  return sums;
};

/** Reads the columns of a trace, which a running app may not have yet. */
// deno-lint-ignore no-unused-vars -- page.js calls it.
const readTrace = (given) => {
  const none = { rows: [], texts: [] };
  const columns = {
    gap: [],
    duration: [],
    id: [],
    cause: [],
    name: none,
    kind: none,
    module: none,
  };
  const data = { ...columns, dropped: 0, details: {}, ...given };
  const start = summed(data.gap);
  return {
    count: start.length,
    startedAt: data.startedAt,
    dropped: data.dropped,
    id: Float64Array.from(data.id),
    start,
    end: start.map((from, at) => from + data.duration[at]),
    cause: Int32Array.from(data.cause),
    name: Int32Array.from(data.name.rows),
    kind: Int32Array.from(data.kind.rows),
    module: Int32Array.from(data.module.rows),
    names: data.name.texts,
    kinds: data.kind.texts,
    modules: data.module.texts,
    details: new Map(Object.entries(data.details).map(([row, detail]) => [Number(row), detail])),
  };
};

/** Adds spans to a trace, except those that it has. Of more than `most` the oldest are dropped, a
 *  tenth at a time. Causes that finish after their effects are found when they come. */
const merged = (trace, more, most = Infinity) => {
  // Only of identifiers that are asked for, as a map of all takes long.
  const asked = new Set(more.flatMap(({ id, cause }) => [id, cause]));
  for (const { cause } of trace.details.values()) if (cause !== undefined) asked.add(cause);
  const known = new Map();
  trace.id.forEach((id, row) => asked.has(id) && known.set(id, row));
  const later = more.filter(({ id }) => !known.has(id) && known.set(id, -1))
    .sort((one, other) => one.start - other.start);
  if (!later.length) return trace;
  const total = trace.count + later.length;
  const dropped = total > most ? total - most + Math.floor(most / 10) : 0;
  const order = new Int32Array(total);
  let [old, next] = [0, 0];
  for (let at = 0; at < total; at++) {
    const isOld = next === later.length ||
      old < trace.count && trace.start[old] <= later[next].start;
    order[at] = isOld ? old++ : trace.count + next++;
  }
  const kept = order.subarray(dropped);
  const rowOf = new Int32Array(total).fill(-1);
  kept.forEach((before, row) => rowOf[before] = row);
  later.forEach(({ id }, at) => known.set(id, trace.count + at));
  const tables = { name: [...trace.names], kind: [...trace.kinds], module: [...trace.modules] };
  const numbers = Object.fromEntries(
    Object.entries(tables).map((
      [name, texts],
    ) => [name, new Map(texts.map((text, at) => [text, at]))]),
  );
  const numberOf = (name, text) => {
    if (!numbers[name].has(text)) numbers[name].set(text, tables[name].push(text) - 1);
    return numbers[name].get(text);
  };
  const column = (old, readLater) => {
    const values = new old.constructor(kept.length);
    for (let row = 0; row < values.length; row++) {
      const at = kept[row];
      values[row] = at < trace.count ? old[at] : readLater(later[at - trace.count]);
    }
    return values;
  };
  const texts = (name) => column(trace[name], (span) => numberOf(name, span[name]));
  const details = new Map();
  const unknownCauses = new Map();
  const keep = (before, detail, cause) => {
    const row = rowOf[before];
    if (row < 0) return;
    if (cause !== undefined) unknownCauses.set(row, cause);
    if (detail) details.set(row, detail);
  };
  for (const [row, detail] of trace.details) keep(row, detail, detail.cause);
  later.forEach(({ attributes, links, cause }, at) => {
    keep(
      trace.count + at,
      attributes || links || cause !== undefined ? { attributes, links, cause } : null,
      cause,
    );
  });
  const cause = column(trace.cause, () => -1)
    .map((at) => at < 0 ? -1 : rowOf[at]);
  for (const [row, id] of unknownCauses) {
    const at = known.get(id);
    if (at !== undefined && cause[row] < 0) cause[row] = rowOf[at];
  }
  return {
    ...trace,
    count: kept.length,
    dropped: (trace.dropped || 0) + dropped,
    id: column(trace.id, (span) => span.id),
    start: column(trace.start, (span) => span.start),
    end: column(trace.end, (span) => span.start + span.duration),
    cause,
    name: texts("name"),
    kind: texts("kind"),
    module: texts("module"),
    names: tables.name,
    kinds: tables.kind,
    modules: tables.module,
    details,
  };
};
/** Adds runs, which have negative identifiers and no cause, to the spans of a trace. */
const addRuns = (trace, runs) =>
  merged(trace, runs.map((run, at) => ({ ...run, id: -1 - at, duration: run.end - run.start })));

/** Sorts numbers into buckets: those of bucket n are in `list` from `first[n]` to `first[n + 1]`,
 *  in their order. Numbers without a bucket are left out. */
const bucketed = (count, buckets, bucketOf) => {
  const first = new Int32Array(buckets + 1);
  for (let at = 0; at < count; at++) {
    const bucket = bucketOf(at);
    if (bucket >= 0) first[bucket + 1]++;
  }
  for (let bucket = 0; bucket < buckets; bucket++) first[bucket + 1] += first[bucket];
  const next = first.slice(0, buckets);
  const list = new Int32Array(first[buckets]);
  for (let at = 0; at < count; at++) {
    const bucket = bucketOf(at);
    if (bucket >= 0) list[next[bucket]++] = at;
  }
  return { first, list };
};

/** The effects of each span; bucket 0 has the spans without a known cause. */
const effectsOf = (spans) => bucketed(spans.count, spans.count + 1, (row) => spans.cause[row] + 1);

/** Puts the spans of each group on tracks. On a track, spans lie beside or inside each other;
 *  their depth is the number of spans around them. */
const layOutTracks = (spans, group, groups, rows) => {
  const track = new Int32Array(spans.count);
  const depth = new Int32Array(spans.count);
  const tracks = Array.from({ length: groups }, () => []);
  const accepts = (open, start, end) => {
    while (open.length && open[open.length - 1] <= start) open.pop();
    return !open.length || open[open.length - 1] >= end;
  };
  for (const row of rows || spans.start.keys()) {
    const [start, end] = [spans.start[row], spans.end[row]];
    const own = tracks[group[row]];
    let number = own.findIndex((open) => accepts(open, start, end));
    if (number < 0) number = own.push([]) - 1;
    track[row] = number;
    depth[row] = own[number].push(end) - 1;
  }
  return { track, depth, counts: tracks.map((own) => own.length) };
};

/** Stacks tracks as lines of a drawing: each track has one for each depth, and each group is a
 *  lane. No two spans of a line overlap. */
const layOutLines = (spans, group, names) => {
  const { track, depth, counts } = layOutTracks(spans, group, names.length);
  const deepest = counts.map((count) => new Int32Array(count).fill(-1));
  for (let row = 0; row < spans.count; row++) {
    const own = deepest[group[row]];
    own[track[row]] = Math.max(own[track[row]], depth[row]);
  }
  const lanes = [];
  const bases = [];
  let line = 0;
  const order = [...names.keys()].filter((number) => counts[number])
    .sort((one, other) => names[one] < names[other] ? -1 : 1);
  for (const number of order) {
    const first = line;
    bases[number] = [...deepest[number]].map((most) => {
      const base = line;
      line += most + 1;
      return base;
    });
    lanes.push({ name: names[number], first, last: line });
  }
  const lineOf = new Int32Array(spans.count);
  for (let row = 0; row < spans.count; row++) {
    lineOf[row] = bases[group[row]][track[row]] + depth[row];
  }
  return { lanes, lines: line, lineOf, ...bucketed(spans.count, line, (row) => lineOf[row]) };
};

/** The first of ascending numbers, from one on, that is not below a limit: in steps that double,
 *  as it is near most often. */
const firstNotBelow = (value, from, last, limit) => {
  let [low, step] = [from, 1];
  while (low + step <= last && value(low + step - 1) < limit) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, last);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value(middle) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Spans that are narrower, in pixels, are merged where they share a column of pixels. */
const narrowest = 3;

/** Visits what can be seen of a line: `wide` gets a span, `narrow` two columns of pixels and the
 *  first of the spans there. The cost is that of the pixels, whatever the number of spans. */
const visitLine = (spans, { first, list }, line, view, wide, narrow) => {
  const last = first[line + 1];
  const startAt = (at) => spans.start[list[at]];
  const endAt = (at) => spans.end[list[at]];
  const columnOf = (time) => Math.floor((time - view.from) / view.perPixel);
  const until = view.from + view.width * view.perPixel;
  let at = firstNotBelow(endAt, first[line], last, view.from);
  while (at < last && startAt(at) <= until) {
    const isWide = (other) => endAt(other) - startAt(other) >= narrowest * view.perPixel;
    if (isWide(at)) {
      wide(list[at++]);
      continue;
    }
    const column = columnOf(startAt(at));
    const next = firstNotBelow(
      startAt,
      at + 1,
      last,
      view.from + (column + 1) * view.perPixel,
    );
    // Only the last of a column can reach beyond it.
    const final = next - 1;
    const hasWide = final > at && isWide(final);
    narrow(
      Math.max(column, 0),
      Math.min(hasWide ? column : Math.max(columnOf(endAt(final)), column), view.width - 1),
      list[at],
    );
    if (hasWide) wide(list[final]);
    at = next;
  }
};

/** The span of a line at a time, or the nearest one within a distance; -1 if there is none. */
const spanAt = (spans, { first, list }, line, time, distance) => {
  const [from, last] = [first[line], first[line + 1]];
  const at = firstNotBelow((other) => spans.end[list[other]], from, last, time);
  const near = [at - 1, at].filter((other) => other >= from && other < last).map((other) => ({
    row: list[other],
    away: Math.max(spans.start[list[other]] - time, time - spans.end[list[other]], 0),
  })).filter(({ away }) => away <= distance);
  near.sort((one, other) => one.away - other.away);
  return near.length ? near[0].row : -1;
};

/** Marks the spans that have all words in their name, kind, module or attributes. */
const matchesOf = (spans, wanted) => {
  const matches = new Uint8Array(spans.count).fill(1);
  const tables = [[spans.name, spans.names], [spans.kind, spans.kinds], [
    spans.module,
    spans.modules,
  ]];
  for (const word of wanted) {
    const having = tables.map(([rows, texts]) => [
      rows,
      Uint8Array.from(texts, (text) => text.toLowerCase().includes(word) ? 1 : 0),
    ]);
    for (let row = 0; row < spans.count; row++) {
      if (!matches[row] || having.some(([rows, has]) => has[rows[row]])) continue;
      const { attributes } = spans.details.get(row) || {};
      const text = attributes ? Object.entries(attributes).flat().join(" ").toLowerCase() : "";
      if (!text.includes(word)) matches[row] = 0;
    }
  }
  return matches;
};

/** The critical path to a span: its causes from the first one on. Each step has the time that it
 *  waited after the end of its cause, and the time until the next one began or it ended. */
const criticalPathTo = (spans, row) => {
  const rows = [];
  const seen = new Set();
  for (let at = row; at >= 0 && !seen.has(at); at = spans.cause[at]) {
    seen.add(at);
    rows.push(at);
  }
  rows.reverse();
  return rows.map((own, at) => {
    const next = rows[at + 1];
    const until = next === undefined ? spans.end[own] : spans.start[next];
    const before = rows[at - 1];
    return {
      row: own,
      waited: before === undefined ? 0 : Math.max(0, spans.start[own] - spans.end[before]),
      ran: Math.max(0, Math.min(spans.end[own], until) - spans.start[own]),
    };
  });
};

const day = 86_400e9;
/** The distances of marks on the ruler, in nanoseconds: 1, 2 and 5 of each power up to 10 s, and
 *  parts of a minute, of an hour and of a day. */
const rulerSteps = [
  ...Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((factor) => factor * 10 ** power))
    .flat(),
  ...[10, 30, 60, 300, 900, 3_600, 10_800, 21_600, 43_200].map((seconds) => seconds * 1e9),
];
const rulerStep = (least) =>
  rulerSteps.find((step) => step >= least) || Math.ceil(least / day) * day;

/** A time of day, with as many digits as tell the marks of a ruler from each other. */
const dayTime = (nanoseconds, step) => {
  const time = ((nanoseconds % day) + day) % day;
  const seconds = Math.floor(time / 1e9);
  const two = (number) => String(number).padStart(2, "0");
  const digits = step >= 1e9 ? 0 : 9 - Math.floor(Math.log10(step) + 1e-9);
  const fraction = String(Math.floor(time % 1e9)).padStart(9, "0").slice(0, digits);
  return two(Math.floor(seconds / 3600)) + ":" + two(Math.floor(seconds / 60) % 60) + ":" +
    two(seconds % 60) + (digits ? "." + fraction : "");
};

/** A time in microseconds, as Perfetto reads it. It multiplies by a thousand and cuts the
 *  fraction off, so that the nearest number may lose a nanosecond; the next one does not. */
const perfettoTime = (nanoseconds) => {
  const nearest = nanoseconds / 1000;
  if (Math.trunc(nearest * 1000) >= nanoseconds) return nearest;
  const number = new Float64Array([nearest]);
  new BigInt64Array(number.buffer)[0] += nearest > 0 ? 1n : -1n;
  return number[0];
};

/** Some spans as a trace that Perfetto opens: with the tracks, the arrows and the order of events
 *  that `TraceSnapshot.chromeTraceJSON()` writes. */
const chromeTrace = (spans, rows, process) => {
  const { track, counts } = layOutTracks(spans, spans.module, spans.modules.length, rows);
  const modules = [...spans.modules.keys()].filter((module) => counts[module])
    .sort((one, other) => spans.modules[one] < spans.modules[other] ? -1 : 1);
  const firstTrack = new Map();
  const pid = process.id;
  const traceEvents = [{
    ph: "M",
    name: "process_name",
    pid,
    tid: 0,
    args: { name: process.name },
  }];
  let tracks = 0;
  for (const module of modules) {
    firstTrack.set(module, tracks + 1);
    for (let number = 1; number <= counts[module]; number++) {
      const name = spans.modules[module] + (number > 1 ? " " + number : "");
      traceEvents.push({ ph: "M", name: "thread_name", pid, tid: ++tracks, args: { name } });
    }
  }
  const effects = new Map();
  const shown = new Set(rows);
  for (const row of rows) {
    const cause = spans.cause[row];
    if (!shown.has(cause)) continue;
    if (!effects.has(cause)) effects.set(cause, []);
    effects.get(cause).push(row);
  }
  for (const row of rows) {
    const detail = spans.details.get(row) || {};
    const cause = spans.cause[row] >= 0 ? spans.id[spans.cause[row]] : detail.cause;
    const ts = perfettoTime(spans.start[row]);
    const at = { pid, tid: firstTrack.get(spans.module[row]) + track[row], ts };
    // JSON leaves out what is not defined.
    const args = {
      span: spans.id[row] > 0 ? spans.id[row] : undefined,
      cause,
      links: detail.links,
      attributes: detail.attributes,
    };
    const dur = perfettoTime(spans.end[row] - spans.start[row]);
    const cat = spans.kinds[spans.kind[row]];
    traceEvents.push({ ph: "X", name: spans.names[spans.name[row]], cat, ...at, dur, args });
    const arrow = (ph, id) => ({ ph, name: "cause", cat: "cause", ...at, id });
    if (shown.has(spans.cause[row])) traceEvents.push({ ...arrow("f", spans.id[row]), bp: "e" });
    for (const effect of effects.get(row) || []) {
      traceEvents.push(arrow("s", spans.id[effect]));
    }
  }
  const startedAt = spans.startedAt === undefined ? undefined : spans.startedAt / 1e6;
  return { traceEvents, displayTimeUnit: "ns", otherData: { dropped: spans.dropped, startedAt } };
};

/** Runs that the store knows of, with times in nanoseconds from the beginning of a recording. */
const runsInStore = (live, startedAt) => {
  if (startedAt === undefined) return [];
  const since = (microseconds) => (microseconds - startedAt) * 1000;
  const now = live.microsecondsSince1970 ?? startedAt;
  const run = (kind, name, module, begun, ended, attributes) => ({
    kind,
    name,
    module,
    start: since(begun),
    end: Math.max(since(ended ?? now), since(begun)),
    attributes: Object.fromEntries(
      Object.entries(attributes).filter(([, text]) => text !== undefined)
        .map(([key, text]) => [key, String(text)]),
    ),
  });
  const records = ((live.store || {}).records || []).filter(({ begun }) => begun !== undefined);
  const jobs = ((live.jobs || {}).running || []).filter(({ begun }) => begun !== undefined);
  return [
    ...records.map(({ task, begun, ended, state, number, owner, detail }) =>
      run("task", task, "Durable schedules", begun, ended, { state, number, owner, detail })
    ),
    ...jobs.map(({ id, name, queue, begun, attempt, owner }) =>
      run("job", name, "Jobs", begun, undefined, { state: "running", id, queue, attempt, owner })
    ),
  ];
};

/**
 * Makes the part of the page that draws the timeline. It stands before the rest of the script, and
 * uses the helpers of that only when it is called.
 */
// deno-lint-ignore no-unused-vars -- page.js calls it.
const makeTimelinePart = () => {
  let trace, spans, effects, all, traced;
  /** Follows a running app: the latest spans stay at the right edge. */
  let isFollowing = source.isLive;
  const sizes = { gutter: 150, ruler: 26, line: 17, bar: 15, lane: 9 };
  const processOf = (text) => {
    const parts = /^(.*) \((\d+)\)$/.exec(text || "");
    return { name: parts ? parts[1] : text || "process", id: parts ? Number(parts[2]) : 1 };
  };

  // What is shown: the times, the lanes, what matches the search, and what is selected.

  const view = { from: 0, perPixel: 1, width: 0, height: 0, top: 0 };
  const extent = ({ count, start, end }) =>
    count
      ? { from: start[0], until: end.reduce((most, one) => Math.max(most, one), -Infinity) }
      : { from: 0, until: 1e9 };
  const layouts = new Map();
  /** Takes over a trace, if it is another one. */
  const takeTrace = () => {
    if (trace === model.trace) return false;
    trace = model.trace;
    spans = addRuns(trace, runsInStore(model.live, trace.startedAt));
    effects = effectsOf(spans);
    [all, traced] = [extent(spans), extent(trace)];
    layouts.clear();
    return true;
  };
  takeTrace();
  const layoutBy = (lanes) => {
    let layout = layouts.get(lanes);
    if (!layout) {
      layout = lanes === "kind"
        ? layOutLines(spans, spans.kind, spans.kinds)
        : layOutLines(spans, spans.module, spans.modules);
      // Lanes have a space between them.
      let top = sizes.ruler;
      layout.tops = new Float64Array(layout.lines);
      for (const lane of layout.lanes) {
        lane.top = top;
        for (let line = lane.first; line < lane.last; line++) {
          layout.tops[line] = top + sizes.lane / 2 + (line - lane.first) * sizes.line;
        }
        top += (lane.last - lane.first) * sizes.line + sizes.lane;
      }
      layout.height = top;
      layouts.set(lanes, layout);
    }
    return layout;
  };
  let layout = layoutBy("");
  /** The spans that match the search, in the lines of the layout; nothing without a search. */
  let found = null;
  let selected = -1;
  let path = [];

  const timeAt = (x) => view.from + (x - sizes.gutter) * view.perPixel;
  const xOf = (time) => sizes.gutter + (time - view.from) / view.perPixel;
  const middleOf = (row) => layout.tops[layout.lineOf[row]] - view.top + sizes.bar / 2;

  // The elements.

  const surface = make("canvas", {
    id: "timeline-canvas",
    tabindex: "0",
    role: "application",
    "aria-label": "Timeline. Left and right move, plus and minus zoom, 0 fits, n and p select " +
      "the next and the previous span, c selects the cause, f fits the critical path.",
  });
  const panel = make("div", { class: "details", "aria-live": "polite" });
  const pathPart = make("div", { id: "timeline-path" });
  const status = make("p", { class: "quiet", role: "status" });
  const followButton = make("button", {
    class: "button",
    type: "button",
    "aria-pressed": "true",
    onclick: () => follow(!isFollowing),
  }, "Follow");
  const follow = (isOn) => {
    if (!source.isLive) return;
    isFollowing = isOn;
    followButton.setAttribute("aria-pressed", String(isOn));
    if (isOn) followEnd();
  };
  const lanesChoice = make(
    "select",
    {
      class: "field",
      "aria-label": "Lanes",
      onchange: (event) => show({ lanes: event.target.value }, true),
    },
    make("option", { value: "" }, "Lanes by module"),
    make("option", { value: "kind" }, "Lanes by kind"),
  );
  const button = (text, label, onclick) =>
    make("button", { class: "button", type: "button", "aria-label": label, onclick }, text);
  replace(
    "timeline-parts",
    make(
      "div",
      { class: "filters", role: "group", "aria-label": "Timeline" },
      lanesChoice,
      source.isLive ? followButton : null,
      button("\u2212", "Longer times", () => zoom(1.5)),
      button("+", "Shorter times", () => zoom(1 / 1.5)),
      button("Fit", "Fit the trace", () => fitOf(traced)),
      all.from < traced.from || all.until > traced.until
        ? button("All", "Fit all runs of the store", () => fitOf(all))
        : null,
      button("Export", "Export what is visible for Perfetto", () => exportVisible()),
      status,
    ),
    make("div", { class: "panel graph-frame" }, make("div", { class: "canvas" }, surface), panel),
    pathPart,
  );

  // Drawing. Narrow spans are points of an image that is one point high for each line, so that
  // the cost of a frame is that of its pixels.

  const context = surface.getContext("2d", { alpha: false });
  const strips = document.createElement("canvas");
  const stripContext = strips.getContext("2d");
  let image = null;
  let points = null;
  let colors = null;
  const font = "11px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
  const readColors = () => {
    const style = getComputedStyle(root);
    const color = (name) => style.getPropertyValue("--" + name).trim();
    const names = ["panel", "sunken", "text", "muted", "line", "strong-line", "accent"];
    colors = Object.fromEntries(names.map((name) => [name, color(name)]));
    colors.kinds = spans.kinds.map((kind) => color(hues[kind] || "other"));
    /** A colour as the bytes of an image have it: red first. */
    const bytes = (text) => {
      const number = Number.parseInt(text.slice(1), 16);
      return new Uint32Array(
        new Uint8Array([number >> 16, number >> 8, number, 255]).buffer,
      )[0];
    };
    colors.points = colors.kinds.map(bytes);
  };
  const resizeSurface = () => {
    const ratio = devicePixelRatio || 1;
    surface.width = Math.round((view.width + sizes.gutter) * ratio);
    surface.height = Math.round(view.height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    image = null;
  };
  const visibleLines = () => {
    const { tops } = layout;
    const topOf = (line) => tops[line];
    const from = firstNotBelow(topOf, 0, tops.length, view.top + sizes.ruler - sizes.bar);
    const last = firstNotBelow(topOf, from, tops.length, view.top + view.height);
    return { from, last };
  };
  const roomForPoints = (lines) => {
    if (image && image.width === view.width && image.height >= lines) {
      points.fill(0);
      return;
    }
    image = stripContext.createImageData(view.width, lines + 8);
    points = new Uint32Array(image.data.buffer);
    strips.width = image.width;
    strips.height = image.height;
  };
  const labelOf = (row, width) => {
    const name = spans.names[spans.name[row]];
    const most = Math.floor((width - 8) / 6.2);
    return name.length > most ? name.slice(0, most - 1) + "\u2026" : name;
  };
  const drawWide = (wide) => {
    let kind = -1;
    const right = sizes.gutter + view.width;
    const edges = wide.map(({ row }) => {
      const from = Math.max(xOf(spans.start[row]), sizes.gutter - 1);
      return [from, Math.min(xOf(spans.end[row]), right + 1) - from];
    });
    wide.forEach(({ row, y }, at) => {
      if (spans.kind[row] !== kind) context.fillStyle = colors.kinds[kind = spans.kind[row]];
      context.fillRect(edges[at][0], y, Math.max(edges[at][1] - 0.5, 1), sizes.bar);
    });
    context.fillStyle = colors.panel;
    wide.forEach(({ row, y }, at) => {
      const [from, width] = edges[at];
      if (width >= 40) context.fillText(labelOf(row, width), from + 4, y + sizes.bar / 2 + 0.5);
    });
  };
  const drawLines = (index, opacity) => {
    const { from, last } = visibleLines();
    roomForPoints(last - from);
    const wide = [];
    for (let line = from; line < last; line++) {
      const y = layout.tops[line] - view.top;
      const base = (line - from) * view.width;
      visitLine(
        spans,
        index,
        line,
        view,
        (row) => wide.push({ row, y }),
        (column, until, row) =>
          points.fill(colors.points[spans.kind[row]], base + column, base + until + 1),
      );
    }
    stripContext.putImageData(image, 0, 0);
    context.globalAlpha = opacity;
    context.imageSmoothingEnabled = false;
    for (let line = from; line < last; line++) {
      const y = layout.tops[line] - view.top;
      context.drawImage(
        strips,
        ...[0, line - from, view.width, 1],
        ...[sizes.gutter, y, view.width, sizes.bar],
      );
    }
    drawWide(wide);
    context.globalAlpha = 1;
  };
  const drawRuler = () => {
    context.fillStyle = colors.sunken;
    context.fillRect(0, 0, sizes.gutter + view.width, sizes.ruler);
    const isKnown = spans.startedAt !== undefined;
    // Of the day only, as nanoseconds since 1970 have no exact number.
    const zero = isKnown ? (spans.startedAt % 86_400e6) * 1000 : 0;
    const step = rulerStep(view.perPixel * 120);
    let at = Math.ceil((view.from + zero) / step) * step;
    const until = view.from + view.width * view.perPixel + zero;
    for (; at <= until; at += step) {
      const x = Math.round(xOf(at - zero)) + 0.5;
      context.fillStyle = colors.line;
      context.fillRect(x, 0, 1, view.height);
      context.fillStyle = colors.muted;
      context.fillText(isKnown ? dayTime(at, step) : time(at / 1000), x + 5, sizes.ruler / 2);
    }
    return isKnown
      ? new Date((spans.startedAt + view.from / 1000) / 1000).toISOString().slice(0, 10) + " UTC"
      : "from the start";
  };
  const drawGutter = (title) => {
    context.fillStyle = colors.panel;
    context.fillRect(0, sizes.ruler, sizes.gutter, view.height);
    for (const lane of layout.lanes) {
      const y = lane.top - view.top;
      if (y > view.height || y + (lane.last - lane.first + 1) * sizes.line < sizes.ruler) continue;
      context.fillStyle = colors.line;
      context.fillRect(0, Math.round(y), sizes.gutter + view.width, 1);
      context.fillStyle = colors.text;
      const below = Math.max(y, sizes.ruler) + sizes.lane / 2 + sizes.bar / 2;
      context.fillText(shorten(lane.name, font, sizes.gutter - 16), 10, below);
    }
    context.fillStyle = colors.sunken;
    context.fillRect(0, 0, sizes.gutter, sizes.ruler);
    context.fillStyle = colors.muted;
    context.fillText(title, 10, sizes.ruler / 2);
    context.fillStyle = colors["strong-line"];
    context.fillRect(sizes.gutter - 1, 0, 1, view.height);
  };
  const drawArrow = (from, to) => {
    const fromTime = Math.min(spans.end[from.row], spans.start[to.row]);
    const [x, y, toX, toY] = [
      xOf(fromTime),
      middleOf(from.row),
      xOf(spans.start[to.row]),
      middleOf(to.row),
    ];
    const right = sizes.gutter + view.width;
    if (Math.max(x, toX) < 0 || Math.min(x, toX) > right) return;
    context.setLineDash(to.waited ? [4, 3] : []);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x, toY);
    context.lineTo(toX, toY);
    context.stroke();
    context.setLineDash([]);
    const side = y <= toY ? 1 : -1;
    context.beginPath();
    // Beside each other in time the tip points to the right, else up or down.
    if (toX - x > 7 || y === toY) {
      context.moveTo(toX, toY);
      context.lineTo(toX - 7, toY - 4);
      context.lineTo(toX - 7, toY + 4);
    } else {
      context.moveTo(toX, toY - side * sizes.bar / 2);
      context.lineTo(toX - 4, toY - side * (sizes.bar / 2 + 7));
      context.lineTo(toX + 4, toY - side * (sizes.bar / 2 + 7));
    }
    context.fill();
  };
  const drawPath = () => {
    context.strokeStyle = context.fillStyle = colors.text;
    context.lineWidth = 1.5;
    const right = sizes.gutter + view.width;
    path.forEach((step, at) => {
      const from = Math.max(xOf(spans.start[step.row]), -9);
      const width = Math.min(xOf(spans.end[step.row]), right + 9) - from;
      const y = layout.tops[layout.lineOf[step.row]] - view.top;
      if (from <= right && width >= 0) {
        context.lineWidth = step.row === selected ? 3 : 1.5;
        context.strokeRect(from, y, Math.max(width, 2), sizes.bar);
        context.lineWidth = 1.5;
      }
      if (at) drawArrow(path[at - 1], step);
    });
  };
  const drawFrame = () => {
    if (!view.width || !view.height) return;
    context.font = font;
    context.textBaseline = "middle";
    context.fillStyle = colors.panel;
    context.fillRect(0, 0, sizes.gutter + view.width, view.height);
    const title = drawRuler();
    context.save();
    context.beginPath();
    context.rect(sizes.gutter, sizes.ruler, view.width, view.height - sizes.ruler);
    context.clip();
    drawLines(layout, found ? 0.22 : 1);
    if (found) drawLines(found, 1);
    drawPath();
    context.restore();
    drawGutter(title);
  };
  let isRequested = false;
  const requestFrame = () => {
    if (isRequested) return;
    isRequested = true;
    requestAnimationFrame(() => {
      isRequested = false;
      drawFrame();
    });
  };

  // Moving.

  const clamp = (value, least, most) => Math.max(least, Math.min(value, most));
  const move = () => {
    const length = view.width * view.perPixel;
    view.from = clamp(view.from, all.from - length * 0.8, all.until - length * 0.2);
    view.top = clamp(view.top, 0, Math.max(layout.height + 8 - view.height, 0));
    requestFrame();
  };
  const fit = ({ from, until }) => {
    const length = Math.max(until - from, 1000);
    view.perPixel = length * 1.04 / Math.max(view.width, 1);
    view.from = from - length * 0.02;
    move();
  };
  const followEnd = () => {
    view.from = traced.until - view.width * view.perPixel * 0.98;
    move();
  };
  const zoom = (factor, x) => {
    const right = isFollowing ? sizes.gutter + view.width * 0.98 : undefined;
    const at = right ?? x ?? sizes.gutter + view.width / 2;
    const fixed = timeAt(at);
    const most = (all.until - all.from + 1000) * 4 / Math.max(view.width, 1);
    view.perPixel = clamp(view.perPixel * factor, 0.5, most);
    view.from = fixed - (at - sizes.gutter) * view.perPixel;
    move();
  };
  const fitOf = (range) => {
    follow(false);
    fit(range);
  };
  const fitPath = () =>
    fitOf({
      from: spans.start[path[0].row],
      until: path.reduce((most, { row }) => Math.max(most, spans.end[row]), 0),
    });
  /** Brings a span into view. */
  const reveal = (row) => {
    follow(false);
    const [x, until] = [xOf(spans.start[row]), xOf(spans.end[row])];
    if (until < sizes.gutter || x > sizes.gutter + view.width) {
      view.from = spans.start[row] - view.width * view.perPixel / 3;
    }
    const y = middleOf(row);
    if (y < sizes.ruler + sizes.bar || y > view.height - sizes.bar) view.top += y - view.height / 2;
    move();
  };

  // The selection.

  const select = (row) => show({ span: row < 0 ? "" : String(spans.id[row]) }, true);
  const spanLink = (row) =>
    make("button", {
      class: "link",
      type: "button",
      onclick: () => {
        select(row);
        reveal(row);
        // The link itself is replaced, and the keys of the timeline go on from here.
        surface.focus();
      },
    }, spans.names[spans.name[row]]);
  const kindOf = (row) => spans.kinds[spans.kind[row]];
  const clock = (row) =>
    spans.startedAt === undefined
      ? time(spans.start[row] / 1000)
      : dayTime(spans.start[row] + (spans.startedAt % 86_400e6) * 1000, 1000);
  const took = (nanoseconds) =>
    !nanoseconds ? "at once" : nanoseconds < 1000 ? nanoseconds + " ns" : time(nanoseconds / 1000);
  const effectsFrom = (
    row,
  ) => [...effects.list.subarray(effects.first[row + 1], effects.first[row + 2])];
  const facts = (pairs) =>
    make(
      "dl",
      {},
      pairs.filter(([, value]) => value)
        .map(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]),
    );
  const detailsOf = (row) => {
    const { links, attributes } = spans.details.get(row) || {};
    const cause = spans.cause[row];
    const node = nodeOfSpan(kindOf(row), spans.names[spans.name[row]]);
    return [
      make("p", { class: "kind" }, dot(kindOf(row)), kindOf(row)),
      make("h3", {}, spans.names[spans.name[row]]),
      facts([
        ["Module", moduleLink(spans.modules[spans.module[row]])],
        ["Began", clock(row)],
        ["Took", took(spans.end[row] - spans.start[row])],
        ["Cause", cause >= 0 ? spanLink(cause) : null],
        ["Declared", node ? nodeLink(node) : null],
        ...Object.entries(attributes || {}),
        ...(links || []).map((link) => ["Link", make("code", {}, link)]),
      ]),
      path.length > 1
        ? make(
          "p",
          { class: "actions" },
          button("Fit critical path", "Fit the critical path", fitPath),
        )
        : null,
      list("It caused", effectsFrom(row).map((effect) => make("li", {}, spanLink(effect)))),
    ];
  };
  const pathRow = ({ row, waited, ran }) =>
    make(
      "tr",
      { "aria-current": row === selected ? "true" : false },
      make("td", { class: "name" }, dot(kindOf(row)), spanLink(row)),
      make("td", { "data-label": "module:" }, spans.modules[spans.module[row]]),
      make("td", { class: "number short", "data-label": "began:" }, clock(row)),
      make(
        "td",
        { class: "number short", "data-label": "waited:" },
        waited ? took(waited) : "\u2013",
      ),
      make("td", { class: "number short", "data-label": "ran:" }, took(ran)),
    );
  const mostSteps = 100;
  const pathTable = () => {
    const waited = path.reduce((sum, step) => sum + step.waited, 0);
    const length = spans.end[selected] - spans.start[path[0].row];
    const left = path.length - mostSteps;
    return [
      make(
        "p",
        { class: "quiet" },
        "Critical path: " + counted(path.length, "span") + " in " + took(length) +
          (waited ? ", of which " + took(waited) + " waiting" : "") +
          (left > 0 ? "; the first " + left.toLocaleString("en") + " are left out" : "") + ".",
      ),
      make(
        "div",
        { class: "panel" },
        plainTable(
          "Critical path",
          [
            ["Span"],
            ["Module"],
            [spans.startedAt === undefined ? "Began" : "Began, in UTC", "number"],
            ["Waited", "number"],
            [
              "Ran until the next",
              "number",
            ],
          ],
          path.slice(-mostSteps).map(pathRow),
        ),
      ),
    ];
  };
  const overview = () => [
    make("h3", {}, counted(spans.count, "span")),
    facts([
      ["Began", trace.count ? clock(spans.start.indexOf(traced.from)) : null],
      ["Took", trace.count ? took(traced.until - traced.from) : null],
      ["Lost", trace.dropped ? counted(trace.dropped, "earlier span") : null],
    ]),
  ];
  let selectedSpan = "";
  const renderSelection = (isTaken) => {
    const row = state.span ? spans.id.indexOf(Number(state.span)) : -1;
    const isSame = state.span === selectedSpan && panel.hasChildNodes();
    if (row !== selected || !isSame) path = row < 0 ? [] : criticalPathTo(spans, row);
    selected = row;
    // Else a screen reader would read all of it again.
    if (isSame && (row >= 0 || !isTaken)) return;
    selectedSpan = state.span;
    panel.setAttribute("aria-live", row < 0 ? "off" : "polite");
    panel.replaceChildren(
      ...(row < 0 ? overview() : detailsOf(row)).flat(3).filter(Boolean),
    );
    pathPart.replaceChildren(...(path.length > 1 ? pathTable() : []));
    root.dataset.span = row < 0 ? "" : spans.names[spans.name[row]];
    root.dataset.path = String(path.length);
    if (row >= 0 && view.width) reveal(row);
  };

  // The search.

  let searched = "";
  let matches = null;
  const renderSearch = (isTaken) => {
    const wanted = words();
    if (wanted.join(" ") !== searched || isTaken) {
      searched = wanted.join(" ");
      matches = wanted.length ? matchesOf(spans, wanted) : null;
    }
    found = matches &&
      bucketed(spans.count, layout.lines, (row) => matches[row] ? layout.lineOf[row] : -1);
    status.textContent = found ? counted(found.list.length, "span") + " found" : "";
    root.dataset.found = found ? String(found.list.length) : "";
  };
  /** Selects the next span, or the next match, in the order of their start. */
  const step = (direction) => {
    let row = selected;
    if (row < 0) {
      row = firstNotBelow((at) => spans.start[at], 0, spans.count, view.from) -
        (direction > 0 ? 1 : 0);
    }
    do row += direction; while (matches && row >= 0 && row < spans.count && !matches[row]);
    if (row >= 0 && row < spans.count) select(row);
  };

  // The export.

  const visibleRows = () => {
    const until = view.from + view.width * view.perPixel;
    return [...spans.start.keys()].filter((row) =>
      spans.end[row] >= view.from && spans.start[row] <= until
    );
  };
  const exportVisible = () => {
    const text = JSON.stringify(chromeTrace(spans, visibleRows(), processOf(model.live.process)));
    const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    const link = make("a", { href: address, download: "timeline.json" });
    link.click();
    // Later, as the download reads it after the click.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  };

  // Mouse, touch and keys.

  const pointers = new Map();
  let hasMoved = false;
  surface.addEventListener("pointerdown", (event) => {
    if (!pointers.size) hasMoved = false;
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    surface.setPointerCapture(event.pointerId);
  });
  surface.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    if (!hasMoved && Math.hypot(now[0] - before[0], now[1] - before[1]) < 4) return;
    hasMoved = true;
    pointers.set(event.pointerId, now);
    if (pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
      const old = Math.abs(before[0] - other[0]);
      const left = surface.getBoundingClientRect().left;
      zoom(
        clamp(old / Math.max(Math.abs(now[0] - other[0]), 1), 0.5, 2),
        (now[0] + other[0]) / 2 - left,
      );
      return;
    }
    follow(false);
    view.from -= (now[0] - before[0]) * view.perPixel;
    view.top -= now[1] - before[1];
    move();
  });
  const letGo = (event) => pointers.delete(event.pointerId);
  surface.addEventListener("pointerup", letGo);
  surface.addEventListener("pointercancel", letGo);
  surface.addEventListener("click", (event) => {
    if (hasMoved) return;
    const y = event.offsetY + view.top;
    const line = firstNotBelow((at) => layout.tops[at], 0, layout.lines, y - sizes.bar);
    const isHit = event.offsetY > sizes.ruler && event.offsetX > sizes.gutter &&
      line < layout.lines && layout.tops[line] <= y;
    const index = found && found.first[line] < found.first[line + 1] ? found : layout;
    select(isHit ? spanAt(spans, index, line, timeAt(event.offsetX), 4 * view.perPixel) : -1);
  });
  surface.addEventListener("wheel", (event) => {
    // The page scrolls with the wheel alone; to the side, nothing else does.
    const isZoom = event.ctrlKey || event.metaKey;
    if (!isZoom && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
    event.preventDefault();
    if (isZoom) {
      zoom(Math.exp(event.deltaY / 240), Math.max(event.offsetX, sizes.gutter));
    } else {
      follow(false);
      view.from += event.deltaX * view.perPixel;
      move();
    }
  }, { passive: false });
  const pan = (pixels) => {
    follow(false);
    view.from += pixels * view.perPixel;
  };
  const keys = {
    ArrowLeft: () => pan(-60),
    ArrowRight: () => pan(60),
    ArrowUp: () => view.top -= 60,
    ArrowDown: () => view.top += 60,
    "+": () => zoom(1 / 1.5),
    "=": () => zoom(1 / 1.5),
    "-": () => zoom(1.5),
    0: () => fitOf(traced),
    f: () => path.length && fitPath(),
    n: () => step(1),
    p: () => step(-1),
    c: () => selected >= 0 && spans.cause[selected] >= 0 && select(spans.cause[selected]),
  };
  surface.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    action();
    move();
    event.preventDefault();
  });

  // The first frame, and those after the window or its colours have changed.

  let isFitted = false;
  /** Shows what the address asks for, and then says that it has been drawn. */
  const fitFirst = () => {
    isFitted = true;
    if (selected >= 0) {
      fitPath();
      reveal(selected);
    } else {
      // Of a running app the last minute.
      fit(isFollowing ? { from: traced.until - 60e9, until: traced.until } : traced);
    }
    // The next frame begins when this one has been painted.
    requestAnimationFrame(() => {
      performance.mark("timeline drawn");
      root.dataset.timeline = String(spans.count);
    });
  };
  new ResizeObserver(([{ contentRect }]) => {
    view.width = Math.max(Math.floor(contentRect.width) - sizes.gutter, 0);
    view.height = Math.floor(contentRect.height);
    resizeSurface();
    if (!isFitted && view.width) fitFirst();
    drawFrame();
  }).observe(surface);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    readColors();
    requestFrame();
  });
  readColors();

  return {
    render: () => {
      const isTaken = takeTrace();
      if (isTaken) readColors();
      lanesChoice.value = state.lanes;
      const before = layout;
      layout = layoutBy(state.lanes);
      renderSearch(isTaken);
      renderSelection(isTaken);
      if (isTaken) root.dataset.timeline = String(spans.count);
      if (isFollowing && isFitted) followEnd();
      else if (layout !== before && !isTaken && selected >= 0 && view.width) reveal(selected);
      else move();
    },
  };
};
