import type { FileStat } from '../kernel/file-system.ts';
import type { FileIdentity } from './note.ts';

export function identityOf({ size, mtimeNs, ino }: FileStat): FileIdentity {
  return { size: Number(size), mtimeNs: String(mtimeNs), ino: String(ino) };
}

export function sameIdentity(one: FileIdentity, other: FileIdentity): boolean {
  return one.mtimeNs === other.mtimeNs && one.size === other.size && one.ino === other.ino;
}
