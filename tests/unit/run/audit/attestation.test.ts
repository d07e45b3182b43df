import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crypto, dsse } from '@sigstore/core';
import { describe, expect, it } from 'vitest';
import { distrust, signed } from '../../../../src/run/audit/attestation.ts';
import { sample } from '../../../support/sample.ts';

const folder = mkdtempSync(join(tmpdir(), 'keys '));

function keyPair(name: string, type: 'ed25519' | 'x25519' = 'ed25519') {
  const { privateKey, publicKey } = type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519');
  const files = { own: join(folder, `${name}.pem`), open: join(folder, `${name}.pub`) };
  writeFileSync(files.own, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(files.open, publicKey.export({ type: 'spki', format: 'pem' }));
  return { ...files, publicKey };
}

const DIGESTS = { 'report.json': 'a'.repeat(64), 'exchanges.har': 'b'.repeat(64) };

describe('a signed report', () => {
  const mine = keyPair('mine');
  const envelope = signed(sample, DIGESTS, mine.own);

  it('is trusted with the public key that belongs to the private key', () => {
    expect(distrust(envelope, DIGESTS, mine.open)).toBeUndefined();
  });

  it('is not trusted with another public key, or when it is not signed at all', () => {
    expect(distrust(envelope, DIGESTS, keyPair('other').open)).toContain('is not signed by the key');
    expect(distrust(undefined, DIGESTS, mine.open)).toContain('is not signed');
    expect(distrust('{}', DIGESTS, mine.open)).toContain('is not signed by the key');
  });

  it('is not trusted when a file or the payload has changed', () => {
    expect(distrust(envelope, { ...DIGESTS, 'exchanges.har': 'c'.repeat(64) }, mine.open)).toBe(
      'exchanges.har differs from what was signed',
    );
    const changed = JSON.parse(envelope) as { payload: string };
    changed.payload = Buffer.from(changed.payload, 'base64').toString().replace('FAILED', 'PASSED');
    changed.payload = Buffer.from(changed.payload).toString('base64');
    expect(distrust(JSON.stringify(changed), DIGESTS, mine.open)).toContain('is not signed by the key');
  });

  it('is verified by another implementation of DSSE, and contains an in-toto statement', () => {
    const { payloadType, payload, signatures } = JSON.parse(envelope) as {
      payloadType: string;
      payload: string;
      signatures: { sig: string }[];
    };
    const bytes = Buffer.from(payload, 'base64');
    const [first] = signatures.map(({ sig }) => Buffer.from(sig, 'base64'));
    const isSigned = (by: typeof mine.publicKey) =>
      crypto.verify(dsse.preAuthEncoding(payloadType, bytes), by, first ?? Buffer.of());
    expect([isSigned(mine.publicKey), isSigned(keyPair('third').publicKey)]).toEqual([true, false]);
    expect(JSON.parse(bytes.toString())).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: 'report.json', digest: { sha256: 'a'.repeat(64) } }, { name: 'exchanges.har' }],
      predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
      predicate: { result: 'FAILED' },
    });
  });

  it('requires Ed25519 keys', () => {
    const other = keyPair('x', 'x25519');
    expect(() => signed(sample, DIGESTS, other.own)).toThrow('does not contain an Ed25519 private key');
    expect(() => distrust(envelope, DIGESTS, join(folder, 'none'))).toThrow('does not contain an Ed25519 public key');
  });
});
