import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Json } from '../values/json.ts';

/** A problem document (RFC 9457) that the proxy itself sends. */
export interface ProblemDocument {
  readonly status: number;
  readonly detail: string;
  readonly type?: string;
  readonly title?: string;
  readonly more?: Readonly<Record<string, Json>>;
}

/** The headers of an answer with a problem document. */
export const PROBLEM_HEADERS = { 'content-type': 'application/problem+json' } as const;

/** Returns the text of a problem document. */
export function problemText({ status, detail, type = 'about:blank', title, more = {} }: ProblemDocument): string {
  return JSON.stringify({ type, title: title ?? STATUS_CODES[status] ?? 'Error', status, detail, ...more });
}

/** Answers with a problem document. Closes the connection when the request was not read completely. */
export function answerProblem(res: ServerResponse, problem: ProblemDocument): void {
  if (res.headersSent || res.destroyed) return void res.destroy();
  const text = problemText(problem);
  const close = res.req.complete ? {} : { connection: 'close' };
  res.writeHead(problem.status, { ...PROBLEM_HEADERS, 'content-length': Buffer.byteLength(text), ...close });
  res.end(text);
}
