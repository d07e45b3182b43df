import { operationNames, operations } from '../../src/contract/operations.ts';

/** Headings of the document, by section. */
const HEADINGS: Readonly<Record<string, string>> = {
  '1': 'What the service does',
  '2': 'Resources and their fields',
  '2.1': 'Transfer',
  '2.2': 'FiatAccount',
  '2.3': 'FiatDepositInstruction',
  '2.4': 'DepositAddress',
  '2.5': 'Account',
  '2.6': 'Execution',
  '2.7': 'QuoteExecution',
  '2.8': 'SettlementTransaction',
  '3': 'States and transitions',
  '4': 'Endpoints',
  ...Object.fromEntries(operationNames.map((name) => [operations[name].section, operations[name].title])),
  '4.15': 'Shared list conventions',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versioning',
};

/** The requirements that rest on one section of the document. */
export interface Chapter<R> {
  readonly heading: string;
  readonly requirements: readonly R[];
}

const order = (a: string, b: string): number => {
  const [left, right] = [a, b].map((section) => section.split('.').map(Number));
  const [x = 0, y = 0] = [left?.[0], right?.[0]].map((each) => (each === undefined || Number.isNaN(each) ? 0 : each));
  return x - y || (left?.[1] ?? 0) - (right?.[1] ?? 0);
};

const headingOf = (section: string): string =>
  HEADINGS[section] === undefined ? section : `${section} ${HEADINGS[section]}`;

/** Groups requirements by section, in the document's order. Sections without a number (Conventions) come first. */
export function bySection<R extends { readonly section: string }>(requirements: readonly R[]): readonly Chapter<R>[] {
  const sections = [...new Set(requirements.map(({ section }) => section))].sort(order);
  return sections.map((section) => ({
    heading: headingOf(section),
    requirements: requirements.filter((each) => each.section === section),
  }));
}
