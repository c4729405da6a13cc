import { expect, test } from 'vitest';
import { exampleVault, useExampleDay } from '../../support/example-vault.ts';
import { shownCommands, wordsOf } from '../../support/guide.ts';

useExampleDay();

test('each command of the vault guide prints what the guide shows, in order', async () => {
  const vault = exampleVault();
  const shown = shownCommands('memory-vault.md').filter(({ line }) => line.startsWith('cortex vault '));
  expect(shown.length).toBeGreaterThanOrEqual(8);
  for (const { line, out } of shown) {
    const words = wordsOf(line).slice(2);
    const run = words.some((word) => word.startsWith('person:')) ? vault.asPerson(...words) : vault.run(...words);
    expect({ words, ...(await run) }).toEqual({ words, code: 0, out, err: '' });
  }
});
