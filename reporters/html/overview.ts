import { placesOf } from '../../src/model/places.ts';
import type { Report } from '../../src/model/report.ts';
import { counted } from '../../src/values/counted.ts';
import { cut } from '../../src/values/escape.ts';
import { commonCauses, commonCauseText } from '../view/common-cause.ts';
import { type Finding, findings } from '../view/findings.ts';
import { failingOn } from '../view/gate.ts';
import { type Content, type Markup, markup } from './markup.ts';
import { reference, section, sign } from './signs.ts';

/** Maximum number of requirements listed before the matrix; the rest appear only in full below. */
const MOST = 12;
/** Maximum length of a value. */
const LONGEST = 140;
function line({ requirement, failures: [first], excuses }: Finding): Markup {
  const { id, title, status } = requirement;
  const against =
    first &&
    markup`<p class="brief"><span>expected <b>${cut(first.expected, LONGEST)}</b></span> <span>got <b class="actual">${cut(first.actual, LONGEST)}</b></span></p>`;
  const excuse = excuses.length > 0 && markup`<p class="brief">${excuses.join('; ')}</p>`;
  return markup`<li class="${status}" data-for="${id}">${sign(status)} <div><p>${reference(id)} <span class="said">${title}</span></p>${excuse || against}</div> <small>${placesOf(failingOn(requirement))}</small></li>\n`;
}

/** Shows what does not hold in a line or two each, as the first thing to read. */
export function overviewSection(report: Report): Content {
  const all = findings(report);
  if (all.length === 0) return false;
  const shown = all.slice(0, MOST).map(line);
  const rest = all.slice(MOST);
  const more =
    rest.length > 0 &&
    markup`<li class="rest"><a href="#${rest[0]?.requirement.id ?? ''}">${counted(rest.length, 'more requirement')}</a> below</li>`;
  const causes = commonCauses(report).map((each) => markup`<p class="common">${commonCauseText(each)}.</p>`);
  return section('overview', 'Failures and warnings', markup`${causes}<ul class="overview">${shown}${more}</ul>`);
}
