import type { Operation } from '../../src/contract/operations.ts';
import { uncounted } from '../../src/model/facts.ts';
import { adviceIn } from '../../src/model/need.ts';
import { placesOf } from '../../src/model/places.ts';
import type { Report } from '../../src/model/report.ts';
import type { Observation } from '../../src/model/reported.ts';
import { counted } from '../../src/values/counted.ts';
import { extent, type Gap, gaps, isFlaky, type Unexercised } from '../view/findings.ts';
import { capital } from '../view/wording.ts';
import { type Markup, markup } from './markup.ts';
import { reference, scrolling, section } from './signs.ts';

/** Shows the requirements that were not exercised for one reason. */
function reasonMarkup(reason: string, entries: readonly Unexercised[]): Markup {
  const lines = entries.map(
    ({ requirement: { id, title, level }, operations }) =>
      markup`<li data-for="${id}">${reference(id)} <span class="said">${title}</span> <small>${level} · ${placesOf(operations)}</small></li>`,
  );
  return markup`<div class="gap-reason"><p class="why">${reason}</p><ul>${lines}</ul></div>`;
}

function needMarkup(provide: string): Markup {
  const { verb, name, to } = adviceIn(provide);
  return markup`${capital(verb)} <code>${name}</code>${to !== undefined && ` to ${to}`}`;
}

/** Shows one thing to provide on a line that unfolds to its requirements. */
function gapMarkup({ provide, entries }: Gap): Markup {
  const title = provide === null ? 'For other reasons' : needMarkup(provide);
  const reasonOf = ({ requirement }: Unexercised): string => requirement.reason ?? 'the run did not reach this';
  const reasons = [...new Set(entries.map(reasonOf))];
  const operations = [...new Set(entries.flatMap((each) => each.operations))];
  const groups = reasons.map((reason) =>
    reasonMarkup(
      reason,
      entries.filter((each) => reasonOf(each) === reason),
    ),
  );
  return markup`<details class="gap-group"><summary><b>${title}</b> <small>${extent(entries)}: ${placesOf(operations)}</small></summary>${groups}</details>\n`;
}

/** Shows what was not exercised, by what to provide. */
export function gapsSection(report: Report): Markup | false {
  const all = gaps(report);
  if (all.length === 0) return false;
  return section(
    'not-exercised',
    markup`Not exercised <small>${extent(all.flatMap(({ entries }) => entries))}</small>`,
    all.map(gapMarkup),
  );
}

/** Shows the requirements that passed after a failure that did not recur, with the answers of all attempts. */
export function flakySection({ requirements }: Report): Markup | false {
  const all = requirements.filter(isFlaky);
  if (all.length === 0) return false;
  const lines = all.map(
    ({ id, title, level, reason }) =>
      markup`<li data-for="${id}">${reference(id)} <span class="said">${title}</span> <small>${level}</small><p class="why">${reason}</p></li>`,
  );
  return section('flaky', markup`Flaky <small>${all.length}</small>`, markup`<ul>${lines}</ul>`);
}

/**
 * Returns the answers to one question with the operations that gave them; merges answers that differ only in counts.
 */
function answersOf(all: readonly Observation[]): readonly (readonly [answer: string, on: readonly Operation[]])[] {
  const same = [...new Set(all.map(uncounted))];
  return same.map((answer) => {
    const own = all.filter((each) => uncounted(each) === answer);
    const exact = new Set(own.map((each) => each.answer));
    return [exact.size === 1 ? (own[0]?.answer ?? answer) : answer, own.map(({ operation }) => operation)];
  });
}

function questionRows(id: string, all: readonly Observation[]): Markup {
  const answers = answersOf(all);
  const rows = answers.map(([answer, on], i) => {
    const asked =
      i === 0 && markup`<th scope="rowgroup" rowspan="${answers.length}">${all[0]?.question} ${reference(id)}</th>`;
    return markup`<tr>${asked}<td class="answer">${answer}</td><td>${placesOf(on)}</td></tr>`;
  });
  return markup`<tbody data-for="${id}" data-on="${all.map(({ operation }) => operation).join(' ')}">${rows}</tbody>\n`;
}

/** Shows how the target behaves where the document is silent. */
export function observationsSection({ observations }: Report): Markup | false {
  if (observations.length === 0) return false;
  const ids = [...new Set(observations.map(({ id }) => id))];
  const groups = ids.map((id) =>
    questionRows(
      id,
      observations.filter((each) => each.id === id),
    ),
  );
  const table = markup`<table class="observations"><thead><tr><th scope="col">where the document is silent</th><th scope="col">observed</th><th scope="col">on</th></tr></thead>${groups}</table>`;
  return section('observed', markup`Observed <small>${ids.length}</small>`, scrolling('observed behaviour', table));
}

/** Shows what the run created or changed on the target. */
export function createdSection({ created }: Report): Markup | false {
  if (created.length === 0) return false;
  const lines = created.map(
    ({ operation, id, ref_id }) =>
      markup`<tr><th scope="row"><code>${operation}</code></th><td><code>${id}</code></td><td><code>${ref_id}</code></td></tr>\n`,
  );
  const table = markup`<table class="created"><thead><tr><th scope="col">operation</th><th scope="col">id</th><th scope="col">ref_id</th></tr></thead><tbody>${lines}</tbody></table>`;
  const folded = markup`<details><summary>${counted(created.length, 'object')} created or changed on the target</summary>${scrolling('created or changed', table)}</details>`;
  return section('created', 'Left behind', folded);
}
