import { describe, expect, test } from 'vitest';
import type { Note } from '../../../../src/engine/vault/notes/note.ts';
import { searchVault, type VaultQuery } from '../../../../src/engine/vault/search/search.ts';
import { makeNote } from './make-note.ts';
import { makeQuery, makeVault, PRESENT } from './make-vault.ts';

/** Returns the paths of the results, and expects the same results without the word index. */
function found(notes: readonly Note[], query: string, parts: Partial<VaultQuery> = {}) {
  const { index, words } = makeVault(notes);
  const answer = searchVault(index, words, makeQuery(query, parts), PRESENT);
  expect(searchVault(index, null, makeQuery(query, parts), PRESENT)).toEqual(answer);
  return answer.results.map(({ note }) => note.path);
}

describe('order of results', () => {
  test('is by score, then newest first, then by path in code point order', () => {
    const notes = [
      makeNote('b.md', { tags: ['x1'] }),
      makeNote('a.md', { tags: ['x1'] }),
      makeNote('\u{1f600}.md', { tags: ['x1'] }),
      makeNote('\uff5e.md', { tags: ['x1'] }),
      makeNote('old.md', { tags: ['x1'], updated: '2026-04-03' }),
      makeNote('older.md', { tags: ['x1'], updated: '2026-04-02' }),
      makeNote('best.md', { tags: ['x1'], project: 'x1', updated: '2020-01-01' }),
    ].map((note) => ({ ...note, file: { ...note.file, mtimeNs: '0' } }));
    expect(found(notes, 'x1')).toEqual(['best.md', 'old.md', 'older.md', 'a.md', 'b.md', '\uff5e.md', '\u{1f600}.md']);
  });

  test('depends on the bonus of the layer, as in the seed', () => {
    const notes = ['2026-04-11', '2026-04-06', '2026-04-05'].map((updated) => makeNote(`${updated}.md`, { tags: ['x1'], updated }));
    const { index, words } = makeVault(notes);
    const { results } = searchVault(index, words, makeQuery('x1'), PRESENT);
    expect(results.map(({ layer, score, parts }) => [layer, score, parts.bonus])).toEqual([
      ['hot', 10, 2],
      ['warm', 9, 1],
      ['cold', 8, 0],
    ]);
  });

  test('is made before the results are limited, and the total counts all', () => {
    const notes = Array.from({ length: 700 }, (_, n) =>
      makeNote(`${String(n).padStart(3, '0')}.md`, { tags: ['x1'], ...(n === 650 && { project: 'x1' }) }),
    );
    const { index, words } = makeVault(notes);
    const { total, results } = searchVault(index, words, makeQuery('x1', { top: 3 }), PRESENT);
    expect(total).toBe(700);
    expect(results.map(({ note }) => note.path)).toEqual(['650.md', '000.md', '001.md']);
  });
});

describe('search results', () => {
  const notes = [
    makeNote('1.md', { name: 'deploy', project: 'Ops', type: 'rule', tags: ['risk', 'a1'], updated: '2026-04-13' }),
    makeNote('2.md', { name: 'deploy', project: 'lab', type: 'lesson', tags: ['risk'], status: 'archived', updated: '2026-04-12' }),
    makeNote('3.md', { name: 'deploy', project: 'ops', type: 'lesson', tags: ['b1'], status: 'review', updated: '2026-04-01' }),
    makeNote('4.md', { name: 'other', project: 'ops', type: 'rule', tags: ['risk'], status: 'superseded', updated: '2026-04-02' }),
  ];

  test('for words include notes with every status', () => {
    expect(found(notes, 'deploy')).toEqual(['1.md', '3.md', '2.md']);
  });

  test.each<[string, string, Partial<VaultQuery>, string[]]>([
    ['a project, whatever its case', 'deploy', { projects: ['OPS'] }, ['1.md', '3.md']],
    ['one of several projects', 'deploy', { projects: ['lab', 'none'] }, ['2.md']],
    ['a type', 'deploy', { types: ['lesson'] }, ['3.md', '2.md']],
    ['one of several tags', 'deploy', { tags: ['A1', 'b1'] }, ['1.md', '3.md']],
    ['a status', 'deploy', { statuses: ['Archived'] }, ['2.md']],
    ['what is hot', 'deploy', { hot: true }, ['1.md', '2.md']],
    ['all filters together', 'deploy', { types: ['lesson'], hot: true }, ['2.md']],
    ['a filter that nothing passes', 'deploy', { projects: ['none'] }, []],
    ['no words: active notes, the newest first', ' ', {}, ['1.md']],
    ['no words, every status', '', { allStatuses: true }, ['1.md', '2.md', '4.md', '3.md']],
    ['no words and a status', '', { statuses: ['review', 'superseded'] }, ['4.md', '3.md']],
    ['no words and a tag', '', { tags: ['risk'], allStatuses: true }, ['1.md', '2.md', '4.md']],
    ['nothing but words that are too short', 'd', {}, []],
  ])('%s', (_what, query, parts, expected) => {
    expect(found(notes, query, parts)).toEqual(expected);
  });

  test('without words have no scores', () => {
    const { index, words } = makeVault(notes);
    const { results } = searchVault(index, words, makeQuery(''), PRESENT);
    expect(results).toEqual([{ note: notes[0], layer: 'hot', score: 0, parts: { words: [], allWords: false, bonus: 0, factor: 1 } }]);
  });
});

describe('replaced notes', () => {
  const note = (path: string, points: 0 | 5, parts: Partial<Note>) =>
    makeNote(path, { tags: ['x1'], ...(points > 0 && { project: 'x1' }), ...parts });

  test('follow their replacement with their own score, whichever note declares the relation', () => {
    const notes = [
      note('a.md', 5, { supersededBy: ['new'], status: 'superseded', updated: '2026-04-13' }),
      note('b.md', 5, {}),
      note('new.md', 0, {}),
      note('newer.md', 0, { supersedes: ['b'] }),
    ];
    const { index, words } = makeVault(notes);
    const { results, total, cycles } = searchVault(index, words, makeQuery('x1'), PRESENT);
    expect(results.map((each) => [each.note.path, each.score, each.replacedBy])).toEqual([
      ['new.md', 8, undefined],
      ['a.md', 7.5, 'new.md'],
      ['newer.md', 8, undefined],
      ['b.md', 13, 'newer.md'],
    ]);
    expect([total, cycles]).toEqual([4, []]);
  });

  test('keep their place if the replacement is not in the results, dead or ambiguous', () => {
    const notes = [
      note('a.md', 5, { supersededBy: ['elsewhere'] }),
      note('b.md', 0, { supersededBy: ['nowhere'], supersedes: ['twin'] }),
      makeNote('elsewhere.md', { supersedes: ['a'] }),
      note('x/twin.md', 5, {}),
      note('y/twin.md', 5, {}),
    ];
    const { index, words } = makeVault(notes);
    const { results } = searchVault(index, words, makeQuery('x1'), PRESENT);
    expect(results.map(({ note: { path }, replacedBy }) => [path, replacedBy])).toEqual([
      ['a.md', undefined],
      ['x/twin.md', undefined],
      ['y/twin.md', undefined],
      ['b.md', undefined],
    ]);
  });

  test('in a chain follow in its order, and several with one replacement in theirs', () => {
    const notes = [
      note('1.md', 5, { supersededBy: ['2'] }),
      note('2.md', 5, { supersededBy: ['3'] }),
      note('3.md', 0, { supersedes: ['0', '2'] }),
      note('0.md', 0, {}),
      note('4.md', 0, {}),
    ];
    expect(found(notes, 'x1')).toEqual(['3.md', '2.md', '1.md', '0.md', '4.md']);
    expect(found(notes, 'x1', { top: 2 })).toEqual(['3.md', '2.md']);
  });

  test('follow the first found of several replacements; their own references come before those of others', () => {
    const notes = [
      note('a.md', 0, { supersedes: ['old'] }),
      note('old.md', 0, { supersededBy: ['gone', 'c', 'b'] }),
      note('b.md', 0, {}),
      note('c.md', 0, {}),
      makeNote('gone.md'),
    ];
    expect(found(notes, 'x1')).toEqual(['a.md', 'b.md', 'c.md', 'old.md']);
  });

  test('in a cycle keep their place, and the cycle is reported', () => {
    const notes = [
      note('a.md', 0, { supersedes: ['b'] }),
      note('b.md', 5, { supersedes: ['c'] }),
      note('c.md', 0, { supersededBy: ['b'], supersedes: ['a', 'old'] }),
      note('self.md', 0, { supersedes: ['self'] }),
      note('old.md', 5, {}),
    ];
    const { index, words } = makeVault(notes);
    const { results, cycles } = searchVault(index, words, makeQuery('x1'), PRESENT);
    expect(results.map(({ note: { path } }) => path)).toEqual(['b.md', 'a.md', 'c.md', 'old.md', 'self.md']);
    expect(cycles).toEqual([['a.md', 'b.md', 'c.md'], ['self.md']]);
  });
});
