import type { FileStat } from '../../platform/file-system.ts';
import type { FileIdentity } from '../notes/note.ts';

/** Returns the identity of a file. @param known returned instead of a new object if it is equal */
export function toFileIdentity({ size, mtimeNs, ino }: FileStat, known?: FileIdentity): FileIdentity {
  const found = { size: Number(size), mtimeNs: String(mtimeNs), ino: String(ino) };
  return known !== undefined && sameIdentity(known, found) ? known : found;
}

export function sameIdentity(one: FileIdentity, other: FileIdentity): boolean {
  return one.mtimeNs === other.mtimeNs && one.size === other.size && one.ino === other.ino;
}
