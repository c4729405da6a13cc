import { CortexError } from '../../platform/errors.ts';
import { CANONICAL_PROBLEMS } from '../../text/json/canonical-json.ts';
import { EXACT_NUMBER, findInexactNumbers, type InexactNumber } from '../../text/json/inexact-numbers.ts';
import { formatJsonPath, lineAndColumn } from '../../text/json/json-position.ts';
import type { SchemaProblem } from '../validate.ts';

/** Longest number to show, in characters. */
const SHOWN = 60;

/** Returns the problem of a number that would be changed by writing it. */
function problemOf({ path, written }: InexactNumber): SchemaProblem {
  const value = Number(written);
  if (!Number.isFinite(value)) return { path, message: CANONICAL_PROBLEMS['not-finite'], allowed: 'a finite number' };
  const shown = written.length <= SHOWN ? written : `${written.slice(0, SHOWN)}…`;
  return { path, message: `is ${shown}, which would become ${value}`, allowed: EXACT_NUMBER };
}

/** Returns the problems of all numbers in a text that a program would change by writing them. The text must be JSON. */
export const inexactNumbers = (text: string): SchemaProblem[] => findInexactNumbers(text).map(problemOf);

/** Requires that writing a text again changes no number. @throws CortexError `broken-file` naming the first such number */
export function requireExactNumbers({ text, file }: { readonly text: string; readonly file: string }): void {
  const [first] = findInexactNumbers(text);
  if (first === undefined) return;
  const { path, message, ...data } = problemOf(first);
  throw new CortexError('broken-file', `${formatJsonPath(path)} ${message}`, { file, ...lineAndColumn(text, first.offset), ...data });
}
