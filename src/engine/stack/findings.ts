import { joinSentences } from '../platform/errors.ts';
import type { FileProblem } from '../platform/file-problem.ts';
import { commandAtEnd } from '../platform/suggested.ts';
import type { Range } from '../text/markdown/markdown.ts';

/** Something in a file of a stack, or in AGENTS.md, that a person should look at. */
export interface StackFinding {
  readonly severity: 'error' | 'warning' | 'information';
  /** Short identifier, the same for all findings of a kind. */
  readonly code: string;
  readonly message: string;
  /** Absolute. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** UTF-16 offsets in the file's text. */
  readonly range?: Range;
  /** Next step, as a whole sentence. */
  readonly next?: string;
}

/** Returns the errors among findings, as problems of their files. */
export function errorProblems(findings: readonly StackFinding[]): FileProblem[] {
  return findings.flatMap(({ severity, message, file, line, next }): FileProblem[] => {
    if (severity !== 'error') return [];
    const summary = joinSentences(message, next);
    return [{ severity, message: `${file}:${line}: ${summary}`, summary, file, line, column: 1, command: commandAtEnd(next ?? '') }];
  });
}
