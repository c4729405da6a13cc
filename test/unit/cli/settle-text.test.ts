import { expect, test } from 'vitest';
import { mergeTexts } from '../../../src/cli/text/resolved-files.ts';
import { readingTexts } from '../../../src/cli/text/stack/stack-reading.ts';
import { teamTexts } from '../../../src/cli/text/team.ts';
import { vaultTexts } from '../../../src/cli/text/vault/vault.ts';

const KEPT = { path: '/my project/notes/a.md', kept: [{ line: 1, lastLine: 5, ours: 'a\n', theirs: 'b\n' }] };

test.each([
  ['vault settle', vaultTexts['vault settle']],
  ['team settle', teamTexts['team settle']],
  ['cstack settle', readingTexts.settle],
])('%s suggests a git command that runs in the named folder', (_, text) => {
  expect(text?.(KEPT, 0, { root: '/my project' })).toContain('\nReview it, then: git -C "/my project" add -- "/my project/notes/a.md"');
  expect(text?.(KEPT, 0, {})).toContain('\nReview it, then: git add -- "/my project/notes/a.md"');
  expect(text?.({ ...KEPT, path: '/p/a*.md' }, 0, { root: '/p' })).toContain('git -C /p --literal-pathspecs add -- "/p/a*.md"');
});

test('cortex settle suggests git commands that run in the named folder', () => {
  const left = [{ file: '/p/b', problem: '/p/b: our side deleted it. To keep it: git add -- /p/b. To delete it: git rm -- /p/b' }];
  const answer = { files: [{ file: '/p/a', entries: 2 }], left };
  expect(mergeTexts.settle?.(answer, 0, { root: '/p' })).toBe(
    [
      '/p/a has the 2 entries of both sides now',
      '/p/b: our side deleted it. To keep it: git -C /p add -- /p/b. To delete it: git -C /p rm -- /p/b',
      'Review them, then: git -C /p add -- /p/a',
    ].join('\n'),
  );
});
