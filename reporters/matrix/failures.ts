import type { Report } from '../../src/model/report.ts';
import { isFailing, type ReportedRequirement } from '../../src/model/reported.ts';
import type { SideBySide } from '../../src/model/side-by-side.ts';
import { grouped } from '../../src/values/counted.ts';
import { copyable, failureMarkup } from '../html/failure.ts';
import { type Content, type Markup, markup } from '../html/markup.ts';
import { reference, section, statusLabel } from '../html/signs.ts';
import { failureAnchor } from './requirements.ts';

/** Maximum number of failures shown with their exchanges; the others have only the sentence and the command. */
const MOST_WHOLE = 300;

interface Found {
  readonly column: number;
  readonly name: string;
  readonly requirement: ReportedRequirement;
}

function foundIn({ columns }: SideBySide, reports: readonly Report[]): readonly Found[] {
  return reports.flatMap(({ requirements }, column) =>
    requirements
      .filter(({ status }) => isFailing(status))
      .map((requirement) => ({ column, name: columns[column]?.name ?? '', requirement })),
  );
}

function shown(requirement: ReportedRequirement, isWhole: boolean): Content {
  const [failure] = requirement.failures;
  if (!failure) return markup`<p>${requirement.reason ?? ''}</p>`;
  return isWhole
    ? failureMarkup(requirement, failure)
    : markup`<p>${failure.message}</p>${copyable('curl command', failure.curl)}`;
}

function findingMarkup({ column, name, requirement }: Found, place: number): Markup {
  const { id, title, level, section: where, status } = requirement;
  const own = failureAnchor(column, id);
  return markup`<article class="finding" id="${own}" data-for="${id}" data-column="${column}" data-status="${status}" aria-labelledby="${own}-title">
<p class="kicker">${statusLabel(status)} <b>${name}</b> <span>${level}</span> <span>section ${where}</span> ${reference(id)}</p>
<h3 id="${own}-title">${title}</h3>${shown(requirement, place < MOST_WHOLE)}</article>\n`;
}

/** Shows what does not hold in any of the reports, with the exchange that decided it. */
export function failuresSection(matrix: SideBySide, reports: readonly Report[]): Content {
  const found = foundIn(matrix, reports);
  if (found.length === 0) return false;
  return section('failures', markup`Failures <small>${grouped(found.length)}</small>`, found.map(findingMarkup));
}
