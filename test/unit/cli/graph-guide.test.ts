import { expect, test } from 'vitest';
import { shownCommands } from '../../support/guide.ts';
import { typedInShell } from '../../support/guide-shell.ts';

test.skipIf(process.platform === 'win32')(
  'every line of the guide to the graph answers, one after the other, what the guide shows',
  async () => {
    const shown = shownCommands('graph.md');
    expect(shown.length).toBeGreaterThanOrEqual(10);
    const answers = await typedInShell(
      { name: 'cortex', entry: 'src/cli/cortex.ts' },
      shown.map(({ line }) => line),
    );
    expect(shown.map(({ line }, n) => ({ line, ...answers[n] }))).toEqual(shown.map((each) => ({ ...each, code: 0 })));
  },
  300_000,
);
