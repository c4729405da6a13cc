import { expect, it } from 'vitest';
import { readHeader } from '../../../../src/engine/text/frontmatter/frontmatter.ts';

it('a header with repeated keys reports each once, at its first repetition, and uses the last value of each', () => {
  const { values, problem } = readHeader('a: 1\nb: 2\nc: 3\na: 4\nb: 5\na: 6\n');
  expect([...values]).toEqual([
    ['a', '6'],
    ['b', '5'],
    ['c', '3'],
  ]);
  expect(problem).toMatchObject({
    message: 'duplicate keys: "a", "b" (the last one is used)',
    line: 4,
    isRepeatedKey: true,
  });
  expect(readHeader('a: 1\na: 2\n').problem?.message).toBe('duplicate key: "a" (the last one is used)');
  expect(readHeader('a: 1\nb: 2\n').problem).toBeNull();
});
