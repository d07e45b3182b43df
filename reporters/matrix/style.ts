/** Style of the tables with a column for each report. */
export const matrixStyle = `
.sheet.beside { max-width: 86rem; }
.reports th, .reports td { font-size: .87rem; }
.reports tbody th { font-family: var(--sans) !important; font-weight: 600 !important; }
.reports .place { white-space: nowrap; }
.beside .filters select { max-width: 11rem; }
.statuses { font-size: .9rem; }
.statuses thead th, .beside .observations thead th { position: sticky; top: 0; background: var(--paper); z-index: 1; padding: .4rem .35rem; vertical-align: bottom; color: var(--ink); font-weight: 600; overflow-wrap: anywhere; }
.statuses thead th:not(.corner) { text-align: center; min-width: 5.5rem; max-width: 9rem; }
.upright thead th:not(.corner) { min-width: 2.4rem; height: 9rem; }
.upright thead th:not(.corner) span { writing-mode: vertical-rl; transform: rotate(180deg); max-height: 8.5rem; overflow: hidden; white-space: nowrap; }
.statuses .heading th { padding: 1.4rem 0 .35rem; font: 600 1rem/1.4 var(--sans); color: var(--ink); }
.statuses .row { border-top: 1px solid var(--rule); }
.statuses .row:target { background: var(--raised); }
.statuses tbody .row th { font: inherit; color: var(--ink); padding: .3rem 1rem .3rem 0; width: 100%; }
.statuses tbody .row small { display: block; color: var(--soft); font-size: .78rem; }
.statuses td { padding: 2px; text-align: center; }
.statuses td a, .statuses td > span { display: block; border-radius: 4px; padding: .35rem 0; color: var(--tone, var(--soft)); background: var(--tint, none); line-height: 1; font-weight: 700; }
.statuses td.failed a { background: var(--failed); color: var(--paper); }
.statuses td a:hover { text-decoration: none; box-shadow: inset 0 0 0 2px var(--tone); }
.statuses td.passed > span, .statuses td.observed > span { font-weight: 500; background: none; }
.statuses sup { font-size: .7em; }
.beside .scroll { overflow-x: auto; }
.beside .observations thead th { padding: .4rem 1rem .4rem 0; text-align: left; min-width: 8rem; }
.beside .observations tbody th { width: auto; min-width: 16rem; }
.beside .observations tbody small { display: block; color: var(--soft); }
.beside .observations tbody small .id { display: inline; }
.beside .observations td:last-child { width: auto; }
.beside .observations tr[data-differs=yes] .answer { background: var(--observed-tint); box-shadow: inset 0 0 0 1px var(--paper); padding-left: .5rem; }
.moves li { padding: .4rem 0; border-top: 1px solid var(--rule); }
.trend { display: block; width: 100%; max-width: 40rem; height: 7.5rem; margin-bottom: 1rem; }
.trend rect { fill: var(--tone); }
.trend path { stroke: var(--rule); }
.kicker b { color: var(--ink); }
@media (max-width: 46rem) {
  .reports tbody th { white-space: normal !important; min-width: 6rem; }
  .statuses tbody .row th { min-width: 12rem; padding-right: .4rem; }
  .statuses thead th:not(.corner) { min-width: 2.6rem; font-size: .7rem; }
  .beside .filters label { flex-wrap: wrap; } }
@media print {
  .beside nav { display: none !important; }
  .beside .scroll { overflow: visible; }
  .beside :is(.statuses, .observations) thead th { position: static; }
  .beside :is(.reports, .statuses, .observations) :is(th, td) { font-size: .72rem; min-width: 0; white-space: normal; overflow-wrap: break-word; padding-right: .5rem; }
  .beside :is(.reports, .observations) :is(td, tbody th) { overflow-wrap: anywhere; padding-right: .35rem; }
  .beside .reports thead th { font-size: .66rem; padding-right: .35rem; }
  .beside .observations tbody th { min-width: 11rem; font-size: .72rem; }
  .statuses td a, .statuses td > span { padding: .1rem 0; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .statuses .row { break-inside: avoid; } }
`;
