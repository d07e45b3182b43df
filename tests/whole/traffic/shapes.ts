import { chrome, firefox, playwright } from './browsers.ts';
import { charles, fiddler, mitmproxy, postman } from './tools.ts';

/** The text of a HAR file by the tool whose shape it has, and the number of the entry of the withdrawal. */
export const shapes = [
  ['Chrome', chrome, 3],
  ['Firefox', firefox, 1],
  ['Charles', charles, 1],
  ['mitmproxy', mitmproxy, 2],
  ['Playwright', playwright, 1],
  ['Fiddler', fiddler, 1],
  ['Postman', postman, 1],
] as const;
