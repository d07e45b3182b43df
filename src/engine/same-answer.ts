import type { Exchange } from '../model/exchange.ts';
import { steadyText } from '../values/steady-text.ts';

/** Maximum number of characters of a body that are compared. */
const MOST_CHARACTERS = 2_000;

function skeleton({ request, response }: Exchange): string {
  const body = response.body.kind === 'empty' ? '' : response.body.text;
  const path = URL.canParse(request.url) ? new URL(request.url).pathname : request.url;
  return steadyText(body.slice(0, MOST_CHARACTERS).replaceAll(path, ''));
}

const mediaType = ({ response }: Exchange): string | undefined => response.headers['content-type'];

/**
 * Returns whether two responses look alike: the same status and media type, and bodies that differ only in ids, times,
 * numbers and the path.
 */
export const isSameAnswer = (a: Exchange, b: Exchange): boolean =>
  a.response.status === b.response.status && mediaType(a) === mediaType(b) && skeleton(a) === skeleton(b);
