import type { Report } from '../model/report.ts';
import type { Conduct } from './run.ts';

/** Rows that are exercised together. */
const TOGETHER = 24;

/** Conducts a whole run in this process, without Vitest. */
export async function conductHere(conduct: Conduct): Promise<Report> {
  await conduct.open();
  const waiting = [...conduct.active];
  const work = async (): Promise<void> => {
    for (let row = waiting.shift(); row; row = waiting.shift()) await conduct.exercise(row);
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
  await conduct.session.close();
  return conduct.report();
}
