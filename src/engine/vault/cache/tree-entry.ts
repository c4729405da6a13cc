import type { FileIdentity } from '../notes/note.ts';
import { sameIdentity } from './file-identity.ts';

/** Entry for a file or folder of a vault. */
export type TreeEntry =
  /** `null`: the file is listed in its folder, but its stat has not been read yet. */
  | { readonly kind: 'note'; readonly identity: FileIdentity | null }
  /** Device and inode, because a folder may be replaced by another one of the same name. */
  | { readonly kind: 'folder'; readonly identity: string };

/** Note whose stat has not been read yet. */
export const UNREAD_ENTRY: TreeEntry = { kind: 'note', identity: null };

export function sameEntry(one: TreeEntry | undefined, other: TreeEntry): boolean {
  if (one === undefined || one.kind !== other.kind) return false;
  if (one.kind === 'folder' || other.kind === 'folder') return one.identity === other.identity;
  return one.identity !== null && other.identity !== null && sameIdentity(one.identity, other.identity);
}

/**
 * Returns the parent folder of a path that the tree built; empty for the vault's root. Faster than `node:path`, which handles cases that
 * never occur here.
 */
export function parentFolder(entry: string): string {
  return entry.slice(0, Math.max(0, entry.lastIndexOf('/')));
}
