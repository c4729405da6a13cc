import { findJsonProblem } from './json-position.ts';

/** Limit of commas, because each takes a pass over the text. */
const MAX_COMMAS = 20;

/** Replaces commas after the last item of lists and objects by spaces, a common slip of an edit by hand, so that all offsets stay. */
export function withoutTrailingCommas(text: string): string {
  let result = text;
  for (let count = 0; count < MAX_COMMAS; count += 1) {
    const offset = findJsonProblem(result)?.offset;
    if (offset === undefined || (result[offset] !== ']' && result[offset] !== '}')) return result;
    const before = result.slice(0, offset).trimEnd();
    if (!before.endsWith(',')) return result;
    result = `${before.slice(0, -1)} ${result.slice(before.length)}`;
  }
  return result;
}
