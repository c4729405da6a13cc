import type { FileStat } from '../../platform/file-system.ts';
import type { FileIdentity } from '../notes/note.ts';

/** Returns the identity of a file. @param known returned instead of a new object if it is equal */
export function toFileIdentity({ size, mtimeNs, ino }: FileStat, known?: FileIdentity): FileIdentity {
  const found = { size: Number(size), mtimeNs: String(mtimeNs), ino: String(ino) };
  return known !== undefined && sameIdentity(known, found) ? known : found;
}

/** Returns the identity as one text, which crosses between threads in less time than an object. */
export const identityText = ({ size, mtimeNs, ino }: FileIdentity): string => `${size} ${mtimeNs} ${ino}`;

export function sameIdentity(one: FileIdentity, other: FileIdentity): boolean {
  return one.mtimeNs === other.mtimeNs && one.size === other.size && one.ino === other.ino;
}
