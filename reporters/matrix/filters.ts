import type { SideBySide } from '../../src/model/side-by-side.ts';
import { type Markup, markup } from '../html/markup.ts';

const option = (value: string | number, text: string): Markup => markup`<option value="${value}">${text}</option>`;

/** Returns the filters, which work only with the script. */
export function filters({ columns, requirements }: SideBySide): Markup {
  const names = columns.map(({ name }, i) => option(i, name));
  const failures = columns.map(({ name }, i) => option(`in ${i}`, `failures of ${name}`));
  const operations = [...new Set(requirements.flatMap((each) => each.operations))];
  return markup`<form class="filters" id="filters" hidden role="search" aria-label="Filter the rows">
<label class="wide"><span class="unseen">Text</span><input name="text" type="search" placeholder="Filter: id, sentence, operation or answer" aria-keyshortcuts="/" autocomplete="off" spellcheck="false"></label>
<label>Show <select name="show">${option('', 'everything')}${option('differ', 'where they differ')}${failures}</select></label>
<label>Operation <select name="operation">${option('', 'any')}${operations.map((each) => option(each, each))}</select></label>
<label>Moving from <select name="from">${option('', 'any')}${names}</select></label>
<label>to <select name="to">${option('', 'any')}${names}</select></label>
<button type="reset">Clear</button><output aria-live="polite"></output></form>`;
}
