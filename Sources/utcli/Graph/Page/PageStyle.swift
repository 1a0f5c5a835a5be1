// SPDX-License-Identifier: MIT

/// The style of the page, which the colours of the families follow.
enum PageStyle {
  static var text: StaticString {
    #"""
    :root {
      color-scheme: light dark;
      --ground: #ffffff; --side: #f6f7f9; --raised: #ffffff; --line: #dfe3e8;
      --ink: #16202e; --soft: #546172; --accent: #1d4ed8; --chosen: #e4ecfd; --hover: #ebeef3;
      --mark: #ffe48a; --good: #0b6b4f; --family: #64748b;
      --mono: ui-monospace, "SF Mono", "Cascadia Code", "DejaVu Sans Mono", monospace;
      --sans: system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #10151d; --side: #151b25; --raised: #1a222e; --line: #2b3545;
        --ink: #e7ecf3; --soft: #9aa8ba; --accent: #8db4ff; --chosen: #22314d; --hover: #202938;
        --mark: #6b5410; --good: #5fd3a8;
      }
    }
    * { box-sizing: border-box; }
    html, body { height: 100%; }
    body {
      margin: 0; display: flex; flex-direction: column; background: var(--ground);
      color: var(--ink); font: 15px/1.5 var(--sans);
    }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
    [hidden] { display: none !important; }
    a { color: var(--accent); text-decoration: none; }
    a:hover { text-decoration: underline; }
    .skip { position: absolute; left: -999px; }
    .skip:focus { left: 12px; top: 8px; padding: 4px 10px; background: var(--raised); z-index: 2; }
    code, .id { font-family: var(--mono); font-size: .87em; }

    header {
      display: flex; align-items: center; gap: 20px; padding: 10px 20px; flex: none;
      border-bottom: 1px solid var(--line);
    }
    h1 { margin: 0; font-size: 17px; font-weight: 650; letter-spacing: -.01em; }
    .finder { position: relative; flex: 0 1 520px; }
    #query {
      width: 100%; padding: 8px 34px 8px 12px; font: inherit; color: inherit;
      background: var(--side); border: 1px solid var(--line); border-radius: 8px;
    }
    .finder kbd {
      position: absolute; right: 10px; top: 8px; padding: 0 7px; color: var(--soft);
      border: 1px solid var(--line); border-radius: 5px; font: 12px/20px var(--mono);
    }
    #query:focus + kbd { display: none; }
    #message { margin: 0; color: var(--soft); font-size: 13px; white-space: nowrap; }

    main { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(320px, 430px) 1fr; }
    nav {
      overflow: auto; padding: 12px 8px 32px; background: var(--side);
      border-right: 1px solid var(--line);
    }
    #families { display: flex; flex-wrap: wrap; gap: 5px; padding: 2px 8px 12px; }
    #families button {
      display: inline-flex; align-items: center; gap: 6px; padding: 1px 9px 1px 7px;
      font: 12px/20px var(--sans); color: var(--soft); background: none; cursor: pointer;
      border: 1px solid var(--line); border-radius: 99px;
    }
    #families button:hover { color: var(--ink); border-color: var(--family); }
    #families [aria-pressed="true"] { color: var(--ink); border-color: var(--family);
      background: color-mix(in srgb, var(--family) 14%, transparent); }
    .dot { flex: none; width: 9px; height: 9px; border-radius: 3px; background: var(--family); }

    #tree, #tree ul, #results { list-style: none; margin: 0; padding: 0; }
    #tree ul { margin-left: 14px; padding-left: 5px; border-left: 1px solid var(--line); }
    [role="treeitem"] { outline: none; }
    .row {
      display: flex; align-items: center; gap: 8px; padding: 3px 8px 3px 4px; border-radius: 6px;
      cursor: default; scroll-margin: 60px;
    }
    .row:hover { background: var(--hover); }
    .fold { flex: none; width: 14px; height: 18px; display: grid; place-items: center; }
    .fold::before {
      content: ""; border-left: 5px solid var(--soft); border-block: 4px solid transparent;
      transition: transform .1s;
    }
    [aria-expanded="true"] > .row .fold::before { transform: rotate(90deg); }
    .leaf > .row .fold::before { content: none; }
    .others > .row { color: var(--soft); }
    .label { min-width: 0; flex: 1; display: flex; align-items: baseline; gap: 8px; }
    .label > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .label .id { flex: 0 9 auto; color: var(--soft); font-size: 12px; }
    .label .text { flex: 0 1 auto; }
    .count { flex: none; color: var(--soft); font: 11px var(--mono); }
    [aria-selected="true"] > .row, [role="option"][aria-selected="true"] {
      background: var(--chosen);
    }
    [role="treeitem"]:focus-visible > .row { outline: 2px solid var(--accent); }
    .same > .row .text { font-weight: 600; }
    [role="option"] {
      display: flex; align-items: center; gap: 10px; padding: 5px 10px; border-radius: 6px;
      scroll-margin: 20px; cursor: default;
    }
    [role="option"]:hover { background: var(--hover); }
    .found { min-width: 0; flex: 1; }
    .found > * { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .found .id { color: var(--soft); font-size: 12px; line-height: 1.35; }
    .found .text { line-height: 1.35; }
    mark { background: var(--mark); color: inherit; border-radius: 2px; }
    .rest { padding: 8px 12px; color: var(--soft); font-size: 13px; }

    #card { overflow: auto; padding: 26px 36px 60px; outline: none; }
    #card > * { max-width: 860px; }
    .back { display: none; }
    .kind { display: flex; align-items: center; gap: 8px; margin: 0; color: var(--soft);
      font-size: 13px; }
    h2 { margin: 2px 0 2px; font-size: 27px; line-height: 1.25; font-weight: 680;
      letter-spacing: -.015em; overflow-wrap: anywhere; outline: none; }
    .identifier { margin: 0 0 20px; color: var(--soft); font: 14px var(--mono);
      overflow-wrap: anywhere; user-select: all; }
    .total { margin: 0 0 22px; color: var(--soft); }
    .bars .count { text-align: right; font-size: 12px; }
    h3 { margin: 28px 0 8px; padding-bottom: 5px; border-bottom: 1px solid var(--line);
      font-size: 13px; font-weight: 650; color: var(--soft); }
    h3 .count { margin-left: 6px; }
    .badge {
      display: inline-block; padding: 0 8px; border-radius: 99px; border: 1px solid var(--line);
      color: var(--soft); font-size: 12px; line-height: 20px; white-space: nowrap;
    }
    .badge.good { color: var(--good); border-color: currentColor; }
    .chips { display: flex; flex-wrap: wrap; gap: 6px; margin: 0; padding: 0; list-style: none; }
    .chips a, .tags span, .more {
      display: inline-flex; align-items: center; gap: 7px; padding: 2px 10px; max-width: 100%;
      border: 1px solid var(--line); border-radius: 7px; background: var(--raised);
      font: 13px/22px var(--mono); color: var(--ink); overflow-wrap: anywhere;
    }
    .chips a:hover { border-color: var(--family); text-decoration: none; }
    .chips .text { color: var(--soft); font-family: var(--sans); }
    .tags span { display: inline-block; }
    .more { cursor: pointer; color: var(--accent); }
    dl { display: grid; grid-template-columns: 150px 1fr; gap: 8px 16px; margin: 0; }
    dt { color: var(--soft); padding-top: 2px; }
    dd { margin: 0; min-width: 0; overflow-wrap: anywhere; padding-top: 2px; }
    dd.tags { display: flex; flex-wrap: wrap; gap: 6px; padding: 0; }
    .declarations, .handlers { margin: 0; padding: 0; list-style: none; }
    .declarations li, .handlers li {
      padding: 9px 14px; border: 1px solid var(--line); background: var(--raised);
    }
    .declarations li + li, .handlers li + li { border-top: 0; }
    .declarations li:first-child, .handlers li:first-child { border-radius: 9px 9px 0 0; }
    .declarations li:last-child, .handlers li:last-child { border-radius: 0 0 9px 9px; }
    .declarations li:only-child, .handlers li:only-child { border-radius: 9px; }
    .off { color: var(--soft); }
    .off strong { font-weight: 500; text-decoration: line-through; }
    .heading { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; }
    .place { color: var(--soft); font: 12.5px var(--mono); overflow-wrap: anywhere; }
    .reason { color: var(--soft); font-size: 13.5px; overflow-wrap: anywhere; }
    .handlers { counter-reset: handler; }
    .handlers li { counter-increment: handler; display: grid; grid-template-columns: 30px 1fr; }
    .handlers li::before { content: counter(handler); color: var(--soft); font: 13px/23px var(--mono); }
    .handlers .drops::before { content: "–"; }
    .none { color: var(--soft); }

    .drawing { display: block; max-width: 100%; margin: 4px 0 0; overflow: auto; }
    .drawing svg { display: block; }
    .drawing path { fill: none; stroke: var(--soft); stroke-width: 1.2; opacity: .65; }
    .drawing rect { fill: var(--raised); stroke: var(--family); }
    .drawing .self rect { fill: color-mix(in srgb, var(--family) 16%, var(--raised));
      stroke-width: 2; }
    .drawing text { font: 12px var(--mono); fill: var(--ink); text-anchor: middle; }
    .drawing a:hover rect { fill: var(--hover); }

    .bars { display: grid; grid-template-columns: max-content 1fr max-content; gap: 7px 14px;
      align-items: center; margin: 14px 0 0; max-width: 620px; }
    .bars button { font: inherit; color: inherit; background: none; border: 0; padding: 0;
      text-align: left; cursor: pointer; }
    .bars button:hover { color: var(--accent); }
    .bar { height: 10px; border-radius: 3px; background: var(--family); min-width: 2px; }
    .keys { color: var(--soft); font-size: 14px; }
    kbd { padding: 0 6px; border: 1px solid var(--line); border-radius: 5px; font: 12px var(--mono); }

    @media (max-width: 760px) {
      header { flex-wrap: wrap; gap: 8px 14px; padding: 10px 14px; }
      .finder { flex: 1 1 200px; }
      #message { flex-basis: 100%; }
      #message:empty, .finder kbd { display: none; }
      main { grid-template-columns: 1fr; }
      nav { border: 0; }
      [data-view="list"] #card, [data-view="card"] nav { display: none; }
      #card { padding: 14px 16px 48px; }
      .back { display: inline-block; margin: 0 0 12px; padding: 4px 12px; font: 14px var(--sans);
        color: var(--accent); background: none; border: 1px solid var(--line); border-radius: 8px; }
      h2 { font-size: 23px; }
      dl { grid-template-columns: 1fr; gap: 2px; }
      dd { margin-bottom: 8px; }
    }
    @media (prefers-reduced-motion: reduce) { * { transition: none !important; } }

    """#
  }
}
