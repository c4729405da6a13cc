import { describe, expect, test } from 'vitest';
import { linkReport } from '../../../../src/engine/vault/report.ts';
import { makeNote } from './make-note.ts';
import { noteText, readVault } from './read-vault.ts';

describe('orphans', () => {
  test('are the notes without incoming or outgoing links; a link to itself does not count', () => {
    const report = linkReport(
      readVault({
        'a.md': 'See [[b]].',
        'b.md': 'Nothing.',
        'lonely.md': 'Nothing.',
        'narcissus.md': 'See [[narcissus]].',
        'seeker.md': 'See [[nobody]].',
        'file.md': 'See `x/target.md`.',
        'x/target.md': 'Nothing.',
      }),
    );
    expect(report).toMatchObject({ total: 7, with_links: 4, orphans: ['lonely.md', 'narcissus.md'] });
  });

  test('are not notes with a link in the header', () => {
    const index = readVault({ 'a.md': noteText({ links: '[b]' }), 'b.md': '', 'c.md': noteText({ links: '[]' }) });
    expect(linkReport(index)).toMatchObject({ with_links: 1, orphans: ['c.md'], hubs: [{ path: 'a.md' }, { path: 'b.md' }] });
  });
});

describe('hubs', () => {
  test('are the notes with the most links, then by path, without counting self, dead and ambiguous links', () => {
    const { hubs } = linkReport(
      readVault({
        'hub.md': '[[hub]] [[nobody]] [[twin]] [[a]]',
        'a.md': '[[hub]]',
        'b.md': '[[hub]] [[hub]]',
        'x/twin.md': '',
        'y/twin.md': '',
      }),
    );
    expect(hubs).toEqual([
      { path: 'hub.md', links: 4 },
      { path: 'a.md', links: 2 },
      { path: 'b.md', links: 2 },
    ]);
  });

  test('are at most ten, in code point order for equal counts', () => {
    const notes = ['\u{1f600}', '\uff5e', ...'abcdefghijkl'].map((name) => [`${name}.md`, '[[hub]]']);
    const { hubs } = linkReport(readVault({ ...Object.fromEntries(notes), 'hub.md': '' }));
    expect(hubs.map(({ path }) => path)).toEqual(['hub.md', ...'abcdefghi'].map((name) => (name.endsWith('.md') ? name : `${name}.md`)));
  });
});

describe('dead and ambiguous links', () => {
  test('are reported with path, line, target and candidates', () => {
    const report = linkReport(
      readVault({
        'a.md': noteText({ links: '[gone]' }, 'One\n[[nobody#there|label]] and ![[twin]]\n'),
        'x/twin.md': '',
        'y/twin.md': '',
      }),
    );
    expect(report.dead).toEqual([
      { path: 'a.md', line: 6, target: 'nobody' },
      { path: 'a.md', line: 1, target: 'gone' },
    ]);
    expect(report.ambiguous).toEqual([{ path: 'a.md', line: 6, target: 'twin', candidates: ['x/twin.md', 'y/twin.md'] }]);
  });

  test('do not include attachments, paths of other files in backticks, and links in code', () => {
    const text = '![[plan.PNG]] [[paper.pdf]] `docs/readme.md` [[#heading]]\n`[[code]]`\n```\n[[more]]\n```\n';
    expect(linkReport(readVault({ 'a.md': text }))).toMatchObject({ dead: [], ambiguous: [] });
  });

  test('are reported for thousands of links to a name that thousands of notes have', () => {
    const index = readVault({});
    const link = { target: 'twin', line: 1, kind: 'wikilink' } as const;
    for (let n = 0; n < 3_000; n += 1) index.set(makeNote(`${n}.md`, { name: 'twin', links: [link] }));
    const report = linkReport(index);
    expect(report.ambiguous).toHaveLength(3_000);
    expect(report.hubs).toEqual([]);
  });
});
