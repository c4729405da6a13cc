import type { Break } from '../../text/fix-words.ts';

/** One change of the project, as git keeps it. */
export interface Commit {
  /** Milliseconds since 1970 UTC, by the clock of whoever committed. */
  readonly time: number;
  readonly subject: string;
  /** Whether its message says that something had broken, in the subject or in a trailer. */
  readonly broken: Break | null;
  /** Relative to the project's root, `/`-separated. */
  readonly files: readonly string[];
}
