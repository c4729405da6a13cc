import { expect, test } from 'vitest';
import { runInSequences } from '../../../scripts/lib/sequences.mjs';

interface Work {
  readonly name: string;
  readonly sequence?: string;
}

/** Runs the work in sequences, and returns starts and ends in order. `turns` is the duration of each. */
async function told(works: readonly Work[], turns: Readonly<Record<string, number>> = {}): Promise<string[]> {
  const said: string[] = [];
  await runInSequences(works, async ({ name }) => {
    said.push(`${name} begins`);
    for (let turn = 0; turn < (turns[name] ?? 1); turn++) await new Promise((resolve) => setImmediate(resolve));
    said.push(`${name} ends`);
  });
  return said;
}

const before = (said: readonly string[], first: string, second: string): boolean => said.indexOf(first) < said.indexOf(second);

test('work in one sequence runs sequentially, in order', async () => {
  const works = ['a', 'b', 'c'].map((name) => ({ name, sequence: 'code' }));
  expect(await told(works, { a: 9 })).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('sequences run concurrently, even if one takes long', async () => {
  const said = await told(
    [
      { name: 'long', sequence: 'code' },
      { name: 'one', sequence: 'editor' },
      { name: 'two', sequence: 'editor' },
    ],
    { long: 50 },
  );
  expect(said).toHaveLength(6);
  expect(before(said, 'long begins', 'two ends') && before(said, 'two ends', 'long ends')).toBe(true);
});

test('work without a sequence waits for all before it, and runs alone', async () => {
  const said = await told(
    [
      { name: 'first' },
      { name: 'a', sequence: 'code' },
      { name: 'b', sequence: 'editor' },
      { name: 'alone' },
      { name: 'c', sequence: 'code' },
    ],
    { first: 5, a: 9, alone: 5 },
  );
  expect(said.slice(0, 2)).toEqual(['first begins', 'first ends']);
  expect(said.slice(-4)).toEqual(['alone begins', 'alone ends', 'c begins', 'c ends']);
});

test('a failure is reported, and stops its sequence', async () => {
  const begun: string[] = [];
  const works = [
    { name: 'bad', sequence: 'code' },
    { name: 'next', sequence: 'code' },
  ];
  const run = runInSequences(works, async ({ name }) => {
    begun.push(name);
    throw new Error(`${name} failed`);
  });
  await expect(run).rejects.toThrow('bad failed');
  expect(begun).toEqual(['bad']);
});
