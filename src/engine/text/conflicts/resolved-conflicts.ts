import * as z from 'zod';
import { CortexError } from '../../platform/errors.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import type { Outcome } from '../../platform/operation.ts';
import { describeConflict, resolveAdvice } from './conflict-words.ts';
import { exampleConflicts, halfConflict, type MergeConflict, mergeConflicts } from './merge-conflicts.ts';

/** Output and messages of the commands that resolve conflicts in stacks, teams and vaults (rulings, all protocols 10). */

/**
 * `path`: absolute path of the file. `kept`: both sides of each conflict, as they are in the file now; empty for a file without conflicts.
 * `line` and `lastLine` are the lines of the former markers.
 */
export const resolvedConflictsOutput = onDemand(() =>
  z.object({
    path: z.string(),
    kept: z.array(z.object({ line: z.int(), lastLine: z.int(), ours: z.string(), theirs: z.string() })),
  }),
);
export type ResolvedConflicts = Checked<typeof resolvedConflictsOutput>;

/** Names what is missing when another program overwrites a resolved file with an earlier version. */
export const RESOLUTION_TEXT = 'the resolution of its merge conflicts';

/** A file with conflicts to resolve. */
interface ConflictingFile {
  /** Absolute. */
  readonly file: string;
  /** Command that resolves the conflicts, in shell syntax. */
  readonly command: string;
}

/** Returns both sides of each conflict in a text. @throws CortexError `broken-file` for half a conflict, which has no sides */
function listConflictSides(text: string, { file, command }: ConflictingFile): ResolvedConflicts['kept'] {
  const conflicts = mergeConflicts(text);
  const half = halfConflict(conflicts);
  if (half !== null)
    throw new CortexError('broken-file', describeConflict(half), { file, line: half.line, next: resolveAdvice(true, command) });
  return conflicts.map(({ line, lastLine, ours, theirs }) => {
    return { line, lastLine, ours: text.slice(ours.from, ours.to), theirs: text.slice(theirs.from, theirs.to) };
  });
}

/** Adds the file to the errors about its text. */
function placed<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    throw new CortexError(error.code, error.message, { file, ...error.data }, { cause: error, warnings: error.warnings });
  }
}

/** So many places are named. */
const MAX_NAMED = 20;

/** What is left for a person to resolve. */
interface ResolutionCheck {
  /** Whether no conflict is left in the file. */
  readonly isSettled: boolean;
  /** What could not be resolved, with its place. */
  readonly warnings: readonly string[];
}

/** @param after the text in which both sides of the conflicts are kept */
function checkResolution(after: string, { file, command }: ConflictingFile): ResolutionCheck {
  const left = mergeConflicts(after);
  const notes = [
    ...exampleConflicts(after).map(exampleWords),
    ...left.map((conflict) => ({ line: conflict.line, words: leftWords(conflict, command) })),
  ];
  const named = notes.slice(0, MAX_NAMED).map(({ line, words }) => `${file}:${line}: ${words}`);
  const more = notes.length - named.length;
  return { isSettled: left.length === 0, warnings: more === 0 ? named : [...named, `${file}: ${more} more places are like these.`] };
}

interface ConflictNote {
  readonly line: number;
  readonly words: string;
}

function exampleWords({ line, lastLine }: MergeConflict): ConflictNote {
  const words = `conflict markers in lines ${line} to ${lastLine} are in a code block: they count as an example and stay. If git wrote them, edit these lines by hand.`;
  return { line, words };
}

function leftWords(conflict: MergeConflict, command: string): string {
  const isHalf = conflict.missing !== null;
  return `${describeConflict(conflict)}. ${isHalf ? resolveAdvice(true, command) : `It was inside another conflict. Run again: ${command}`}`;
}

/** Text in which both sides are kept, and what to tell about it. */
interface Resolution {
  readonly text: string;
  readonly warnings: readonly string[];
}

/** Resolves the conflicts of one file while it is edited, and collects what the command reports. */
export class ConflictResolution {
  readonly #file: ConflictingFile;
  #kept: ResolvedConflicts['kept'] = [];
  #left: ResolutionCheck = { isSettled: true, warnings: [] };
  #warnings: readonly string[] = [];

  constructor(file: ConflictingFile) {
    this.#file = file;
  }

  /**
   * Returns the text with both sides of all conflicts. An edit may call this again, with what another program has written.
   * @param delimit returns the text with markers where git itself divides the sides
   * @param keepBoth is only called for a text with conflicts
   * @throws CortexError with the place, for a text that only a person can resolve
   */
  resolve(text: string, delimit: (text: string) => string, keepBoth: (text: string) => Resolution): string {
    const { file } = this.#file;
    const delimited = placed(file, () => delimit(text));
    this.#kept = listConflictSides(delimited, this.#file);
    const resolved = this.#kept.length === 0 ? { text, warnings: [] } : placed(file, () => keepBoth(delimited));
    this.#left = checkResolution(resolved.text, this.#file);
    this.#warnings = resolved.warnings;
    return resolved.text;
  }

  /** @param problems of the edit */
  outcome(problems: readonly string[]): Outcome<ResolvedConflicts> {
    const output = { path: this.#file.file, kept: this.#kept };
    return { ok: this.#left.isSettled, output, warnings: [...this.#warnings, ...this.#left.warnings, ...problems] };
  }
}
