import path from 'node:path';
import { typedWord } from '../../platform/suggested.ts';
import { quoted } from '../shorten.ts';
import type { Workplace } from './typed-path.ts';

/** Prefixes of the two sides in git's diffs, including those of `diff.mnemonicPrefix`. */
const DIFF_SIDE = /^[abciow]\/(?=.)/;
/** Paths with an explicit start: absolute, home, drive, `./` or `../`. */
const WHOLE = /^(?:[~/\\]|[A-Za-z]:|\.{1,2}(?:[/\\]|$))/;

/**
 * Returns other readings of a path that does not exist: relative to the top of the project, if it was typed in a subfolder, and without the
 * `a/` or `b/` of a diff.
 * @returns paths of the project, the closest to the text first
 */
export function pathsFromTop({ folder, tree }: Workplace, typed: string): string[] {
  if (WHOLE.test(typed)) return [];
  const pasted = typed.replace(DIFF_SIDE, '');
  return [...(folder === null || folder === tree ? [] : [typed]), ...(pasted === typed ? [] : [pasted])];
}

/** @param taken, other paths of the project: how the typed path was read, and the one that exists @param command uses the other path */
export function elsewhereWarning(place: Workplace, taken: string, other: string, command: string | null): string {
  const typed = typedWord(typedFrom(place, other), 'PATH');
  const next = command === null ? `use ${typed}` : `run: ${command.replace('PATH', () => typed)}`;
  return `${quoted(taken)} does not exist, but ${quoted(other)} does; to use that one, ${next}`;
}

/** Converts a path of the project to one relative to the caller's folder. */
function typedFrom({ tree, folder }: Workplace, file: string): string {
  if (folder === null) return file;
  const end = file.endsWith('/') ? '/' : '';
  return `${path.relative(folder, path.join(tree, file)).split(path.sep).join('/') || '.'}${end}`;
}
