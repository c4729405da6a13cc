import type { ResolvedConflicts } from '../../engine/text/conflicts/resolved-conflicts.ts';
import { shellWord } from '../../engine/text/shell-word.ts';
import { counted, escapeText } from './layout.ts';

/** Maximum number of lines of a side. */
const SHOWN_LINES = 12;

/** Returns one side of a conflict, indented. */
function sideOf(name: string, side: string): string[] {
  const lines = side.split('\n').filter((line) => line.trim() !== '');
  const more = lines.length > SHOWN_LINES ? [`    (${counted(lines.length - SHOWN_LINES, 'more line')})`] : [];
  return [
    `  ${name}:${lines.length === 0 ? ' nothing' : ''}`,
    ...lines.slice(0, SHOWN_LINES).map((line) => `    ${escapeText(line.trimEnd())}`),
    ...more,
  ];
}

/** Returns both sides of each conflict that a command has settled in a file. */
export function resolvedConflictsText({ path, kept }: ResolvedConflicts): string {
  if (kept.length === 0) return escapeText(`${path} has no merge conflicts.`);
  const sides = kept.flatMap(({ line, lastLine, ours, theirs }) => [
    `lines ${line} to ${lastLine}`,
    ...sideOf('ours', ours),
    ...sideOf('theirs', theirs),
  ]);
  const head = escapeText(`Settled ${counted(kept.length, 'conflict')} in ${path}; both sides are kept:`);
  return [head, ...sides, escapeText(`Review it, then: git add ${shellWord(path)}`)].join('\n');
}
