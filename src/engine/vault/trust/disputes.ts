import type { VaultIndex } from '../cache/vault-index.ts';
import type { Note } from '../notes/note.ts';

/** Limit of listed findings. */
const MAX_NAMED = 3;

/** Note that contradicts another one, and the recorded reasons. */
export interface Dispute {
  readonly path: string;
  /** Who found it, and why, according to both headers. May be empty. */
  readonly found: readonly string[];
}

/** Returns who found that a note contradicts another, and why. Format of a line: target, who and when in parentheses, reason. */
function foundBy(index: VaultIndex, { contradictions: said, path }: Pick<Note, 'contradictions' | 'path'>, other: string): string[] {
  return said.flatMap((line) => {
    const [, target = '', found = ''] = /^([^()]*[^() ]) \((.*)$/.exec(line) ?? [];
    const resolution = index.resolve(target, path);
    if (target === '' || resolution.kind !== 'found' || resolution.path !== other) return [];
    return [found.replace(')', '')];
  });
}

/** Returns the recorded contradiction of two notes. @param path path of the other one */
export function findDispute(index: VaultIndex, note: Note, path: string): Dispute {
  const other = index.get(path);
  const both = [...foundBy(index, note, path), ...(other === undefined ? [] : foundBy(index, other, note.path))];
  return { path, found: [...new Set(both)].slice(0, MAX_NAMED) };
}
