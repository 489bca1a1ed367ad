// Written by `embed`: change page.html, page.css, page-jobs.js, page-timeline.js or page.js, and run it again.
// swift-format-ignore-file

extension Report {
  static let html = #"""
<header class="head">
  <div class="name"><h1>TITLE</h1><p id="counts"></p></div>
  <nav aria-label="Parts of this page">
    <a href="#problems" data-part="problems">Problems</a>
    <a href="#graph" data-part="graph">Graph</a>
    <a href="#launch" data-part="launch">Runs</a>
    <a href="#store" data-part="store">Store</a>
    <a href="#jobs" data-part="jobs">Jobs</a>
    <a href="#trace" data-part="trace">Trace</a>
    <a href="#tables" data-part="tables">Tables</a>
  </nav>
  <div class="search" role="search">
    <input class="field" id="search" type="search" autocomplete="off" spellcheck="false"
      placeholder="Search names, modules, places" aria-label="Search"><kbd>/</kbd>
  </div>
</header>
<main>
  <noscript><p class="panel empty">This page is drawn by its own script, which this browser
    does not run. The data is in the page as JSON.</p></noscript>
  <section id="problems" aria-labelledby="problems-title">
    <div class="section-head"><h2 id="problems-title">Problems</h2>
      <p id="problem-counts"></p></div>
    <div class="panel" id="problem-list"></div>
  </section>
  <section id="graph" aria-labelledby="graph-title">
    <div class="section-head"><h2 id="graph-title">Graph</h2>
      <p class="quiet">Double-click to open, drag to move, hold Ctrl and scroll to zoom.</p></div>
    <div class="filters" id="filters" role="group" aria-label="Filters"></div>
    <div class="panel graph-frame">
      <div class="canvas">
        <svg id="canvas" role="group" aria-label="The graph"></svg>
        <div class="crumbs" id="crumbs"></div>
        <div class="zoom">
          <button class="button" type="button" id="zoom-out" aria-label="Smaller">&#8722;</button>
          <button class="button" type="button" id="zoom-in" aria-label="Larger">+</button>
          <button class="button" type="button" id="zoom-fit">Fit</button>
        </div>
        <p class="graph-note" id="graph-note"></p>
      </div>
      <div class="details" id="details" aria-live="polite"></div>
    </div>
  </section>
  <section id="launch" aria-labelledby="launch-title" hidden>
    <div class="section-head"><h2 id="launch-title">Runs of tasks</h2></div>
    <div class="panel timeline" id="run-list"></div>
  </section>
  <section id="store" aria-labelledby="store-title" hidden>
    <div class="section-head"><h2 id="store-title">Store</h2>
      <p id="store-counts"></p></div>
    <div class="panel" id="store-schedules"></div>
    <div class="tabs" id="store-filters" role="group" aria-label="Due times"></div>
    <div class="panel" id="store-records"></div>
  </section>
  <section id="jobs" aria-labelledby="jobs-title" hidden>
    <div class="section-head"><h2 id="jobs-title">Jobs</h2>
      <p id="job-counts"></p></div>
    <div id="job-parts"></div>
  </section>
  <section id="trace" aria-labelledby="trace-title" hidden>
    <div class="section-head"><h2 id="trace-title">Trace</h2>
      <p class="quiet">What ran, below what made it run.</p></div>
    <div class="panel trace" id="trace-list"></div>
  </section>
  <section id="tables" aria-labelledby="tables-title">
    <div class="section-head"><h2 id="tables-title">Everything declared</h2></div>
    <div class="tabs" id="tabs" role="group" aria-label="Kinds"></div>
    <div class="panel" id="table"></div>
  </section>
</main>
<footer>Written by ModularityKit from the records of the modules.</footer>
"""#
  static let css = #"""
/* The colours, the type and what all parts of the page have in common.

   Each product has one hue, in light and in dark; what a thing is within a
   product is said by its shape and in words. */

:root {
  color-scheme: light dark;
  --page: #f7f7f5; --panel: #ffffff; --sunken: #f1f1ee; --text: #1b1d20; --muted: #62666d;
  --faint: #73777e; --line: #e2e2dd; --strong-line: #c9c9c3; --accent: #2a5bd0;
  --accent-soft: #e7edfb; --error: #b42318; --error-soft: #fdecea; --warning: #8f5b00;
  --warning-soft: #fdf3dc; --success: #136a41; --success-soft: #e4f4ec; --notice: #4d5561; --notice-soft: #eef0f2;
  --rhea: #b4690e; --khala: #2a5bd0; --pharos: #16794c; --task: #7a3fb8; --wire: #b0305c;
  --other: #5d6570;
  --mono: ui-monospace, "SF Mono", "Cascadia Code", "JetBrains Mono", Menlo, Consolas,
    "DejaVu Sans Mono", monospace;
  --radius: 8px;
  --shadow: 0 1px 2px rgb(20 22 26 / 6%), 0 1px 1px rgb(20 22 26 / 4%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #131417; --panel: #1b1d21; --sunken: #16181b; --text: #e6e7e9; --muted: #a0a4ab;
    --faint: #8b9097; --line: #2b2e34; --strong-line: #43474f; --accent: #86a8ff;
    --accent-soft: #222c47; --error: #ff9389; --error-soft: #3a1f1d; --warning: #eebb5c;
    --warning-soft: #352a14; --success: #6fd3a0; --success-soft: #17301f; --notice: #b3b9c2; --notice-soft: #25282d;
    --rhea: #e5a44d; --khala: #86a8ff; --pharos: #5cc78f; --task: #c49bf0; --wire: #f28bb0;
    --other: #a2a9b4;
    --shadow: none;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 68px; -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--page); color: var(--text);
  font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  overflow-wrap: anywhere;
}
h1, h2, h3, h4, p, ul, ol, dl, dd { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1 { font-size: 17px; font-weight: 650; letter-spacing: -0.01em; line-height: 1.25; }
h2 { font-size: 20px; font-weight: 650; letter-spacing: -0.015em; line-height: 1.25; }
h3 { font-size: 15px; font-weight: 650; line-height: 1.35; }
h4 {
  font-size: 11px; font-weight: 600; letter-spacing: 0.06em; text-transform: uppercase;
  color: var(--muted);
}
code, .mono { font-family: var(--mono); font-size: 12.5px; }
button, input, select { font: inherit; color: inherit; }
button { cursor: pointer; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.quiet { color: var(--muted); }
.hidden-visually {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}
.link {
  border: 0; padding: 0; background: none; color: var(--accent); text-align: left;
  overflow-wrap: anywhere;
}
.link:hover { text-decoration: underline; }
.button {
  min-height: 32px; padding: 4px 11px; border: 1px solid var(--strong-line);
  border-radius: 6px; background: var(--panel);
}
.button:hover { border-color: var(--accent); }
.button[aria-pressed="true"], .button[aria-current="true"] {
  border-color: var(--accent); background: var(--accent-soft); color: var(--accent);
}
.button:disabled { opacity: 0.45; cursor: default; border-color: var(--line); }
.field {
  min-height: 32px; padding: 4px 10px; border: 1px solid var(--strong-line);
  border-radius: 6px; background: var(--panel);
}
.dot {
  display: inline-block; flex: none; width: 9px; height: 9px; margin-right: 6px;
  border-radius: 2px; background: var(--hue);
}
.dot.round { border-radius: 50%; }
.hue-rhea { --hue: var(--rhea); } .hue-khala { --hue: var(--khala); }
.hue-pharos { --hue: var(--pharos); } .hue-task { --hue: var(--task); }
.hue-wire { --hue: var(--wire); } .hue-other { --hue: var(--other); }
.tag {
  display: inline-block; padding: 0 7px; border-radius: 99px; background: var(--sunken);
  color: var(--muted); font-size: 12px; line-height: 20px;
}
.tag.error { background: var(--error-soft); color: var(--error); }
.tag.warning { background: var(--warning-soft); color: var(--warning); }
.tag.success { background: var(--success-soft); color: var(--success); }
.tag.notice { background: var(--notice-soft); color: var(--notice); }

/* How the parts of the page stand: its head, the problems, details and tables. */

.head {
  position: sticky; top: 0; z-index: 5; display: flex; flex-wrap: wrap; align-items: center;
  gap: 8px 20px; padding: 10px 24px; background: var(--panel);
  border-bottom: 1px solid var(--line);
}
.head .name { flex: 1 1 220px; min-width: 0; }
.head .name p { color: var(--muted); font-size: 12.5px; }
.head nav { display: flex; flex-wrap: wrap; gap: 2px 14px; }
.head nav a { color: var(--muted); padding: 4px 0; }
.head nav a:hover { color: var(--text); text-decoration: none; }
.search { position: relative; flex: 0 1 280px; }
.search input { width: 100%; padding-right: 34px; }
.search kbd {
  position: absolute; right: 8px; top: 6px; padding: 0 6px; border: 1px solid var(--line);
  border-radius: 4px; color: var(--faint); font: 12px/18px var(--mono); pointer-events: none;
}
.search input:focus + kbd { visibility: hidden; }
main { max-width: 1560px; margin: 0 auto; padding: 24px; }
section { margin-bottom: 40px; }
.section-head {
  display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 14px; margin-bottom: 12px;
}
.panel {
  background: var(--panel); border: 1px solid var(--line); border-radius: var(--radius);
  box-shadow: var(--shadow);
}
.empty { padding: 18px 20px; color: var(--muted); }

.problem {
  display: grid; grid-template-columns: 76px minmax(0, 1fr); gap: 2px 14px;
  padding: 12px 18px; border-bottom: 1px solid var(--line);
}
.problem:last-child { border-bottom: 0; }
.problem .where {
  grid-column: 2; display: flex; flex-wrap: wrap; gap: 2px 14px; font-size: 12.5px;
}
.problem .tag { justify-self: start; align-self: start; }
.problem > p:not(.where)::first-letter { text-transform: uppercase; }
.more { padding: 10px 18px; border-top: 1px solid var(--line); }

.filters { display: flex; flex-wrap: wrap; gap: 6px; margin-bottom: 12px; }
.filters .button {
  display: inline-flex; align-items: center; padding: 2px 10px; min-height: 28px;
  font-size: 13px;
}
.filters .button .count { margin-left: 6px; color: var(--faint); font-size: 12px; }
.filters .button[aria-pressed="false"] { opacity: 0.5; text-decoration: line-through; }
.filters .button[aria-pressed="true"] {
  background: var(--panel); border-color: var(--line); color: var(--text);
}
.filters .field, .tabs .field { min-height: 28px; padding: 1px 8px; font-size: 13px; max-width: 100%; }

.details { padding: 18px 20px; overflow: auto; }
.details h3 { margin: 2px 0 6px; }
.details h4 { margin: 18px 0 6px; }
.details .kind { display: flex; align-items: center; color: var(--muted); font-size: 12.5px; }
.details dl {
  display: grid; grid-template-columns: minmax(72px, auto) minmax(0, 1fr); gap: 3px 14px;
}
.details dt { color: var(--muted); }
.details li { padding: 1px 0; }
.details .neighbour { display: flex; align-items: baseline; }
.details .actions { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 12px; }
.state {
  margin-top: 10px; padding: 8px 12px; border-radius: 6px; background: var(--sunken);
}
.state.failing { background: var(--error-soft); color: var(--error); }

.tabs { display: flex; flex-wrap: wrap; gap: 6px; margin-bottom: 12px; }
.tabs .button {
  display: inline-flex; align-items: center; padding: 2px 10px; min-height: 28px;
  font-size: 13px;
}
.tabs .count { margin-left: 6px; color: var(--faint); font-size: 12px; }
.panel + .tabs { margin-top: 16px; }
.table-frame { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 7px 14px; text-align: left; vertical-align: top; }
th {
  border-bottom: 1px solid var(--line); color: var(--muted); font-size: 12px; font-weight: 600;
  white-space: nowrap;
}
th.number { text-align: right; }
th button { border: 0; padding: 0; background: none; }
th[aria-sort="ascending"] button::after { content: " \2191"; }
th[aria-sort="descending"] button::after { content: " \2193"; }
tbody tr + tr td { border-top: 1px solid var(--line); }
tbody tr:hover { background: var(--sunken); }
td.name { min-width: 150px; }
td.places { white-space: nowrap; }
td.says { color: var(--muted); min-width: 220px; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
td.short { white-space: nowrap; font-variant-numeric: tabular-nums; }
td.task { min-width: 120px; }
td.owner { min-width: 150px; }
.says b { color: var(--text); font-weight: 500; }
.pages {
  display: flex; flex-wrap: wrap; align-items: center; gap: 10px; padding: 10px 14px;
  border-top: 1px solid var(--line); color: var(--muted);
}
footer { padding: 0 24px 32px; color: var(--faint); font-size: 12.5px; text-align: center; }

/* How what is drawn looks: the graph, the launch and the trace; and how all of it
   stands on narrow screens and on paper. */

.graph-frame {
  display: grid; grid-template-columns: minmax(0, 1fr) 360px; height: clamp(420px, 68vh, 720px);
  overflow: hidden;
}
.canvas { position: relative; min-width: 0; border-right: 1px solid var(--line); }
.canvas svg {
  display: block; width: 100%; height: 100%; cursor: grab; touch-action: none;
  border-radius: var(--radius) 0 0 var(--radius);
}
.canvas svg.dragging { cursor: grabbing; }
.crumbs {
  position: absolute; left: 12px; top: 12px; display: flex; flex-wrap: wrap; gap: 6px;
  align-items: center; max-width: calc(100% - 150px); font-size: 13px;
}
.crumbs .button { min-height: 28px; padding: 1px 10px; }
.zoom { position: absolute; right: 12px; top: 12px; display: flex; gap: 4px; }
.zoom .button { min-width: 32px; min-height: 28px; padding: 0 8px; }
.graph-note {
  position: absolute; left: 12px; bottom: 10px; right: 12px; color: var(--muted);
  font-size: 12.5px; pointer-events: none;
}
.graph-note span { background: var(--panel); border-radius: 4px; padding: 1px 6px; }
svg text { font: 12.5px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: var(--text); }
svg .title { font-size: 14px; font-weight: 600; }
svg .below { font-size: 11.5px; fill: var(--muted); }
svg .item { cursor: pointer; outline: none; }
svg .box { fill: var(--panel); stroke: var(--strong-line); stroke-width: 1; }
svg .item.missing .box { stroke: var(--error); stroke-dasharray: 4 3; }
svg .item.unresolved .box { stroke-dasharray: 2 3; }
svg .item.context .box { fill: var(--sunken); }
svg .item .bar { fill: var(--hue); }
svg .item:hover .box { stroke: var(--accent); }
svg .item:focus-visible .box { stroke: var(--accent); stroke-width: 2.5; }
svg .item.selected .box { stroke: var(--accent); stroke-width: 2; fill: var(--accent-soft); }
svg .item.dimmed { opacity: 0.25; }
svg .badge { fill: var(--accent); }
svg .badge-text { fill: var(--panel); font-size: 11px; font-weight: 600; text-anchor: middle; }
svg .troubled { fill: var(--error); }
svg .edge { fill: none; stroke: var(--strong-line); stroke-width: 1.25; }
svg .edge.unsure { stroke-dasharray: 2 4; }
svg .edge.soft { stroke-dasharray: 5 4; }
svg .edge.lit { stroke: var(--accent); stroke-width: 2; }
svg .edge.dimmed { opacity: 0.45; }
svg.dense .edge:not(.lit), svg.dense .tip:not(.lit) { display: none; }
svg .tip { fill: var(--strong-line); } svg .tip.lit { fill: var(--accent); }

.store { padding: 14px; }
.store p::first-letter { text-transform: uppercase; }
.store + .table-frame { border-top: 1px solid var(--line); }

#jobs h3 { margin: 20px 0 8px; }
#jobs .tabs { align-items: center; }
#jobs .failing { color: var(--error); }
#jobs th.group { text-align: center; border-bottom: 0; padding-bottom: 0; }
#jobs td.counts { min-width: 220px; }
#jobs tfoot td { border-top: 1px solid var(--strong-line); }
#jobs tfoot .name { font-weight: 500; }
#jobs progress { width: 90px; accent-color: var(--accent); vertical-align: middle; }
.flow { padding: 10px 14px; }
.flow + .flow { border-top: 1px solid var(--line); }
.flow summary { cursor: pointer; }
.flow ol, .flow summary + p { margin-top: 8px; }
.step { display: grid; grid-template-columns: 96px minmax(0, 1fr); gap: 0 12px; padding: 3px 0; }
.step b { font-weight: 500; }

.timeline { padding: 14px 18px; }
.timeline .summary { margin-bottom: 12px; }
.timeline .path { color: var(--accent); }
.run {
  display: grid; grid-template-columns: minmax(110px, 220px) 92px minmax(0, 1fr) 84px;
  gap: 0 12px; align-items: center; min-height: 26px;
}
.run .lane, .run .time { color: var(--muted); font-size: 12.5px; }
.run .time { text-align: right; font-variant-numeric: tabular-nums; }
.run .track {
  position: relative; height: 14px; border-radius: 3px; background: var(--sunken);
}
.run .track i { position: absolute; top: 0; bottom: 0; min-width: 2px; border-radius: 3px; }
.run .track.idle {
  height: auto; padding-left: 8px; background: none; color: var(--muted); font-size: 12.5px;
}
.run .waited { background: var(--line); }
.run .worked { background: var(--faint); }
.run.critical .worked { background: var(--accent); }
.run.critical .task { font-weight: 600; }
.run.failed .worked { background: var(--error); }
.run.axis { color: var(--faint); font-size: 11.5px; }
.run.axis .ticks { position: relative; height: 18px; }
.run.axis .ticks span { position: absolute; transform: translateX(-50%); white-space: nowrap; }
.run.axis .ticks span:first-child { transform: none; }
.run.axis .ticks span:last-child { transform: translateX(-100%); }

#timeline-canvas {
  display: block; width: 100%; height: 100%; cursor: grab; touch-action: none;
  border-radius: var(--radius) 0 0 var(--radius);
}
#timeline-canvas:active { cursor: grabbing; }
#timeline .filters { align-items: center; }
#timeline-path p { margin: 12px 0 8px; }
#timeline-path tr[aria-current] { background: var(--accent-soft); }

.trace { padding: 8px 0; }
.span {
  display: grid; grid-template-columns: minmax(0, 1fr) 110px 90px minmax(60px, 22%);
  gap: 0 14px; align-items: center; padding: 2px 18px; min-height: 27px;
}
.span:hover { background: var(--sunken); }
.span .what { display: flex; align-items: center; min-width: 0; }
.span .toggle {
  flex: none; width: 20px; border: 0; padding: 0; background: none; color: var(--muted);
}
.span .kind { flex: none; margin-right: 6px; color: var(--muted); }
.span .module { color: var(--muted); font-size: 12.5px; }
.span .time {
  color: var(--muted); font-size: 12.5px; text-align: right;
  font-variant-numeric: tabular-nums;
}
.span .track { position: relative; height: 8px; border-radius: 2px; background: var(--sunken); }
.span .track i {
  position: absolute; top: 0; bottom: 0; min-width: 2px; border-radius: 2px;
  background: var(--hue);
}
@media (max-width: 900px) {
  .graph-frame { grid-template-columns: minmax(0, 1fr); height: auto; }
  .canvas { height: clamp(340px, 62vh, 560px); border-right: 0; border-bottom: 1px solid var(--line); }
  .details { max-height: none; }
}
@media (max-width: 640px) {
  html { scroll-padding-top: 12px; }
  .head { position: static; padding: 12px 16px; }
  .search { flex: 1 1 100%; }
  main { padding: 16px 12px; }
  section { margin-bottom: 28px; }
  .problem { grid-template-columns: minmax(0, 1fr); padding: 12px 14px; }
  .problem .where { grid-column: 1; }
  .run { grid-template-columns: minmax(0, 1fr) 88px; padding: 4px 0; }
  .run .lane { text-align: right; }
  .run .track { grid-column: 1; } .run .time { grid-column: 2; }
  .run.axis { display: none; }
  .span { grid-template-columns: minmax(0, 1fr) auto; padding: 3px 12px; }
  .span .module, .span .track { display: none; }
  thead { display: none; }
  tbody tr, tbody td, tfoot tr, tfoot td { display: block; }
  tbody td, tfoot td { padding: 1px 14px; border: 0 !important; }
  tbody tr, tfoot tr { padding: 8px 0; }
  tbody td.name { font-weight: 500; }
  tbody tr + tr, tfoot tr { border-top: 1px solid var(--line); }
  td.number { text-align: left; color: var(--muted); }
  td[data-label]::before { content: attr(data-label) " "; color: var(--muted); }
  tbody td:empty { display: none; }
  td.places { white-space: normal; }
}
@media (hover: none) {
  #graph .section-head .quiet, #timeline .section-head .quiet { display: none; }
}
@media print {
  :root {
    color-scheme: light; --page: #fff; --panel: #fff; --sunken: #f4f4f2; --text: #000;
    --muted: #444; --line: #ccc; --strong-line: #999;
  }
  .head { position: static; }
  .head nav, .search, .filters, .tabs, .zoom, .crumbs, .pages, .more, .actions, .toggle,
  .graph-note { display: none; }
  .graph-frame { grid-template-columns: minmax(0, 1fr); height: auto; }
  .graph-frame { break-inside: avoid; }
  .canvas { height: 300px; border: 0; }
  #graph .quiet, #timeline .section-head .quiet { display: none; }
  body { font-size: 12px; }
  main { padding: 0; }
  th, td { padding: 4px 8px; }
  td.name, td.says, td.task, td.owner { min-width: 0; }
  td.places, td.short { white-space: normal; }
  td.short { overflow-wrap: normal; }
  .panel + .tabs + .panel { margin-top: 12px; }
  td:nth-child(2) { overflow-wrap: normal; }
  .details { display: none; }
  .panel { box-shadow: none; }
  tr, .problem, .run, .span { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
"""#
  static let jobs = #"""
// The jobs of the store: queues, what runs, flows, causes of failures and dead letters.

/**
 * Makes the part of the page that shows jobs. It stands before the rest of the script, and uses
 * the helpers of that only when it is called.
 */
// deno-lint-ignore no-unused-vars -- page.js calls it.
const makeJobsPart = (jobs) => {
  const section = place("jobs");
  section.hidden = !jobs || !(jobs.queues.length || jobs.flows.length || jobs.error);
  if (section.hidden) return { render: () => {}, openFlows: () => {} };

  const tags = {
    blocked: "",
    delayed: "",
    waiting: "notice",
    running: "notice",
    succeeded: "success",
    failed: "error",
    cancelled: "warning",
    skipped: "",
  };
  const tag = (state, text) => make("span", { class: "tag " + (tags[state] || "") }, text || state);
  /** The states that have jobs, in the order of a job's life. */
  const statesOf = (counts) =>
    [...new Set([...Object.keys(tags), ...Object.keys(counts)])].filter((name) => counts[name]);
  const countTags = (counts) =>
    statesOf(counts).map((name) => [
      tag(name, counts[name].toLocaleString("en") + " " + name),
      " ",
    ]);
  const rate = (perSecond) => {
    const isSlow = perSecond < 1;
    const number = (isSlow ? perSecond * 60 : perSecond)
      .toLocaleString("en", { maximumSignificantDigits: 3 });
    return perSecond ? number + (isSlow ? "/min" : "/s") : "\u2013";
  };
  const seconds = (microseconds) =>
    (microseconds / 1e6).toLocaleString("en", { maximumFractionDigits: 3 }) + " s";
  const panel = (...children) => make("div", { class: "panel" }, children);
  const cell = (label, className, ...children) =>
    make("td", { class: className, "data-label": label }, children);

  // Queues.

  const percentiles = ["p50", "p95", "p99"];
  const latencyCells = (latencies, word) =>
    percentiles.map((name) =>
      cell(word + " " + name + ":", "number short", latencies ? time(latencies[name]) : "\u2013")
    );
  const numberCells = (numbers) => [
    make("td", { class: "counts" }, countTags(numbers.counts)),
    cell("ends:", "number short", rate(numbers.endsPerSecond)),
    latencyCells(numbers.waiting, "waited"),
    latencyCells(numbers.running, "ran"),
  ];
  const queueRow = (queue) =>
    make(
      "tr",
      {},
      make(
        "td",
        { class: "name" },
        queue.name,
        queue.paused ? [" ", make("span", { class: "tag warning" }, "paused")] : null,
      ),
      numberCells(queue.numbers),
    );
  /** The heads of the columns, in two rows, as percentiles are of waiting and of running. */
  const queueHead = () => {
    const column = (title, className) =>
      make("th", { scope: "col", rowspan: "2", class: className }, title);
    const group = (title) => make("th", { scope: "colgroup", colspan: "3", class: "group" }, title);
    const names = () =>
      percentiles.map((name) => make("th", { scope: "col", class: "number" }, name));
    return make(
      "thead",
      {},
      make(
        "tr",
        {},
        column("Queue"),
        column("Jobs"),
        column("Ends", "number"),
        group("Waited"),
        group("Ran"),
      ),
      make("tr", {}, names(), names()),
    );
  };
  const queueTable = () =>
    make(
      "div",
      { class: "table-frame" },
      make(
        "table",
        { "aria-label": "Queues" },
        queueHead(),
        make("tbody", {}, jobs.queues.map(queueRow)),
        jobs.queues.length > 1
          ? make(
            "tfoot",
            {},
            make("tr", {}, make("td", { class: "name" }, "All queues"), numberCells(jobs.all)),
          )
          : null,
      ),
    );
  const about = () => [
    jobs.error
      ? make(
        "p",
        { class: "state failing" },
        jobs.queues.length
          ? "Only a part of the jobs could be read: "
          : "The jobs could not be read: ",
        jobs.error,
      )
      : null,
    jobs.queues.length
      ? make(
        "p",
        { class: "quiet" },
        "Rates and latencies are of the last " + seconds(jobs.window) + ".",
        jobs.partial
          ? " The store has more jobs than were read: rates, latencies and causes of failures" +
            " are those of the latest ones."
          : "",
      )
      : null,
  ];

  // What runs.

  const progress = (job) => {
    if (job.progress === undefined) return null;
    const percent = Math.round(job.progress * 100) + " %";
    const label = "Progress of job " + job.id;
    return [make("progress", { max: "1", value: job.progress, "aria-label": label }), " ", percent];
  };
  const runningRow = (job) =>
    make(
      "tr",
      {},
      make(
        "td",
        { class: "name" },
        job.name,
        make("span", { class: "quiet" }, " #" + job.id),
        job.cancelling ? [" ", tag("cancelled", "to be cancelled")] : null,
      ),
      cell("queue:", "", job.queue),
      cell("attempt:", "number", String(job.attempt)),
      cell("began:", "short", job.begun === undefined ? null : moment(job.begun)),
      cell("progress:", "short", progress(job)),
      cell("by:", "owner", job.owner ? make("code", {}, job.owner) : null),
    );
  const runningPart = () =>
    jobs.running.length
      ? [
        make("h3", {}, "Running now"),
        panel(plainTable(
          "Running jobs",
          [["Job"], ["Queue"], ["Attempt", "number"], ["Began, in UTC"], ["Progress"], ["By"]],
          jobs.running.map(runningRow),
        )),
      ]
      : null;

  // Flows.

  /** How far a step stands from the beginning of its flow, by the steps before it. */
  const depthsOf = (steps) => {
    const depths = new Map();
    for (const step of steps) {
      depths.set(step.id, Math.max(0, ...step.after.map((id) => (depths.get(id) ?? -1) + 1)));
    }
    return depths;
  };
  const stepItem = (step, depth, names) => {
    const after = step.after.map((id) => names.get(id) || "#" + id).join(", ");
    const item = make(
      "li",
      { class: "step" },
      make("span", { class: "step-state" }, tag(step.state)),
      make(
        "div",
        {},
        make("b", {}, step.name),
        make(
          "span",
          { class: "quiet" },
          " #" + step.id,
          step.job === step.name ? "" : " \u00b7 " + step.job,
          after ? " \u00b7 after " + after : "",
        ),
        step.detail
          ? make("div", { class: step.state === "failed" ? "failing" : "quiet" }, step.detail)
          : null,
      ),
    );
    item.lastChild.style.paddingLeft = Math.min(depth, 12) * 18 + "px";
    return item;
  };
  const flowPanel = (flow, isOpen) => {
    const counts = {};
    for (const { state } of flow.steps) counts[state] = (counts[state] || 0) + 1;
    const names = new Map(flow.steps.map((step) => [step.id, step.name]));
    const depths = depthsOf(flow.steps);
    return make(
      "details",
      { class: "flow", open: isOpen },
      make(
        "summary",
        {},
        make("b", {}, flow.name),
        make("span", { class: "quiet" }, " #" + flow.id + " "),
        countTags(counts),
      ),
      flow.partial ? make("p", { class: "quiet" }, "The flow has more steps, before these.") : null,
      make("ol", {}, flow.steps.map((step) => stepItem(step, depths.get(step.id), names))),
    );
  };
  const flowsPart = () =>
    jobs.flows.length
      ? [
        make("h3", {}, "Flows with open or failed steps"),
        panel(jobs.flows.map((flow, index) => flowPanel(flow, index < 3))),
      ]
      : null;

  // Failures.

  const failureRow = (failure) =>
    make(
      "tr",
      {},
      make("td", { class: "name" }, failure.job),
      cell("jobs:", "number", failure.count.toLocaleString("en")),
      make("td", { class: "says" }, failure.error),
      cell("latest:", "number", "#" + failure.latest),
    );
  let mostFailures = 10;
  const failures = panel();
  const renderFailures = () => {
    const shown = jobs.failures.slice(0, isPrinting ? Infinity : mostFailures);
    const rest = jobs.failures.length - shown.length;
    failures.replaceChildren(
      plainTable(
        "Failures by cause",
        [["Job"], ["Failed", "number"], ["Error"], ["Latest", "number"]],
        shown.map(failureRow),
      ),
      ...(rest > 0
        ? [moreButton("Show " + counted(Math.min(rest, 100), "more cause"), () => {
          mostFailures += 100;
          renderFailures();
        })]
        : []),
    );
  };

  // Dead letters. The controls stay, so that the keyboard stays where it is.

  const letters = jobs.deadLetters;
  const letterTexts = new Map(letters.map((letter) => {
    const { id, name, queue, error } = letter;
    return [letter, ["#" + id, name, queue, error].join(" ").toLowerCase()];
  }));
  const filter = (label, key, values, all) =>
    make(
      "select",
      {
        class: "field",
        "aria-label": label,
        onchange: (event) => show({ [key]: event.target.value }, true),
      },
      make("option", { value: "" }, all),
      [...new Set(values)].sort(byName).map((name) => make("option", { value: name }, name)),
    );
  const queueFilter = filter(
    "Queue",
    "queue",
    letters.map((letter) => letter.queue),
    "All queues",
  );
  const jobFilter = filter("Job", "job", letters.map((letter) => letter.name), "All jobs");
  const letterCount = make("p", { class: "quiet", role: "status" });
  const letterList = panel();
  const letterRow = (letter) =>
    make(
      "tr",
      {},
      make(
        "td",
        { class: "name" },
        letter.name,
        make("span", { class: "quiet" }, " #" + letter.id),
      ),
      cell("queue:", "", letter.queue),
      cell("attempts:", "number", String(letter.attempts)),
      cell("ended:", "short", letter.ended === undefined ? null : moment(letter.ended)),
      make("td", { class: "says" }, letter.error),
    );
  const renderLetters = () => {
    queueFilter.value = state.queue;
    jobFilter.value = state.job;
    const wanted = words();
    const rows = letters.filter((letter) =>
      (!state.queue || letter.queue === state.queue) && (!state.job || letter.name === state.job) &&
      wanted.every((word) => letterTexts.get(letter).includes(word))
    );
    root.dataset.deadLetters = String(rows.length);
    const total = jobs.all.counts.failed || letters.length;
    letterCount.textContent = rows.length.toLocaleString("en") + " of " +
      counted(total, "dead letter");
    letterList.replaceChildren(
      rows.length
        ? plainTable(
          "Dead letters",
          [["Job"], ["Queue"], ["Attempts", "number"], ["Ended, in UTC"], ["Error"]],
          rows.map(letterRow),
        )
        : make("p", { class: "empty" }, "Nothing passes the filters."),
    );
  };

  replace(
    "job-counts",
    countTags(jobs.all.counts),
    jobs.all.ended
      ? make("span", { class: "quiet" }, "ending: " + rate(jobs.all.endsPerSecond))
      : null,
  );
  replace(
    "job-parts",
    panel(
      make("div", { class: "store" }, about()),
      jobs.queues.length ? queueTable() : null,
    ),
    runningPart(),
    flowsPart(),
    jobs.failures.length ? [make("h3", {}, "Failures by cause"), failures] : null,
    letters.length
      ? [
        make("h3", {}, "Dead letters"),
        make(
          "div",
          { class: "tabs", role: "group", "aria-label": "Dead letters" },
          queueFilter,
          jobFilter,
          letterCount,
        ),
        letterList,
      ]
      : null,
  );
  return {
    render: () => {
      if (jobs.failures.length) renderFailures();
      if (letters.length) renderLetters();
    },
    /** Opens all flows, as paper cannot. */
    openFlows: () => {
      for (const flow of section.querySelectorAll("details")) flow.open = true;
    },
  };
};
"""#
  static let timeline = #"""
// The timeline: what ran, on lanes of time, and the critical path to each span. Only pages with
// a trace have it.
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

/** Reads the columns of a trace. */
// deno-lint-ignore no-unused-vars -- page.js calls it.
const readTrace = (data) => {
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

/** Adds runs, which have negative identifiers and no cause, to the spans of a trace. */
const addRuns = (trace, runs) => {
  if (!runs.length) return trace;
  const tables = { name: [...trace.names], kind: [...trace.kinds], module: [...trace.modules] };
  const numberOf = (table, text) => {
    const number = table.indexOf(text);
    return number < 0 ? table.push(text) - 1 : number;
  };
  const later = runs.map((run, at) => ({ ...run, id: -1 - at }));
  const startOf = (row) => row < trace.count ? trace.start[row] : later[row - trace.count].start;
  const count = trace.count + later.length;
  const order = [...Array(count).keys()].sort((one, other) =>
    startOf(one) - startOf(other) || one - other
  );
  const rowOf = new Int32Array(count);
  order.forEach((old, row) => rowOf[old] = row);
  const column = (Type, read, readRun) =>
    Type.from(
      order,
      (old) => old < trace.count ? read(old) : readRun(later[old - trace.count]),
    );
  const texts = (name) =>
    column(Int32Array, (old) => trace[name][old], (run) => numberOf(tables[name], run[name]));
  const details = new Map([...trace.details].map(([row, detail]) => [rowOf[row], detail]));
  later.forEach((run, at) => {
    if (run.attributes) details.set(rowOf[trace.count + at], { attributes: run.attributes });
  });
  return {
    ...trace,
    count,
    id: column(Float64Array, (old) => trace.id[old], (run) => run.id),
    start: column(Float64Array, (old) => trace.start[old], (run) => run.start),
    end: column(Float64Array, (old) => trace.end[old], (run) => run.end),
    cause: column(
      Int32Array,
      (old) => trace.cause[old] < 0 ? -1 : rowOf[trace.cause[old]],
      () => -1,
    ),
    name: texts("name"),
    kind: texts("kind"),
    module: texts("module"),
    names: tables.name,
    kinds: tables.kind,
    modules: tables.module,
    details,
  };
};

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
 * Makes the part of the page that draws the timeline, before the part "trace". It stands before
 * the rest of the script, and uses the helpers of that only when it is called.
 */
// deno-lint-ignore no-unused-vars -- page.js calls it.
const makeTimelinePart = (trace) => {
  const spans = addRuns(trace, runsInStore(live, trace.startedAt));
  const effects = effectsOf(spans);
  const sizes = { gutter: 150, ruler: 26, line: 17, bar: 15, lane: 9 };
  const processOf = (text) => {
    const parts = /^(.*) \((\d+)\)$/.exec(text || "");
    return { name: parts ? parts[1] : text || "process", id: parts ? Number(parts[2]) : 1 };
  };

  // What is shown: the times, the lanes, what matches the search, and what is selected.

  const view = { from: 0, perPixel: 1, width: 0, height: 0, top: 0 };
  const endOf = (rows) => rows.end.reduce((most, end) => Math.max(most, end), -Infinity);
  const extent = (rows) => ({ from: rows.start[0], until: endOf(rows) });
  const [all, traced] = [extent(spans), extent(trace)];
  const layouts = new Map();
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
  const section = make(
    "section",
    { id: "timeline", "aria-labelledby": "timeline-title" },
    make(
      "div",
      { class: "section-head" },
      make("h2", { id: "timeline-title" }, "Timeline"),
      make(
        "p",
        { class: "quiet" },
        "Drag to move, hold Ctrl and scroll to zoom, click a span for its causes.",
      ),
    ),
    make(
      "div",
      { class: "filters", role: "group", "aria-label": "Timeline" },
      lanesChoice,
      button("\u2212", "Longer times", () => zoom(1.5)),
      button("+", "Shorter times", () => zoom(1 / 1.5)),
      button("Fit", "Fit the trace", () => fit(traced)),
      all.from < traced.from || all.until > traced.until
        ? button("All", "Fit all runs of the store", () => fit(all))
        : null,
      button("Export", "Export what is visible for Perfetto", () => exportVisible()),
      status,
    ),
    make("div", { class: "panel graph-frame" }, make("div", { class: "canvas" }, surface), panel),
    pathPart,
  );
  place("trace").before(section);
  document.querySelector('[data-part="trace"]').before(
    make("a", { href: "#timeline", "data-part": "timeline" }, "Timeline"),
    "\n",
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
  const zoom = (factor, x) => {
    const at = x === undefined ? sizes.gutter + view.width / 2 : x;
    const fixed = timeAt(at);
    const most = (all.until - all.from + 1000) * 4 / Math.max(view.width, 1);
    view.perPixel = clamp(view.perPixel * factor, 0.5, most);
    view.from = fixed - (at - sizes.gutter) * view.perPixel;
    move();
  };
  const fitPath = () =>
    fit({
      from: spans.start[path[0].row],
      until: path.reduce((most, { row }) => Math.max(most, spans.end[row]), 0),
    });
  /** Brings a span into view. */
  const reveal = (row) => {
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
      ["Began", clock(spans.start.indexOf(traced.from))],
      ["Took", took(traced.until - traced.from)],
      ["Lost", trace.dropped ? counted(trace.dropped, "earlier span") : null],
    ]),
  ];
  const renderSelection = () => {
    const row = state.span ? spans.id.indexOf(Number(state.span)) : -1;
    // Else a screen reader would read all of it again.
    if (row === selected && panel.hasChildNodes()) return;
    selected = row;
    path = row < 0 ? [] : criticalPathTo(spans, row);
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
  const renderSearch = () => {
    const wanted = words();
    if (wanted.join(" ") !== searched) {
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
    const text = JSON.stringify(chromeTrace(spans, visibleRows(), processOf(live.process)));
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
      view.from += event.deltaX * view.perPixel;
      move();
    }
  }, { passive: false });
  const keys = {
    ArrowLeft: () => view.from -= 60 * view.perPixel,
    ArrowRight: () => view.from += 60 * view.perPixel,
    ArrowUp: () => view.top -= 60,
    ArrowDown: () => view.top += 60,
    "+": () => zoom(1 / 1.5),
    "=": () => zoom(1 / 1.5),
    "-": () => zoom(1.5),
    0: () => fit(traced),
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
      fit(traced);
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
      lanesChoice.value = state.lanes;
      const before = layout;
      layout = layoutBy(state.lanes);
      renderSearch();
      renderSelection();
      if (layout !== before && selected >= 0 && view.width) reveal(selected);
      else move();
    },
  };
};
"""#
  static let js = #"""
// The data of the page, what it is asked to show, and helpers to write elements.

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
  if (list) list.push(value);
  else map.set(key, [value]);
};
for (const edge of graph.edges) {
  append(outgoing, edge.from, edge);
  append(incoming, edge.to, edge);
}
const edgesFrom = (id) => outgoing.get(id) || [];
const edgesTo = (id) => incoming.get(id) || [];
const usesOf = new Map();
for (const use of graph.uses || []) {
  for (const id of use.nodes) append(usesOf, id, use);
}
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

const searchTexts = new Map();
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
      (states[node.id] || {}).text || "",
    ].join(" ").toLowerCase();
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
/** What stands below a list of which only a part is shown. */
const moreButton = (text, onclick) =>
  make("p", { class: "more" }, make("button", { class: "link", type: "button", onclick }, text));
const place = (id) => document.getElementById(id);
const replace = (id, ...children) => place(id).replaceChildren(...children.flat(3).filter(Boolean));

// What the page shows at the moment, kept in the address, so that a view can be
// linked to.

const initial = {
  view: "modules",
  select: "",
  search: "",
  hide: "",
  module: "",
  table: "",
  sort: "name",
  page: "1",
  task: "",
  state: "",
  queue: "",
  job: "",
  span: "",
  lanes: "",
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
    !hidden.has(node.kind) && (!state.module || node.module === state.module) &&
    wanted.every((word) => searchText(node).includes(word));
};

const openNode = (id) => show({ select: id });
const nodeLink = (id, text) => {
  const node = nodeByID.get(id);
  return node
    ? make(
      "a",
      { href: addressOf({ select: id }), onclick: (event) => follow(event, id) },
      text || node.name,
    )
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

// Where the items of a drawing stand: in layers from left to right, the same each
// time.
//
// Each connected part is laid out by itself, in five steps: cycles are broken; each
// item gets a layer, by the longest way to it; long edges get a point in every layer
// that they cross; medians reduce the crossings; heights make edges short. Then the
// parts are packed into rows.

const gap = { layer: 76, narrow: 42, item: 12, part: 34 };

/** Lays items out in rows, in their order. */
const layOutRows = (items, links, aspect) => {
  const [w, h] = [Math.max(...items.map((item) => item.w)) + 44, items[0].h + 30];
  const columns = Math.max(1, Math.round(Math.sqrt(items.length * aspect * h / w)));
  const places = items.map((item, at) => ({
    ...item,
    x: (at % columns) * w,
    y: Math.floor(at / columns) * h + item.h / 2,
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
    .filter((link) =>
      link.from !== undefined && link.to !== undefined &&
      link.from !== link.to
    );
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
  const edges = breakCycles(
    slots.length,
    part.links.map(({ from, to, link }) => ({ from: local.get(from), to: local.get(to), link })),
  );
  assignLayers(slots, edges);
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
      id: "module:" + module.name,
      module,
      label,
      below,
      total,
      w: Math.max(
        128,
        Math.ceil(Math.max(textWidth(label, fonts.title), textWidth(below, fonts.plain)) + 30),
      ),
      h: 58,
      matches: isFiltered() ? matches.get(module.name) || 0 : null,
    };
  });
  const links = graph.moduleEdges.map((edge) => ({
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
  const isDense = links.length > 150 && links.length > 3 * items.length;
  return {
    items,
    links,
    isDense,
    note: isDense
      ? "Choose a module to see the " + links.length.toLocaleString("en") +
        " links that lead to it and from it."
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
    items: [...ids].map((other) => nodeItem(nodeByID.get(other), other !== id && !near.has(other))),
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
    text += `C${fromX + half} ${fromY.toFixed(1)} ${toX - half} ${toY.toFixed(1)} ` +
      `${toX} ${toY.toFixed(1)}`;
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
  const group = draw(
    "g",
    {
      class: "item " + (isModule ? "" : hue(kind) + " " + item.node.certainty) +
        (item.isContext ? " context" : ""),
      transform: `translate(${at.x.toFixed(1)} ${(at.y - item.h / 2).toFixed(1)})`,
      tabindex: "0",
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
    draw("text", { class: "title", x: 14, y: 23 }, item.label),
    draw("text", { class: "below", x: 14, y: 39 }, item.below),
  );
  // What it declares, by product.
  let x = 14;
  const room = item.w - 28;
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
        y: 46,
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
    scene.items,
    scene.links,
    Math.max(0.5, width / Math.max(height, 1)),
  );
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
    const hasTip = !link.isShared;
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

// Moves the drawing by mouse, touch and keys, and opens what is in it.

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
  if (id) openView(id);
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
canvas.addEventListener("keydown", (event) => {
  const id = itemOf(event.target);
  const steps = {
    ArrowLeft: [60, 0],
    ArrowRight: [-60, 0],
    ArrowUp: [0, 60],
    ArrowDown: [0, -60],
  };
  if (id && event.key === "Enter") {
    if (state.select === id) openView(id);
    else show({ select: id });
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
  const step = (text, view, select) =>
    make("button", {
      class: "button",
      type: "button",
      "aria-current": state.view === view ? "true" : false,
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
  const now = states[node.id];
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
        onclick: () => openView(node.id),
      }, "What is around it"),
    ),
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
  graph.usesAreKnown ? null : make("p", { class: "quiet" }, "Uses in code were not looked at.");
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
  const into = graph.moduleEdges.filter((edge) => edge.from === module.name);
  const from = graph.moduleEdges.filter((edge) => edge.to === module.name);
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
        onclick: () => openView("module:" + module.name),
      }, "Show what is in it"),
      make("button", {
        class: "button",
        type: "button",
        onclick: () => show({ module: module.name, page: "1" }),
      }, "Filter by it"),
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
              show({ module: module.name, table: count.kind, page: "1" });
              place("tables").scrollIntoView({ block: "start" });
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

const overview = () => [
  make("h3", {}, "How to read this"),
  make(
    "p",
    { class: "quiet" },
    "Each box is a module. An arrow leads from a module to one " +
      "that it reaches into; a dashed line joins two that name the same thing, with an arrow " +
      "if code of one triggers or sets it; a dotted one is only known from a trace. Choose a " +
      "box to see why, open it by a double click or with Enter twice.",
  ),
  usesNote(),
  make("h4", {}, "Colours"),
  make(
    "ul",
    {},
    [
      ["rhea", "moments and callbacks"],
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
  make("h4", {}, "Keys"),
  terms([
    ["/", "search"],
    ["Tab", "next box"],
    ["Enter", "choose, then open"],
    ["arrows", "move the drawing"],
    ["+ \u2212 0", "zoom, fit"],
    ["Esc", "let go"],
  ]),
];

const renderDetails = () => {
  const selected = state.select;
  const module = selected.startsWith("module:")
    ? moduleByName.get(selected.slice("module:".length))
    : null;
  const node = nodeByID.get(selected);
  replace("details", module ? moduleDetails(module) : node ? nodeDetails(node) : overview());
  place("details").scrollTop = 0;
};

// The problems, the filters, and the tables, a page at a time.

let shownProblems = 8;
const renderProblems = () => {
  const all = graph.problems;
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
    graph.modules.map((module) => make("option", { value: module.name }, module.name)),
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
  const now = states[node.id];
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
  const matching = graph.nodes.filter(passing());
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

const runs = live.runs || [];
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
  place("launch").hidden = !runs.length;
  if (!runs.length) return;
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

// The store of durable schedules: what it is, the schedules, and the ledger of due times.

const store = live.store;
const records = store ? store.records : [];
const stateTags = {
  due: "notice",
  running: "notice",
  succeeded: "",
  failed: "error",
  cancelled: "warning",
  skipped: "",
  missed: "warning",
};
const recordTexts = new Map(records.map((record) => {
  const { task, state, owner, detail, missed } = record;
  return [record, [task, state, owner, detail, missed && missed.text].join(" ").toLowerCase()];
}));
const stateCounts = (list) => {
  const counts = new Map(Object.keys(stateTags).map((name) => [name, 0]));
  for (const { state } of list) counts.set(state, (counts.get(state) || 0) + 1);
  return counts;
};
const statesOfRecords = [...stateCounts(records)].filter(([, count]) => count);
const stateTag = (name, text) =>
  make("span", { class: "tag " + (stateTags[name] || "") }, text || name);

const scheduleRow = (schedule) =>
  make(
    "tr",
    {},
    make("td", { class: "name" }, dot("task"), nodeLink("task:" + schedule.task, schedule.task)),
    make(
      "td",
      { class: "says" },
      make("b", {}, schedule.occasion),
      schedule.traits.length ? " \u00b7 " + schedule.traits.join(" \u00b7 ") : null,
    ),
    make(
      "td",
      { class: "short", "data-label": "next:" },
      schedule.next === undefined ? "\u2013" : moment(schedule.next),
    ),
    make(
      "td",
      { class: "short" },
      schedule.paused ? [make("span", { class: "tag warning" }, "paused"), " "] : null,
      schedule.unfinished
        ? make("span", { class: "tag notice" }, counted(schedule.unfinished, "unfinished run"))
        : null,
    ),
  );
const recordRow = (record) => {
  const { missed } = record;
  const hasRun = record.begun !== undefined;
  return make(
    "tr",
    {},
    make("td", { class: "name short" }, moment(record.due)),
    make(
      "td",
      { class: "task" },
      nodeLink("task:" + record.task, record.task),
      record.number ? make("span", { class: "quiet" }, " #" + record.number) : null,
    ),
    make("td", { class: "short" }, stateTag(record.state)),
    make(
      "td",
      { class: "says" },
      missed
        ? make(
          "div",
          {},
          counted(missed.count, "due time") + " without a run",
          missed.count > 1 ? [" since ", moment(missed.since)] : null,
          ", as " + missed.text,
        )
        : null,
      record.detail ? make("div", {}, record.detail) : null,
    ),
    make("td", { class: "short", "data-label": "began:" }, hasRun ? moment(record.begun) : null),
    make(
      "td",
      { class: "number short", "data-label": "took:" },
      hasRun && record.ended !== undefined ? time(record.ended - record.begun) : null,
    ),
    make(
      "td",
      { class: "number", "data-label": "claims:" },
      record.claims ? record.claims.toLocaleString("en") : null,
    ),
    make(
      "td",
      { class: "owner", "data-label": "by:" },
      record.owner ? make("code", {}, record.owner) : null,
    ),
  );
};
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

// The controls stay, so that the keyboard stays where it is.
const taskFilter = make(
  "select",
  {
    class: "field",
    "aria-label": "Task",
    onchange: (event) => show({ task: event.target.value }, true),
  },
  make("option", { value: "" }, "All tasks"),
  [...new Set(records.map((record) => record.task))].sort(byName).map((name) =>
    make("option", { value: name }, name)
  ),
);
const stateFilters = ["", ...statesOfRecords.map(([name]) => name)].map((name) => {
  const count = make("span", { class: "count" });
  const onclick = () => show({ state: name }, true);
  const button = make("button", { class: "button", type: "button", onclick }, name || "all", count);
  return { name, button, count };
});

let mostRecords = 60;
/** Shows what the filters do not change. */
const renderStore = () => {
  place("store").hidden = !store;
  if (!store) return;
  replace(
    "store-counts",
    statesOfRecords.map(([name, count]) => [
      stateTag(name, count.toLocaleString("en") + " " + name),
      " ",
    ]),
  );
  replace(
    "store-schedules",
    make(
      "div",
      { class: "store" },
      make("p", {}, store.summary),
      store.error
        ? make(
          "p",
          { class: "state failing" },
          records.length
            ? "Only a part of the ledger could be read: "
            : "The ledger could not be read: ",
          store.error,
        )
        : null,
      store.schedules.length
        ? null
        : make("p", { class: "quiet" }, "No schedule of this process is durable."),
    ),
    store.schedules.length
      ? plainTable(
        "Durable schedules",
        [["Task"], ["When"], ["Next, in UTC"], ["State"]],
        store.schedules.map(scheduleRow),
      )
      : null,
  );
  if (records.length) {
    replace("store-filters", taskFilter, stateFilters.map((filter) => filter.button));
  }
};
const renderRecords = () => {
  if (!store) return;
  const wanted = words();
  const matching = records.filter((record) =>
    (!state.task || record.task === state.task) &&
    wanted.every((word) => recordTexts.get(record).includes(word))
  );
  const counts = stateCounts(matching);
  taskFilter.value = state.task;
  for (const { name, button, count } of stateFilters) {
    if (name === state.state) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    count.textContent = (name ? counts.get(name) : matching.length).toLocaleString("en");
  }
  const rows = state.state ? matching.filter((record) => record.state === state.state) : matching;
  const shown = rows.slice(0, isPrinting ? 2000 : mostRecords);
  const rest = rows.length - shown.length;
  root.dataset.records = String(rows.length);
  replace(
    "store-records",
    shown.length
      ? plainTable(
        "Due times",
        [
          ["Due, in UTC"],
          ["Task"],
          ["State"],
          ["What became of it"],
          ["Began"],
          ["Took", "number"],
          ["Claims", "number"],
          ["By"],
        ],
        shown.map(recordRow),
      )
      : make(
        "p",
        { class: "empty" },
        records.length
          ? "Nothing passes the filters."
          : store.error
          ? "Nothing is known of due times."
          : "No due time is in the ledger.",
      ),
    rest > 0
      ? moreButton("Show " + counted(Math.min(rest, 500), "more due time"), () => {
        mostRecords += 500;
        renderRecords();
      })
      : null,
  );
};

const jobsPart = makeJobsPart(live.jobs);

// The trace, as a tree of what made what happen.

const traceData = place("trace-data");
const trace = traceData ? readTrace(JSON.parse(traceData.textContent)) : null;
const nodeOfSpan = (kind, name) =>
  [kind + ":" + name, "taskEvent:" + name].find((id) => nodeByID.has(id));
const closed = new Set();
let mostSpans = 120;
const spanRow = (row, depth, count) => {
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
      span((trace.start[row] - trace.start[0]) / 1000, duration, traceLength, ""),
    ),
  );
};
const traceEffects = trace && effectsOf(trace);
const traceLength = trace &&
  Math.max((trace.end.reduce((end, one) => Math.max(end, one), 0) - trace.start[0]) / 1000, 1);
const renderTrace = () => {
  place("trace").hidden = !trace;
  if (!trace) return;
  const { first, list } = traceEffects;
  const rows = [];
  const stack = [];
  // Backwards, as the last one on the stack is the next. Bucket 0 has the spans without a cause.
  const push = (bucket, depth) => {
    for (let at = first[bucket + 1] - 1; at >= first[bucket]; at--) stack.push(list[at], depth);
  };
  push(0, 0);
  let left = 0;
  while (stack.length) {
    const depth = stack.pop();
    const row = stack.pop();
    const count = first[row + 2] - first[row + 1];
    if (rows.length >= mostSpans) left++;
    else rows.push(spanRow(row, depth, count));
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
const timelinePart = trace ? makeTimelinePart(trace) : { render: () => {} };

// Puts the page together, and follows the address and the keys.

const renderHead = () => {
  const counts = [
    counted(graph.modules.length, "module"),
    counted(graph.nodes.length, "declaration and name", "declarations and names"),
    counted(graph.edges.length, "link"),
  ];
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
  renderRecords();
  jobsPart.render();
  timelinePart.render();
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
    else if (state.span) show({ span: "" }, true);
    else if (state.select) show({ select: "" });
    if (isWriting) event.target.blur();
  }
});
for (
  const [id, action] of Object.entries({
    "zoom-in": () => zoomCamera(1.25),
    "zoom-out": () => zoomCamera(0.8),
    "zoom-fit": () => fitCamera(),
  })
) place(id).addEventListener("click", action);
// Parts of the page are no views: going to one must not change the address.
for (const link of document.querySelectorAll("[data-part]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    place(link.dataset.part).scrollIntoView({ block: "start" });
  });
}
addEventListener("hashchange", () => {
  readAddress();
  render();
});
addEventListener("popstate", () => {
  readAddress();
  render();
});
let resizing = 0;
addEventListener("resize", () => {
  clearTimeout(resizing);
  resizing = setTimeout(() => {
    fitCamera();
    report();
  }, 120);
});
addEventListener("beforeprint", () => {
  isPrinting = true;
  shownProblems = Infinity;
  renderProblems();
  renderTables();
  renderRecords();
  jobsPart.render();
  jobsPart.openFlows();
  fitCamera();
});
addEventListener("afterprint", () => {
  isPrinting = false;
  renderTables();
  renderRecords();
  jobsPart.render();
  fitCamera();
});

readAddress();
renderHead();
renderProblems();
renderRuns();
renderStore();
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
