import { parentPort, workerData } from 'node:worker_threads';
import type { FromJudge, JudgeData, ToJudge } from './proxy-channel.ts';
import { trafficSelection } from './traffic-flags.ts';
import { Witness } from './traffic-judge.ts';
import { Voice } from './violation-printer.ts';

/** Judges what the proxy saw, in a thread of its own, so that nothing waits for it. */
const { settings, out, target } = workerData as JudgeData;
const tell = (told: FromJudge): void => parentPort?.postMessage(told);

const witness = new Witness({
  rows: trafficSelection(settings),
  out,
  bounds: settings.bounds,
  named: target,
});
const voice = new Voice(witness.redaction);

async function hear(given: Extract<ToJudge, { kind: 'exchange' }>): Promise<void> {
  for (const violation of await witness.take(revived(given.capture), given.own)) {
    const line = voice.line(violation);
    if (line !== undefined) tell({ kind: 'violation', line });
  }
  tell({ kind: 'judged', id: given.capture.id });
}

type Sent = Extract<ToJudge, { kind: 'exchange' }>['capture'];

/** Buffers arrive as plain arrays of bytes. */
function revived(capture: Sent): Sent {
  const { answer } = capture;
  return {
    ...capture,
    body: body(capture.body),
    answer: answer.kind === 'answered' ? { ...answer, body: body(answer.body) } : answer,
  };
}

const body = (given: Sent['body']): Sent['body'] =>
  given.kind === 'bytes' ? { kind: 'bytes', bytes: Buffer.from(given.bytes) } : given;

let turn = Promise.resolve();
parentPort?.on('message', (given: ToJudge) => {
  turn = turn.then(async () => {
    if (given.kind === 'exchange') await hear(given);
    else {
      witness.count(given.others, given.skipped);
      tell({ kind: 'report', report: witness.report() });
    }
  });
});
