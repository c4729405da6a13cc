import type { ResolvedConflicts } from '../../engine/text/conflicts/resolved-conflicts.ts';
import { shellWord } from '../../engine/text/shell-word.ts';
import { counted, escapeText, type TypedInput } from './layout.ts';
import { nextStepWithLocation } from './suggested-commands.ts';

/**
 * Returns the command that marks files as resolved. Git takes `*`, `?` and `[` in a path for a pattern.
 * @param repository their working tree, if it is not that of the current folder
 */
export function addCommand(files: readonly string[], repository?: string): string {
  const literal = files.some((file) => /[*?[\\]/.test(file)) ? ' --literal-pathspecs' : '';
  const where = repository === undefined ? '' : ` -C ${shellWord(repository)}`;
  return `git${where}${literal} add -- ${files.map(shellWord).join(' ')}`;
}

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

/** Returns both sides of each conflict that a command has settled in a file, and the command that adds the file in the same repository. */
export function resolvedConflictsText({ path, kept }: ResolvedConflicts, _now: number, asked: TypedInput): string {
  if (kept.length === 0) return escapeText(`${path} has no conflict markers.`);
  const sides = kept.flatMap(({ line, lastLine, ours, theirs }) => [
    `lines ${line} to ${lastLine}`,
    ...sideOf('ours', ours),
    ...sideOf('theirs', theirs),
  ]);
  const head = escapeText(`Settled ${counted(kept.length, 'conflict')} in ${path}; both sides are kept:`);
  const next = nextStepWithLocation(`Review it, then: ${addCommand([path])}`, asked) ?? '';
  return [head, ...sides, escapeText(next)].join('\n');
}
