import { describe, expect, test } from 'vitest';
import { cortexProgram } from '../../../src/cli/cortex-program.ts';
import { runProgramHere } from '../../support/cortex-cli.ts';

const cortex = (words: string) => runProgramHere(cortexProgram, words.split(' '));

test('--file is described alike in "timeline add" and "reasoning add"', async () => {
  const said = /--file <path>\s+(?<words>file that it is about[^;]*); may be/;
  const [added, traced] = [await cortex('timeline add --help'), await cortex('reasoning add --help')].map(
    ({ out }) => said.exec(out.replace(/\s+/g, ' '))?.groups?.words,
  );
  expect(added).toContain('relative to the current folder');
  expect(traced).toBe(added);
});

describe('help and version as words', () => {
  test.each([
    ['help', '--help', 'Usage: cortex [options]'],
    ['help lock', 'lock --help', 'Usage: cortex lock [options]'],
    ['lock help', 'lock --help', 'Usage: cortex lock [options]'],
    ['help lock acquire', 'lock acquire --help', 'Usage: cortex lock acquire'],
    ['lock help acquire', 'lock acquire --help', 'Usage: cortex lock acquire'],
    ['help init', 'init --help', 'Usage: cortex init'],
    ['version', '--version', '0.0.0-source'],
  ])('"cortex %s" prints the same as "cortex %s"', async (words, options, beginning) => {
    const run = await cortex(words);
    expect(run).toEqual(await cortex(options));
    expect([run.code, run.err]).toEqual([0, '']);
    expect(run.out.startsWith(beginning), run.out).toBe(true);
  });

  test.each(['lock acquire help', 'timeline list version'])('are ordinary arguments elsewhere: "cortex %s"', async (words) => {
    expect((await cortex(words)).out).not.toContain('Usage');
  });
});
