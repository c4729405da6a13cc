import { expect, test } from 'vitest';
import { cortexFile } from '../../support/cortex-cli.ts';
import { shownCommands } from '../../support/guide.ts';
import { typedInShell } from '../../support/guide-shell.ts';

test.skipIf(process.platform === 'win32')('each command of the graph guide prints what the guide shows, in order', async () => {
  const shown = shownCommands('graph.md');
  expect(shown.length).toBeGreaterThanOrEqual(10);
  const answers = await typedInShell(
    { name: 'cortex', file: cortexFile },
    shown.map(({ line }) => line),
  );
  expect(shown.map(({ line }, n) => ({ line, ...answers[n] }))).toEqual(shown.map((each) => ({ ...each, code: 0 })));
});
