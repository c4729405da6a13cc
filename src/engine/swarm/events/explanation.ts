import { commandAbout, typedOption } from '../../platform/suggested.ts';

/** Why an operation was refused, and what to do about it. */
export interface Explanation {
  /** The problem: a sentence without a full stop, like the message of a `CortexError`. */
  readonly what: string;
  /** What to do now: a whole sentence. A command is at its end, after a colon. */
  readonly next: string;
}

/** The reader of an explanation, whose ids are used in suggested commands. */
export interface AnswerReader {
  /** The agent that asked, if known. */
  readonly agent?: string;
  /** Who may decide for the swarm: the coordinator, or the person who asked; `null` if there is no swarm. */
  readonly decider: string | null;
}

type Blanks = Readonly<Record<string, string | null | undefined>>;

/** Formats required options, each with its value or a placeholder: `--by queen`, `--reason REASON`. */
const typed = (options: Blanks): string[] => Object.entries(options).map(([name, value]) => typedOption(name, value));

/**
 * Returns a command that can be pasted.
 * @param subject what the command is about; `null` for a placeholder
 * @param options with their values; `null` or `undefined` for a placeholder
 */
export function suggestCommand(command: string, subject: string | null, options: Blanks): string {
  return commandAbout(`cortex ${command}`, subject, 'TASK', typed(options));
}

/** Like `suggested`, for a command without a subject. */
export function suggestSwarmCommand(command: string, options: Blanks): string {
  return [`cortex ${command}`, ...typed(options)].join(' ');
}
