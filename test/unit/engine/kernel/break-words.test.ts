import { describe, expect, test } from 'vitest';
import { breakIn } from '../../../../src/engine/kernel/break-words.ts';

describe('what says that something had broken', () => {
  test.each([
    'fix: x',
    'fix(scope)!: x',
    'Fix crash',
    'Fixes #3',
    'fixed it',
    'FIX',
    'hotfix: x',
    'Hot-fix x',
    'bugfix/x',
    'Bug fix: x',
    '[core] Fix x',
    ':bug: fix x',
    '🐛 fix x',
  ])('a fix: %j', (subject) => expect(breakIn(subject)).toBe('fix'));

  test.each(['Revert "Add x"', 'revert: add x', 'Reverts x', 'Reverted'])('a revert: %j', (subject) => {
    expect(breakIn(subject)).toBe('revert');
  });

  test.each(['', 'feat: fix', 'Add a fix', 'fixture: x', 'Fixtures', 'fix-typos-tool added', 'prefix', 'Fixpoint', 'reverter', 'suffix'])(
    'neither: %j',
    (subject) => expect(breakIn(subject)).toBeNull(),
  );

  test('is found at once in any subject', () => {
    for (const part of ['[', ':a', '  ', '🐛', '[a] ', 'fix', '((']) expect(breakIn(part.repeat(1_000_000))).toBeNull();
  });
});
