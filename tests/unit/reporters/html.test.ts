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
  it('leads every link to a place of the page, and has each place once', () => {
    const ids = all(html(sample), / id="([^"]*)"/g);
    expect(new Set(ids).size).toBe(ids.length);
    expect(all(html(sample), / href="#([^"]*)"/g).filter((target) => !ids.includes(target))).toEqual([]);
  });

  it('has each requirement; a cell of the matrix leads to what failed, or to its requirements', () => {
    const page = html(sample);
    for (const { id } of sample.requirements) expect(page).toContain(` id="${id}"`);
    expect(page).toMatch(/href="#FW-ONE-OF" data-cell="at-fiatWithdrawal-request-checks"[^>]*><b>✗<\/b><span>3\/4</);
    expect(page).toContain('href="#at-putFiat-response-shape"');
  });

  it('marks the offending line, and says where one is absent', () => {
    expect(html(sample)).toContain('<mark>  &quot;total&quot;: &quot;1.20&quot;,\n</mark>');
    expect(html(sample)).toContain('<mark class="absent">  &quot;fee&quot; is missing\n</mark>');
  });

  it('fetches nothing and lets nothing run but its own style and script', () => {
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

  it('has no template that was left unfilled', () => {
    expect(html(sample)).not.toMatch(/\bundefined\b|\[object|NaN/);
  });

  it('is a page even when nothing was run', () => {
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
