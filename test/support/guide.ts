import fs from 'node:fs';
import path from 'node:path';

/** A line that a guide tells people to type, and what it is said to answer. */
export interface Shown {
  readonly line: string;
  readonly out: string;
}

/** The commands of a guide in its order: the lines of its `console` blocks that begin with `$`. @param name of a file in docs/guides */
export function shownCommands(name: string): Shown[] {
  const text = fs.readFileSync(path.join(import.meta.dirname, '../../docs/guides', name), 'utf8');
  const blocks = Array.from(text.matchAll(/^```console\n([\s\S]*?)^```$/gm), ([, block]) => block ?? '');
  const commands = blocks.flatMap((block) => block.split(/^\$ /m).slice(1));
  return commands.map((command) => {
    const [line = '', ...out] = command.split('\n');
    return { line, out: out.join('\n') };
  });
}

/** The words of a command line; quotes hold blanks together. */
export function wordsOf(line: string): string[] {
  return Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '');
}
