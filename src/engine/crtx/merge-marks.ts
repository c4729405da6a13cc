import { CortexError } from '../kernel/errors.ts';
import { mergeConflicts } from '../kernel/merge-conflicts.ts';
import { shellWord } from '../kernel/shell-word.ts';
import type { CortexFilePlace } from './inspect.ts';
import type { CortexFileType } from './schema.ts';

const ENTRIES = '"cortex timeline merge" writes the entries of both sides into it, united by id; then "git add" it.';

/** What settles a merge in a file of each type. @param file as a shell takes it */
const STEPS: Readonly<Record<CortexFileType, (file: string) => string>> = {
  timeline: () => ENTRIES,
  reasoning: () => ENTRIES,
  dna: (file) =>
    `Settle it there (in the header either side will do), or take one side with "git checkout --ours -- ${file}" (or --theirs) and say again with "cortex dna" what only the other has; then "git add" it.`,
  graph: (file) => `Delete it with "rm ${file}", make it anew with "cortex graph build", and "git add" it.`,
  swarm: (file) => `Settle it there, or take one side with "git checkout --ours -- ${file}" (or --theirs); then "git add" it.`,
};

/** Whether git's marks stand in a text. */
export function isUnmerged(text: string): boolean {
  return mergeConflicts(text, 'plain').length > 0;
}

/** The error with the line where the conflict begins and what settles it; `null` for a text without one. @param code `busy`: a log waits for that */
export function unmergedText(
  text: string,
  { file, type }: CortexFilePlace<CortexFileType>,
  code: 'busy' | 'broken-file',
): CortexError | null {
  const [first] = mergeConflicts(text, 'plain');
  if (first === undefined) return null;
  const place = { file, line: first.line, column: 1 };
  const next = STEPS[type](shellWord(file));
  return new CortexError(code, 'is in the middle of a merge: git could not unite the two sides', { ...place, next });
}
