extension Report {
  /// How the parts of the page stand: its head, the problems, details and tables.
  static let styleParts = #"""
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
    .filters .field { min-height: 28px; padding: 1px 8px; font-size: 13px; max-width: 100%; }

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
    .table-frame { overflow-x: auto; }
    table { width: 100%; border-collapse: collapse; }
    th, td { padding: 7px 14px; text-align: left; vertical-align: top; }
    th { border-bottom: 1px solid var(--line); white-space: nowrap; }
    th.number { text-align: right; }
    th button {
      border: 0; padding: 0; background: none; color: var(--muted); font-size: 12px;
      font-weight: 600;
    }
    th[aria-sort="ascending"] button::after { content: " \2191"; }
    th[aria-sort="descending"] button::after { content: " \2193"; }
    tbody tr + tr td { border-top: 1px solid var(--line); }
    tbody tr:hover { background: var(--sunken); }
    td.name { min-width: 150px; }
    td.places { white-space: nowrap; }
    td.says { color: var(--muted); min-width: 220px; }
    td.number { text-align: right; font-variant-numeric: tabular-nums; }
    .says b { color: var(--text); font-weight: 500; }
    .pages {
      display: flex; flex-wrap: wrap; align-items: center; gap: 10px; padding: 10px 14px;
      border-top: 1px solid var(--line); color: var(--muted);
    }
    footer { padding: 0 24px 32px; color: var(--faint); font-size: 12.5px; text-align: center; }
    """#
}
