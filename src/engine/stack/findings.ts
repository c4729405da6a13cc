import type { Range } from '../text/markdown/markdown.ts';

/** Something in a file of a stack, or in AGENTS.md, that a person should look at. */
export interface StackFinding {
  readonly severity: 'error' | 'warning' | 'information';
  /** Short, the same for the same kind of finding. */
  readonly code: string;
  readonly message: string;
  /** Absolute. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** UTF-16 offsets in the file's text. */
  readonly range?: Range;
  /** What to do now, as a whole sentence. */
  readonly next?: string;
}
