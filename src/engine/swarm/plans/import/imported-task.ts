import { CortexError } from '../../../platform/errors.ts';

/** `started`: in progress or in review. `dropped`: cancelled, or put off. */
export type ImportedState = 'open' | 'started' | 'done' | 'dropped';

/** A task of another program. */
export interface ImportedTask {
  /** As the other program shows it; unique. */
  readonly id: string;
  readonly title: string;
  /** Everything else that an agent must know; may be empty. */
  readonly details: string;
  readonly state: ImportedState;
  /** Ids of the tasks that must be done before. */
  readonly dependencies: readonly string[];
  /** Id of the task that it is a part of. */
  readonly parent: string | null;
  /** 1 is the most urgent; `null` if the program has none. */
  readonly priority: number | null;
  readonly file: string;
  /** 1-based; `null` if the file is not read by lines. */
  readonly line: number | null;
}

/** The tasks of another program, and what they are for. */
export interface ImportedPlan {
  readonly goal: string;
  readonly tasks: readonly ImportedTask[];
  /** What could not be read, and what was assumed; one sentence each. */
  readonly notes: readonly string[];
}

/** Returns the location of a task for a message. */
export const placeOfTask = ({ file, line }: Pick<ImportedTask, 'file' | 'line'>): string => (line === null ? file : `${file}:${line}`);

/** Returns the error for a file that is not in the expected format. */
export function notInFormat(file: string, what: string, next: string, line?: number): CortexError {
  return new CortexError('broken-file', what, { file, ...(line !== undefined && { line, column: 1 }), next });
}

const STATES: ReadonlyMap<string, ImportedState> = new Map([
  ...['done', 'completed', 'complete', 'closed', 'verified'].map((word) => [word, 'done'] as const),
  ...['in-progress', 'in progress', 'in_progress', 'doing', 'review', 'in review', 'hooked'].map((word) => [word, 'started'] as const),
  ...['cancelled', 'canceled', 'deferred', 'tombstone', 'wontfix', "won't do"].map((word) => [word, 'dropped'] as const),
]);

/** Returns the state that a word of another program means. An unknown word is open: work is not lost by it. */
export function stateOfWord(word: string): ImportedState {
  return STATES.get(word.trim().toLowerCase()) ?? 'open';
}

const PRIORITIES: ReadonlyMap<string, number> = new Map([
  ['critical', 1],
  ['urgent', 1],
  ['highest', 1],
  ['high', 2],
  ['medium', 3],
  ['normal', 3],
  ['low', 4],
  ['lowest', 5],
]);

/** Returns the priority that a word means; `null` for another word. */
export function priorityOfWord(word: string | undefined): number | null {
  return PRIORITIES.get(word?.trim().toLowerCase() ?? '') ?? null;
}
