import { commandAbout, typedOption } from '../../platform/suggested.ts';

/** Why an operation was not done, and what to do about it. */
export interface Explanation {
  /** What is wrong: a sentence without its full stop, as the message of a `CortexError` is. */
  readonly what: string;
  /** What to do now, as a whole sentence; a command stands at its end, behind a colon. */
  readonly next: string;
}

/** Who reads an explanation: their ids stand in the commands that it suggests. */
export interface Reader {
  /** The agent that asked, where it is known. */
  readonly agent?: string;
  /** Who may decide for the swarm: the coordinator, or the person who asked; `null` where there is no swarm. */
  readonly decider: string | null;
}

type Blanks = Readonly<Record<string, string | null | undefined>>;

/** Options that have to be given, each with its value or a blank: `--by queen`, `--reason REASON`. */
const typed = (options: Blanks): string[] => Object.entries(options).map(([name, value]) => typedOption(name, value));

/**
 * A command as it is pasted.
 * @param subject what it is about; `null` where only who types it can say
 * @param options with their values; `null` or `undefined` where only who types it can say
 */
export function suggested(command: string, subject: string | null, options: Blanks): string {
  return commandAbout(`cortex ${command}`, subject, 'TASK', typed(options));
}

/** As `suggested`, of a command that is about the whole. */
export function suggestedForAll(command: string, options: Blanks): string {
  return [`cortex ${command}`, ...typed(options)].join(' ');
}
