import { expect, test } from 'vitest';
import { WordIndex } from '../../../../src/engine/vault/search/word-index.ts';
import { makeNote } from './make-note.ts';

const found = (index: WordIndex, ...words: string[]) => [...index.candidates(words)].map(({ note }) => note.path).sort();

function indexOf(...notes: ReturnType<typeof makeNote>[]): WordIndex {
  const index = new WordIndex();
  for (const note of notes) index.set(note);
  return index;
}

test('candidates contain a word as part of a name, description or path, or as a tag or project', () => {
  const index = indexOf(
    makeNote('1.md', { name: 'undeployed things' }),
    makeNote('2.md', { description: 'they deploy' }),
    makeNote('deploys/3.md', { name: 'x' }),
    makeNote('4.md', { tags: ['deploy'] }),
    makeNote('5.md', { project: 'deploy' }),
    makeNote('6.md', { tags: ['deploys'], project: 'deploying', summary: 'deploy', type: 'deploy' }),
  );
  expect(found(index, 'deploy')).toEqual(['1.md', '2.md', '4.md', '5.md', 'deploys/3.md']);
});

test('candidates contain a word in an alias, or as a part of a nested tag', () => {
  const index = indexOf(makeNote('1.md', { aliases: ['Pratt parser'] }), makeNote('2.md', { tags: ['area/backend'] }));
  expect([found(index, 'prat'), found(index, 'backend'), found(index, 'back')]).toEqual([['1.md'], ['2.md'], []]);
  index.set(makeNote('1.md'));
  index.delete('2.md');
  expect(found(index, 'pratt', 'backend')).toEqual([]);
});

test('words with separators, or only separators, are found', () => {
  const index = indexOf(
    makeNote('a.md', { name: 'see src/foo-bar.ts:12' }),
    makeNote('b.md', { name: 'a :: b' }),
    makeNote('c.md'),
    makeNote('::.md'),
  );
  expect(found(index, 'foo-bar')).toEqual(['a.md']);
  expect(found(index, 'c/foo-b')).toEqual(['a.md']);
  expect(found(index, '::')).toEqual(expect.arrayContaining(['::.md', 'b.md']));
});

test('candidates match any of the words, without duplicates', () => {
  const index = indexOf(
    makeNote('a.md', { name: 'alpha beta' }),
    makeNote('b.md', { name: 'beta' }),
    makeNote('c.md', { tags: ['gamma'] }),
  );
  expect(found(index, 'beta', 'alpha', 'gamma')).toEqual(['a.md', 'b.md', 'c.md']);
});

test('a changed note is found by its new words only, and a deleted note is not found', () => {
  const index = indexOf(makeNote('a.md', { name: 'alpha', tags: ['one'] }), makeNote('b.md', { name: 'alphabet' }));
  index.set(makeNote('a.md', { name: 'beta', tags: ['two'] }));
  expect(found(index, 'alpha')).toEqual(['b.md']);
  expect(found(index, 'one')).toEqual([]);
  expect(found(index, 'two')).toEqual(['a.md']);
  index.delete('b.md');
  index.delete('never.md');
  expect(found(index, 'alpha')).toEqual([]);
  index.set(makeNote('c.md', { name: 'alpha' }));
  expect(found(index, 'alpha')).toEqual(['c.md']);
  expect(index.size).toBe(2);
});

test('a rare word has only the matching note of thousands as a candidate', () => {
  const many = Array.from({ length: 3_000 }, (_, n) => makeNote(`atoms/${n}.md`, { name: `note of number ${n}`, project: `p${n % 7}` }));
  const index = indexOf(...many, makeNote('rare.md', { name: 'unforeseen' }));
  expect(found(index, 'foresee')).toEqual(['rare.md']);
  expect(found(index, '2999')).toEqual(['atoms/2999.md']);
});
