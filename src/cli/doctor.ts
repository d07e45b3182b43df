import { join } from 'node:path';
import { rows } from '../../suites/index.ts';
import { Judge } from '../engine/judge.ts';
import { REPORT_FILE } from '../model/report.ts';
import { isWithoutTarget, onEmbedded, startEmbedded } from '../run/embedded/embedded.ts';
import { missingFixtures } from '../run/fixtures/missing-fixtures.ts';
import { unlistedFixtures } from '../run/fixtures/unlisted-fixtures.ts';
import { unreadFixtures } from '../run/fixtures/unread-fixtures.ts';
import { usedTransactions } from '../run/fixtures/used-transactions.ts';
import { openService } from '../run/session/open-service.ts';
import { Session } from '../run/session/session.ts';
import { commandSettings, environment, type RunSettings, readSettings } from '../settings/run-settings.ts';
import type { Flags } from '../settings/settings.ts';
import { examinedData, examinedLines } from './doctor/examined.ts';
import { EXIT } from './exit-codes.ts';
import { printJson, printLines } from './output.ts';
import { rehearse } from './plan.ts';

/** Connects to the target, gets a token and discovers fixtures. Sends nothing that changes anything. */
export async function doctor(flags: Flags): Promise<number> {
  const given = await commandSettings(flags);
  const service = isWithoutTarget(given, flags) ? await startEmbedded() : undefined;
  try {
    const settings = service ? onEmbedded(given, service) : readSettings(given, environment());
    return await examine(settings, flags['format'] === 'json');
  } finally {
    await service?.close();
  }
}

/** Returns a sentence about each of the user's fixtures that the target does not show, or that a run has used up. */
async function unusableFixtures({ fixtures, target, out }: RunSettings, session: Session): Promise<readonly string[]> {
  return [
    ...(await unlistedFixtures(fixtures, session)),
    ...(await unreadFixtures(fixtures, session)),
    ...usedTransactions(fixtures, target.baseUrl, join(out, REPORT_FILE)),
  ];
}

async function examine(settings: RunSettings, asJson: boolean): Promise<number> {
  const session = new Session(settings, new Judge(rows));
  try {
    await openService(session);
    const token = await session.tryToken();
    const unusable = await unusableFixtures(settings, session);
    const plan = await rehearse({ ...settings, fixtures: session.fixtures });
    const gaps = await missingFixtures(session.fixtures);
    const { fixtures, origins } = session;
    const asked = session.record.traffic.table();
    const found = { fixtures, origins, asked, token, plan, gaps, notes: [...unusable, ...session.notes] };
    if (asJson) printJson(session.record.redaction.json(examinedData(found, settings)));
    else printLines(session.record.redaction.json(examinedLines(found, settings)));
    return EXIT.conformant;
  } finally {
    await session.close();
  }
}
