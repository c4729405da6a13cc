import path from 'node:path';
import { typedWord } from '../../platform/suggested.ts';
import { quoted } from '../shorten.ts';
import type { Workplace } from './typed-path.ts';

/** How git writes the two sides in front of a path of a diff, also with `diff.mnemonicPrefix`. */
const DIFF_SIDE = /^[abciow]\/(?=.)/;
/** Paths that say themselves where they begin. */
const WHOLE = /^(?:[~/\\]|[A-Za-z]:|\.{1,2}(?:[/\\]|$))/;

/**
 * What a path that names nothing may be meant for: the same from the top of the project, where it was typed in a folder below, and
 * without the `a/` or `b/` of a diff.
 * @returns paths of the project, the nearest to the text first
 */
export function readingsFromTop({ folder, tree }: Workplace, typed: string): string[] {
  if (WHOLE.test(typed)) return [];
  const pasted = typed.replace(DIFF_SIDE, '');
  return [...(folder === null || folder === tree ? [] : [typed]), ...(pasted === typed ? [] : [pasted])];
}

/** @param taken, other paths of the project: what the typed one was taken for, and the one that exists @param command what names the other */
export function elsewhereWarning(place: Workplace, taken: string, other: string, command: string | null): string {
  const typed = typedWord(typedFrom(place, other), 'PATH');
  const next = command === null ? `name it ${typed}` : `run: ${command.replace('PATH', () => typed)}`;
  return `${quoted(taken)} does not exist, and ${quoted(other)} does; if you mean that one, ${next}`;
}

/** How a path of the project is typed where the operation was asked for. */
function typedFrom({ tree, folder }: Workplace, file: string): string {
  if (folder === null) return file;
  const end = file.endsWith('/') ? '/' : '';
  return `${path.relative(folder, path.join(tree, file)).split(path.sep).join('/') || '.'}${end}`;
}
