import type { FileIdentity } from '../notes/note.ts';
import { sameIdentity } from './file-identity.ts';

/** What is known of a file or folder of a vault. */
export type TreeEntry =
  /** `null`: its folder lists a file of that name, and nobody has looked at it yet. */
  | { readonly kind: 'note'; readonly identity: FileIdentity | null }
  /** The identity is device and inode: a folder of the same name may be another one. */
  | { readonly kind: 'folder'; readonly identity: string };

/** A note that nobody has looked at yet. */
export const UNSEEN: TreeEntry = { kind: 'note', identity: null };

export function sameEntry(one: TreeEntry | undefined, other: TreeEntry): boolean {
  if (one === undefined || one.kind !== other.kind) return false;
  if (one.kind === 'folder' || other.kind === 'folder') return one.identity === other.identity;
  return one.identity !== null && other.identity !== null && sameIdentity(one.identity, other.identity);
}

/** The folder of a path that the tree has put together: `node:path` looks for much that is never in those. Empty: the vault's own. */
export function parentOf(entry: string): string {
  return entry.slice(0, Math.max(0, entry.lastIndexOf('/')));
}
