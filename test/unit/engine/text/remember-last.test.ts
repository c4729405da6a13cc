import { expect, test } from 'vitest';
import { rememberLast } from '../../../../src/engine/text/remember-last.ts';

test('rememberLast caches only the result of the last arguments', () => {
  const made: string[] = [];
  const shout = rememberLast(2, (text: string, times: number) => {
    made.push(`${text}${times}`);
    return text.toUpperCase().repeat(times);
  });
  expect([shout('a', 1), shout('a', 1), shout('a', 2), shout('a', 1)]).toEqual(['A', 'A', 'AA', 'A']);
  expect(made).toEqual(['a1', 'a2']);
  expect([shout('b', 1), shout('a', 2), shout('a', 1)]).toEqual(['B', 'AA', 'A']);
  expect(made).toEqual(['a1', 'a2', 'b1', 'a1']);
});
