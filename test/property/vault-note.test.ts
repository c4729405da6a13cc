import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownParts } from '../../src/engine/text/markdown/markdown.ts';
import { findLinks } from '../../src/engine/vault/links/wikilinks.ts';
import { readNote, readNoteText } from '../../src/engine/vault/notes/format.ts';
import type { Note } from '../../src/engine/vault/notes/note.ts';
import { findHashtags } from '../../src/engine/vault/prose/hashtags.ts';
import { expectLinear } from '../support/processor-time.ts';

const config = { directories: new Map([['rules', 'meta']]), timeZone: 'Europe/Paris' };
const identity = { size: 1, mtimeNs: '1', ino: '1' };
const read = (text: string) => readNoteText('rules/a.md', text, identity, config);

/** Pieces that matter to one of the scanners, so that random texts are meaningful. */
const PIECES = [
  ...'[]|#!`~-\n :ab"\'',
  '---\n',
  '[[',
  ']]',
  '![[',
  '```',
  '<!--',
  '-->',
  ' #tag',
  '`x/a.md`',
  '`s/a.ts:2`',
  'name: ',
  'tags: [a, b]\n',
  'tags:\n  - ',
  'updated: 2026-04-12\n',
  'confidence: 2\n',
  'supersedes: [[',
  '&a ',
  '*a ',
  '\u00e9😀\u2028',
];
const body = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''));
const note = fc
  .tuple(fc.constantFrom('', '---\n', '\ufeff---\n', '---js\n'), body, fc.constantFrom('', '\n---\n'), body)
  .map((parts) => parts.join(''));

describe('readNote', () => {
  it('never throws for any text, and reports existing positions', () => {
    fc.assert(
      fc.property(note, (text) => {
        const { lines, links, problems, tags, summary } = read(text);
        const rows = text.split('\n');
        for (const problem of problems) {
          expect(problem.line).toBeLessThanOrEqual(rows.length);
          expect(problem.column).toBeGreaterThanOrEqual(1);
          expect(problem.column).toBeLessThanOrEqual((rows[problem.line - 1]?.length ?? 0) + 1);
        }
        for (const link of links) {
          expect(link.line).toBeLessThanOrEqual(lines);
          expect(rows[link.line - 1]).toContain(link.target);
        }
        expect(new Set(tags).size).toBe(tags.length);
        expect([...summary].length).toBeLessThanOrEqual(150);
      }),
      { numRuns: 3_000 },
    );
  });

  it('never throws for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), note, (bytes, text) => {
        const mixed = Buffer.concat([Buffer.from(text), bytes]);
        expect(readNote({ path: 'a.md', bytes: mixed, identity }, config).path).toBe('a.md');
      }),
      { numRuns: 1_000 },
    );
  });

  it('returns the same note with any line breaks', () => {
    const known = ({ problems, ...rest }: Note) => ({ ...rest, codes: problems.map(({ code }) => code) });
    fc.assert(
      fc.property(note, (text) => {
        expect(known(read(text.replaceAll('\n', '\r\n')))).toEqual(known(read(text)));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('scanners match a plain search', () => {
  it('for links', () => {
    fc.assert(
      fc.property(body, (text) => {
        const { prose } = markdownParts(text);
        const expected = prose.flatMap(({ from, to }) =>
          Array.from(text.slice(from, to).matchAll(/!?\[\[(?!\[)((?:(?!\[\[|\]\])[^\n])*)\]\]/g), ({ 0: raw, 1: inner = '', index }) => ({
            raw,
            inner,
            from: from + index,
          })).filter(({ raw, inner, from: at }) => {
            const isEscaped = raw.startsWith('[') && (/\\*$/.exec(text.slice(0, at))?.[0].length ?? 0) % 2 === 1;
            return !isEscaped && !/[[\]]/.test(inner) && /[^\s#\\]/.test(inner.split('|')[0] ?? '');
          }),
        );
        expect(findLinks(text, prose).map(({ raw, from }) => ({ raw, from }))).toMatchObject(
          expected.map(({ raw, from }) => ({ raw, from })),
        );
      }),
      { numRuns: 5_000 },
    );
  });

  it('for hashtags', () => {
    fc.assert(
      fc.property(body, (text) => {
        const { prose } = markdownParts(text);
        const found = Array.from(
          text.matchAll(
            /(?<=^|\s)#([\p{L}\p{M}\p{N}_/\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Join_Control}-]+)/gu,
          ),
        )
          .filter(({ index }) => prose.some(({ from, to }) => from <= index && index < to))
          .map(([, tag = '']) => tag.normalize('NFC').toLowerCase())
          .filter((tag) => /[^\p{Nd}/]/u.test(tag) && /[^/-]/.test(tag));
        expect(findHashtags(text, prose)).toEqual([...new Set(found)]);
      }),
      { numRuns: 3_000 },
    );
  });
});

/** A function that reads a text of this length. */
const reading = (make: (length: number) => string) => (length: number) => {
  const text = make(length);
  return () => read(text);
};

const header = (yaml: string) => `---\n${yaml}\n---\nBody`;

describe('hostile text takes linear time', () => {
  it.each<[string, (length: number) => string]>([
    ['links without end', (length) => '[['.repeat(length / 2)],
    ['links without end, one a line', (length) => '[[a\n'.repeat(length / 4)],
    ['ends without links', (length) => ']]'.repeat(length / 2)],
    ['links without end before the end of the text', (length) => `${'[[a '.repeat(length / 4)}\n]]`],
    ['code between links', (length) => '[[a`]]`'.repeat(length / 7)],
    ['links without end before a long line', (length) => `${'[[\n'.repeat(length / 6)}${'a'.repeat(length / 2)}]]`],
    ['links', (length) => '[[a]]\n'.repeat(length / 6)],
    ['one line', (length) => 'a'.repeat(length)],
    ['one link', (length) => `[[${'a#|'.repeat(length / 3)}]]`],
    ['backticks', (length) => '`'.repeat(length)],
    ['inline code', (length) => '`a`'.repeat(length / 3)],
    ['inline code of many lengths', (length) => Array.from({ length: Math.sqrt(length) }, (_, n) => `${'`'.repeat(n)} `).join('')],
    ['paths in code', (length) => `\`${'a/a.'.repeat(90)}\` `.repeat(length / 363)],
    ['comments without end', (length) => ' <!--'.repeat(length / 5)],
    ['fences without end', (length) => '```\n'.repeat(length / 4)],
    ['hashes', (length) => '#'.repeat(length)],
    ['hashtags', (length) => ' #a1'.repeat(length / 4)],
    ['blank lines', (length) => ' \n'.repeat(length / 2)],
    ['rules', (length) => `${'-'.repeat(50)} a\n`.repeat(length / 53)],
    ['line breaks', (length) => '\r\n'.repeat(length / 2)],
    ['a header without end', (length) => `---\n${'a: b\n'.repeat(length / 5)}`],
    ['fences that are none', (length) => `---\n${'--- a\n'.repeat(length / 6)}`],
    ['a header that is too long', (length) => header('a: b\n'.repeat(length / 5))],
  ])('%s', (_name, make) => {
    expectLinear(reading(make), 200_000);
  });

  it.each<[string, (length: number) => string]>([
    ['aliases in tags', (length) => `a: &a [${Array(99).fill('x')}]\ntags: [${Array(Math.floor(length / 30)).fill('*a')}]`],
    ['lists in lists', (length) => `tags: ${'['.repeat(length)}`],
    ['closed lists in lists', (length) => `links: ${'['.repeat(length / 2)}${']'.repeat(length / 2)}`],
    ['maps in maps', (length) => `tags: ${'{a: '.repeat(length / 4)}`],
    ['lists below lists', (length) => `tags:\n${'- '.repeat(length / 2)}x`],
    ['many keys', (length) => Array.from({ length: length / 10 }, (_, n) => `k${n}: ?`).join('\n')],
    ['the same key', (length) => 'tags: [a\n'.repeat(length / 9)],
    ['quotes without end', (length) => 'name: "\n'.repeat(length / 8)],
    ['brackets in a value', (length) => `supersedes: "${'[['.repeat(length / 2)}"`],
    ['a long number', (length) => `confidence: ${'9'.repeat(length)}x`],
    ['a long number in quotes', (length) => `confidence: "${'9'.repeat(length)}.${'9'.repeat(10)}x"`],
    ['a long day', (length) => `updated: ${'2026-04-12 '.repeat(length / 11)}`],
    ['long tags', (length) => `tags: ${'#'.repeat(length)}`],
    ['spaces in a value', (length) => `description: "a${' '.repeat(length)}a"`],
  ])('a header of %s', (_name, make) => {
    expectLinear(
      reading((length) => header(make(length))),
      6_000,
    );
  });

  it('a header of nested aliases is not expanded', () => {
    const lines = Array.from({ length: 20 }, (_, n) => `k${n}: &k${n} [${Array(9).fill(n === 0 ? 'x' : `*k${n - 1}`)}]`);
    expect(read(header(lines.join('\n'))).problems.map(({ code }) => code)).toEqual(['yaml']);
  });
});
