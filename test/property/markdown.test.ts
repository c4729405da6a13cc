import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineAndColumn } from '../../src/engine/text/json/json-position.ts';
import { lineAndColumnAt, lineStarts, markdownParts } from '../../src/engine/text/markdown/markdown.ts';
import { processorMs } from '../support/processor-time.ts';

const texts = (text: string) => markdownParts(text).prose.map(({ from, to }) => text.slice(from, to));

/** Texts of relevant pieces in any order. */
const pieces = fc.constantFrom(
  '`',
  '``',
  '```',
  '~~~',
  '<!--',
  '-->',
  '\n',
  '\n\n',
  '\r\n',
  ' ',
  '    ',
  '\t',
  '> ',
  '- ',
  '# ',
  'a',
  '[[b]]',
  '\\',
  'js',
  '1. ',
  '|',
  '---',
);
const markdown = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));

describe('markdownParts', () => {
  it.each<[string, string, string[]]>([
    ['inline code', 'a `b` c', ['a ', ' c']],
    ['inline code with backticks in it', 'a `` b ` c `` d', ['a ', ' d']],
    ['a backtick that nothing closes', 'a ` b', ['a ` b']],
    ['a backtick that only another paragraph closes', 'a ` b\n\nc ` d', ['a ` b\n\nc ` d']],
    ['a backtick behind a backslash', 'a \\` b ` c', ['a \\` b ` c']],
    ['inline code over a line break', 'a ` b\nc ` d', ['a ', ' d']],
    ['a heading and the text below it', '# a ` b\nc ` d', ['# a ` b\nc ` d']],
    ['items of a list', '- a ` b\n- c ` d', ['- a ` b\n- c ` d']],
    ['a fence', 'a\n```js\nb\n```\nc', ['a\n', 'c']],
    ['a fence that is longer than what is in it', '````\n```\n````\nc', ['c']],
    ['tildes', '~~~\na\n```\n~~~\nc', ['c']],
    ['a fence that nothing closes', 'a\n```\nb\n\nc', ['a\n']],
    ['a fence in a list', '- a\n  ```\n  b\n  ```\n  c', ['- a\n', '  c']],
    ['a fence in a deep list', '- a\n    - b\n        ```\n        c\n        ```\nd', ['- a\n    - b\n', 'd']],
    ['a closing fence that is too far to the right', '```\na\n     ```\nb\n```\nc', ['c']],
    ['a fence in a quote, which ends with the quote', '> ```\n> a\nb', ['b']],
    ['backticks behind a fence of backticks', '``` a ` b\nc', ['``` a ` b\nc']],
    ['CRLF', '```\r\na\r\n```\r\nb', ['b']],
    ['a comment', 'a <!-- b --> c', ['a ', ' c']],
    ['a comment over blank lines', '<!-- a\n\nb -->\nc', ['\nc']],
    ['a comment that nothing closes', 'a\n<!-- b\n\nc', ['a\n']],
    ['a comment within a line that its paragraph does not close', 'a <!-- b\n\nc', ['a <!-- b\n\nc']],
    ['the shortest comments', 'a <!--> b <!---> c', ['a ', ' b ', ' c']],
    ['a comment in code', 'a `<!--` b `-->` c', ['a ', ' b ', ' c']],
    ['code in a comment', '<!-- ` --> a ` b', [' a ` b']],
    ['a fence in a comment', '<!--\n```\n-->\na', ['\na']],
  ])('excludes %s', (_, text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  it('starts at the given offset', () => {
    expect(markdownParts('`a` b `c`', 3).prose).toEqual([{ from: 3, to: 6 }]);
    expect(markdownParts('plain', 2).prose).toEqual([{ from: 2, to: 5 }]);
    expect(markdownParts('plain', 5).prose).toEqual([]);
  });

  it('splits every text into parts that do not overlap and cover all of it', () => {
    fc.assert(
      fc.property(fc.oneof(markdown, fc.string({ unit: 'binary' })), (text) => {
        const { prose, fences, spans, comments } = markdownParts(text);
        const all = [...prose, ...fences, ...spans, ...comments].sort((a, b) => a.from - b.from);
        expect(all.map(({ from, to }) => text.slice(from, to)).join('')).toBe(text);
        expect(all.every(({ from, to }) => from < to)).toBe(true);
        for (const { from, to } of spans) expect(text.slice(from, to)).toMatch(/^(`+)[^`][\s\S]*\1$/);
        for (const { from, to } of comments) expect(text.slice(from, to)).toMatch(/^<!--/);
        for (const { from, to } of fences) expect(text.slice(from, to)).toMatch(/^[ \t>\d.)*+-]*(?:```|~~~)/);
      }),
      { numRuns: 3_000 },
    );
  });

  it('takes time linear in the length of hostile texts', () => {
    const hostile = ['`', '` `` ', '<!--', 'a <!--\n', '<!--\n', '```\n', '> > ```\n', ' ', '>', '- ', '\\`', '| `\n', '-', '1. '];
    const runs = Array.from({ length: 1_400 }, (_, n) => '`'.repeat(n + 1)).join(' ');
    for (const text of [...hostile.map((piece) => piece.repeat(Math.ceil(1e6 / piece.length))), runs]) {
      // A quadratic algorithm would take minutes.
      expect(
        processorMs(() => markdownParts(`${text}\`x`).prose),
        JSON.stringify(text.slice(0, 8)),
      ).toBeLessThan(10_000);
    }
  });
});

it('placeIn finds the line and column of every offset', () => {
  const lines = fc.array(fc.constantFrom('a', '\n', '\r\n', 'bc'), { maxLength: 20 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(lines, fc.nat(40), (text, at) => {
      const offset = Math.min(at, text.length);
      fc.pre(!(text[offset - 1] === '\r' && text[offset] === '\n'));
      expect(lineAndColumnAt(lineStarts(text), offset)).toEqual(lineAndColumn(text, offset));
    }),
  );
});
