import { onDemand } from '../../platform/on-demand.ts';

/** Markers of quotes, callouts, list items and tasks at the beginning of a line. */
const BLOCK_MARKS = /^(?:(?:>[ \t]*)+(?:\[![\w-]+\][-+]?[ \t]*)?|(?:[-+*]|\d{1,9}[.)])[ \t]+(?:\[[^\]]\](?:[ \t]+|$))?)/;
/** Id of a block, by which Obsidian links to it. */
const BLOCK_ID = /(?:^|[ \t])\^[A-Za-z0-9-]+$/;
/** Without one of these characters, a line has no emphasis. */
const MARK = /[*_~=]/;
/** Code, which stays as it is, or a text between marks of emphasis. Marks within words are text. */
const emphasis = onDemand(
  () =>
    /(?<code>`+)[^`].*?\k<code>(?!`)|(?<![\p{L}\p{N}\\])(?=[*_]|~~|==)(?<mark>(?<char>[*_~=])\k<char>{0,2})(?=\S)(?<inner>(?:`[^`]*`|(?!\k<char>)[^`]|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}]))+)(?<![\s\\])\k<mark>(?![\p{L}\p{N}])/gu,
);
/** Bound for marks within marks. */
const MAX_NESTED = 4;

/** Returns a line of prose without the marks of Markdown. Code keeps its backticks, because they say that it is code. */
export function withoutMarks(line: string): string {
  let plain = line.trimEnd().replace(BLOCK_ID, '');
  for (let depth = 0; depth < MAX_NESTED; depth += 1) {
    plain = plain.replace(BLOCK_MARKS, '');
    if (!MARK.test(plain)) continue;
    plain = plain.replace(emphasis(), (all, _code, _mark, _char, inner: string | undefined) => inner ?? all);
  }
  return plain;
}
