extension Report {
  /// How what is drawn looks: the graph, the launch and the trace; and how all of it
  /// stands on narrow screens and on paper.
  static let styleDrawings = #"""
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
      tbody tr, tbody td { display: block; }
      tbody td { padding: 1px 14px; border: 0 !important; }
      tbody td.name { padding-top: 9px; font-weight: 500; }
      tbody td:last-child { padding-bottom: 9px; }
      tbody tr + tr { border-top: 1px solid var(--line); }
      td.number { text-align: left; color: var(--muted); }
      td.number::before { content: attr(data-label) " "; }
      td.places { white-space: normal; }
    }
    @media (hover: none) { #graph .section-head .quiet { display: none; } }
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
      #graph .quiet { display: none; }
      body { font-size: 12px; }
      main { padding: 0; }
      th, td { padding: 4px 8px; }
      td.name, td.says { min-width: 0; }
      td.places { white-space: normal; }
      td:nth-child(2) { overflow-wrap: normal; }
      .details { display: none; }
      .panel { box-shadow: none; }
      tr, .problem, .run, .span { break-inside: avoid; }
      h2, h3 { break-after: avoid; }
    }
    """#
}
