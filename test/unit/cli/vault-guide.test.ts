import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exampleVault, useExampleDay } from '../../support/example-vault.ts';

useExampleDay();

const GUIDE = fs.readFileSync(path.join(import.meta.dirname, '../../../docs/guides/memory-vault.md'), 'utf8');

interface Shown {
  /** Behind `cortex vault`. */
  readonly words: readonly string[];
  readonly out: string;
}

/** The words of a command line; quotes hold blanks together. */
function wordsOf(line: string): string[] {
  return Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '');
}

/** The commands of the guide in its order, each with what it is said to answer. */
function shownCommands(): Shown[] {
  const blocks = Array.from(GUIDE.matchAll(/^```console\n([\s\S]*?)^```$/gm), ([, text]) => text ?? '');
  const commands = blocks.flatMap((block) => block.split(/^\$ /m).slice(1));
  return commands.flatMap((text) => {
    const [line = '', ...out] = text.split('\n');
    const [program, group, ...words] = wordsOf(line);
    return program === 'cortex' && group === 'vault' ? [{ words, out: out.join('\n') }] : [];
  });
}

test('every command of the guide answers, one after the other, what the guide shows', async () => {
  const vault = exampleVault();
  const shown = shownCommands();
  expect(shown.length).toBeGreaterThanOrEqual(8);
  for (const { words, out } of shown) {
    const run = words.some((word) => word.startsWith('person:')) ? vault.asPerson(...words) : vault.run(...words);
    expect({ words, ...(await run) }).toEqual({ words, code: 0, out, err: '' });
  }
});
