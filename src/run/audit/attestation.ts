import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Report } from '../../model/report.ts';
import type { Verdict } from '../../model/reported.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { at, isObject, type Json } from '../../values/json.ts';

/** The name of the file that holds a report's signature; it is in the report's folder. */
export const ATTESTATION = 'attestation.json';

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** SHA-256 digests of the signed files, by file name. */
export type Digests = Readonly<Record<string, string>>;

const RESULTS: Readonly<Record<Verdict, 'PASSED' | 'WARNED' | 'FAILED'>> = {
  conformant: 'PASSED',
  incomplete: 'WARNED',
  nonconformant: 'FAILED',
  aborted: 'FAILED',
};

/** Makes the payload that is signed: an in-toto Statement v1 with a test result. */
function statementOf({ verdict, requirements, tool, audit }: Report, digests: Digests): object {
  const ids = (status: string): readonly string[] =>
    requirements.filter((each) => each.status === status).map(({ id }) => id);
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: Object.entries(digests).map(([name, sha256]) => ({ name, digest: { sha256 } })),
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: RESULTS[verdict],
      configuration: [
        { name: 'docs/interface.md', digest: { sha256: audit?.document_sha256 ?? '' } },
        { name: 'requirements', digest: { sha256: audit?.requirements_sha256 ?? '' } },
        { name: tool.name, annotations: { version: tool.version } },
      ],
      passedTests: ids('passed'),
      warnedTests: ids('warned'),
      failedTests: ids('failed'),
    },
  };
}

/** Returns the bytes that DSSE signs (its pre-authentication encoding). */
const preAuthentication = (payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `), payload]);

const keyId = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');

/** Reads an Ed25519 key from a PEM file. Throws UsageError. */
function keyIn(path: string, read: (pem: string) => KeyObject, kind: string): KeyObject {
  const wanted = `${path} does not contain an Ed25519 ${kind} key in PEM: make one with "openssl genpkey -algorithm ed25519"`;
  let key: KeyObject;
  try {
    key = read(readFileSync(path, 'utf8'));
  } catch {
    throw new UsageError(wanted);
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new UsageError(wanted);
  return key;
}

/** Makes the DSSE envelope of a report, signed with the private key in `keyFile`. Throws UsageError. */
export function signed(report: Report, digests: Digests, keyFile: string): string {
  const key = keyIn(keyFile, createPrivateKey, 'private');
  const payload = Buffer.from(JSON.stringify(statementOf(report, digests)));
  const signature = sign(null, preAuthentication(payload), key).toString('base64');
  const envelope = {
    payloadType: PAYLOAD_TYPE,
    payload: payload.toString('base64'),
    signatures: [{ keyid: keyId(createPublicKey(key)), sig: signature }],
  };
  return `${JSON.stringify(envelope, null, 2)}\n`;
}

/**
 * Says what is wrong with the signature of a report. Returns undefined if the key in `keyFile` signed these digests.
 * Throws UsageError.
 */
export function distrust(envelope: string | undefined, digests: Digests, keyFile: string): string | undefined {
  const key = keyIn(keyFile, createPublicKey, 'public');
  if (envelope === undefined) return `the report is not signed: it has no ${ATTESTATION}`;
  const payload = payloadOf(envelope, key);
  if (payload === undefined) return `${ATTESTATION} is not signed by the key in ${keyFile}`;
  const subjects = at(payload, '/subject');
  const digestOf = (name: string): Json | undefined =>
    at(
      Array.isArray(subjects) ? subjects.find((each) => isObject(each) && each['name'] === name) : {},
      '/digest/sha256',
    );
  const other = Object.keys(digests).filter((name) => digestOf(name) !== digests[name]);
  if (other.length > 0)
    return `${other.join(' and ')} ${other.length === 1 ? 'differs' : 'differ'} from what was signed`;
  return undefined;
}

/** Returns the payload of an envelope if one of its signatures is valid for this key. */
function payloadOf(envelope: string, key: KeyObject): Json | undefined {
  try {
    const read: unknown = JSON.parse(envelope);
    const [type, text, signatures] = [at(read, '/payloadType'), at(read, '/payload'), at(read, '/signatures')];
    if (type !== PAYLOAD_TYPE || typeof text !== 'string' || !Array.isArray(signatures)) return undefined;
    const payload = Buffer.from(text, 'base64');
    const holds = signatures.some((each: Json) => {
      const sig = at(each, '/sig');
      return typeof sig === 'string' && verify(null, preAuthentication(payload), key, Buffer.from(sig, 'base64'));
    });
    return holds ? (JSON.parse(payload.toString('utf8')) as Json) : undefined;
  } catch {
    return undefined;
  }
}
