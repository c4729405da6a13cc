import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findIncomingLinks, findLinksTo } from '../../../../src/engine/vault/links/incoming-links.ts';
import { askWithNotes } from '../../../../src/engine/vault/notes/with-notes.ts';
import { makeNote } from './make-note.ts';
import { noteText, readVault } from './read-vault.ts';

const FILES = {
  'a.md': noteText({ id: 'old', superseded_by: 'new' }, 'Myself: [[a]]'),
  'b.md': noteText({ id: 'new', supersedes: '[old]' }),
  'c.md': '[[old|x]] `[[old]]` [[A#y]] [[b]]',
  'd.md': noteText({ links: '[[old]]' }),
  'e.md': noteText({ contradicts: 'old' }, '[[dead]]'),
  'f/a.md': '',
  'self.md': noteText({ supersedes: '[self]' }),
  'g.md': noteText({ related: '[./a]', supersedes: '[b]' }),
};

function incoming(path: string) {
  const index = readVault(FILES);
  return findIncomingLinks(index, index.get(path) ?? makeNote(path));
}

test('findIncomingLinks finds links from prose and headers, by name, id, alias or path', () => {
  expect(incoming('a.md').from).toEqual(['a.md', 'b.md', 'c.md', 'd.md', 'e.md', 'g.md']);
  expect(incoming('b.md').from).toEqual(['a.md', 'c.md', 'g.md']);
});

test('findIncomingLinks equals a search of all notes after any notes are written, renamed and removed', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'A', './a', '../b', 'sub/c', ' b ', '');
  const names = fc.array(name, { maxLength: 2 });
  const path = fc.constantFrom('a.md', 'b.md', 'sub/a.md', 'sub/c.md');
  const header = fc.record({ id: name, related: names, supersedes: names, supersededBy: names, contradicts: names });
  const change = fc.oneof(fc.record({ path, header }), fc.record({ path, header: fc.constant(null) }));
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), path, (changes, asked) => {
      const index = readVault({ 'a.md': '' });
      index.backlinks('a.md');
      for (const { path: at, header: wanted } of changes) wanted === null ? index.delete(at) : index.set(makeNote(at, wanted));
      const note = index.get(asked) ?? makeNote(asked, { id: 'a' });
      const means = (targets: readonly string[], from: string) =>
        targets.some((target) => {
          const meant = index.resolve(target, from);
          return meant.kind === 'found' && meant.path === note.path;
        });
      const looked = [...index.notes()].filter((each) =>
        [each.related, each.supersedes, each.supersededBy, each.contradicts].some((targets) => means(targets, each.path)),
      );
      expect(findIncomingLinks(index, note).from).toEqual(looked.map((each) => each.path));
    }),
  );
});

test('replacements of a note are found from supersedes and superseded_by', () => {
  expect(incoming('a.md').replacements).toEqual(['b.md']);
  expect(incoming('b.md').replacements).toEqual(['g.md']);
  // A note does not replace itself.
  expect(incoming('self.md')).toEqual({ from: ['self.md'], replacements: [] });
});

test('findLinksTo returns the positions of links to a note', () => {
  const index = readVault(FILES);
  const text = FILES['c.md'];
  const found = findLinksTo(index, { path: 'b.md' }, { path: 'c.md', text });
  expect(found.map(({ from, to, targetAt }) => [text.slice(from, to), text.slice(targetAt.from, targetAt.to)])).toEqual([['[[b]]', 'b']]);
});

test('askWithNotes answers with replaced notes, and then restores the index, also after an error', () => {
  const index = readVault(FILES);
  const before = index.get('b.md');
  const notes = [makeNote('b.md', { id: 'fresh' }), makeNote('h.md', { id: 'h2' })];
  const ask = () => ['new', 'fresh', 'h2'].map((target) => index.resolve(target).kind);
  expect(askWithNotes(index, notes, ask)).toEqual(['dead', 'found', 'found']);
  expect(ask()).toEqual(['found', 'dead', 'dead']);
  expect(index.get('b.md')).toBe(before);
  expect(index.get('h.md')).toBeUndefined();
  expect(() =>
    askWithNotes(index, notes, () => {
      throw new Error('no answer');
    }),
  ).toThrow('no answer');
  expect(index.get('b.md')).toBe(before);
});
