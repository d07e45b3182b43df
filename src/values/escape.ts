/**
 * Characters that no report shows as they are: control and format characters (bidirectional overrides, zero widths,
 * tags), line and paragraph separators, lone surrogates, and the two code points that XML 1.0 forbids.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu;

/** Match text that needs no escape, on one line or several. Most text matches, and this test is much faster. */
const [PLAIN, PLAIN_LINES] = [/^[\x20-\x7e]*$/, /^[\x20-\x7e\n]*$/];

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const unit = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;

const spelled = (char: string): string =>
  SHORT[char] ?? Array.from({ length: char.length }, (_, i) => unit(char.charCodeAt(i))).join('');

/**
 * Returns one line of text in which every character is visible: others are written as JSON escapes (`\u202e`), so that
 * a JSON body inside a command keeps its meaning.
 */
export const visible = (text: string): string => (PLAIN.test(text) ? text : text.replace(UNSEEN, spelled));

/** Like {@link visible}, for text of several lines: keeps line feeds. */
export const visibleLines = (text: string): string =>
  PLAIN_LINES.test(text) ? text : text.split('\n').map(visible).join('\n');

/** Returns the beginning of a long text with its full length, and never cuts a surrogate pair. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = /[\ud800-\udbff]$/.test(text.slice(0, most)) ? 1 : 0;
  return `${text.slice(0, most - half)}… (${text.length} characters)`;
}

/** The named entities of HTML, XML and Markdown. */
export const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const entities = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

/** Escapes text for an HTML element or a quoted attribute. */
export const html = (text: string): string => entities(visibleLines(text));

/** Escapes text for an XML 1.0 element: every character is allowed in XML, and `]]>` cannot occur. */
export const xml = (text: string): string => entities(visibleLines(text));

/** Escapes text for a quoted XML attribute, in which line feeds survive normalisation. */
export const xmlAttribute = (text: string): string => xml(text).replaceAll('\n', '&#10;');

/** Escapes text for one line of a terminal: no control characters, and nothing that a CI log takes for a command. */
export const escapeForTerminal = (text: string): string => inert(visible(text));

/** Like {@link escapeForTerminal}, for text of several lines. */
export const escapeLinesForTerminal = (text: string): string => text.split('\n').map(escapeForTerminal).join('\n');

/**
 * Changes a line so that no CI runner takes it for a workflow command: `::name::` at its start, `##[name]`, `##vso[name]` and `##teamcity[name]` anywhere.
 */
export const inert = (line: string): string =>
  line.replace(/^(\s*):(?=:)/, '$1: ').replace(/##(?=\[|vso|teamcity)/gi, '## ');

/** Escapes the message of a GitHub workflow command. */
export const commandData = (text: string): string => visibleLines(text).replaceAll('%', '%25').replaceAll('\n', '%0A');

/** Escapes a property value of a GitHub workflow command. */
export const commandProperty = (text: string): string =>
  commandData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
