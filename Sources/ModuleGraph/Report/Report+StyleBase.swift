extension Report {
  /// The colours, the type and what all parts of the page have in common.
  ///
  /// Each product has one hue, in light and in dark; what a thing is within a
  /// product is said by its shape and in words.
  static let styleBase = #"""
    :root {
      color-scheme: light dark;
      --page: #f7f7f5; --panel: #ffffff; --sunken: #f1f1ee; --text: #1b1d20; --muted: #62666d;
      --faint: #73777e; --line: #e2e2dd; --strong-line: #c9c9c3; --accent: #2a5bd0;
      --accent-soft: #e7edfb; --error: #b42318; --error-soft: #fdecea; --warning: #8f5b00;
      --warning-soft: #fdf3dc; --notice: #4d5561; --notice-soft: #eef0f2;
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
        --warning-soft: #352a14; --notice: #b3b9c2; --notice-soft: #25282d;
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
    .tag.notice { background: var(--notice-soft); color: var(--notice); }
    """#
}
