import { expect, test } from 'vitest';
import { annotateReplaced } from '../../../../src/engine/vault/annotated-results.ts';
import type { Note } from '../../../../src/engine/vault/notes/note.ts';
import { search } from '../../../../src/engine/vault/search/search.ts';
import { makeNote } from './make-note.ts';
import { makeQuery, makeVault, PRESENT } from './make-vault.ts';

/** Of each note that is called "Deploy": its path, and what is told of the note that replaces it. */
function told(notes: readonly Note[]) {
  const { index, words } = makeVault(notes);
  const { results } = search(index, words, makeQuery('deploy'), PRESENT);
  return annotateReplaced(index, results).map(({ note, replacedBy, supersededBy }) => [note.path, replacedBy, supersededBy]);
}

const found = (path: string, parts: Partial<Note> = {}) => makeNote(path, { name: 'Deploy', ...parts });

test('a note that is found without its replacement says which that is, whichever of the two says so', () => {
  expect(told([found('a.md', { supersededBy: ['new'] }), makeNote('new.md')])).toEqual([['a.md', undefined, 'new.md']]);
  expect(told([found('x/a.md', { id: 'A1' }), makeNote('x/new.md', { supersedes: ['a1'] })])).toEqual([['x/a.md', undefined, 'x/new.md']]);
  expect(told([found('x/a.md'), makeNote('x/new.md', { supersedes: ['./a.md'] })])).toEqual([['x/a.md', undefined, 'x/new.md']]);
});

test('one that stands behind its replacement says that alone', () => {
  expect(told([found('a.md', { supersededBy: ['new'] }), found('new.md')])).toEqual([
    ['new.md', undefined, undefined],
    ['a.md', 'new.md', undefined],
  ]);
});

test('what replaces nothing is told of nobody: a note in review, a name of two notes, a cycle', () => {
  const alone = (notes: readonly Note[]) => expect(told([found('a.md'), ...notes])).toEqual([['a.md', undefined, undefined]]);
  alone([makeNote('agent.md', { status: 'review', supersedes: ['a'] })]);
  alone([makeNote('b.md', { supersedes: ['a'], supersededBy: ['a'] }), makeNote('c.md')]);
  expect(told([found('x/a.md'), found('y/a.md'), makeNote('new.md', { supersedes: ['a'] })])).toEqual([
    ['x/a.md', undefined, undefined],
    ['y/a.md', undefined, undefined],
  ]);
});
