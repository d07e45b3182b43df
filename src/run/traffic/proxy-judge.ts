import { parentPort, workerData } from 'node:worker_threads';
import type { Capture, CapturedBody } from '../../recordings/capture.ts';
import { escapeForTerminal } from '../../values/escape.ts';
import type { FromJudge, JudgeData, Passed, ToJudge } from './proxy-channel.ts';
import { trafficSelection } from './traffic-flags.ts';
import { TrafficJudge } from './traffic-judge.ts';
import { ViolationPrinter } from './violation-printer.ts';

/** Judges the proxy's exchanges in a separate thread, so that no request waits for it. */
const { settings, out, target } = workerData as JudgeData;
const post = (message: FromJudge): void => parentPort?.postMessage(message);

const judge = new TrafficJudge({
  rows: trafficSelection(settings),
  out,
  bounds: settings.bounds,
  named: target,
});
const printer = new ViolationPrinter(judge.redaction);

async function judged({ capture, by }: Passed): Promise<void> {
  const stopped = judge.stopped;
  for (const violation of await judge.take(revived(capture), by)) {
    const line = printer.line(violation);
    if (line !== undefined) post({ kind: 'violation', line });
  }
  if (judge.stopped !== stopped)
    post({ kind: 'broken', reason: escapeForTerminal(judge.redaction.text(judge.stopped ?? '')) });
}

/** Restores Buffers, which arrive as plain byte arrays. */
function revived(capture: Capture): Capture {
  const { answer } = capture;
  return {
    ...capture,
    body: body(capture.body),
    answer: answer.kind === 'answered' ? { ...answer, body: body(answer.body) } : answer,
  };
}

const body = (given: CapturedBody): CapturedBody =>
  given.kind === 'bytes' ? { kind: 'bytes', bytes: Buffer.from(given.bytes) } : given;

let turn = Promise.resolve();
parentPort?.on('message', (given: ToJudge) => {
  turn = turn.then(async () => {
    if (given.kind === 'exchanges') {
      for (const each of given.exchanges) await judged(each);
      post({ kind: 'judged' });
    } else {
      judge.count(given.others, given.skipped);
      if (given.stopped !== undefined) judge.stop(given.stopped);
      post({ kind: 'report', report: judge.report() });
    }
  });
});
