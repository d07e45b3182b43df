/** Style of failures: the sentence, expected and actual values, the exchange with the marked line, the commands. */
export const listingStyle = `
.finding { content-visibility: auto; contain-intrinsic-size: auto 44rem; }
.finding { margin-top: 2.75rem; padding-top: 1.5rem; border-top: 1px solid var(--rule); }
.finding:first-of-type { margin-top: 0; }
.kicker { display: flex; flex-wrap: wrap; gap: .1rem .9rem; align-items: baseline; }
.kicker .id { margin-left: auto; }
.finding h3 { font: 600 1.15rem/1.3 var(--sans); letter-spacing: -.01em; margin: .4rem 0 .5rem; max-width: 46rem; }
.finding:target h3 { text-decoration: underline; text-decoration-color: var(--link); text-decoration-thickness: 2px; text-underline-offset: .2em; }
blockquote { font-size: .95rem; color: var(--soft); max-width: 46rem; border-left: 2px solid var(--rule); padding-left: .75rem; }
blockquote + blockquote { margin-top: .35rem; }
blockquote p { display: inline; }
blockquote p::before { content: '“'; }
blockquote p::after { content: '”'; }
blockquote footer { display: inline; font: .8rem var(--sans); margin-left: .35rem; white-space: nowrap; }
p.waived { display: inline-block; margin: 0 0 .6rem; padding: .25rem .7rem; border-left: 3px solid var(--warned); background: var(--warned-tint); font-weight: 600; }
.failure { margin: 1.25rem 0 1.5rem; }
.against { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, auto)); justify-content: start; gap: .5rem 2.5rem; }
.against dd { font-weight: 600; max-width: 30rem; }
.against .got dd { color: var(--failed); }
[data-status='warned'] .got dd { color: var(--warned); }
.exchange { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.5rem; margin: 1.25rem 0 1rem; align-items: start; }
.line { font: .85rem/1.5 var(--mono); word-break: break-all; margin: .15rem 0 .4rem; }
.line mark { background: var(--failed-tint); color: var(--ink); box-shadow: inset 3px 0 0 var(--failed); padding: .15rem .6rem; }
[data-status='warned'] .line mark { background: var(--warned-tint); box-shadow: inset 3px 0 0 var(--warned); }
pre { margin: 0; background: var(--raised); border-radius: 4px; padding: .75rem 0; overflow: auto; font-size: .8rem; line-height: 1.55; tab-size: 2; }
.listing { max-height: 40rem; }
.listing code { display: block; font-size: inherit; }
.listing span, .listing mark { position: relative; display: block; padding: 0 1rem 0 1.6rem; white-space: pre-wrap; word-break: break-all; }
.listing mark { background: var(--failed-tint); color: var(--ink); font-weight: 600; box-shadow: inset 3px 0 0 var(--failed); }
[data-status='warned'] .listing mark { background: var(--warned-tint); box-shadow: inset 3px 0 0 var(--warned); }
.listing mark::before { content: '▸'; position: absolute; left: .65rem; color: var(--failed); }
[data-status='warned'] .listing mark::before { color: var(--warned); }
.listing .absent { font-style: italic; }
.listing .gap { color: var(--soft); font-family: var(--sans); font-size: .78rem; }
.headers { margin-top: .4rem; font-size: .85rem; color: var(--soft); }
.headers dl { font: .78rem/1.6 var(--mono); padding-top: .35rem; }
.headers dl div { overflow-wrap: anywhere; padding-left: 1rem; text-indent: -1rem; }
.headers dt, .headers dd { display: inline; font: inherit; }
.headers dt::after { content: ': '; }
.headers dd { color: var(--ink); }
.copy { position: relative; margin-top: .35rem; }
.copy pre { padding: .75rem 5.5rem .75rem 1rem; white-space: pre-wrap; word-break: break-all; max-height: 16rem; }
.copy pre code { font-size: inherit; }
.copy button { position: absolute; top: .4rem; right: .4rem; font-size: .8rem; min-height: 0; padding: .25rem .6rem; }
.numbers { margin-top: .5rem; }
.against + h4 { margin-top: 1rem; }
.steps { list-style: none; padding: 0; margin: .25rem 0 0; }
.steps li { border-top: 1px solid var(--rule); padding: .3rem 0; }
.steps .exchange { margin: .75rem 0 .5rem; }
.number-link { display: inline-block; padding: .1rem .15rem; font-variant-numeric: tabular-nums; }
.viewer { width: min(78rem, 96vw); max-height: 92vh; padding: 1rem 1.5rem 1.5rem; border: 1px solid var(--rule); border-radius: 8px; background: var(--paper); color: var(--ink); }
.viewer::backdrop { background: rgb(0 0 0 / .45); }
.viewer-head { position: sticky; top: -1rem; display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: -1rem -1.5rem 0; padding: .75rem 1.5rem; background: var(--paper); border-bottom: 1px solid var(--rule); z-index: 1; }
.viewer-head h2 { margin: 0 auto 0 0; font-size: 1.1rem; }
.viewer button:disabled { opacity: .45; cursor: default; }
.viewer .listing { max-height: 60vh; }
.viewer .listing code { padding: 0 1rem; white-space: pre-wrap; word-break: break-all; }
.further { margin-top: .5rem; border-top: 1px solid var(--rule); padding-top: .5rem; }
.finding > .facts, .more > .facts { display: flex; flex-wrap: wrap; margin-top: 1rem; }
.finding > .facts dd, .more > .facts dd { max-width: 32rem; }
.on { display: flex; flex-wrap: wrap; gap: .1rem .9rem; }
.facts div:has(> dd > .on) { flex-basis: 100%; }
.facts dd:has(> .on) { max-width: none !important; }
@media (max-width: 46rem) {
  .exchange { grid-template-columns: minmax(0, 1fr); }
  .finding h3 { font-size: 1.2rem; }
  .kicker .id { margin-left: 0; flex-basis: 100%; }
  .copy pre { padding-right: 1rem; padding-bottom: 2.75rem; }
  .copy button { top: auto; bottom: .4rem; min-height: 2rem; } }
`;
