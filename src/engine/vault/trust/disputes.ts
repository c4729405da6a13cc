import type { VaultIndex } from '../cache/vault-index.ts';
import type { Note } from '../notes/note.ts';

/** Of more nobody reads who found them. */
const MOST_NAMED = 3;

/** A note that another one contradicts, and why, as far as somebody has said so. */
export interface Dispute {
  readonly path: string;
  /** What both headers say of who found it, and why; empty for nothing. */
  readonly found: readonly string[];
}

/** What a note says of who found that it contradicts another: a target, who and when in brackets, the reason. */
function foundBy(index: VaultIndex, { contradictions: said, path }: Pick<Note, 'contradictions' | 'path'>, other: string): string[] {
  return said.flatMap((line) => {
    const [, target = '', found = ''] = /^([^()]*[^() ]) \((.*)$/.exec(line) ?? [];
    const resolution = index.resolve(target, path);
    if (target === '' || resolution.kind !== 'found' || resolution.path !== other) return [];
    return [found.replace(')', '')];
  });
}

/** What two notes that contradict each other say of that. @param path of the other one */
export function disputeWith(index: VaultIndex, note: Note, path: string): Dispute {
  const other = index.get(path);
  const both = [...foundBy(index, note, path), ...(other === undefined ? [] : foundBy(index, other, note.path))];
  return { path, found: [...new Set(both)].slice(0, MOST_NAMED) };
}
