import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownParts } from '../../../../src/engine/text/markdown/markdown.ts';
import { findMarkdownLinks, readMarkdownValue, writtenAddress } from '../../../../src/engine/vault/links/markdown-links.ts';

function links(text: string, file = 'notes/a.md') {
  return findMarkdownLinks(text, markdownParts(text).prose, file);
}

const shown = (text: string, file?: string) =>
  links(text, file).map(({ target, heading }) => (heading === null ? target : `${target} # ${heading}`));

describe('findMarkdownLinks', () => {
  it.each([
    ['[a](b.md)', ['b.md']],
    ['[a](./my%20note.md#the%20heading "A title")', ['./my note.md # the heading']],
    ["[a](<my note.md#x> 'title') ![b](b.md) [c](c)", ['my note.md # x', 'b.md', 'c']],
    ['[a [b] `c` d](e.md) [`x`](y.md)', ['e.md', 'y.md']],
    ['[a](b_(old).md) [c](d\\(e.md)', ['b_(old).md', 'd(e.md']],
    ['[a](100%.md) [b](caf%C3%A9.md)', ['100%.md', 'café.md']],
    ['[![picture](p.png)](b.md)', ['b.md']],
    ['[a\nb](\n  c.md\n  "t"\n)', ['c.md']],
    ['[a]: b.md "title"\n[c]: <d e.md>', ['b.md', 'd e.md']],
    ['[a](../b.md) [c](/notes/d.md)', ['../b.md', '/notes/d.md']],
  ])('finds in %j: %j', (text, expected) => {
    expect(shown(text)).toEqual(expected);
    expect(shown(text.replaceAll('\n', '\r\n'))).toEqual(expected);
  });

  it.each([
    '[a](https://example.org/b.md) [b](mailto:ann@example.org) [c](//host/b.md)',
    '[a](#heading) [b]() [c](<>)',
    '[a](b.png) [c](src/app.ts) [d](folder/) [e](../../out.md)',
    '\\[a](b.md) a](b.md)',
    '`[a](b.md)` <!-- [a](b.md) -->',
    '[[a]](b.md)',
    '[a\n\nb](c.md)',
    '[a](b c.md) [a] (b.md)',
    '[Note]: this is prose',
    '[^1]: b.md',
    '[m](MEMORY.md) [o](../.obsidian/x.md)',
    '<!-- AUTO:recent -->\n[a](b.md)\n<!-- /AUTO:recent -->',
  ])('finds no link in %j', (text) => {
    expect(shown(text)).toEqual([]);
  });

  it('returns the position of the path in the text', () => {
    const text = 'See [a](<my note.md#x>) and ![b](./c%20d.md#e "f").';
    expect(links(text).map(({ targetAt, from, to }) => [text.slice(targetAt.from, targetAt.to), text.slice(from, to)])).toEqual([
      ['my note.md', '[a](<my note.md#x>)'],
      ['./c%20d.md', '![b](./c%20d.md#e "f")'],
    ]);
  });

  it('reads every path that writtenAddress writes', () => {
    const name = fc
      .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
      .filter((text) => /^[^/\\.\s\p{C}][^/\\\p{C}]*$/u.test(text) && text.trim() === text);
    fc.assert(
      fc.property(name, fc.boolean(), (base, isAngled) => {
        const address = writtenAddress(`${base}.md`, isAngled);
        expect(shown(isAngled ? `[a](<${address}>)` : `[a](${address})`, 'x.md')).toEqual([`${base}.md`]);
      }),
    );
  });

  it('handles long repetitions of incomplete links', () => {
    const size = 200_000;
    for (const piece of [
      '[a](',
      '](',
      '[',
      '](<',
      '[a](b "',
      '[a](b (',
      ' [a]: b ',
      '[a](b                 ',
      '[a](\n',
      '(((((',
      '\\',
      '[](',
    ])
      links(piece.repeat(size / piece.length));
  });
});

describe('readMarkdownValue', () => {
  it.each([
    ['[n](my%20note.md)', 'my note.md'],
    ['  ![n](<my note.md#part> "title") ', 'my note.md'],
    ['[n](rules/a.md)', './rules/a.md'],
    ['[n](../rules/a.md)', '../rules/a.md'],
    ['[n](/rules/a.md)', '/rules/a.md'],
    ['[n](https://example.org/a.md)', ''],
    ['[[n]]', null],
    ['[n](a.md) and [m](b.md)', null],
    ['my [n](a.md)', null],
    ['[n] (a.md)', null],
  ])('%s', (value, target) => {
    expect(readMarkdownValue(value)?.target ?? null).toBe(target);
  });
});
