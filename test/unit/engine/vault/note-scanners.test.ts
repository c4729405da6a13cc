import { describe, expect, it } from 'vitest';
import { markdownParts } from '../../../../src/engine/text/markdown/markdown.ts';
import { RangeWalk } from '../../../../src/engine/vault/links/range-walk.ts';
import { findCitations } from '../../../../src/engine/vault/prose/citations.ts';
import { firstProseLine, shorten } from '../../../../src/engine/vault/prose/first-line.ts';
import { findHashtags } from '../../../../src/engine/vault/prose/hashtags.ts';

describe('findHashtags', () => {
  const tags = (text: string, from = 0) => findHashtags(text, markdownParts(text, from).prose);

  it.each([
    ['#risk first, then #Deploy-freeze and\t#v2_3', ['risk', 'deploy-freeze', 'v2_3']],
    ['#a #ab #AB #abc #ab', ['a', 'ab', 'abc']],
    ['a#no ##no (#no) /#no \\#no', []],
    ['#1984 #12/13 #１２ #- #/ #y1984 #1st #2024-plan', ['y1984', '1st', '2024-plan']],
    ['#café, #CAFE\u0301 #日本。 #идея! #می\u200cخواهم', ['café', '日本', 'идея', 'می\u200cخواهم']],
    ['#launch🚀 #👩‍💻-notes #🇦🇹', ['launch🚀', '👩‍💻-notes', '🇦🇹']],
    ['#area/backend/api.', ['area/backend/api']],
    ['# Heading\n#tag', ['tag']],
    ['\n#one\r\n#two', ['one', 'two']],
    ['`#no` #yes\n```\n#no\n```\n<!-- #no -->', ['yes']],
    ['#tag.', ['tag']],
    ['####### #x1', ['x1']],
    ['#', []],
  ])('finds in %j the tags %j', (text, expected) => {
    expect(tags(text)).toEqual(expected);
  });

  it('skips the header', () => {
    const text = '---\nname: x #no\n---\n#yes';
    expect(tags(text, text.lastIndexOf('#'))).toEqual(['yes']);
  });
});

describe('findCitations', () => {
  it.each([
    ['src/a.ts', 'src/a.ts', null],
    ['src/a.ts:12', 'src/a.ts', 12],
    ['src/a.ts:12:5', 'src/a.ts', 12],
    ['src/a.ts:12-20', 'src/a.ts', 12, 20],
    ['src/a.ts#L12-L20', 'src/a.ts', 12, 20],
    ['src/a.ts:20-12', 'src/a.ts', 20],
    ['src\\win\\a.cs:3', 'src/win/a.cs', 3],
    ['.github/workflows/ci.yml', '.github/workflows/ci.yml', null],
    ['app/[id]/page.tsx', 'app/[id]/page.tsx', null],
    ['package.json', 'package.json', null],
    ['Makefile.in:7', 'Makefile.in', 7],
    ['docs/guide.md:3', 'docs/guide.md', 3],
    ['../lib/x.py', '../lib/x.py', null],
  ])('finds `%s`', (code, path, line, lastLine?: number) => {
    expect(findCitations(`It is \`${code}\` that fails.`)).toEqual([{ path, line, at: 1, ...(lastLine !== undefined && { lastLine }) }]);
  });

  it.each([
    'config.port',
    'v1.2',
    'a.b()',
    'rules/a.md',
    'npm run src/a.ts',
    '/etc/hosts.conf',
    'https://x.org/a.js',
    'src/',
    'src/a',
    'a.ts:0',
    'C:/x.ts',
    '*.ts',
    '~/x/a.ts',
    '1.5',
  ])('ignores `%s`', (code) => {
    expect(findCitations(`\`${code}\``)).toEqual([]);
  });

  it('ignores text that is longer than a path', () => {
    expect([`${'a/'.repeat(195)}b.ts`, `${'a/'.repeat(200)}b.ts`].map((code) => findCitations(`\`${code}\``).length)).toEqual([1, 0]);
  });

  it('returns each citation once, in text order, and none from prose or fenced code', () => {
    const text = 'src/no.ts `b/x.ts:2` ``a/y.ts``\n```ts\n`no/z.ts`\n```\n`b/x.ts:2` `b/x.ts`';
    expect(findCitations(text).map(({ path, line }) => `${path}:${line}`)).toEqual(['b/x.ts:2', 'a/y.ts:null', 'b/x.ts:null']);
    expect(findCitations(text).map(({ at }) => at)).toEqual([1, 1, 5]);
  });
});

describe('findCitations outside of inline code', () => {
  const found = (text: string) => findCitations(text).map(({ at, ...place }) => [place.form, place.path, place.line, place.lastLine]);

  it.each([
    ['See src/a.ts:12.', 'src/a.ts', 12],
    ['(src/a.ts:12)', 'src/a.ts', 12],
    ['**src/a.ts:12**, then', 'src/a.ts', 12],
    ['src/a.ts:12:5: error', 'src/a.ts', 12],
    ['at src/a.ts#L12-L20!', 'src/a.ts', 12, 20],
    ['"./src/a.ts:12-20"', './src/a.ts', 12, 20],
    ['app/[id]/page.tsx:3', 'app/[id]/page.tsx', 3],
    ['src\\win\\a.cs:3', 'src/win/a.cs', 3],
    ['[src/a.ts:12](https://example.com/x)', 'src/a.ts', 12],
  ])('finds prose: %s', (text, path, line, last?: number) => {
    expect(found(text)).toEqual([['prose', path, line, last]]);
  });

  it.each([
    ['[p](../../src/a.ts#L15)', '../../src/a.ts', 15],
    ['[p](<../my%20src/a.ts#L15-L20> "title")', '../my src/a.ts', 15, 20],
    ['[p](/src/a.ts#L15C3-L20C5)', '/src/a.ts', 15, 20],
    ['[p](./a.ts:15)', './a.ts', 15],
    ['[p][]\n\n[p]: ../src/a.ts#L15', '../src/a.ts', 15],
  ])('finds links: %s', (text, path, line, last?: number) => {
    expect(found(text)).toEqual([['link', path, line, last]]);
  });

  it.each([
    'src/a.ts',
    'https://example.com/a.js:12',
    'https://example.com:8080/a',
    'Version v1.2:3',
    'at 10:30',
    '1.5:2',
    'git@host.org:12/x.git',
    '/etc/hosts.conf:3',
    'C:/x/a.ts:3',
    'a.ts:12/3',
    'a.ts:12.5',
    'a.ts:0',
    '[p](https://github.com/o/r/blob/main/src/a.ts#L15)',
    '[p](other.md#L15)',
    '```\nsrc/a.ts:12\n```',
    '<!-- src/a.ts:12 -->',
  ])('ignores %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('names each place once, and inline code before prose', () => {
    expect(found('src/a.ts:2 and `src/a.ts:2`, `b.ts:1`')).toEqual([
      [undefined, 'src/a.ts', 2, undefined],
      [undefined, 'b.ts', 1, undefined],
    ]);
  });

  it('takes little time for long texts', () => {
    const texts = ['a/', '(a.', '[a', 'a.ts:', '_a.b'].map((part) => `${part.repeat(50_000)} a.b:1x`);
    const started = process.cpuUsage().user;
    for (const text of texts) findCitations(text);
    expect(process.cpuUsage().user - started).toBeLessThan(3_000_000);
  });
});

describe('firstLine', () => {
  it.each([
    ['# Title\n\nNo deploys.\nMore.', 'No deploys.'],
    ['\r\n \r\nNo  deploys.\r\n', 'No deploys.'],
    ['# Only a title\n## And one more', ''],
    ['---\n<!-- x -->\n```\ncode\n```\nText.', 'Text.'],
    ['~~~~sh\n~~~\ncode\n~~~~\n```x``` is code.', '```x``` is code.'],
    ['```\nnever closed', ''],
    ['| a | b |\n|---|---|\n| c | d |\nText.', 'Text.'],
    ['a | b\n--|:-:\nc | d\ne\n\nText | more.', 'Text | more.'],
    ['Title\n=====\nText.', 'Text.'],
    ['Title\r\n-----\r\nText.\r\n', 'Text.'],
    ['- item\n---\nText.', '- item'],
    ['<!-- AUTO:recent -->\n- [x](y.md)\n<!-- /AUTO:recent -->\nText.', 'Text.'],
    ['<!-- of\nmany lines -->\nText.', 'Text.'],
    ['![a](b.png) ![[c.png]]\n[![d](e.svg)](https://f)\n<p align="center">\n![a](b.png) shows it.', '![a](b.png) shows it.'],
    ['<https://x.example> says so.', '<https://x.example> says so.'],
    ['#hashtag first', '#hashtag first'],
    ['#\n####### seven', '####### seven'],
    ['', ''],
    ['\n\n', ''],
  ])('returns the first line of %j: %j', (body, line) => {
    expect(firstProseLine(body)).toBe(line);
  });

  it('starts at the given offset', () => {
    expect(firstProseLine('---\nx: y\n---\nBody', 13)).toBe('Body');
  });

  it('is cut at 150 code points', () => {
    expect(firstProseLine(`${'😀'.repeat(160)}`)).toBe('😀'.repeat(150));
    expect(shorten(`${'a'.repeat(149)} b`)).toBe('a'.repeat(149));
    expect(shorten(`${'a b '.repeat(60)}`)).toHaveLength(149);
  });
});

it('RangeWalk returns the range that contains an offset, or the next one', () => {
  const walk = new RangeWalk([
    { from: 2, to: 4 },
    { from: 6, to: 7 },
  ]);
  expect([0, 2, 3, 3, 4, 6, 7, 9].map((offset) => walk.at(offset)?.from ?? null)).toEqual([2, 2, 2, 2, 6, 6, null, null]);
});
