import { CortexError } from '../../platform/errors.ts';
import { describeConflict } from '../../text/conflicts/conflict-words.ts';
import { halfConflict, mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { shellWord } from '../../text/shell-word.ts';
import type { CortexFilePlace, CortexFileType } from '../schema.ts';

const adviceToResolve = (file: string, becomes: string): string => `"cortex settle" ${becomes}; then "git add -- ${file}".`;
const entries = (file: string): string => adviceToResolve(file, 'writes the entries of both sides to it, merged by id');

/** How to resolve a merge conflict in a file of each type. @param file in shell syntax */
const STEPS: Readonly<Record<CortexFileType, (file: string) => string>> = {
  timeline: entries,
  reasoning: entries,
  dna: (file) => adviceToResolve(file, 'merges both sides in it, and lists what it could not keep'),
  graph: (file) => `"cortex graph build" rebuilds it from the code; then "git add -- ${file}".`,
  swarm: (file) => `Take one side with "git checkout --ours -- ${file}" (or --theirs), or resolve it there; then "git add -- ${file}".`,
};

const ONLY_LOG = "no entry is read from this file, only from this machine's log";

/** What is not read because of a conflict, for types whose other content is still read. */
const UNREAD: Readonly<Partial<Record<CortexFileType, string>>> = {
  timeline: ONLY_LOG,
  reasoning: ONLY_LOG,
};

/** Advice for half a conflict whose sides git does not have either. It continues a sentence that ends with "put". */
export const adviceForHalfConflict = (file: string): string =>
  `the missing marker back and run "cortex settle", or restore a version from git: git log -- ${shellWord(file)}`;

/** Advice for a `swarm.crtx` with conflict markers, which its log rewrites. @param aside the file to which its bytes are moved */
export const adviceForSwarmFile = (file: string, aside: string): string =>
  adviceToResolve(
    shellWord(file),
    `rewrites it from the log of the swarm, as does every command that uses it, and moves these bytes to ${aside}: copy what you still need from there`,
  );

/** Whether a text contains conflict markers. */
export function isUnmerged(text: string): boolean {
  return mergeConflicts(text, 'plain').length > 0;
}

/**
 * Returns the error for a text with conflicts, with the first line and a fix; `null` if there are none.
 * @param code `busy` makes a log wait
 */
export function unmergedText(
  text: string,
  { file, type }: CortexFilePlace<CortexFileType>,
  code: 'busy' | 'broken-file',
): CortexError | null {
  const conflicts = mergeConflicts(text, 'plain');
  const [first] = conflicts;
  if (first === undefined) return null;
  const half = type === 'swarm' ? null : halfConflict(conflicts);
  if (half !== null) {
    const next = `While git holds it as unmerged, "cortex settle" merges both sides as git has them. Otherwise put ${adviceForHalfConflict(file)}`;
    return new CortexError(code, describeConflict(half, UNREAD[type] ?? 'it is not read'), { file, line: half.line, column: 1, next });
  }
  const place = { file, line: first.line, column: 1 };
  const next = STEPS[type](shellWord(file));
  const unread = UNREAD[type] === undefined ? '' : `, so ${UNREAD[type]}`;
  return new CortexError(code, `has a merge conflict${unread}`, { ...place, next });
}
