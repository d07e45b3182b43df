import type { Report } from '../../model/report.ts';

const targetOf = ({ target }: Report): string => {
  if (target.label !== undefined) return target.label;
  return target.embedded ? 'embedded' : target.base_url.replace(/^https?:\/\//, '');
};

const momentOf = ({ started_at }: Report): string => started_at.replace('T', ' ').slice(0, 16);

/** A name for each report, by its label or target, or by its time; one that is there already gets a number. */
export function namesOf(reports: readonly Report[], byTime: boolean): readonly string[] {
  const seen = new Map<string, number>();
  return reports.map((report) => {
    const name = byTime ? momentOf(report) : targetOf(report);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** File names of badges: what a name has of letters and digits, and its place among the columns. */
export const badgeFile = (name: string, place: number): string => {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
  return `badges/${place + 1}${slug === '' ? '' : `-${slug}`}.json`;
};
