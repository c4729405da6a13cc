import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Note } from '../../src/engine/vault/notes/note.ts';
import { searchVault } from '../../src/engine/vault/search/search.ts';
import { searchCurrent } from '../../src/engine/vault/search/search-current.ts';
import { supersession } from '../../src/engine/vault/trust/supersession.ts';
import { makeNote } from '../unit/engine/vault/make-note.ts';
import { makeQuery, makeVault, PRESENT } from '../unit/engine/vault/make-vault.ts';

const places = fc.array(fc.nat(9), { maxLength: 2 });
const notes = fc.array(
  fc.record({
    status: fc.constantFrom('active', 'review', 'archived', 'superseded'),
    name: fc.constantFrom('Deploy', 'Deploy risk', 'Other'),
    project: fc.constantFrom('deploy', 'risk'),
    supersedes: places,
    supersededBy: places,
  }),
  { minLength: 1, maxLength: 10 },
);

test('only notes in force are found, in score order, and every other hit is reported, for any replacements', () => {
  fc.assert(
    fc.property(notes, fc.integer({ min: 1, max: 12 }), (made, top) => {
      const parts = made.map(({ supersedes, supersededBy, ...note }): Partial<Note> => {
        return { ...note, supersedes: supersedes.map((n) => `n${n}`), supersededBy: supersededBy.map((n) => `n${n}`) };
      });
      const { index, words } = makeVault(parts.map((note, n) => makeNote(`n${n}.md`, note)));
      const query = makeQuery('deploy risk', { top });
      const answer = searchCurrent(index, words, query, PRESENT);
      expect(searchCurrent(index, null, query, PRESENT)).toEqual(answer);
      const { replacedBy, cycles } = supersession(index);
      const [scores, paths] = [answer.results.map(({ score }) => score), answer.results.map(({ note }) => note.path)];
      for (const { note } of answer.results) {
        expect(['active', 'review']).toContain(note.status);
        expect(replacedBy.has(note.path) || cycles.flat().includes(note.path)).toBe(false);
      }
      expect(new Set(paths).size).toBe(paths.length);
      expect(scores).toEqual([...scores].sort((one, other) => other - one));
      const all = searchVault(index, words, { ...query, top: 99 }, PRESENT).results;
      if (top < 10) return;
      const told = new Set([
        ...paths,
        ...answer.leftOut.map(({ path }) => path),
        ...answer.results.flatMap(({ replaces }) => replaces.map(({ path }) => path)),
      ]);
      expect(all.map(({ note }) => note.path).filter((path) => !told.has(path))).toEqual([]);
    }),
  );
});
