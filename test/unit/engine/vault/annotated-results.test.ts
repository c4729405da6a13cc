import { expect, test } from 'vitest';
import { annotateReplaced } from '../../../../src/engine/vault/annotated-results.ts';
import type { Note } from '../../../../src/engine/vault/notes/note.ts';
import { searchVault } from '../../../../src/engine/vault/search/search.ts';
import { makeNote } from './make-note.ts';
import { makeQuery, makeVault, PRESENT } from './make-vault.ts';

/** Searches for "deploy" and returns for each result its path and the annotations about its replacement. */
function told(notes: readonly Note[]) {
  const { index, words } = makeVault(notes);
  const { results } = searchVault(index, words, makeQuery('deploy'), PRESENT);
  return annotateReplaced(index, results).map(({ note, replacedBy, supersededBy }) => [note.path, replacedBy, supersededBy]);
}

const found = (path: string, parts: Partial<Note> = {}) => makeNote(path, { name: 'Deploy', ...parts });

test('a result whose replacement is not found names it as supersededBy, whichever note declares the relation', () => {
  expect(told([found('a.md', { supersededBy: ['new'] }), makeNote('new.md')])).toEqual([['a.md', undefined, 'new.md']]);
  expect(told([found('x/a.md', { id: 'A1' }), makeNote('x/new.md', { supersedes: ['a1'] })])).toEqual([['x/a.md', undefined, 'x/new.md']]);
  expect(told([found('x/a.md'), makeNote('x/new.md', { supersedes: ['./a.md'] })])).toEqual([['x/a.md', undefined, 'x/new.md']]);
});

test('a result after its replacement has only replacedBy', () => {
  expect(told([found('a.md', { supersededBy: ['new'] }), found('new.md')])).toEqual([
    ['new.md', undefined, undefined],
    ['a.md', 'new.md', undefined],
  ]);
});

test('notes in review, ambiguous names and cycles are not annotated as replacements', () => {
  const alone = (notes: readonly Note[]) => expect(told([found('a.md'), ...notes])).toEqual([['a.md', undefined, undefined]]);
  alone([makeNote('agent.md', { status: 'review', supersedes: ['a'] })]);
  alone([makeNote('b.md', { supersedes: ['a'], supersededBy: ['a'] }), makeNote('c.md')]);
  expect(told([found('x/a.md'), found('y/a.md'), makeNote('new.md', { supersedes: ['a'] })])).toEqual([
    ['x/a.md', undefined, undefined],
    ['y/a.md', undefined, undefined],
  ]);
});
