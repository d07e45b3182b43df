import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Json } from '../values/json.ts';

/** A problem document (RFC 9457) of the proxy's own. */
export interface Problem {
  readonly status: number;
  readonly detail: string;
  readonly type?: string;
  readonly title?: string;
  readonly more?: Readonly<Record<string, Json>>;
}

/** The headers that a problem is answered with. */
export const PROBLEM_HEADERS = { 'content-type': 'application/problem+json' } as const;

/** The text of a problem document. */
export function problemText({ status, detail, type = 'about:blank', title, more = {} }: Problem): string {
  return JSON.stringify({ type, title: title ?? STATUS_CODES[status] ?? 'Error', status, detail, ...more });
}

/** Answers with a problem document. A connection whose request was not read to its end is closed after it. */
export function answerProblem(res: ServerResponse, problem: Problem): void {
  if (res.headersSent || res.destroyed) return void res.destroy();
  const text = problemText(problem);
  const close = res.req.complete ? {} : { connection: 'close' };
  res.writeHead(problem.status, { ...PROBLEM_HEADERS, 'content-length': Buffer.byteLength(text), ...close });
  res.end(text);
}
