import { describe, expect, test } from 'vitest';
import { CortexError, describeError } from '../../../../src/engine/platform/errors.ts';
import type { VaultIndex } from '../../../../src/engine/vault/cache/vault-index.ts';
import { applyEdits } from '../../../../src/engine/vault/links/auto-link.ts';
import { checkRenaming, renamingEdits } from '../../../../src/engine/vault/notes/rename-note.ts';
import { noteText, readVault } from './read-vault.ts';

const FREEZE = noteText({ id: '20260412_freeze', name: 'Deploy freeze  # why not', type: 'decision' }, '# Deploy freeze\n');

const VAULT: Readonly<Record<string, string>> = {
  'atoms/freeze.md': FREEZE,
  'atoms/links.md': noteText(
    { id: 'links', links: '[20260412_freeze, "[[Deploy freeze|so]]", other]' },
    [
      'See [[20260412_freeze|the freeze]], [[ 20260412_FREEZE#Why ]] and ![[20260412_freeze.md]].',
      'By name [[Deploy freeze]] and [[deploy freeze\\|in a table]], by file [[freeze]] and [[atoms/freeze|20260412_freeze]].',
      '`[[20260412_freeze]]` is code, `atoms/freeze.md` a file.',
    ].join('\n'),
  ),
  'atoms/other.md': noteText({ id: '20260413_other', name: 'Other' }),
};

function indexOf(files: Readonly<Record<string, string>> = VAULT): VaultIndex {
  return readVault(files);
}

function noteAt(index: VaultIndex, path: string) {
  const note = index.get(path);
  if (note === undefined) throw new Error(`no note ${path}`);
  return note;
}

function renamed(path: string, field: 'id' | 'name', next: string, files = VAULT): string {
  const index = indexOf(files);
  const text = files[path] ?? '';
  return applyEdits(text, renamingEdits(index, { note: noteAt(index, 'atoms/freeze.md'), field, next }, { path, text }));
}

function refusal(field: 'id' | 'name', next: string, files = VAULT): string {
  const index = indexOf(files);
  try {
    checkRenaming(index, { note: noteAt(index, 'atoms/freeze.md'), field, next });
  } catch (error) {
    if (error instanceof CortexError) return describeError(error);
    throw error;
  }
  return 'nothing is wrong with it';
}

test('a Markdown link in a field has its address changed, and stays a Markdown link', () => {
  const links = (address: string) => noteText({ id: 'links', links: `["[Deploy%20freeze](${address} 'so')", other]` });
  const files = { ...VAULT, 'atoms/links.md': links('Deploy%20freeze') };
  const named = { ...files, 'atoms/freeze.md': FREEZE.replace('Deploy freeze  # why not', 'Deploy freeze') };
  expect(renamed('atoms/links.md', 'name', 'Stop (now)', named)).toBe(links('Stop%20%28now%29'));
});

describe('a note with another id', () => {
  test('has all links with the old id changed, and nothing else', () => {
    expect(renamed('atoms/links.md', 'id', '20260412_stop')).toBe(
      noteText(
        { id: 'links', links: '[20260412_stop, "[[Deploy freeze|so]]", other]' },
        [
          'See [[20260412_stop|the freeze]], [[ 20260412_stop#Why ]] and ![[20260412_stop]].',
          'By name [[Deploy freeze]] and [[deploy freeze\\|in a table]], by file [[freeze]] and [[atoms/freeze|20260412_freeze]].',
          '`[[20260412_freeze]]` is code, `atoms/freeze.md` a file.',
        ].join('\n'),
      ),
    );
  });

  test('has the id in its own header changed, and no other byte', () => {
    expect(renamed('atoms/freeze.md', 'id', '20260412_stop')).toBe(FREEZE.replace('20260412_freeze', '20260412_stop'));
    expect(renamed('atoms/freeze.md', 'id', '20260412')).toBe(FREEZE.replace('20260412_freeze', '"20260412"'));
  });
});

describe('a note with another name', () => {
  test('has all links with the old name changed', () => {
    expect(renamed('atoms/links.md', 'name', 'No deploys')).toBe(
      VAULT['atoms/links.md']
        ?.replace('[[Deploy freeze|so]]', '[[No deploys|so]]')
        .replace('[[Deploy freeze]]', '[[No deploys]]')
        .replace('[[deploy freeze\\|', '[[No deploys\\|'),
    );
  });

  test('keeps its heading and the comment after the name', () => {
    expect(renamed('atoms/freeze.md', 'name', 'No deploys')).toBe(FREEZE.replace('name: Deploy freeze', 'name: No deploys'));
  });

  test.each([
    ['Why: a "freeze"', 'links: [Deploy freeze]', 'links: ["Why: a \\"freeze\\""]'],
    ['Why: a "freeze"', 'supersedes: "[[Deploy freeze|so]]" # once', 'supersedes: "[[Why: a \\"freeze\\"|so]]" # once'],
    ['It’s, so', "related:\n  - other\n  - 'Deploy freeze'", "related:\n  - other\n  - 'It’s, so'"],
    ["It's", "related:\n  - 'Other'\n  - 'Deploy freeze'", "related:\n  - 'Other'\n  - It's"],
    ['One, $& two', 'contradicts: [Other, Deploy freeze]', 'contradicts: [Other, "One, $& two"]'],
    ['Plain', 'superseded_by: "Deploy\\x20freeze"', 'superseded_by: "Plain"'],
  ])('is written as %j in the header %j', (next, before, after) => {
    const files = { ...VAULT, 'x.md': `---\nname: X\n${before}\ntags: [a]\n---\nText.\n` };
    expect(renamed('x.md', 'name', next, files)).toBe(`---\nname: X\n${after}\ntags: [a]\n---\nText.\n`);
  });

  test('has no ambiguous links changed', () => {
    const files = { ...VAULT, 'atoms/twin.md': noteText({ name: 'Deploy freeze' }), 'x.md': '[[Deploy freeze]]' };
    expect(renamed('x.md', 'name', 'No deploys', files)).toBe('[[Deploy freeze]]');
  });
});

describe('a new name for a note', () => {
  test('is rejected if links with it resolve to another note', () => {
    expect(refusal('id', '20260413_OTHER')).toMatch(/^links with this name already lead to atoms\/other\.md \(got "20260413_OTHER"/);
    expect(refusal('id', 'atoms/other')).toMatch(/lead to atoms\/other\.md/);
    expect(refusal('name', 'Other.md')).toMatch(/lead to atoms\/other\.md/);
  });

  test('is rejected if it is already ambiguous', () => {
    const files = { ...VAULT, 'a/twin.md': '', 'b/twin.md': '' };
    expect(refusal('name', 'twin', files)).toMatch(/lead to a\/twin\.md or b\/twin\.md/);
  });

  test.each(['', ' Stop', 'a]b', 'a[b', 'a|b', 'a#b', 'a\nb', 'a`b', 'a<b', 'a\\'])(
    '%j is rejected, as it is not valid in a link',
    (next) => {
      expect(refusal('name', next)).toMatch(/^cannot be used in a link \(got .*allowed: one line/);
    },
  );

  test.each(['./stop', '../stop', '/stop'])('%j is rejected, as it would be a path', (next) => {
    expect(refusal('id', next)).toMatch(/would be read as the path of a file/);
  });

  test('is rejected if links would not find it', () => {
    expect(refusal('name', '.md')).toMatch(/cannot be found by links/);
  });

  test('may be another name of the same note, or differ only in case', () => {
    for (const next of ['freeze', '20260412_freeze', 'DEPLOY freeze', 'New (old)', 'Ⅻ ärger'])
      expect(refusal('name', next)).toBe('nothing is wrong with it');
  });

  test('does not change the index when it is checked', () => {
    const index = indexOf();
    const note = noteAt(index, 'atoms/freeze.md');
    checkRenaming(index, { note, field: 'name', next: 'No deploys' });
    expect(index.get('atoms/freeze.md')).toBe(note);
    expect(index.resolve('No deploys')).toEqual({ kind: 'dead' });
  });
});

test('renamingEdits throws if links of a header cannot be changed', () => {
  const files = { ...VAULT, 'x.md': '---\nname: X\nlinks: &a [Deploy freeze]\nrelated: *a\n---\n' };
  expect(() => renamed('x.md', 'name', 'Why: so', files)).toThrow(CortexError);
});

describe('a note that is linked by properties, Markdown and aliases', () => {
  const NOTE = noteText({ id: '20260412_freeze', name: 'Deploy freeze', Aliases: '[Stop day, "Red week"]' });
  const from = (links: string, body = '') => ({ 'atoms/freeze.md': NOTE, 'atoms/links.md': `---\n${links}\n---\n${body}` });

  function renamedIn(files: Readonly<Record<string, string>>, field: 'name' | 'alias', next: string, path = 'atoms/links.md'): string {
    const index = indexOf(files);
    const renaming = { note: noteAt(index, 'atoms/freeze.md'), field, alias: 'stop day', next };
    checkRenaming(index, renaming);
    const text = files[path] ?? '';
    return applyEdits(text, renamingEdits(index, renaming, { path, text }));
  }

  test.each([
    ['why: "[[Deploy freeze|so]]" # said', 'why: "[[No deploys|so]]" # said'],
    ["Rules:\n  - [[Deploy freeze]]\n  - '[[deploy freeze#x]]'", "Rules:\n  - [[No deploys]]\n  - '[[No deploys#x]]'"],
    ['LINKS: ["[[Deploy freeze]]"]', 'LINKS: ["[[No deploys]]"]'],
  ])('is renamed in %j', (before, after) => {
    expect(renamedIn(from(before), 'name', 'No deploys')).toBe(from(after)['atoms/links.md']);
  });

  test.each([
    ['why: "[[Deploy freeze]]"', 'why: "[[Say \\"no\\"]]"'],
    ["why: '[[Deploy freeze]]'", 'why: \'[[Say "no"]]\''],
  ])('keeps the quotes of %j', (before, after) => {
    expect(renamedIn(from(before), 'name', 'Say "no"')).toBe(from(after)['atoms/links.md']);
  });

  test('is renamed in Markdown links with an encoded address', () => {
    const body = '[a](Deploy%20freeze.md#why "t") [b](<Deploy freeze>) [c](freeze.md) [d](atoms/freeze.md)';
    const after = '[a](No%20deploys%20%28now%29.md#why "t") [b](<No deploys (now)>) [c](freeze.md) [d](atoms/freeze.md)';
    expect(renamedIn(from('x: y', body), 'name', 'No deploys (now)')).toBe(from('x: y', after)['atoms/links.md']);
  });

  test('gets an alias renamed in its header and in all links', () => {
    const files = from('when: "[[Stop day]]"', 'On [[stop day|that day]] and [[Deploy freeze]], [x](Stop%20day.md).');
    expect(renamedIn(files, 'alias', 'Quiet day')).toBe(
      from('when: "[[Quiet day]]"', 'On [[Quiet day|that day]] and [[Deploy freeze]], [x](Quiet%20day.md).')['atoms/links.md'],
    );
    expect(renamedIn(files, 'alias', 'Quiet day', 'atoms/freeze.md')).toBe(NOTE.replace('[Stop day, "Red week"]', '[Quiet day, Red week]'));
  });

  test('gets a title renamed in its header if links use it', () => {
    const own = '---\ntitle: Stop day # why\nalias: Stop day\n---\n';
    const files = { 'atoms/freeze.md': own, 'atoms/links.md': '[[stop day]]\n' };
    expect(renamedIn(files, 'alias', 'Quiet day')).toBe('[[Quiet day]]\n');
    expect(renamedIn(files, 'alias', 'Quiet day', 'atoms/freeze.md')).toBe('---\ntitle: Quiet day # why\nalias: [Quiet day]\n---\n');
    expect(renamedIn({ ...files, 'atoms/freeze.md': '---\ntitle: Stop day\n---\n' }, 'alias', 'Quiet day')).toBe('[[Quiet day]]\n');
  });
});
