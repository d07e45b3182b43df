import { levels } from '../../src/contract/requirement.ts';
import type { Report } from '../../src/model/report.ts';
import type { Status } from '../../src/model/reported.ts';
import { statusWords } from '../view/wording.ts';
import { type Markup, markup } from './markup.ts';

const option = (value: string, text = value): Markup => markup`<option value="${value}">${text}</option>`;

/** Returns the filters, which work only with the script. */
export function filters({ requirements }: Report): Markup {
  const operations = [...new Set(requirements.flatMap((each) => each.operations))];
  const statuses: readonly Status[] = [...new Set(requirements.map(({ status }) => status))];
  return markup`<form class="filters" id="filters" hidden role="search" aria-label="Filter the requirements">
<label class="wide"><span class="unseen">Text</span><input name="text" type="search" placeholder="Filter: id, sentence, section, operation or value" aria-keyshortcuts="/" autocomplete="off" spellcheck="false"></label>
<label>Status <select name="status">${option('', 'any')}${statuses.map((each) => option(each, statusWords[each]))}</select></label>
<label>Operation <select name="operation">${option('', 'any')}${operations.map((each) => option(each))}</select></label>
<label>Level <select name="level">${option('', 'any')}${levels.map((each) => option(each))}</select></label>
<button type="reset">Clear</button><output aria-live="polite"></output></form>
<p class="nothing" id="nothing" hidden>No requirement matches the filter.</p>`;
}
