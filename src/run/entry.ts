import { BroadcastChannel } from 'node:worker_threads';
import { afterAll, describe, inject, test } from 'vitest';
import { isActive } from '../engine/row.ts';
import type { Status } from '../model/report.ts';
import { channelName, type Stop, type Told } from './channel.ts';
import { Record } from './exchange-log.ts';
import { Conduct } from './run.ts';
import type { RunSettings } from './settings.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly settings: RunSettings;
    readonly run: string;
  }
}

/** The one test file of a run: it makes tests of rows. Probes run together; what the rules found is told after them. */
const settings = inject('settings');
const channel = new BroadcastChannel(channelName(inject('run')));
const tell = (told: Told): void => channel.postMessage(told);
let record: Record | undefined;
const conduct = new Conduct(settings, { onExchange: (recorded) => record?.add(recorded) });
record = new Record(settings.out, conduct.session.redaction);
channel.onmessage = (event) => {
  const stop = (event as { readonly data: Stop }).data;
  if (stop.kind === 'stop') conduct.session.stop(stop.reason);
};

const ready = conduct.open();

function progress(): void {
  tell({
    kind: 'progress',
    requests: conduct.session.traffic.total,
    done: conduct.done,
    all: conduct.active.length,
    failed: conduct.failing,
  });
}

describe.concurrent('probes', () => {
  for (const row of conduct.active) {
    test(`${row.id} ${row.title}`, { timeout: 0 }, async () => {
      await ready;
      const outcomes = await conduct.exercise(row);
      if (outcomes.some(({ kind }) => kind === 'fails')) throw new Error(`${row.id} does not hold`);
    });
  }
});

/** What the rules found, asked for once: when all probes are through. */
let judged: ReadonlyMap<string, Status> | undefined;
const statusOf = (id: string): Status | undefined => {
  judged ??= new Map(conduct.results().map(({ row, status }) => [row.id, status]));
  return judged.get(id);
};

describe.sequential('rules', () => {
  for (const row of conduct.rows.filter((each) => !isActive(each))) {
    test(`${row.id} ${row.title}`, ({ skip }) => {
      const status = statusOf(row.id);
      if (status === 'failed') throw new Error(`${row.id} does not hold`);
      if (status !== 'passed') skip(status);
    });
  }
});

const ticking = setInterval(progress, 200);

afterAll(async () => {
  clearInterval(ticking);
  await ready;
  await conduct.session.close();
  record?.close();
  if (record?.problem) conduct.session.notes.push(record.problem);
  tell({ kind: 'report', report: conduct.report() });
  channel.close();
}, 0);
