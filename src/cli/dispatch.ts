import { EXIT } from './exit-codes.ts';
import type { Output } from './print.ts';

/** A program, called with its arguments, its output, and whether a person is at the terminal. @returns the exit code */
export type Program = (args: readonly string[], output: Output, interactive: boolean) => Promise<number>;

type Load = () => Promise<Program>;

export interface Files {
  /** Loads the file of a command, by its first word. The build bundles each separately, so that a command loads only what it needs. */
  readonly commands: ReadonlyMap<string, Load>;
  /** The first words that are followed by another command. */
  readonly groups: ReadonlySet<string>;
  /** Frequently used commands with a file of their own outside their group, by their two words. */
  readonly often?: ReadonlyMap<string, Load>;
  /** The help, the version and usage errors of the program, and commands without a file of their own. */
  readonly others: Load;
}

/** Replaces `help` and `version` typed as words by options: `cortex help lock acquire`, `cortex lock help`, `cortex version`. */
function withoutWords(args: readonly string[], groups: ReadonlySet<string>): readonly string[] {
  const [first = '', second, ...rest] = args;
  if (first === 'version') return ['--version', ...args.slice(1)];
  if (first === 'help') return [...args.slice(1), '--help'];
  return groups.has(first) && second === 'help' ? [first, ...rest, '--help'] : args;
}

const COLOUR = '--color';

/** Options that may stand before the command as well as after it. */
interface Anywhere {
  readonly args: readonly string[];
  /** Value of `--color`. */
  readonly colour: string;
}

/** Takes `--color WHEN` out of the arguments, and moves `--json` from before the command to the end of its options. */
function takeOptions(typed: readonly string[]): Anywhere {
  const end = typed.includes('--') ? typed.indexOf('--') : typed.length;
  const options = typed.slice(0, end);
  let colour = 'auto';
  const args = options.filter((word, n) => {
    const isValue = options[n - 1] === COLOUR;
    if (isValue) colour = word;
    if (word.startsWith(`${COLOUR}=`)) colour = word.slice(COLOUR.length + 1);
    return !isValue && word !== COLOUR && !word.startsWith(`${COLOUR}=`);
  });
  if (options.at(-1) === COLOUR) colour = '';
  const json = args[0] === '--json' ? [...args.slice(1), '--json'] : args;
  return { args: [...json, ...typed.slice(end)], colour };
}

const CHOICES: Readonly<Record<string, Output['colours']>> = {
  always: { answers: true, messages: true },
  never: { answers: false, messages: false },
};

/** Creates a program that loads only the file of the command that is run. */
export function createDispatcher({ commands, groups, often, others }: Files): Program {
  return async (typed, output, interactive) => {
    const asked = takeOptions(typed);
    if (asked.colour !== 'auto' && CHOICES[asked.colour] === undefined) {
      output.error(`error: ${COLOUR} needs one of: auto, always, never`);
      return EXIT.usage;
    }
    const args = withoutWords(asked.args, groups);
    // `--` ends the options, so the command follows it.
    const [group = '', command = ''] = args[0] === '--' ? args.slice(1) : args;
    const run = await (often?.get(`${group} ${command}`) ?? commands.get(group) ?? others)();
    const colours = CHOICES[asked.colour];
    return run(args, colours === undefined ? output : { ...output, colours }, interactive);
  };
}
