import type { SentRequest } from '../model/exchange.ts';

/** A shell word that stays one word whatever it holds; control characters go as $'…' escapes. */
export function quoted(word: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (!/[\u0000-\u001f\u007f-\u009f]/.test(word)) return `'${word.replaceAll("'", `'\\''`)}'`;
  const escaped = word.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
  return `$'${escaped.replace(/[\u0000-\u001f\u007f-\u009f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`;
}

/** The request as a command that runs when pasted where ACCESS_TOKEN is set. */
export function curl({ method, url, headers, gateway = [], body }: SentRequest): string {
  const parts = ['curl', '-sS', '-i', ...(method === 'GET' ? [] : ['-X', method]), quoted(url)];
  const { authorization } = headers;
  if (authorization?.includes('$ACCESS_TOKEN')) parts.push('-H', `"Authorization: ${authorization}"`);
  else if (authorization !== undefined) parts.push('-H', quoted(`Authorization: ${authorization}`));
  for (const name of gateway) parts.push('-H', `"${name}: ${headers[name]?.replace(/["\\`]/g, '\\$&')}"`);
  if (body !== undefined)
    parts.push('-H', quoted('Content-Type: application/json'), '--data-raw', quoted(JSON.stringify(body)));
  return parts.join(' ');
}
