import { describe, expect, test } from 'vitest';
import { readNoteText, UNREAD } from '../../../../src/engine/vault/notes/format.ts';
import { splitProse } from '../../../../src/engine/vault/prose/prose.ts';
import { expectLinear } from '../../../support/processor-time.ts';
import { vaultConfig } from '../../../support/vault-config.ts';

/** Returns links, tags and citations of a note's body, which all use the same notion of prose. */
function found(body: string): { links: string[]; tags: readonly string[]; cited: string[] } {
  const { links, tags, citations } = readNoteText('a.md', `---\nname: a\n---\n${body}`, UNREAD, vaultConfig());
  return { links: links.map(({ target }) => target), tags, cited: citations.map(({ path }) => path) };
}

const NOTHING = { links: [], tags: [], cited: [] };
/** One line with a link, a tag, a Markdown link, a citation and a file. */
const ALL = '[[x]] #tag [x](x.md) `src/a.ts` `f/x.md`';

describe('no links, tags and citations are found in code, formulas and comments', () => {
  test.each([
    ['indented code', `para\n\n    ${ALL}\n`],
    ['code indented with a tab', `para\n\n\t${ALL}\n`],
    ['code at the beginning', `    ${ALL}\n`],
    ['code behind a heading', `# Title\n    ${ALL}\n`],
    ['code behind a fence', `\`\`\`\nx\n\`\`\`\n    ${ALL}\n`],
    ['code behind a comment', `<!-- x -->\n    ${ALL}\n`],
    ['code of several paragraphs', `para\n\n    a\n\n    ${ALL}\n`],
    ['code in a quote', `> para\n>\n>     ${ALL}\n`],
    ['code behind a list', `- a\n\nb\n\n    ${ALL}\n`],
    ['code within an item', `- a\n\n      ${ALL}\n`],
    ['a list of nothing', `para\n\n    - ${ALL}\n`],
    ['a block comment', `%%\n${ALL}\n%%\n`],
    ['a block comment with blank lines and code', `%%\n\n\`\`\`\n%%\n\`\`\`\n\n${ALL}\n\n%%\n`],
    ['a comment in a line', `a %%${ALL}%% b\n`],
    ['a comment over two lines', `a %% b\n${ALL} %% c\n`],
    ['a comment in a quote', `> %% ${ALL} %%\n`],
    ['a comment in an item', `- %%\n  ${ALL}\n  %%\n`],
    ['a formula', `$$\n${ALL}\n$$\n`],
    ['a formula in a line', `a $$${ALL}$$ b\n`],
    ['a short formula', `a $x ${ALL} y$ b\n`],
    ['HTML that is shown as it is', `<pre>\n${ALL}\n\n${ALL}\n</pre>\n`],
    ['HTML in a line', `<PRE class="x">${ALL}</PRE>\n`],
    ['HTML in an item', `- <pre>\n  ${ALL}\n  </pre>\n`],
    ['HTML in a quote', `> <pre>\n> ${ALL}\n> </pre>\n`],
    ['a script', `<script>\n${ALL}\n</script>\n`],
    ['an HTML comment', `<!-- ${ALL}\n\n${ALL} -->\n`],
    ['with other line ends', `para\r\n\r\n    ${ALL}\r\n%%\r\n${ALL}\r\n%%\r\n`],
  ])('%s', (_, body) => {
    expect(found(body)).toEqual(NOTHING);
  });
});

describe('links, tags and citations are found in prose that looks like code or comments', () => {
  test.each([
    ['a line that goes on with its paragraph', `para\n    ${ALL}\n`],
    ['an item that goes on', `- a\n\n    ${ALL}\n`],
    ['a numbered item that goes on', `12. a\n\n    ${ALL}\n`],
    ['an item that goes on with a tab', `- a\n\n\t${ALL}\n`],
    ['an item in an item', `- a\n\n    - b\n\n        ${ALL}\n`],
    ['items, however far they are indented', `- a\n\n        - ${ALL}\n`],
    ['an item that begins with a fence', `- \`\`\`\n  x\n  \`\`\`\n\n    ${ALL}\n`],
    ['an item with a quote in it', `- a\n\n  > b\n\n    ${ALL}\n`],
    ['an item with a comment in it', `- a\n<!-- x -->\n\n    ${ALL}\n`],
    ['a task', `- [ ] a\n\n    ${ALL}\n`],
    ['a footnote that goes on', `[^1]: a\n\n    ${ALL}\n`],
    ['an item in a quote', `> - a\n>\n>     ${ALL}\n`],
    ['prose behind code', `para\n\n    code\n${ALL}\n`],
    ['prose behind a comment', `%%\nx\n%%\n${ALL}\n`],
    ['prose in the line that ends a comment', `%%\nx\n%% ${ALL}\n`],
    ['prose between two comments', `%% begin %%\n${ALL}\n%% end %%\n`],
    ['prose between two comments over lines', `a %% b\n%%\n${ALL}\n%% c %%\n`],
    ['a comment that is not closed', `%%\n${ALL}\n`],
    ['a formula that is not closed', `$$\n${ALL}\n`],
    ['prices', `It costs $5, and ${ALL} costs $6.\n`],
    ['prices with a dash', `From $5–$10 for ${ALL}\n`],
    ['a formula of another paragraph', `a $x\n\n${ALL} y$\n`],
    ['an escaped dollar', `a \\$x ${ALL} y\\$\n`],
    ['percent signs in code', `\`%%\` ${ALL} \`%%\`\n`],
    ['dollars in code', `\`$\` ${ALL} \`$\`\n`],
    ['comments of a diagram', `\`\`\`mermaid\n%% x\n\`\`\`\n${ALL}\n\`\`\`mermaid\n%% y\n\`\`\`\n`],
    ['another tag', `<preface>\n${ALL}\n</preface>\n`],
    ['behind HTML', `<pre>\nx\n</pre>\n${ALL}\n`],
    ['behind a quote with HTML that is not closed', `> <pre>\n> x\n\n${ALL}\n`],
  ])('%s', (_, body) => {
    expect(found(body)).toEqual({ links: ['x', 'x.md', 'f/x.md'], tags: ['tag'], cited: ['src/a.ts'] });
  });

  test('a dollar or percent sign in a link does not start a formula or comment', () => {
    const { links } = found('[[A$B]] and [[C$D]], [x](a$b.md) and [y](c$d.md), [[a %% b]] [[c %% d]]');
    expect(links.toSorted()).toEqual(['A$B', 'C$D', 'a %% b', 'a$b.md', 'c %% d', 'c$d.md']);
  });
});

test.each([['%%\nx\n%%\n\nShown.'], ['%% x %%\nShown.'], ['    code\n\nShown.'], ['<pre>\nx\n</pre>\nShown.'], ['$$\nx\n$$\nShown.']])(
  'the summary is the first line of prose: %j',
  (body) => {
    const { summary } = readNoteText('a.md', `---\nname: a\n---\n${body}\n`, UNREAD, vaultConfig());
    expect(summary).toBe('Shown.');
  },
);

test('splitProse returns ordered, disjoint ranges in linear time', () => {
  for (const piece of ['%%\n', 'a %%\n%% b\n', '$a ', '$$\n\n', '> ', '- ', '[[', '](', '    x\n', '<pre>', '\t- `', '\\', '> %%\n$']) {
    const make = (count: number) => `\t\n${piece.repeat(count)}`;
    expectLinear((count) => {
      const text = make(count);
      return () => splitProse(text);
    }, 6_000);
    const { prose } = splitProse(make(60_000));
    expect(prose.every(({ from, to }, at) => from >= (prose[at - 1]?.to ?? 0) && to > from)).toBe(true);
  }
});
