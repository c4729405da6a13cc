import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCycles } from '../../../../../src/engine/vault/trust/cycles.ts';
import { supersession } from '../../../../../src/engine/vault/trust/supersession.ts';
import { makeNote } from '../make-note.ts';
import { makeVault } from '../make-vault.ts';

test('chains start with the current note, whichever note declares the relation', () => {
  const { index } = makeVault([
    makeNote('1.md', { supersededBy: ['2'] }),
    makeNote('2.md'),
    makeNote('3.md', { supersedes: ['2', 'b', 'nowhere', 'twin'] }),
    makeNote('b.md'),
    makeNote('other.md'),
    makeNote('x/twin.md'),
    makeNote('y/twin.md'),
  ]);
  const { chains, cycles, replacedBy } = supersession(index);
  expect(chains).toEqual([['3.md', '2.md', '1.md', 'b.md']]);
  expect(cycles).toEqual([]);
  expect(Object.fromEntries(replacedBy)).toEqual({ '1.md': '2.md', '2.md': '3.md', 'b.md': '3.md' });
});

test('a note in review replaces nothing, unless the old note declares it', () => {
  const { index } = makeVault([
    makeNote('agent.md', { status: 'review', supersedes: ['kept', 'given-up'] }),
    makeNote('given-up.md', { supersededBy: ['agent'] }),
    makeNote('kept.md'),
  ]);
  expect(Object.fromEntries(supersession(index).replacedBy)).toEqual({ 'given-up.md': 'agent.md' });
});

test('notes that replace each other are a cycle; a chain through them contains their predecessor and successor', () => {
  const { index } = makeVault([
    makeNote('a.md', { supersedes: ['b'] }),
    makeNote('b.md', { supersedes: ['a', 'old'], supersededBy: ['new'] }),
    makeNote('new.md'),
    makeNote('old.md'),
    makeNote('self.md', { supersededBy: ['self'] }),
  ]);
  const { chains, cycles } = supersession(index);
  expect(cycles).toEqual([['a.md', 'b.md'], ['self.md']]);
  expect(chains).toEqual([['new.md', 'b.md', 'old.md']]);
});

test('handles a chain of 20,000 notes', () => {
  const long = 20_000;
  const { index } = makeVault(Array.from({ length: long }, (_, n) => makeNote(`${n}.md`, { supersedes: [String(n + 1)] })));
  const { chains, cycles } = supersession(index);
  expect(chains).toEqual([Array.from({ length: long }, (_, n) => `${n}.md`)]);
  expect(cycles).toEqual([]);
});

test('cyclesOf returns the strongly connected components that contain a cycle', () => {
  const node = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
  fc.assert(
    fc.property(fc.array(fc.tuple(node, node), { maxLength: 14 }), (pairs) => {
      const edges = new Map<string, string[]>();
      for (const [from, to] of pairs) edges.set(from, [...(edges.get(from) ?? []), to]);
      const reached = (from: string, seen = new Set<string>()): ReadonlySet<string> => {
        for (const next of edges.get(from) ?? []) if (!seen.has(next)) reached(next, seen.add(next));
        return seen;
      };
      const nodes = [...new Set(pairs.flat())].sort();
      const expected = nodes
        .filter((one) => reached(one).has(one))
        .map((one) => nodes.filter((other) => reached(one).has(other) && reached(other).has(one)).join());
      const found = findCycles(edges).map((cycle) => cycle.sort().join());
      expect(found.sort()).toEqual([...new Set(expected)].sort());
    }),
    { numRuns: 500 },
  );
});
