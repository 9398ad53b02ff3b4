/**
 * The look of the page, in light and in dark. Widths follow the window; whatever is wider scrolls
 * within itself.
 */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ink: #1d2733; --soft: #566575; --paper: #ffffff; --panel: #f5f7f9; --edge: #d9e0e7;
  --accent: #0b62a8; --varying: #0b62a8; --constant: #f0b64c; --good: #17713f; --bad: #b3261e;
  --comment: #5c6b7a; --keyword: #8a3ab9; --literal: #9a4b00; --string: #17713f; --builtin: #0b62a8;
  font: 17px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e4eaf0; --soft: #9fb0c0; --paper: #12181f; --panel: #1a222b; --edge: #303c48;
    --accent: #74b9f5; --varying: #4f9fe0; --constant: #d79a2b; --good: #6fd196; --bad: #ff8a80;
    --comment: #8fa1b2; --keyword: #d3a2f2; --literal: #f0b070; --string: #8fd6a4; --builtin: #74b9f5;
  }
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: var(--paper); }
main { max-width: 58rem; margin: 0 auto; padding: 2rem 1.25rem 1rem; }
footer { max-width: 58rem; margin: 0 auto; padding: 1rem 1.25rem 3rem; color: var(--soft); font-size: 0.85rem; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: clamp(1.7rem, 6vw, 2.4rem); margin: 0 0 0.5rem; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { font-size: 1.35rem; margin: 2.6rem 0 0.7rem; padding-top: 0.9rem; border-top: 1px solid var(--edge); }
h3 { font-size: 1.08rem; margin: 1.7rem 0 0.5rem; }
h4 { font-size: 0.98rem; margin: 1.3rem 0 0.4rem; color: var(--soft); }
article + article { margin-top: 4rem; }
nav a { display: inline-block; margin: 0 1rem 0.5rem 0; color: var(--accent); }
.lede { font-size: 1.12rem; margin: 0 0 0.7rem; }
.facts { display: flex; flex-wrap: wrap; gap: 0.4rem; padding: 0; margin: 0.9rem 0; list-style: none; font-size: 0.88rem; }
.facts li { padding: 0.12rem 0.65rem; border: 1px solid var(--edge); border-radius: 1rem; background: var(--panel); }
.note { color: var(--soft); font-size: 0.92rem; }
code, pre { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; }
code { font-size: 0.9em; overflow-wrap: anywhere; }
pre { margin: 0.6rem 0; padding: 0.9rem 1.1rem; overflow-x: auto; border: 1px solid var(--edge); border-radius: 8px; background: var(--panel); font-size: 0.82rem; line-height: 1.5; }
pre code { font-size: inherit; overflow-wrap: normal; }
pre.formula { font-size: 0.98rem; }
.comment { color: var(--comment); font-style: italic; }
.keyword { color: var(--keyword); }
.literal { color: var(--literal); }
.string { color: var(--string); }
.builtin { color: var(--builtin); }
.wide + .wide { margin-top: 1.3rem; }
.equations .wide + .wide { margin-top: 0; }
.wide { overflow-x: auto; overflow-y: hidden; max-width: 100%; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; font-size: 0.92rem; font-variant-numeric: tabular-nums; }
caption { padding: 0.2rem 0 0.5rem; white-space: nowrap; text-align: left; color: var(--soft); font-size: 0.9rem; }
th, td { padding: 0.34rem 1.4rem 0.34rem 0; text-align: left; vertical-align: baseline; border-bottom: 1px solid var(--edge); }
thead th { color: var(--soft); font-weight: 600; font-size: 0.84rem; }
tbody th { font-weight: 500; white-space: nowrap; }
tfoot th, tfoot td { font-weight: 700; border-bottom: 0; }
.number { text-align: right; white-space: nowrap; }
.good { color: var(--good); white-space: nowrap; }
.bad { color: var(--bad); font-weight: 700; white-space: nowrap; }
.equations { padding: 0.3rem 1.1rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--panel); }
.equations .wide { padding: 0.45rem 0; }
.equations math { display: inline math !important; margin: 0; font-size: 1.06rem; }
figure { margin: 0.6rem 0; }
figcaption { margin-top: 0.5rem; color: var(--soft); font-size: 0.9rem; }
svg { display: block; font: 12px system-ui, sans-serif; }
svg text { fill: var(--ink); }
svg .group { font-weight: 600; }
svg .value { fill: #2a1c00; font-size: 11px; font-weight: 600; }
svg .varying { fill: var(--varying); }
svg .constant { fill: var(--constant); }
svg .zero { fill: none; stroke: var(--edge); }
.key { white-space: nowrap; margin-left: 0.6rem; }
.key i { display: inline-block; width: 0.85em; height: 0.85em; border-radius: 2px; vertical-align: -0.08em; }
.key .varying { background: var(--varying); }
.key .constant { background: var(--constant); }
.key .zero { border: 1px solid var(--soft); }
details { margin: 0.9rem 0; }
summary { cursor: pointer; color: var(--accent); }
@media (max-width: 40rem) {
  :root { font-size: 16px; }
  main { padding: 1.2rem 0.9rem; }
  th, td { padding-right: 0.9rem; }
  pre, .equations { padding-left: 0.7rem; padding-right: 0.7rem; }
}
@media print { body { background: none; } pre, .wide { overflow: visible; white-space: pre-wrap; } }
`;
