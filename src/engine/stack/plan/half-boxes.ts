import { maskConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { proseLines } from '../../text/markdown/prose-lines.ts';
import type { StackFinding } from '../findings.ts';

/** The beginning of a list item in square brackets. */
const ITEM = /^\ufeff?[ \t]*[-*+][ \t]+(\[.*)$/u;
/** A box that was cut off, or whose `]` is missing: `[`, `[x`, `[ Mail`. */
const NO_END = /^\[(?:[ xX>!~]?$|(?: |[xX>!~] )[^\]]*$)/;
/** A box with nothing in it, or with blanks beside its character: `[] Mail`, `[ x] Mail`. */
const NOT_ONE_CHARACTER = /^\[(?:| {2,}| [xX>!~] ?|[xX>!~] )\](?=[ \t]|$)/;
/** A box without a blank after it. A link or a footnote is no task. */
const NO_BLANK = /^\[[ xX>!~]\](?=[^\s([:])/;
const FORMS = [NO_END, NOT_ONE_CHARACTER, NO_BLANK] as const;

/**
 * Returns the lines of a PLAN.md that begin like a task, but whose box is not whole: after a cut, or a typo. They are no tasks.
 * @param file absolute
 */
export function findHalfBoxes(text: string, file: string): StackFinding[] {
  return proseLines(maskConflicts(text)).flatMap(({ text: line, from, to, number }): StackFinding[] => {
    const item = ITEM.exec(line)?.[1]?.trimEnd();
    const isHalf = item !== undefined && FORMS.some((form) => form.test(item));
    if (!isHalf) return [];
    const message = `not a task: its box is not whole in ${JSON.stringify(line.trim().slice(0, 60))}`;
    const next = 'Write "- [ ] Title", with one character in the box and a blank after it. If the file was cut, restore the rest.';
    return [{ severity: 'error', code: 'half-box', message, file, line: number, range: { from, to }, next }];
  });
}
