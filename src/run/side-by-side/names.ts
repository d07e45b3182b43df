import type { Report } from '../../model/report.ts';

const targetOf = ({ target }: Report): string => {
  if (target.label !== undefined) return target.label;
  return target.embedded ? 'embedded' : target.base_url.replace(/^https?:\/\//, '');
};

const momentOf = ({ started_at }: Report): string => started_at.replace('T', ' ').slice(0, 16);

/** Names each report by its label or target, or by its time. A repeated name gets a number. */
export function namesOf(reports: readonly Report[], byTime: boolean): readonly string[] {
  const taken = new Set<string>();
  return reports.map((report) => {
    const name = byTime ? momentOf(report) : targetOf(report);
    let free = name;
    for (let count = 2; taken.has(free); count += 1) free = `${name} (${count})`;
    taken.add(free);
    return free;
  });
}

/** Returns the file name of a badge: the column's position, then the letters and digits of its name. */
export const badgeFile = (name: string, place: number): string => {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
  return `badges/${place + 1}${slug === '' ? '' : `-${slug}`}.json`;
};
