import { describe, expect, test } from 'vitest';
import { breakIn } from '../../../../src/engine/kernel/break-words.ts';

describe('what says that something had broken', () => {
  test.each([
    // At the beginning.
    ...['fix: x', 'fix(scope)!: x', 'fix!: x', 'Fix crash', 'Fixes #3', 'Fixed #12 -- Lost cookies', 'fixed it', 'FIX', '"Fix x"'],
    ...['hotfix: x', 'Hot-fix x', 'bugfix/x', 'bugfix/JIRA-12-login', 'Bug fix: x', 'fix/login crash'],
    // Behind a tag, an emoji, the number of an issue.
    ...['[core] Fix x', '[FIX] x', '[1.x] [core] Fix x', '[BUG] Login loops', '[bug #12] Login loops', '[BUG-12] x', 'BUG-12 Login loops'],
    ...[':bug: fix x', ':bug: Login loops', '🐛 fix x', '🐛 Login loops', '🐛(login): loops', '🚑️ x', ':ambulance: x', '🩹 x', '✨ fix x'],
    ...[
      'JIRA-12 Fix x',
      'JIRA-12: fix x',
      'BACK-634 - Fix x',
      'PROJ_A-1 | Fix x',
      '#12 Fix x',
      '#12: fix x',
      'gh-12345: Fix x',
      'bpo-12345: Fix x',
    ],
    ...['Issue #12: Fix x', 'Bug 12345 - Fix x', '(fix) x', '[BUG] docs are not found'],
    // Behind an area.
    ...['net/http: fix panic', 'ignore: fix deadlock', 'drm/amd/display: Fix flicker', 'net: ipv4: fix leak', 'cmd/doc: fix crash'],
    ...[
      'core, net: fix leak',
      'login(session): fix leak',
      'Windows build: fix path',
      'BUG: Wrong mean',
      'bug(login): loops',
      '.github: fix release',
      'perf: fix slow start',
    ],
    // Ported back.
    ...[
      'Backport PR #123: FIX: wrong mean',
      'Backport #123: fix leak',
      'backport: fix leak',
      '[backport 1.2] fix leak',
      'Cherry-pick fix for leak',
      'Backport "Fix leak"',
    ],
    // Closing words elsewhere in the subject.
    ...['Handle nil (fixes #12)', 'Handle nil, fixes GH-12', 'Handle nil. Fixes #12.'],
    // In other languages.
    ...['修复登录崩溃', 'Corrige le plantage', 'Behebt Absturz', 'Исправлен вход'],
  ])('a fix: %j', (subject) => expect(breakIn(subject)).toBe('fix'));

  test.each([
    ...[
      'Revert "Add x"',
      'Revert "Fix x"',
      'revert: add x',
      'revert(login): x',
      'Reverts x',
      'Reverted',
      'net/http: revert x',
      'JIRA-12 Revert x',
    ],
    ...['⏪ x', ':rewind: x', 'Backed out changeset 0123abc', 'Back out "x"', 'Backed out 2 changesets', 'Revert "docs: x"'],
  ])('a revert: %j', (subject) => expect(breakIn(subject)).toBe('revert'));

  test.each([
    ...[
      '',
      'feat: fix',
      'feat(fix): x',
      'Add a fix',
      'Add x and fix y',
      'fixture: x',
      'Fixtures',
      'fix-typos-tool added',
      'prefix',
      'prefix: x',
      'Fixpoint',
    ],
    ...[
      'reverter',
      'suffix',
      'fixed-width columns',
      'Fixed width columns',
      'table: fixed size',
      'fixup! Add x',
      'Reversion',
      'core: add fixture',
    ],
    ...[
      'docs: fix typo',
      'doc: fix link',
      'docs(api): fix x',
      'doc/go1.21: fix x',
      'style: fix lint',
      'ci: fix cache',
      'test: fix flake',
      'chore(deps): fix x',
    ],
    ...[
      'Fix typo',
      'Fix a small typo',
      'fix typos in comments',
      'Fixed README',
      'fix: typo',
      '[docs] fix x',
      'Fix the docs',
      'net/http: fix typo in comment',
    ],
    ...[
      'Add bug report template',
      '.github: add bug report template',
      'bug report template: add fields',
      'debug: x',
      'DEBUG: x',
      'Debug fix',
      'BUGS.md added',
    ],
    ...[
      'Merge pull request #1 from x/fix-y',
      "Merge branch 'hotfix'",
      'merge: fix',
      'Bug 12345 - Add x',
      'JIRA-12 Add x',
      'net/http: add x',
      'Add x (fixes #12)',
      'Closes #12',
    ],
    ...['Back out of the menu', 'See https://example.com/fix: x', 'one two three four five: fix x', ':sparkles: x', '🎉 x', '🔥 fixture'],
  ])('neither: %j', (subject) => expect(breakIn(subject)).toBeNull());

  test.each([
    ['Handle nil', 'Fixes: 0123456789ab ("net: add x")\nSigned-off-by: n <e>', 'fix'],
    ['Handle nil', 'A long story.\n\nFixes #12', 'fix'],
    ['Handle nil', 'Fixes https://example.com/issues/12', 'fix'],
    ['Handle nil', 'Closes: BUG-12', 'fix'],
    ['Handle nil', 'Resolves: BUG-12', 'fix'],
    ['Handle nil', 'Closes #12', null],
    ['Handle nil', 'Closes: PROJ-12', null],
    ['Handle nil', 'It fixes nothing.', null],
    ['Add retries', 'Fixes #12', null],
    ['docs: x', 'Fixes: 0123456789ab', null],
    ['Merge pull request #1 from x/fix-y', 'Fix y\n\nFixes #12', null],
    ['Bring x back', 'This reverts commit 0123456789abcdef0123456789abcdef01234567.', 'revert'],
    ['feat: bring x back', 'This reverts commit 0123456.', 'revert'],
    ['Bring x back', 'Say when this reverts commit messages.', null],
    ['Handle nil', `${'a line\n'.repeat(5_000)}Fixes: 0123456`, 'fix'],
  ] as const)('%j with %j: %s', (subject, body, means) => expect(breakIn(subject, body)).toBe(means));

  test('is found at once in any subject and body', () => {
    for (const part of ['[', ':a', '  ', '🐛', '[a] ', 'fix', '((', 'a ', 'a: ', '#1 ', 'Backport of ', '\nfixes', 'fix #']) {
      expect(['fix', null]).toContain(breakIn(part.repeat(1_000_000), part.repeat(1_000_000)));
    }
  });
});
