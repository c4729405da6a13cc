import fs from 'node:fs';
import path from 'node:path';

/** A command in a guide, and its documented output. */
export interface Shown {
  readonly line: string;
  readonly out: string;
}

/**
 * Returns the commands of a guide in order: the lines of its `console` blocks that begin with `$`.
 * @param name of a file in docs/guides
 */
export function shownCommands(name: string): Shown[] {
  const text = fs.readFileSync(path.join(import.meta.dirname, '../../docs/guides', name), 'utf8');
  const blocks = Array.from(text.matchAll(/^```console\n([\s\S]*?)^```$/gm), ([, block]) => block ?? '');
  const commands = blocks.flatMap((block) => block.split(/^\$ /m).slice(1));
  return commands.map((command) => {
    const [line = '', ...out] = command.split('\n');
    return { line, out: out.join('\n') };
  });
}

/** Splits a command line into arguments. Double quotes group. */
export function wordsOf(line: string): string[] {
  return Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '');
}
