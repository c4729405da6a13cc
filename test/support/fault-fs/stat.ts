import type { FileStat } from '../../../src/engine/platform/file-system.ts';
import type { Node } from './directory-node.ts';
import type { Disk } from './disk.ts';

/** Asked once: the system answers it for each stat otherwise. */
const UID = BigInt(process.geteuid?.() ?? 0);

/** Result of a stat call at that moment. */
export class FaultStat implements FileStat {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly nlink: bigint;
  /** One user owns everything. */
  readonly uid = UID;
  readonly mode = 0o700n;
  readonly #kind: Node['kind'];

  constructor(disk: Disk, node: Node) {
    this.dev = disk.dev;
    this.ino = node.ino;
    this.size = BigInt(sizeOf(node));
    this.mtimeNs = node.mtimeNs;
    this.ctimeNs = node.mtimeNs;
    this.nlink = BigInt(namesOf(node));
    this.#kind = node.kind;
  }

  isFile(): boolean {
    return this.#kind === 'file';
  }

  isDirectory(): boolean {
    return this.#kind === 'directory';
  }

  isSymbolicLink(): boolean {
    return this.#kind === 'link';
  }

  isSocket(): boolean {
    return false;
  }
}

function sizeOf(node: Node): number {
  if (node.kind === 'file') return node.size;
  return node.kind === 'link' ? Buffer.byteLength(node.target) : 4096;
}

/** A directory has a name in its parent, its own `.`, and the `..` of each subdirectory. */
function namesOf(node: Node): number {
  if (node.kind === 'file') return node.nlink;
  if (node.kind === 'link') return 1;
  return 2 + [...node.entries.values()].filter((entry) => entry.kind === 'directory').length;
}
