import type { Break } from '../../text/fix-words.ts';

/** One commit of the project. */
export interface Commit {
  /** Commit time in milliseconds since 1970 UTC, by the committer's clock. */
  readonly time: number;
  readonly subject: string;
  /** What kind of breakage the message reports, in the subject or in a trailer; `null` for none. */
  readonly broken: Break | null;
  /** Relative to the project's root, `/`-separated. */
  readonly files: readonly string[];
}
