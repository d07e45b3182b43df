import { documented } from '../../contract/documented.ts';
import { type Fixtures, stepsOf } from '../../model/fixtures.ts';
import { type Need, needText } from '../../model/need.ts';
import type { FixtureOrigins, OperationTraffic } from '../../model/reported.ts';
import type { Plan } from '../../run/budget/rehearsal.ts';
import type { Gap } from '../../run/fixtures/missing-fixtures.ts';
import type { TokenTrial } from '../../run/session/reachability.ts';
import type { RunSettings } from '../../settings/run-settings.ts';
import type { Writes } from '../../settings/target/configuration.ts';
import { counted } from '../../values/counted.ts';
import { unsetLines } from '../init/unset-fixtures.ts';
import { planData, planLines } from '../plan.ts';

/** What was found about a target. */
export interface Examined {
  readonly fixtures: Fixtures;
  readonly origins: FixtureOrigins;
  /** What was asked to find this out. */
  readonly asked: readonly OperationTraffic[];
  readonly token: TokenTrial;
  readonly plan: Plan;
  readonly gaps: readonly Gap[];
  /** Sentences that the user must know before a run. */
  readonly notes: readonly string[];
}

/** The members of a fixtures file. */
const MEMBERS = documented('fixtures').filter((name) => name !== '$schema');

const WRITES: Readonly<Record<Writes, string>> = {
  allowed: 'allowed',
  'not-allowed': 'not allowed: set --allow-writes or ALLOW_WRITES=true',
  'read-only': 'none: --read-only',
};

/** Says where a fixture came from. If it has several members, says it for each of them. */
function originOf(origins: FixtureOrigins, name: string): string | undefined {
  const inner = Object.entries(origins).filter(([key]) => key.startsWith(`${name}.`));
  const listed = inner.map(([key, origin]) => `${key.slice(name.length + 1)} ${origin}`).join(', ');
  return origins[name] ?? (listed === '' ? undefined : listed);
}

const isOfFixture = (need: Need, name: string): boolean => 'fixture' in need && stepsOf(need.fixture)[0] === name;

/** Says how many requirements lack a fixture, or that it is not set and none does. */
function lackOf(gaps: Examined['gaps'], name: string): string {
  const own = gaps.flatMap(({ need, ids }) => (isOfFixture(need, name) ? ids : []));
  const count = new Set(own).size;
  return count === 0 ? 'not set' : `missing: ${counted(count, 'requirement needs', 'requirements need')} it`;
}

/** Shows what was found on lines. */
export const examinedLines = (
  { fixtures, origins, asked, token, plan, gaps, notes }: Examined,
  settings: RunSettings,
): readonly string[] => [
  settings.embedded
    ? 'target      the embedded reference implementation, since no BASE_URL is set'
    : `target      ${settings.target.baseUrl} answers`,
  `token       ${token.words}`,
  `writes      ${WRITES[settings.target.writes]}`,
  ...MEMBERS.map((name) => `fixture     ${name.padEnd(28)}${originOf(origins, name) ?? lackOf(gaps, name)}`),
  ...unsetLines(fixtures).map((line) => `fixture     ${line}`),
  ...asked.map(
    ({ operation, requests, accepted }) =>
      `asked       ${operation.padEnd(28)}${accepted} of ${requests} accepted${operation === token.operation ? '; one was sent without the token' : ''}`,
  ),
  ...notes.map((note) => `note        ${note}`),
  ...planLines(plan, settings),
];

/** Returns what was found for `--format json`. */
export const examinedData = ({ origins, asked, token, plan, gaps, notes }: Examined, settings: RunSettings) => ({
  target: { base_url: settings.target.baseUrl, answers: true },
  token: token.words,
  writes: settings.target.writes,
  fixtures: Object.fromEntries(MEMBERS.map((name) => [name, originOf(origins, name) ?? null])),
  missing: Object.fromEntries(gaps.map(({ need, ids }) => [needText(need), ids])),
  asked: asked.map(({ operation, requests, accepted }) => ({ operation, requests, accepted })),
  notes,
  plan: planData(plan, settings),
});
