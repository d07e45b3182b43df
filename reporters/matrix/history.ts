import type { Column, HistoryStep, SideBySide } from '../../src/model/side-by-side.ts';
import { counted, grouped } from '../../src/values/counted.ts';
import { kindStatus, statusChange } from '../comparison/groups.ts';
import { type Content, type Markup, markup } from '../html/markup.ts';
import { reference, section, sign } from '../html/signs.ts';

const [WIDTH, HEIGHT, BAR, GAP] = [640, 120, 24, 6] as const;

/** The statuses from the bottom of a bar to its top. */
const STACKED = ['passed', 'observed', 'not_exercised', 'warned', 'failed'] as const;

/** Draws only what did not pass: otherwise a few failures among five hundred would be invisible. */
function bar({ summary, name }: Column, place: number, step: number, most: number): Markup {
  let y = HEIGHT;
  const parts = STACKED.slice(2).map((status) => {
    const height = most === 0 ? 0 : (summary[status] / most) * HEIGHT;
    y -= height;
    return markup`<rect class="${status}" x="${(place * step).toFixed(1)}" y="${y.toFixed(1)}" width="${Math.min(BAR, step - GAP).toFixed(1)}" height="${height.toFixed(1)}"/>`;
  });
  return markup`<g><title>${name}: ${grouped(summary.failed)} failed, ${grouped(summary.warned)} warned, ${grouped(summary.not_exercised)} not exercised, ${grouped(summary.passed)} passed</title>${parts}</g>`;
}

/** Stacks failed, warned and not exercised requirements of each run; the table before it has the numbers. */
function chart({ columns }: SideBySide): Markup {
  const most = Math.max(
    ...columns.map(({ summary: { failed, warned, not_exercised } }) => failed + warned + not_exercised),
  );
  const step = Math.min(BAR + GAP, WIDTH / Math.max(1, columns.length));
  const bars = columns.map((each, i) => bar(each, i, step, most));
  return markup`<svg class="trend" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="failed, warned and not exercised requirements in each run, at most ${most}"><path d="M0 ${HEIGHT}H${WIDTH}"/>${bars}</svg>`;
}

const changeMarkup = ({ kind, id, operation, title, before, after }: HistoryStep['changes'][number]): Markup =>
  markup`<li>${sign(kindStatus[kind])} ${reference(id)} <span class="said">${title}</span> <small><code>${operation}</code> ${statusChange({ before, after })}</small></li>\n`;

const stepMarkup = ({ from, to, changes }: HistoryStep): Markup =>
  markup`<details class="chapter"${changes.length > 0 && ' open'}><summary><h3>${to}</h3> <small>${counted(changes.length, 'change')} since ${from}</small></summary><ul class="loud overview">${changes.map(changeMarkup)}</ul></details>\n`;

/** Shows what changed from each run to the next, and what was flaky in any. */
export function historySection(matrix: SideBySide): Content {
  const { kind, history, requirements } = matrix;
  if (kind !== 'history') return false;
  const flaky = requirements.filter(({ columns }) => columns.some((each) => each.flaky));
  const list =
    flaky.length > 0 &&
    markup`<p class="empty">Flaky in one or more of them: ${flaky.map(({ id }, i) => [i > 0 && ', ', reference(id)])}</p>`;
  return section('history', 'What changed when', chart(matrix), list, history.map(stepMarkup));
}
