import type { ObservationRow, SideBySide } from '../../src/model/side-by-side.ts';
import { grouped } from '../../src/values/counted.ts';
import { cut } from '../../src/values/escape.ts';
import { type Content, type Markup, markup } from '../html/markup.ts';
import { scrolling, section } from '../html/signs.ts';
import { NOTHING } from '../view/wording.ts';
import { columnHeads } from './requirements.ts';

/** Maximum length of an answer; the report has it in full. */
const LONGEST = 160;

const answerOf = (answer: string | null): Content =>
  answer === null ? markup`<span role="img" aria-label="not observed">${NOTHING}</span>` : cut(answer, LONGEST);

const rowMarkup = ({ id, operation, question, differs, answers }: ObservationRow): Markup =>
  markup`<tr class="row" data-differs="${differs ? 'yes' : ''}" data-failing="" data-operations="${operation}" data-said="${answers.map((each) => (each ?? '').replaceAll('|', '/')).join('|')}"><th scope="row">${question} <small><code>${operation}</code> <a class="id" href="#${id}">${id}</a></small></th>${answers.map((each, i) => markup`<td class="answer" data-column="${i}">${answerOf(each)}</td>`)}</tr>\n`;

/** Shows how each implementation behaves where the document is silent, with differences first. */
export function observedSection({ columns, observations }: SideBySide): Content {
  if (observations.length === 0) return false;
  const names = columns.map(({ name }) => name);
  const sorted = [...observations].sort((a, b) => Number(b.differs) - Number(a.differs));
  const table = markup`<table class="observations"><thead><tr><th scope="col" class="corner">where the document is silent</th>${columnHeads(names)}</tr></thead><tbody>${sorted.map(rowMarkup)}</tbody></table>`;
  const title = markup`Observed behaviour <small>${grouped(observations.length)}</small>`;
  return section('observed', title, scrolling('observed behaviour by report', table));
}
