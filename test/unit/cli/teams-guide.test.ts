import { expect, test } from 'vitest';
import { cortexFile } from '../../support/cortex-cli.ts';
import { shownCommands } from '../../support/guide.ts';
import { typedInShell } from '../../support/guide-shell.ts';

const CORTEX = { name: 'cortex', file: cortexFile, asPerson: 'test/support/cortex-person.ts' };

test.skipIf(process.platform === 'win32')('each command of the teams guide prints what the guide shows, in order', async () => {
  const shown = shownCommands('teams.md');
  expect(shown.length).toBeGreaterThanOrEqual(20);
  const answers = await typedInShell(
    CORTEX,
    shown.map(({ line }) => line),
  );
  expect(shown.map(({ line }, n) => ({ line, ...answers[n] }))).toEqual(shown.map((each) => ({ ...each, code: 0 })));
});
