const matrix = `
table { border-collapse: collapse; width: 100%; }
th { text-align: left; }
caption { font-weight: 400; text-align: left; caption-side: bottom; padding-top: .75rem; }
.scroll { position: relative; overflow-x: auto; }
.matrix { table-layout: fixed; font-variant-numeric: tabular-nums; }
.matrix thead th { vertical-align: bottom; text-align: center; padding: 0 .2rem .5rem; hyphens: auto; }
.matrix thead .corner { text-align: left; width: 13.5rem; padding-left: 0; }
.matrix tbody th { font: 500 .87rem/1 var(--mono); white-space: nowrap; }
.matrix tbody th a { color: var(--ink); }
.matrix tbody th small { color: var(--soft); font: .75rem var(--sans); margin-left: .25rem; }
.matrix tbody tr { border-top: 1px solid var(--rule); }
.matrix td { padding: 2px; text-align: center; }
.matrix td a { display: block; border-radius: 4px; padding: .42rem 0; color: var(--tone); line-height: 1; }
.matrix td a.dim { opacity: .25; }
.matrix td a:hover { text-decoration: none; box-shadow: inset 0 0 0 1px var(--tone); }
.matrix td b { display: inline-block; width: 1.1em; font-weight: 700; }
.matrix td span { font-size: .87rem; margin-left: .15em; }
.matrix td.failed a { background: var(--failed); color: var(--paper); font-weight: 600; }
.matrix td.warned a, .matrix td.not_exercised a { background: var(--tint); }
.matrix td.passed a { background: var(--tint); }
.matrix td.nothing { color: var(--soft); }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-top: .5rem; font-size: .87rem; color: var(--soft); }
`;

const others = `
.traffic, .observations, .created { font-size: .9rem; }
.traffic thead th, .observations thead th, .created thead th { padding: 0 1rem .4rem 0; vertical-align: bottom; }
.traffic tbody tr, .observations tbody tr, .created tbody tr { border-top: 1px solid var(--rule); }
.traffic tbody th, .created tbody th { font: .87rem var(--mono); color: var(--ink); }
.traffic td, .traffic tbody th, .observations td, .observations tbody th, .created td, .created tbody th { padding: .45rem 1rem .45rem 0; vertical-align: top; }
.traffic td, .traffic tbody th { vertical-align: middle; white-space: nowrap; }
.observations td code { white-space: nowrap; display: inline-block; margin-right: .5rem; }
.number { text-align: right !important; font-variant-numeric: tabular-nums; }
.coverage { font-size: .87rem; }
.coverage thead th { padding: 0 1rem .4rem 0; }
.coverage tbody tr { border-top: 1px solid var(--rule); }
.coverage tbody th { font: .87rem var(--mono); color: var(--ink); }
.coverage td { width: 30%; }
.coverage td, .coverage tbody th { padding: .5rem 1rem .5rem 0; vertical-align: top; }
.parts { display: flex; flex-wrap: wrap; gap: .1rem 1rem; }
.parts li { overflow-wrap: anywhere; color: var(--soft); font-variant-numeric: tabular-nums; }
.parts b { color: var(--ink); font-weight: 600; }
.parts .not_exercised { color: var(--tone); font-weight: 600; }
.plotted { padding-right: 0 !important; width: 15rem; text-align: right; }
.plot { display: inline-block; vertical-align: middle; }
.plot text { font: 10px var(--sans); fill: var(--soft); }
.plot path { fill: none; stroke: var(--observed); }
.plot .tick { stroke: var(--rule); }
.plot .range { stroke-width: 1; }
.plot .most { stroke-width: 4; opacity: .45; }
.plot circle { fill: var(--observed); }
.observations tbody th { font: inherit; color: var(--ink); width: 34%; }
.observations td:last-child { width: 24%; }
.observations tbody tr + tr { border-top-style: dotted; }
.observations tbody th .id { display: block; font-size: .8rem; }
.observations .answer { font-size: .93rem; }
`;

const lists = `
.operation, .chapter, .gap-group { border-top: 1px solid var(--rule); }
.operation > summary, .chapter > summary, .gap-group > summary { display: flex; flex-wrap: wrap; gap: .1rem .75rem; align-items: baseline; padding: .5rem 0; }
.operation > summary::before, .chapter > summary::before, .gap-group > summary::before { content: '▸'; color: var(--soft); width: .8em; }
.operation[open] > summary::before, .chapter[open] > summary::before, .gap-group[open] > summary::before { content: '▾'; }
.operation > summary small, .chapter > summary small, .gap-group > summary small { color: var(--soft); margin-left: auto; }
.operation[open], .chapter[open], .gap-group[open] { padding-bottom: 1.25rem; }
.operation h3 code { font-size: .8rem; color: var(--soft); font-weight: 400; margin-left: .4rem; }
.cell { display: grid; grid-template-columns: 9rem 1fr; gap: 0 1.5rem; padding: .35rem .5rem; margin: 0 -.5rem; border-radius: 4px; }
.cell dt { padding-top: .12rem; }
.cell:target, .more:target, p.entry:target { background: var(--raised); box-shadow: inset 2px 0 0 var(--link); }
.loud li { display: flex; gap: .5rem; align-items: baseline; }
.loud .id, .entry .id, .gap-group .id { white-space: nowrap; }
.overview li { display: flex; gap: .5rem; align-items: baseline; padding: .4rem 0; border-top: 1px solid var(--rule); }
.overview li > :first-child { flex: none; }
.overview .id { padding: 0; margin-right: .5rem; font-weight: 600; }
.overview small { margin-left: auto; color: var(--soft); text-align: right; max-width: 14rem; }
.overview .rest { padding-left: 1.65rem; }
.brief { display: flex; flex-wrap: wrap; gap: 0 1.25rem; color: var(--soft); font-size: .87rem; overflow-wrap: anywhere; }
.brief b { color: var(--ink); font-weight: 500; }
.brief .actual { color: var(--tone); font-weight: 600; }
.quiet { display: flex; flex-wrap: wrap; gap: .1rem 1rem; }
.quiet .id { color: var(--soft); font-size: .8rem; }
.quiet .sign { opacity: .75; font-weight: 500; }
.entry { border-bottom: 1px solid var(--rule); }
.entry > summary, p.entry { display: grid; grid-template-columns: 1.3em minmax(0, 19rem) minmax(0, 1fr) 4.5rem; gap: 0 .75rem; align-items: baseline; padding: .45rem 0; list-style: none; }
.entry > summary::-webkit-details-marker { display: none; }
.entry > summary:hover { background: var(--raised); }
.entry .id { overflow-wrap: anywhere; white-space: normal; }
.level { color: var(--soft); font-size: .8rem; text-align: right; }
.more { scroll-margin-top: 3rem; padding: .75rem 1rem 1.25rem 2rem; }
.gap-reason { margin: .25rem 0 .75rem; padding-left: 1rem; border-left: 2px solid var(--not-exercised); }
.gap-reason .why { font-size: .93rem; }
.gap-group small { color: var(--soft); }
#not-exercised h3 code { font-size: .95em; }
`;

const phone = `
@media (max-width: 62rem) { .matrix thead th { font-size: .7rem; } }
@media (max-width: 46rem) {
  .matrix thead .corner { width: 7.6rem; }
  .gap-group .id, .loud .id, .quiet .id { white-space: normal; overflow-wrap: anywhere; }
  .matrix thead th:not(.corner) { height: 7rem; padding: 0; }
  .matrix thead th span { writing-mode: vertical-rl; transform: rotate(180deg); white-space: nowrap; }
  .matrix tbody th { font-size: .7rem; letter-spacing: -.02em; }
  .matrix tbody th small { display: none; }
  .matrix td a { padding: .25rem 0; }
  .matrix td b, .matrix td span { display: block; width: auto; margin: 0; }
  .matrix td span { font-size: .62rem; letter-spacing: -.03em; line-height: 1.2; }
  .matrix td { padding: 1px; }
  .matrix td.nothing span { display: inline; margin: 0; }
  .cell { grid-template-columns: 1fr; }
  .loud li { flex-wrap: wrap; gap: 0 .4rem; }
  .overview li { flex-wrap: wrap; }
  .overview li > div { flex: 1 1 0; min-width: 0; }
  .overview small { margin: 0; flex-basis: 100%; max-width: none; text-align: left; padding-left: 1.6rem; }
  .loud .said { flex-basis: 100%; padding-left: 1.6rem; }
  .entry > summary, p.entry { grid-template-columns: 1.3em minmax(0, 1fr) 4rem; }
  .entry .said { grid-column: 2 / -1; grid-row: 2; } }
@media (max-width: 23rem) { .sheet { padding-inline: .75rem; } .matrix thead .corner { width: 6rem; } .matrix tbody th { font-size: .6rem; } .matrix td { padding: 1px 0; } }
@media print { .entry > summary, p.entry { padding: .2rem 0; } .matrix td a { padding: .25rem 0; print-color-adjust: exact; -webkit-print-color-adjust: exact; } .bar, .plot { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
`;

/** Style of the matrix, of the other tables and of the lists of requirements. */
export const tableStyle = [matrix, others, lists, phone].join('');
