import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellCode, codeBlock, codeSpan, markdown } from '../../../reporters/view/markdown.ts';
import {
  commandData,
  commandProperty,
  cut,
  escapeForTerminal,
  escapeLinesForTerminal,
  html,
  visible,
  visibleLines,
  xml,
  xmlAttribute,
} from '../../../src/values/escape.ts';
import { hostile } from '../../support/sample.ts';

/** Any sequence of UTF-16 units, including invalid ones, and strings of the characters that need escaping. */
const anyText = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
  fc
    .array(fc.constantFrom(...'<>&"\'`|@#:/.\\\n\r\u001b[]()!*_~$ w1a'), { maxLength: 40 })
    .map((signs) => signs.join('')),
  fc.constant(hostile),
);

const holds = (property: (text: string) => void): void =>
  fc.assert(
    fc.property(anyText, (text) => {
      property(text);
    }),
    { numRuns: 300, seed: 1 },
  );

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

describe('visible', () => {
  it('replaces invisible characters with the escape sequences of JSON', () => {
    expect(visible('a\u001b[31m\u202e\r\n\t\ud800\u{e0041}')).toBe('a\\u001b[31m\\u202e\\r\\n\\t\\ud800\\udb40\\udc41');
    holds((text) => expect(visible(text)).not.toMatch(UNSEEN));
  });

  it('keeps the meaning of a JSON string', () => {
    holds((text) => expect(JSON.parse(visible(JSON.stringify(text)))).toBe(text));
  });

  it('keeps letters of every script', () => {
    expect(visible('naïve 日本語 שלום 🙂')).toBe('naïve 日本語 שלום 🙂');
  });

  it('keeps line feeds only in text of several lines', () => {
    holds((text) => expect(visibleLines(text).replaceAll('\n', '')).not.toMatch(UNSEEN));
    expect(visibleLines('a\r\nb')).toBe('a\\r\nb');
  });
});

describe('text for a terminal', () => {
  it.each([
    '##[error]x',
    '##vso[task.complete]',
    "##teamcity[buildStop comment='x']",
    '##TeamCity[x]',
    '::error::x',
  ])('is no command of a CI runner: %s', (command) => {
    for (const text of [command, ` ${command}`, `a\n${command}`])
      expect(escapeLinesForTerminal(text)).not.toMatch(/##(?:\[|vso|teamcity)|^\s*::/im);
  });
});

describe('cut', () => {
  it('never ends within a surrogate pair', () => {
    expect(cut('ab🙂cd', 3)).toBe('ab… (6 characters)');
    expect(cut('short', 5)).toBe('short');
  });
});

describe('escaping for HTML and XML', () => {
  it('leaves no markup and no character that XML forbids', () => {
    for (const escaped of [html, xml, xmlAttribute]) {
      holds((text) => {
        expect(escaped(text)).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;|#10;)/);
        expect(escaped(text)).not.toMatch(/[^\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
      });
    }
  });

  it('keeps line feeds in attributes', () => {
    expect(xmlAttribute('a\nb')).toBe('a&#10;b');
  });
});

describe('markdown', () => {
  it('leaves no markup, mention, reference or link', () => {
    holds((text) => {
      const escaped = markdown(text);
      expect(escaped).not.toMatch(/[<>\n\r]/);
      expect(escaped).not.toMatch(/@(?!&#8203;)/);
      expect(escaped).not.toMatch(/:\/\/|www\./i);
      expect(escaped.replace(/\\[^a-z0-9\s]/gi, '').replaceAll('&#8203;', '')).not.toMatch(/[`*_[\]|#]/);
    });
  });

  it('keeps plain sentences as they are', () => {
    expect(markdown('total = amount, 2.1 and 5% (so)')).toBe('total = amount, 2.1 and 5% \\(so\\)');
  });

  it('starts no numbered list', () => {
    expect(markdown('1. first')).toBe('1\\. first');
  });

  it('puts code between more backticks than it contains', () => {
    holds((text) => {
      const fence = /^`+/.exec(codeSpan(text))?.[0] ?? '';
      expect(codeSpan(text).endsWith(fence)).toBe(true);
      expect(codeSpan(text)).not.toContain('\n');
      expect(codeSpan(text).slice(fence.length, -fence.length).split(/[^`]+/)).not.toContain(fence);
      const [open = ''] = codeBlock(text).split('\n');
      expect(visibleLines(text)).not.toContain(open);
    });
  });

  it('splits no table cell', () => {
    holds((text) => expect(cellCode(text).replaceAll('\\|', '')).not.toContain('|'));
  });
});

describe('terminal', () => {
  it('leaves no control character', () => {
    holds((text) => expect(escapeForTerminal(text)).not.toMatch(UNSEEN));
    holds((text) => expect(escapeLinesForTerminal(text).replaceAll('\n', '')).not.toMatch(UNSEEN));
  });

  it('leaves no line that a CI log would read as a command', () => {
    holds((text) => {
      for (const line of escapeLinesForTerminal(text).split('\n')) expect(line).not.toMatch(/^\s*::|##\[|##vso/i);
    });
  });
});

describe('escaping for workflow commands', () => {
  it('keeps a message on one line, and separators out of a property', () => {
    holds((text) => {
      expect(commandData(text)).not.toMatch(/[\r\n]/);
      expect(commandProperty(text)).not.toMatch(/[\r\n:,]/);
    });
    expect(commandProperty('50% a:b,c\nd')).toBe('50%25 a%3Ab%2Cc%0Ad');
  });
});
