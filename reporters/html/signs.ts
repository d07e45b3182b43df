import type { Operation } from '../../src/contract/operations.ts';
import type { Aspect } from '../../src/contract/requirement.ts';
import type { Status } from '../../src/model/reported.ts';
import { glyphs, statusWords } from '../view/wording.ts';
import { anchor, type Content, type Markup, markup } from './markup.ts';

/** Returns the sign of a status; screen readers read its word. */
export const sign = (status: Status): Markup =>
  markup`<span class="sign ${status}" role="img" aria-label="${statusWords[status]}">${glyphs[status]}</span>`;

/** Returns the sign and the word of a status. */
export const statusLabel = (status: Status): Markup =>
  markup`<span class="label ${status}"><span aria-hidden="true">${glyphs[status]}</span> ${statusWords[status]}</span>`;

/** Returns a section of the page with its heading. */
export const section = (id: string, title: Content, ...content: readonly Content[]): Markup =>
  markup`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${content}</section>`;

/** Wraps a table so that it scrolls by itself on a narrow page. */
export const scrolling = (label: string, table: Markup): Markup =>
  markup`<div class="scroll" role="region" aria-label="${label}" tabindex="0">${table}</div>`;

/** Returns a link to a requirement. */
export const reference = (id: string): Markup => markup`<a class="id" href="#${id}">${id}</a>`;

/** Returns the anchor of the requirements in one matrix cell. */
export const cellAnchor = (operation: Operation, aspect: Aspect): string => anchor('at', operation, aspect);
