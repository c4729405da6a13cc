import { CortexError, describeError, joinSentences } from './errors.ts';
import { commandAtEnd, commandAtStart } from './suggested.ts';

/** A problem in a file that a person should fix, or at least know of. */
export interface FileProblem {
  /** `error` means that the file cannot be read. */
  readonly severity: 'error' | 'warning';
  /** The whole text, with the place. */
  readonly message: string;
  /** The text without the place, for views that show the place themselves. */
  readonly summary: string;
  /** Absolute; `null` if the problem is not in a file. */
  readonly file: string | null;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  /** Kind of problem, if there is a fix for that kind. */
  readonly code?: string;
  /** The command that `summary` suggests, if any. */
  readonly command?: string | undefined;
  /** The folder of a log whose history has a missing part; only for such problems. */
  readonly history?: string;
  /** True for a file that preserves the bytes of an unreadable file, which was written anew. */
  readonly isKept?: boolean;
  /** For a problem that is an item of Needs You of its own kind: what identifies it, its title, and the commands of its other choices. */
  readonly need?: {
    readonly kind: 'rebuild' | 'unchecked' | 'unmerged';
    readonly about: string;
    readonly title: string;
    readonly otherCommands?: readonly string[];
  };
}

/** Converts an error to a problem. Errors that are not a `CortexError` are bugs, and are reported too. */
export function toProblem(error: unknown): FileProblem {
  const message = describeError(error);
  if (!(error instanceof CortexError)) return { severity: 'error', message, summary: message, file: null, line: 1, column: 1 };
  const { file = null, line = 1, column = 1, value, allowed, next } = error.data;
  const data = { ...(value !== undefined && { value }), ...(allowed !== undefined && { allowed }), ...(next !== undefined && { next }) };
  return {
    severity: 'error',
    message,
    summary: describeError(new CortexError(error.code, error.message, data)),
    file,
    line,
    column,
    command: commandAtEnd(next) ?? commandAtStart(next),
  };
}

/**
 * Returns the problem that a part of a log's history is missing. The current state does not depend on that part.
 * @param folder of the log
 */
export function historyProblem(message: string, folder: string): FileProblem {
  return { ...toWarning(message), command: commandAtEnd(message), history: folder };
}

/** Returns a warning without a place, about an operation that succeeded nevertheless. */
export function toWarning(message: string): FileProblem {
  return { severity: 'warning', message, summary: message, file: null, line: 1, column: 1 };
}

/** A suspicious place in a file, and what is wrong there. */
interface OddPlace {
  /** Absolute. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  readonly message: string;
  readonly next?: string | null;
}

/** Returns a warning about a file that can be read nevertheless. */
export function fileWarning({ file, line, column, message, next }: OddPlace): FileProblem {
  const summary = joinSentences(message, next);
  return { severity: 'warning', message: `${file}:${line}:${column}: ${summary}`, summary, file, line, column };
}

export function sameProblems(one: readonly FileProblem[], other: readonly FileProblem[]): boolean {
  return one.length === other.length && one.every(({ message }, index) => message === other[index]?.message);
}
