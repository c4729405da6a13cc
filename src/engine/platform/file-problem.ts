import { CortexError, describeError, inSentences } from './errors.ts';
import { commandAtEnd, commandAtStart } from './suggested.ts';

/** Something that a person should mend, or at least know. */
export interface FileProblem {
  /** `error`: the file cannot be read. */
  readonly severity: 'error' | 'warning';
  /** One text with everything that is known, the place included. */
  readonly message: string;
  /** The same without the place, for where the place is shown. */
  readonly summary: string;
  /** Absolute; `null` where no file is to blame. */
  readonly file: string | null;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  /** What kind of problem it is, where something can be done about that kind. */
  readonly code?: string;
  /** The command with which `summary` ends, where it does. */
  readonly command?: string | undefined;
  /** Where a part of a log's past is missing: the folder of the log. */
  readonly history?: string;
  /** The file holds the bytes of one that could not be read, and was written anew. */
  readonly isKept?: boolean;
}

/** An error as something to mend. What is no `CortexError` is a defect of ours, and is told all the same. */
export function problemOf(error: unknown): FileProblem {
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

/** A part of a log's past is missing: what is in force does not depend on it. @param folder of the log */
export function historyProblem(message: string, folder: string): FileProblem {
  return { ...warningOf(message), command: commandAtEnd(message), history: folder };
}

/** A text about something that was done all the same. */
export function warningOf(message: string): FileProblem {
  return { severity: 'warning', message, summary: message, file: null, line: 1, column: 1 };
}

/** Where something is odd, and what. */
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

/** A warning about a file that reads all the same. */
export function fileWarning({ file, line, column, message, next }: OddPlace): FileProblem {
  const summary = inSentences(message, next);
  return { severity: 'warning', message: `${file}:${line}:${column}: ${summary}`, summary, file, line, column };
}

export function sameProblems(one: readonly FileProblem[], other: readonly FileProblem[]): boolean {
  return one.length === other.length && one.every(({ message }, index) => message === other[index]?.message);
}
