import { expect, test } from 'vitest';
import { cstackFile } from '../../support/cstack-cli.ts';
import { shownCommands } from '../../support/guide.ts';
import { typedInShell } from '../../support/guide-shell.ts';

test.skipIf(process.platform === 'win32')('each command of the stacks guide prints what the guide shows, in order', async () => {
  const shown = shownCommands('stacks.md');
  expect(shown.length).toBeGreaterThanOrEqual(20);
  const answers = await typedInShell(
    { name: 'cstack', file: cstackFile },
    shown.map(({ line }) => line),
  );
  expect(shown.map(({ line }, n) => ({ line, ...answers[n] }))).toEqual(shown.map((each) => ({ ...each, code: 0 })));
});
