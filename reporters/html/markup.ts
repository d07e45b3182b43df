import { html } from '../../src/values/escape.ts';

declare const brand: unique symbol;

/** HTML in which every piece of text is escaped; only {@link markup} creates it. */
export interface Markup {
  readonly [brand]: 'Markup';
  readonly source: string;
}

/** The values that a template accepts: text is escaped, lists are joined, `null`, `undefined` and `false` are empty. */
export type Content = string | number | Markup | null | undefined | false | readonly Content[];

const made = (source: string): Markup => ({ source }) as Markup;

function rendered(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (typeof content === 'string') return html(content);
  if (typeof content === 'number') return String(content);
  return 'source' in content ? content.source : content.map(rendered).join('');
}

/** HTML template tag. Escapes every value that is not Markup. Attributes must be quoted. */
export const markup = (strings: TemplateStringsArray, ...values: readonly Content[]): Markup =>
  made(String.raw({ raw: strings }, ...values.map(rendered)));

/** Returns a style sheet or script of this tool, which contains no text of the target. */
export const own = (element: 'style' | 'script', source: string): Markup => made(`<${element}>${source}</${element}>`);

/** Returns data for a script as JSON. No text in it can end the script element. */
export const data = (id: string, json: string): Markup =>
  made(`<script type="application/json" id="${html(id)}">${json.replaceAll('<', '\\u003c')}</script>`);

/** Returns the text of a page. */
export const page = (content: Markup): string => `<!doctype html>\n${content.source}\n`;

/** Returns an anchor within the page. */
export const anchor = (...parts: readonly string[]): string => parts.join('-').replaceAll(' ', '-');
