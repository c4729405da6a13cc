import { expect, test } from 'vitest';
import { problemOf, type RunEnd } from '../../harness/suite.ts';

const exit = (code: number): RunEnd => ({ kind: 'exit', code });
const good = { passed: 3, failed: 0, skipped: 1 };

test('a run has passed when the editor ended well and left good counts', () => {
  expect(problemOf(exit(0), good)).toBeUndefined();
});

test('exit code 0 proves nothing without counts: a crashed extension host reports it too', () => {
  expect(problemOf(exit(0), undefined)).toContain('before the suite did');
});

test.each([
  ['a failed test', exit(1), { ...good, failed: 2 }, '2 failed'],
  ['no test at all', exit(0), { passed: 0, failed: 0, skipped: 4 }, 'no test ran'],
  ['a bad end after good tests', exit(7), good, 'exit code 7'],
  ['a run out of time, even with counts', { kind: 'timeout', afterMs: 5_000 }, good, 'not finished after 5 s'],
  ['a broken editor, even with counts', { kind: 'broken', what: 'the page crashed' }, good, 'the page crashed'],
] as const)('%s is a problem', (_what, end, counts, problem) => {
  expect(problemOf(end, counts)).toContain(problem);
});
