import type { Move, SideBySide } from '../../src/model/side-by-side.ts';
import { counted } from '../../src/values/counted.ts';
import { cut } from '../../src/values/escape.ts';
import { type Content, type Markup, markup } from '../html/markup.ts';
import { reference, section } from '../html/signs.ts';
import { comparedWords } from '../view/wording.ts';

const LONGEST = 300;

const observed = ({ id, operation, question, before, after }: Move['observations'][number]): Markup =>
  markup`<li><p>${question} <code>${operation}</code> ${reference(id)}</p><p class="brief"><span>from <b>${cut(before, LONGEST)}</b></span> <span>to <b>${cut(after, LONGEST)}</b></span></p></li>`;

const required = ({ id, operation, title, before, after }: Move['requirements'][number]): Markup =>
  markup`<li><p>${title} <code>${operation}</code> ${reference(id)}</p><p class="brief"><span>from <b>${comparedWords(before)}</b></span> <span>to <b>${comparedWords(after)}</b></span></p></li>`;

function moveMarkup({ from, to, requirements, observations }: Move): Markup {
  const size = `${counted(observations.length, 'observed behaviour')}, ${counted(requirements.length, 'requirement')}`;
  const lists = markup`${requirements.length > 0 && markup`<h4>Requirements that pass in only one of them</h4><ul class="moves">${requirements.map(required)}</ul>`}${observations.length > 0 && markup`<h4>Observed behaviour</h4><ul class="moves">${observations.map(observed)}</ul>`}`;
  return markup`<details class="chapter"><summary><h3>From ${from} to ${to}</h3> <small>${size}</small></summary>${lists}</details>\n`;
}

/** Shows what changes for a client of the first column with each of the others; the filters show any other pair. */
export function movingSection({ columns: [first], moves }: SideBySide): Content {
  const own = moves.filter(({ from }) => from === first?.name);
  if (own.length === 0) return false;
  const more =
    moves.length > own.length &&
    markup`<p class="empty">The filters show any other pair; matrix.json has all pairs.</p>`;
  return section('moving', 'Moving from one implementation to another', own.map(moveMarkup), more);
}
