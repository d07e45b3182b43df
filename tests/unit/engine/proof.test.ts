import { describe, expect, it } from 'vitest';
import {
  type Conclusion,
  controlledProofOf,
  type Demand,
  type Evidence,
  evidenceOf,
  type Proof,
  proofOf,
} from '../../../src/engine/proof.ts';

describe('the evidence of an answer', () => {
  const statuses: Readonly<Record<Evidence, readonly number[]>> = {
    accepted: [200, 201, 202, 204, 299],
    unrecognised: [],
    refused: [400, 404, 405, 406, 410, 415, 422, 451],
    unauthenticated: [401],
    doubtful: [100, 301, 302, 307, 402, 403, 407, 409, 423, 424],
    error: [500, 501, 505, 599],
    transient: [408, 425, 502, 503, 504],
    limited: [429],
    unanswered: [0],
  };
  const cases = Object.entries(statuses).flatMap(([evidence, of]) => of.map((status) => [status, evidence] as const));
  it.each(cases)('with status %i is "%s"', (status, evidence) => expect(evidenceOf(status)).toBe(evidence));

  it.each([200, 204])('with status %i is "unrecognised" when the body is not an answer of the operation', (status) =>
    expect(evidenceOf(status, false)).toBe('unrecognised'));

  it.each([400, 409, 503])('with status %i does not depend on the body', (status) =>
    expect(evidenceOf(status, false)).toBe(evidenceOf(status, true)));
});

type Case<P> = readonly [demand: Demand, answer: Evidence, proof: P];

describe('the first answer', () => {
  const cases: readonly Case<Proof>[] = [
    ['refused', 'accepted', 'fails'],
    ['refused', 'unrecognised', 'fails'],
    ['refused', 'refused', 'holds'],
    ['refused', 'unauthenticated', 'needs-control'],
    ['refused', 'doubtful', 'needs-control'],
    ['refused', 'error', 'needs-control'],
    ['refused', 'transient', 'needs-control'],
    ['refused', 'limited', 'transport'],
    ['refused', 'unanswered', 'needs-control'],
    ['accepted', 'accepted', 'holds'],
    ['accepted', 'unrecognised', 'unrecognised'],
    ['accepted', 'refused', 'needs-control'],
    ['accepted', 'unauthenticated', 'refused'],
    ['accepted', 'doubtful', 'refused'],
    ['accepted', 'error', 'needs-control'],
    ['accepted', 'transient', 'transport'],
    ['accepted', 'unanswered', 'transport'],
    ['known', 'accepted', 'holds'],
    ['known', 'unrecognised', 'unrecognised'],
    ['known', 'refused', 'needs-control'],
    ['known', 'unauthenticated', 'needs-control'],
    ['known', 'doubtful', 'needs-control'],
    ['known', 'error', 'needs-control'],
    ['known', 'transient', 'transport'],
    ['known', 'unanswered', 'transport'],
    ['unauthenticated', 'accepted', 'fails'],
    ['unauthenticated', 'unrecognised', 'fails'],
    ['unauthenticated', 'refused', 'needs-control'],
    ['unauthenticated', 'unauthenticated', 'holds'],
    ['unauthenticated', 'doubtful', 'needs-control'],
    ['unauthenticated', 'error', 'needs-control'],
    ['unauthenticated', 'transient', 'transport'],
    ['unauthenticated', 'limited', 'needs-control'],
    ['unauthenticated', 'unanswered', 'transport'],
  ];
  it.each(cases)('to a request with the demand "%s" and the evidence "%s" proves "%s"', (demand, answer, proof) =>
    expect(proofOf(demand, answer)).toBe(proof));
});

describe('the deciding answer after a control', () => {
  const cases: readonly Case<Conclusion>[] = [
    ['refused', 'accepted', 'fails'],
    ['refused', 'unrecognised', 'fails'],
    ['refused', 'refused', 'holds'],
    ['refused', 'unauthenticated', 'holds'],
    ['refused', 'doubtful', 'holds'],
    ['refused', 'error', 'holds'],
    ['refused', 'transient', 'holds'],
    ['refused', 'limited', 'transport'],
    ['refused', 'unanswered', 'fails'],
    ['accepted', 'accepted', 'holds'],
    ['accepted', 'unrecognised', 'unrecognised'],
    ['accepted', 'refused', 'fails'],
    ['accepted', 'unauthenticated', 'refused'],
    ['accepted', 'doubtful', 'refused'],
    ['accepted', 'error', 'fails'],
    ['accepted', 'transient', 'transport'],
    ['accepted', 'unanswered', 'transport'],
    ['known', 'accepted', 'holds'],
    ['known', 'refused', 'fails'],
    ['known', 'unauthenticated', 'fails'],
    ['known', 'doubtful', 'fails'],
    ['known', 'error', 'fails'],
    ['known', 'transient', 'transport'],
    ['known', 'unanswered', 'transport'],
    ['unauthenticated', 'accepted', 'fails'],
    ['unauthenticated', 'refused', 'holds'],
    ['unauthenticated', 'unauthenticated', 'holds'],
    ['unauthenticated', 'doubtful', 'holds'],
    ['unauthenticated', 'error', 'holds'],
    ['unauthenticated', 'limited', 'holds'],
    ['unauthenticated', 'transient', 'transport'],
    ['unauthenticated', 'unanswered', 'transport'],
  ];
  it.each(cases)('to a request with the demand "%s" and the evidence "%s" proves "%s"', (demand, answer, proof) =>
    expect(controlledProofOf(demand, answer)).toBe(proof));
});
