import { join } from 'node:path';
import { rows } from '../../suites/index.ts';
import { documented } from '../contract/documented.ts';
import { Judge } from '../engine/judge.ts';
import { stepsOf } from '../model/fixtures.ts';
import { type Need, needText } from '../model/need.ts';
import type { Plan } from '../run/budget/rehearsal.ts';
import { isWithoutTarget, onEmbedded, startEmbedded } from '../run/embedded/embedded.ts';
import { type Gap, missingFixtures } from '../run/fixtures/missing-fixtures.ts';
import { unlistedFixtures } from '../run/fixtures/unlisted-fixtures.ts';
import { unreadFixtures } from '../run/fixtures/unread-fixtures.ts';
import { usedTransactions } from '../run/fixtures/used-transactions.ts';
import { openService } from '../run/session/open-service.ts';
import type { TokenTrial } from '../run/session/reachability.ts';
import { Session } from '../run/session/session.ts';
import { commandSettings, environment, type RunSettings, readSettings } from '../settings/run-settings.ts';
import type { Flags } from '../settings/settings.ts';
import type { Writes } from '../settings/target/configuration.ts';
import { counted } from '../values/counted.ts';
import { EXIT } from './exit-codes.ts';
import { unsetLines } from './init/unset-fixtures.ts';
import { printJson, printLines } from './output.ts';
import { planData, planLines, rehearse } from './plan.ts';

/** The members of a fixtures file. */
const MEMBERS = documented('fixtures').filter((name) => name !== '$schema');

const WRITES: Readonly<Record<Writes, string>> = {
  allowed: 'allowed',
  'not-allowed': 'not allowed: set --allow-writes or ALLOW_WRITES=true',
  'read-only': 'none: --read-only',
};

/** Says where a fixture came from. If it has several members, says it for each of them. */
function sourceOf({ sources }: Session, name: string): string | undefined {
  const inner = Object.entries(sources).filter(([key]) => key.startsWith(`${name}.`));
  const listed = inner.map(([key, source]) => `${key.slice(name.length + 1)} ${source}`).join(', ');
  return sources[name] ?? (listed === '' ? undefined : listed);
}

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

const isOfFixture = (need: Need, name: string): boolean => 'fixture' in need && stepsOf(need.fixture)[0] === name;

/** Says how many requirements lack a fixture, or that it is not set and none does. */
function lackOf(gaps: Examined['gaps'], name: string): string {
  const own = gaps.flatMap(({ need, ids }) => (isOfFixture(need, name) ? ids : []));
  const count = new Set(own).size;
  return count === 0 ? 'not set' : `missing: ${counted(count, 'requirement needs', 'requirements need')} it`;
}

/** What was found about a target. */
interface Examined {
  readonly session: Session;
  readonly token: TokenTrial;
  readonly plan: Plan;
  readonly gaps: readonly Gap[];
  /** Sentences that the user must know before a run. */
  readonly notes: readonly string[];
}

/** Returns a sentence about each of the user's fixtures that the target does not show, or that a run has used up. */
async function unusableFixtures({ fixtures, target, out }: RunSettings, session: Session): Promise<readonly string[]> {
  return [
    ...(await unlistedFixtures(fixtures, session)),
    ...(await unreadFixtures(fixtures, session)),
    ...usedTransactions(fixtures, target.baseUrl, join(out, 'report.json')),
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
    const found = { session, token, plan, gaps, notes: [...unusable, ...session.notes] };
    if (asJson) printJson(session.redaction.json(asData(found, settings)));
    else printLines(session.redaction.json(asLines(found, settings)));
    return EXIT.conformant;
  } finally {
    await session.close();
  }
}

const asLines = ({ session, token, plan, gaps, notes }: Examined, settings: RunSettings): readonly string[] => [
  settings.embedded
    ? 'target      the embedded reference implementation, since no BASE_URL is set'
    : `target      ${settings.target.baseUrl} answers`,
  `token       ${token.words}`,
  `writes      ${WRITES[settings.target.writes]}`,
  ...MEMBERS.map((name) => `fixture     ${name.padEnd(28)}${sourceOf(session, name) ?? lackOf(gaps, name)}`),
  ...unsetLines(session.fixtures).map((line) => `fixture     ${line}`),
  ...session.traffic
    .table()
    .map(
      ({ operation, requests, accepted }) =>
        `asked       ${operation.padEnd(28)}${accepted} of ${requests} accepted${operation === token.operation ? '; one was sent without the token' : ''}`,
    ),
  ...notes.map((note) => `note        ${note}`),
  ...planLines(plan, settings),
];

const asData = ({ session, token, plan, gaps, notes }: Examined, settings: RunSettings) => ({
  target: { base_url: settings.target.baseUrl, answers: true },
  token: token.words,
  writes: settings.target.writes,
  fixtures: Object.fromEntries(MEMBERS.map((name) => [name, sourceOf(session, name) ?? null])),
  missing: Object.fromEntries(gaps.map(({ need, ids }) => [needText(need), ids])),
  asked: session.traffic.table().map(({ operation, requests, accepted }) => ({ operation, requests, accepted })),
  notes,
  plan: planData(plan, settings),
});
