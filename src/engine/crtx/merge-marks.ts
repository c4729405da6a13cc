import { CortexError } from '../kernel/errors.ts';
import { lineAndColumn } from '../kernel/json-position.ts';
import type { CortexFilePlace } from './inspect.ts';
import type { CortexFileType } from './schema.ts';

/** How git writes the beginning and the end of what it could not merge. No JSON has such a line. */
const CONFLICT = { begins: /^<{7} /m, ends: /^>{7} /m };

const ENTRIES = '"cortex timeline merge" writes the entries of both sides into it, united by id; then "git add" it.';
const SIDE = 'take one side with "git checkout --ours" (or --theirs) and its path';

/** What settles a merge in a file of each type. */
const STEPS: Readonly<Record<CortexFileType, string>> = {
  timeline: ENTRIES,
  reasoning: ENTRIES,
  dna: `Settle it there (in the header either side will do), or ${SIDE} and say again with "cortex dna" what only the other has; then "git add" it.`,
  graph: 'Delete it, make it anew with "cortex graph build", and "git add" it.',
  swarm: `Settle it there, or ${SIDE}; then "git add" it.`,
};

function startOfConflict(text: string): number {
  return CONFLICT.ends.test(text) ? text.search(CONFLICT.begins) : -1;
}

/** Whether git's marks stand in a text. */
export function isUnmerged(text: string): boolean {
  return startOfConflict(text) >= 0;
}

/** The error with the line where the conflict begins and what settles it; `null` for a text without one. @param code `busy`: a log waits for that */
export function unmergedText(
  text: string,
  { file, type }: CortexFilePlace<CortexFileType>,
  code: 'busy' | 'broken-file',
): CortexError | null {
  const start = startOfConflict(text);
  if (start < 0) return null;
  const place = { file, ...lineAndColumn(text, start) };
  return new CortexError(code, 'is in the middle of a merge: git could not unite the two sides', { ...place, next: STEPS[type] });
}
