import type { Output } from './print.ts';

/** A program: what follows its name, where it speaks, and whether a person is at the other end. @returns the exit code */
export type Program = (args: readonly string[], output: Output, interactive: boolean) => Promise<number>;

type Load = () => Promise<Program>;

export interface Files {
  /** The file that holds a command, by its first word. The build makes each a file of its own, so that a command costs what it needs. */
  readonly commands: ReadonlyMap<string, Load>;
  /** Those of the first words behind which another command follows. */
  readonly groups: ReadonlySet<string>;
  /** Commands that are asked for so often that they do without the rest of their group, by their two words. */
  readonly often?: ReadonlyMap<string, Load>;
  /** Whatever is said about the program as a whole: its help, its version, wrong usage; and the commands without a file of their own. */
  readonly others: Load;
}

/** People also type `help` and `version` as words: `cortex help lock acquire`, `cortex lock help`, `cortex version`. */
function withoutWords(args: readonly string[], groups: ReadonlySet<string>): readonly string[] {
  const [first = '', second, ...rest] = args;
  if (first === 'version') return ['--version', ...args.slice(1)];
  if (first === 'help') return [...args.slice(1), '--help'];
  return groups.has(first) && second === 'help' ? [first, ...rest, '--help'] : args;
}

/** A program whose commands are in several files: only the one that is asked for is loaded. */
export function dispatching({ commands, groups, often, others }: Files): Program {
  return async (typed, output, interactive) => {
    const args = withoutWords(typed, groups);
    // `--` says that no options follow.
    const [group = '', command = ''] = args[0] === '--' ? args.slice(1) : args;
    const run = await (often?.get(`${group} ${command}`) ?? commands.get(group) ?? others)();
    return run(args, output, interactive);
  };
}
