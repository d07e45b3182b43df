import { createHash } from 'node:crypto';
import { type Markup, markup, own, page } from './markup.ts';
import { style } from './style.ts';

const digest = (source: string): string => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

/**
 * Forbids the page to load anything, and allows only its own style and script, whatever text of the target it shows.
 */
const policy = (style: string, script: string | undefined): string =>
  [
    "default-src 'none'",
    `style-src ${digest(style)}`,
    `script-src ${script === undefined ? "'none'" : digest(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** Returns a whole page in one file. `script` and the additional style `more` contain no text of the target. */
export function document(title: string, body: Markup, script?: string, more = ''): string {
  const styles = style + more;
  return page(markup`<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(styles, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer"><title>${title}</title>${own('style', styles)}</head><body>${body}${script !== undefined && own('script', script)}</body></html>`);
}
