import { listingStyle } from './style-listing.ts';
import { tableStyle } from './style-tables.ts';

const tokens = `
:root { color-scheme: light dark;
  --paper: #fff; --raised: #f6f7f8; --ink: #17191c; --soft: #565c66; --rule: #dfe2e6; --link: #1d4fa3;
  --failed: #b3201c; --failed-tint: #fdeceb; --warned: #7d5200; --warned-tint: #fdf3dc;
  --not-exercised: #5b4a99; --not-exercised-tint: #f1eefb; --passed: #22703f; --passed-tint: #eef6f0;
  --observed: #1b6478; --observed-tint: #e9f4f7;
  --sans: -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Noto Sans', Ubuntu, Cantarell, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'Noto Sans Mono', 'Liberation Mono', 'DejaVu Sans Mono', monospace; }
@media (prefers-color-scheme: dark) { :root {
  --paper: #14161a; --raised: #1c1f25; --ink: #e7e9ec; --soft: #a0a7b3; --rule: #2e333b; --link: #8ab4f8;
  --failed: #ff8f88; --failed-tint: #3a1b1b; --warned: #e9b949; --warned-tint: #33280f;
  --not-exercised: #b9a8f5; --not-exercised-tint: #262140; --passed: #7cc795; --passed-tint: #17271d;
  --observed: #76c5da; --observed-tint: #12282f; } }
`;

const base = `
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 4.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 var(--sans); }
.sheet { max-width: 70rem; margin: 0 auto; padding: 1.5rem 2rem 5rem; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
code, pre, .id { font-family: var(--mono); font-size: .88em; }
code, .said, .why, dd, td, h3, blockquote { overflow-wrap: anywhere; }
h1, h2, h3, h4, p, dl, dd, ul, blockquote { margin: 0; }
ul { padding: 0; list-style: none; }
a.id { display: inline-block; padding: .2rem 0; }
h2 { font: 650 1.3rem/1.2 var(--sans); letter-spacing: -.01em; margin-bottom: 1.25rem; }
h2 small { font: 400 .9rem var(--sans); color: var(--soft); letter-spacing: 0; margin-left: .35rem; }
h3 { font: 600 1rem/1.4 var(--sans); }
h4, dt, th, .kicker, .brand, caption { font: 500 .78rem/1.5 var(--sans); color: var(--soft); }
main > section { margin-top: 3rem; }
main > section#overview { margin-top: 1.75rem; }
details > summary { cursor: pointer; padding: .1rem 0; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem 1rem; z-index: 3; }
.unseen { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; white-space: nowrap; }
.empty, .numbers { color: var(--soft); font-size: .87rem; }
.failed { --tone: var(--failed); --tint: var(--failed-tint); }
.warned { --tone: var(--warned); --tint: var(--warned-tint); }
.not_exercised { --tone: var(--not-exercised); --tint: var(--not-exercised-tint); }
.passed { --tone: var(--passed); --tint: var(--passed-tint); }
.observed { --tone: var(--observed); --tint: var(--observed-tint); }
.sign { display: inline-block; width: 1.15em; text-align: center; color: var(--tone, var(--soft)); font-weight: 700; }
.label { color: var(--tone); font-weight: 600; white-space: nowrap; }
`;

const header = `
.headline { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1.5rem; margin-top: .25rem; }
.target { color: var(--soft); overflow-wrap: anywhere; }
.meta { display: flex; flex-wrap: wrap; gap: .2rem 1.5rem; margin-top: 1rem; color: var(--soft); font-size: .87rem; }
.meta details { position: relative; }
.meta li:has(details[open]) { flex-basis: 100%; }

.brand { letter-spacing: .01em; }
h1 { font: 650 clamp(1.6rem, 1.3rem + 1vw, 2.1rem)/1.1 var(--sans); letter-spacing: -.02em; color: var(--tone); }
h1 span { font-size: .85em; font-weight: 500; }
.reason { font-size: 1.05rem; line-height: 1.4; max-width: 52rem; margin-top: .35rem; }
.selection, .gate { margin-top: .75rem; font-weight: 600; }
.gate { color: var(--tone); max-width: 52rem; }
.bar { display: block; width: 100%; height: 10px; margin: 2rem 0 .9rem; }
.bar rect { fill: var(--tone); stroke: var(--paper); stroke-width: 2px; vector-effect: non-scaling-stroke; }
.tally { display: flex; flex-wrap: wrap; gap: .5rem 2.25rem; }
.tally b { font: 650 1.2rem/1 var(--sans); color: var(--ink); margin-right: .2rem; font-variant-numeric: tabular-nums; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: 1rem 2rem; }
header .facts, .sheet > footer .facts { display: flex; flex-wrap: wrap; margin-top: 2rem; padding-top: 1.25rem; border-top: 1px solid var(--rule); }
.sheet > footer .facts div { flex: 1 1 14rem; }
.facts dd { font-size: .93rem; }
.facts details li { margin-top: .25rem; color: var(--soft); font-size: .87rem; }
.notes { margin-top: .75rem; color: var(--soft); font-size: .93rem; }
.notes li { padding-left: 1.1rem; text-indent: -1.1rem; }
.notes li::before { content: '–'; display: inline-block; width: 1.1rem; text-indent: 0; }
nav { margin-top: 1rem; border: solid var(--rule); border-width: 1px 0; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; padding: .35rem 0; font-size: .87rem; }
nav a { display: inline-block; padding: .15rem 0; }
.sheet > footer { margin-top: 4rem; }
`;

const filters = `
.filters { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; margin: 2.5rem -1rem 0; padding: .6rem 1rem; background: var(--paper); border-bottom: 1px solid var(--rule); font-size: .87rem; color: var(--soft); }
.filters label { display: flex; align-items: center; gap: .4rem; }
.filters .wide { flex: 1 1 14rem; }
.filters select, .filters input, button { font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--rule); border-radius: 4px; padding: .3rem .5rem; min-height: 2rem; }
.filters input { width: 100%; min-width: 0; }
button { cursor: pointer; }
button:hover { border-color: var(--soft); }
.nothing { padding: 2rem 0; color: var(--soft); font-size: 1.1rem; }
.filters output { min-width: 4.5rem; font-variant-numeric: tabular-nums; }
`;

const phone = `
@media (max-width: 46rem) {
  .sheet { padding: 1.5rem 1rem 3rem; }
  .filters { position: static; margin-inline: 0; padding-inline: 0; }
  .filters label { flex: 1 1 6rem; flex-direction: column; align-items: stretch; gap: .1rem; min-width: 0; }
  .filters .wide { flex-basis: 100%; }
  .filters select { width: 100%; min-width: 0; }
  .facts { grid-template-columns: 1fr; gap: .75rem; }
  header .facts { flex-direction: column; }
  .tally { gap: .5rem 1.5rem; }
  .reason { font-size: 1rem; } }
`;

const print = `
@page { margin: 15mm 14mm; }
@media print {
  :root { color-scheme: light; }
  body { font-size: 9.5pt; }
  .sheet { max-width: none; padding: 0; }
  .filters, nav, button, .skip, dialog { display: none !important; }
  a { color: inherit; }
  main > section { margin-top: 2rem; }
  header details::details-content { content-visibility: visible; block-size: auto; }
  header details ul { columns: 3; column-gap: 2rem; font-size: .85em; }
  .matrix { break-inside: avoid; }
  .waiving, .headers, .nothing, #overview .rest, #not-exercised .gap-reason { display: none; }
  .report :is(#observed, #traffic, #coverage, #operations, #requirements, #created) { display: none; }
  .finding details::details-content { content-visibility: visible; block-size: auto; }
  h2, h3, h4, .kicker, caption { break-after: avoid; }
  pre, mark { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  tr, .copy, .side, .against, .cell, .gap-group li { break-inside: avoid; }
  .listing, .copy pre { max-height: none; white-space: pre-wrap; overflow-wrap: anywhere; }
  .finding, .chapter { content-visibility: visible; }
  .matrix caption { display: none; }
  .scroll { overflow: visible; } }
@media print and (prefers-color-scheme: dark) { :root {
  --paper: #fff; --raised: #f6f7f8; --ink: #17191c; --soft: #565c66; --rule: #dfe2e6; --link: #1d4fa3;
  --failed: #b3201c; --failed-tint: #fdeceb; --warned: #7d5200; --warned-tint: #fdf3dc;
  --not-exercised: #5b4a99; --not-exercised-tint: #f1eefb; --passed: #22703f; --passed-tint: #eef6f0;
  --observed: #1b6478; --observed-tint: #e9f4f7; } }
`;

/** The page's style sheet. Type and lines carry the structure; only results have colour. */
export const style = [tokens, base, header, filters, tableStyle, listingStyle, phone, print].join('');
