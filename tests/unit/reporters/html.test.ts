import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { html } from '../../../reporters/html/index.ts';
import { script } from '../../../reporters/html/script.ts';
import { style } from '../../../reporters/html/style.ts';
import { hostileReport, sample, withMembers } from '../../support/sample.ts';

const all = (page: string, pattern: RegExp): readonly string[] =>
  [...page.matchAll(pattern)].map(([, found = '']) => found);

const withoutOwn = (page: string): string =>
  page.replace(`<style>${style}</style>`, '').replace(`<script>${script}</script>`, '');

describe('report.html', () => {
  it('has no broken link and no duplicate id', () => {
    const ids = all(html(sample), / id="([^"]*)"/g);
    expect(new Set(ids).size).toBe(ids.length);
    expect(all(html(sample), / href="#([^"]*)"/g).filter((target) => !ids.includes(target))).toEqual([]);
  });

  it('has each requirement, and links cells of the matrix to failures or requirements', () => {
    const page = html(sample);
    for (const { id } of sample.requirements) expect(page).toContain(` id="${id}"`);
    expect(page).toMatch(/href="#FW-ONE-OF" data-cell="at-fiatWithdrawal-request-checks"[^>]*><b>✗<\/b><span>3\/4</);
    expect(page).toContain('href="#at-putFiat-response-shape"');
  });

  it('marks the offending line of a response, and shows which member is missing', () => {
    expect(html(sample)).toContain('<mark>  &quot;total&quot;: &quot;1.20&quot;,\n</mark>');
    expect(html(sample)).toContain('<mark class="absent">  &quot;fee&quot; is missing\n</mark>');
  });

  it('loads no resources, and has a policy that allows only its own style and script', () => {
    const page = html(sample);
    const policy = all(page, /http-equiv="Content-Security-Policy" content="([^"]*)"/g)[0]?.replaceAll('&#39;', "'");
    const digest = (source: string): string => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
    expect(policy).toBe(
      `default-src 'none'; style-src ${digest(style)}; script-src ${digest(script)}; base-uri 'none'; form-action 'none'`,
    );
    const tags = withoutOwn(page).match(/<[a-z][^>]*>/gi) ?? [];
    expect(tags.filter((tag) => /\s(?:src|style|srcset|on\w+)=/.test(tag))).toEqual([]);
    expect(style).not.toMatch(/url\(|@import/);
    expect(all(page, / href="([^"]*)"/g).every((target) => target.startsWith('#'))).toBe(true);
  });

  it('lets a hostile target add no element, attribute or control character', () => {
    const page = withoutOwn(html(hostileReport));
    const known = new Set(all(withoutOwn(html(sample)), /<([a-z0-9]+)[ >]/gi));
    expect(all(page, /<([a-z0-9!]+)[ >/]/gi).filter((name) => !known.has(name) && name !== '!doctype')).toEqual([]);
    expect(page).not.toMatch(/<script|<img/i);
    for (const tag of page.match(/<[a-z][^>]*>/gi) ?? [])
      expect(tag).toMatch(/^<[a-z0-9]+(?:\s+[\w-]+(?:="[^"<>]*")?)*\s*\/?>$/i);
    expect(page.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
  });

  it('contains no undefined, [object or NaN', () => {
    expect(html(sample)).not.toMatch(/\bundefined\b|\[object|NaN/);
  });

  it('is a complete page for an aborted run without requirements', () => {
    const empty = withMembers({
      verdict: 'aborted',
      requirements: [],
      observations: [],
      traffic: [],
      created: [],
      notes: [],
      fixtures: {},
      summary: { requirements: 0, passed: 0, failed: 0, warned: 0, not_exercised: 0, observed: 0, requests: 0 },
    });
    expect(html(empty)).toContain('Aborted</h1>');
    expect(html(empty)).not.toMatch(/NaN|undefined/);
  });
});
