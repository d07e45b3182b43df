/** A listed value that the document gives in neutral words: real answers have another value. */
interface Rendering {
  /** The values that real answers may have instead. */
  readonly wire: RegExp;
  readonly lenience: string;
}

/** Renderings by schema and member. */
const RENDERINGS: Readonly<Record<string, Rendering>> = {
  'transfer/type': {
    wire: /^[A-Z][A-Z0-9_]*_TRANSFER_(?:DEBIT|CREDIT)$/,
    lenience: "PLATFORM_ carries a neutral word in place of the service maker's name, so any other word is allowed.",
  },
  'quote-execution/market': {
    wire: /^[A-Z0-9]+USD$/,
    lenience:
      'GOLDUSD and STABLEUSD are neutral renderings of two branded codes, so a code that consists of another word and USD is allowed.',
  },
};

const renderingOf = (schema: string, member: string): Rendering | undefined => RENDERINGS[`${schema}/${member}`];

/** Whether an unlisted value may be one that the document gives in neutral words. */
export const mayBeRendered = (schema: string, member: string, value: unknown): boolean =>
  typeof value === 'string' && renderingOf(schema, member)?.wire.test(value) === true;

/** Returns what is allowed for a member with neutral words; undefined for other members. */
export const renderingLenience = (schema: string, member: string): string | undefined =>
  renderingOf(schema, member)?.lenience;
