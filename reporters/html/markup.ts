import { html } from '../view/escape.ts';

declare const brand: unique symbol;

/** HTML in which every piece of text is escaped; only {@link markup} makes it. */
export interface Markup {
  readonly [brand]: 'Markup';
  readonly source: string;
}

/** What a template takes: text is escaped, lists are joined, `null`, `undefined` and `false` are nothing. */
export type Content = string | number | Markup | null | undefined | false | readonly Content[];

const made = (source: string): Markup => ({ source }) as Markup;

function rendered(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (typeof content === 'string') return html(content);
  if (typeof content === 'number') return String(content);
  return 'source' in content ? content.source : content.map(rendered).join('');
}

/** A template of HTML; every value is escaped unless it is Markup itself. Attributes must be quoted. */
export const markup = (strings: TemplateStringsArray, ...values: readonly Content[]): Markup =>
  made(String.raw({ raw: strings }, ...values.map(rendered)));

/** A style sheet or a script of our own, which no text of the target enters. */
export const own = (element: 'style' | 'script', source: string): Markup => made(`<${element}>${source}</${element}>`);

/** Data for a script, as JSON that no text of it can end early. */
export const data = (id: string, json: string): Markup =>
  made(`<script type="application/json" id="${html(id)}">${json.replaceAll('<', '\\u003c')}</script>`);

/** The text of a page. */
export const page = (content: Markup): string => `<!doctype html>\n${content.source}\n`;

/** An address within the page. */
export const anchor = (...parts: readonly string[]): string => parts.join('-').replaceAll(' ', '-');
