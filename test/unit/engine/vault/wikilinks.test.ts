import { describe, expect, it } from 'vitest';
import { markdownParts } from '../../../../src/engine/text/markdown/markdown.ts';
import { findFileReferences, findLinks } from '../../../../src/engine/vault/links/wikilinks.ts';

const links = (text: string, from = 0) => findLinks(text, markdownParts(text, from).prose);
const files = (text: string) => findFileReferences(text, markdownParts(text).spans);

describe('findLinks', () => {
  it.each([
    ['[[a]]', 'a', null, null, 'wikilink'],
    ['[[ 20260412_deploy ]]', '20260412_deploy', null, null, 'wikilink'],
    ['[[rules/Deploy freeze.md|the freeze]]', 'rules/Deploy freeze.md', null, 'the freeze', 'wikilink'],
    ['[[a#Why it is so]]', 'a', 'Why it is so', null, 'wikilink'],
    ['[[a#h|l]]', 'a', 'h', 'l', 'wikilink'],
    ['[[a|l # m | n]]', 'a', null, 'l # m | n', 'wikilink'],
    ['[[#Why]]', '', 'Why', null, 'wikilink'],
    ['![[picture.png|200]]', 'picture.png', null, '200', 'embed'],
    // In a table, an unescaped `|` would end the cell.
    ['[[a\\|l]]', 'a', null, 'l', 'wikilink'],
    ['[[a|]]', 'a', null, '', 'wikilink'],
  ])('parses %s', (raw, target, heading, label, kind) => {
    expect(links(`x ${raw} y`)).toEqual([{ raw, target, heading, label, kind, from: 2, to: 2 + raw.length, line: 1 }]);
  });

  it.each(['[[]]', '[[ ]]', '[[|a]]', '[[#]]', '[a]', '[[a]', '[[a', '[[a\nb]]', ']]a[['])('finds no link in %j', (text) => {
    expect(links(text)).toEqual([]);
  });

  it('returns links in order with their lines, for any line ends, also after an unclosed link', () => {
    const text = '[[a]] [[b]]\r\n[[no end\n\n![[c]][[d]] [[[e]]] [[x [[f]] y]]\n[[g]]';
    const found = links(text);
    expect(found.map(({ target, line }) => `${target}:${line}`)).toEqual(['a:1', 'b:1', 'c:4', 'd:4', 'e:4', 'f:4', 'g:5']);
    for (const { raw, from, to } of found) expect(text.slice(from, to)).toBe(raw);
  });

  it('finds no link in code, in comments or in the header', () => {
    const text = '---\nlinks: "[[no]]"\n---\n`[[no]]` [[a]] <!-- [[no]] -->\n```\n[[no]]\n```\n[[b `c]]` d]]\n~~~\n[[no]]';
    expect(links(text, text.indexOf('`')).map(({ target, line }) => [target, line])).toEqual([['a', 4]]);
  });

  it('recognizes an embed only if its exclamation mark is in prose', () => {
    expect(links('`x!`[[a]]').map(({ kind, raw }) => [kind, raw])).toEqual([['wikilink', '[[a]]']]);
  });
});

describe('findFileReferences', () => {
  it.each(['rules/a.md', 'research/deep/Plan-2.md', '../b/c.md', './a/b.md', '_moc/ünï.md'])('finds `%s`', (path) => {
    const raw = `\`${path}\``;
    expect(files(`see\n\n- ${raw}.`)).toEqual([
      { raw, target: path, heading: null, label: null, kind: 'file', from: 7, to: 7 + raw.length, line: 3 },
    ]);
  });

  it.each([
    'a.md',
    'rules/*.md',
    'cat rules/a.md',
    'https://example.org/a.md',
    'rules/a.md:12',
    'rules/a.mdx',
    'rules/.md/',
    'rules/<id>.md',
  ])('ignores `%s`', (code) => {
    expect(files(`\`${code}\``)).toEqual([]);
  });

  it('finds no reference in prose or in fenced code', () => {
    expect(files('rules/a.md\n```\n`rules/b.md`\n```\n').map(({ target }) => target)).toEqual([]);
  });
});
