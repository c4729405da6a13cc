import { expect, test } from 'vitest';
import { contradictions, reviewQueue } from '../../../../../src/engine/vault/trust/reviews.ts';
import { makeNote } from '../make-note.ts';
import { makeVault } from '../make-vault.ts';

test('reviewQueue returns notes in review, longest waiting first', () => {
  const { index } = makeVault([
    makeNote('c.md', { status: 'review', updated: '2026-04-02' }),
    makeNote('b.md', { status: 'review', updated: '2026-04-02' }),
    makeNote('a.md', { status: 'review', updated: '2026-04-03', created: '2026-01-01' }),
    makeNote('made.md', { status: 'review', created: '2026-03-01' }),
    makeNote('done.md', { updated: '2026-01-01' }),
  ]);
  expect(reviewQueue(index).map(({ path }) => path)).toEqual(['made.md', 'b.md', 'c.md', 'a.md']);
});

test('contradictions returns each pair once, whichever note declares it', () => {
  const { index } = makeVault([
    makeNote('b.md', { contradicts: ['a', 'a', 'b', 'nowhere'] }),
    makeNote('a.md', { contradicts: ['b', 'c'] }),
    makeNote('c.md'),
  ]);
  expect(contradictions(index).map(({ paths }) => paths)).toEqual([
    ['a.md', 'b.md'],
    ['a.md', 'c.md'],
  ]);
});

test.each([
  ['archived', { status: 'archived' }],
  ['superseded', { status: 'superseded' }],
  ['replaced by another', { supersededBy: ['other'] }],
])('a contradiction with a note that is %s is resolved', (_how, parts) => {
  const others = [makeNote('a.md', { contradicts: ['b'] }), makeNote('other.md')];
  expect(contradictions(makeVault([...others, makeNote('b.md', parts)]).index)).toEqual([]);
  expect(contradictions(makeVault([...others, makeNote('b.md', { ...parts, contradicts: ['other'] })]).index)).toEqual([]);
  expect(contradictions(makeVault([...others, makeNote('b.md', { status: 'review' })]).index)).toHaveLength(1);
});

test('reviewQueue and contradictions are cached until a note changes', () => {
  const { index } = makeVault([makeNote('a.md', { contradicts: ['b'] }), makeNote('b.md', { status: 'review' })]);
  const [queue, pairs] = [reviewQueue(index), contradictions(index)];
  expect([queue, pairs].map(({ length }) => length)).toEqual([1, 1]);
  expect(reviewQueue(index)).toBe(queue);
  expect(contradictions(index)).toBe(pairs);
  index.set(makeNote('b.md', { status: 'archived' }));
  expect(reviewQueue(index)).toEqual([]);
  expect(contradictions(index)).toEqual([]);
  index.delete('a.md');
  index.set(makeNote('b.md', { status: 'review' }));
  expect(reviewQueue(index)).toHaveLength(1);
});
