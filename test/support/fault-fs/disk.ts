import { DirectoryNode, LinkNode, type Node } from './directory-node.ts';
import { FileNode } from './file-node.ts';

/** Says of a sync whether it is a lie: it succeeds and makes nothing durable. */
export type SyncPredicate = (path: string, kind: 'file' | 'directory') => boolean;

export interface DiskOptions {
  /** Bytes that all files together may hold; unlimited if absent. */
  readonly capacity?: number | undefined;
  /** The clock that mtimes come from, in nanoseconds; if absent, one that only `advance` moves. */
  readonly now?: (() => bigint) | undefined;
  /** Give the inode number of a file that is gone to the next one, as ext4 does. */
  readonly reuseInodes?: boolean | undefined;
}

const START_NS = 1_800_000_000_000_000_000n;
const ROOT_INO = 2n;

/** What all simulated processes share: the tree, the space, the clock and the vices of the disk. */
export class Disk {
  readonly dev = 64_769n;
  readonly root: DirectoryNode;
  capacity: number;
  readOnly = false;
  liesAbout: SyncPredicate = () => false;
  #used = 0;
  #lastIno = ROOT_INO;
  #lastFd = 2;
  #aheadNs = 0n;
  readonly #freeInos: bigint[] = [];

  constructor(
    private readonly options: DiskOptions,
    root?: DirectoryNode,
  ) {
    this.capacity = options.capacity ?? Number.POSITIVE_INFINITY;
    this.root = root ?? new DirectoryNode(ROOT_INO, this.nowNs());
  }

  /** The same disk with another content, for the machine that starts after power loss. */
  withContent(root: DirectoryNode, used: number): Disk {
    const disk = new Disk(this.options, root);
    disk.capacity = this.capacity;
    disk.readOnly = this.readOnly;
    disk.liesAbout = this.liesAbout;
    disk.#used = used;
    disk.#lastIno = this.#lastIno;
    disk.#lastFd = this.#lastFd;
    disk.#aheadNs = this.#aheadNs;
    return disk;
  }

  nowNs(): bigint {
    return (this.options.now?.() ?? START_NS) + this.#aheadNs;
  }

  advance(ms: number): void {
    this.#aheadNs += BigInt(Math.round(ms * 1e6));
  }

  get used(): number {
    return this.#used;
  }

  /** Bytes taken, or given back if negative. */
  charge(bytes: number): void {
    this.#used += bytes;
  }

  newFile(): FileNode {
    return new FileNode(this.#newIno(), this.nowNs());
  }

  newDirectory(): DirectoryNode {
    return new DirectoryNode(this.#newIno(), this.nowNs());
  }

  newLink(target: string): LinkNode {
    return new LinkNode(this.#newIno(), this.nowNs(), target);
  }

  /** Never the same twice, so that a descriptor used after its end, or in another process, is always noticed. */
  newFd(): number {
    this.#lastFd += 1;
    return this.#lastFd;
  }

  /** To be called when a node lost a name or a descriptor: without any, its space and its number are free. */
  release(node: Node | undefined): void {
    if (!(node instanceof FileNode) || node.nlink > 0 || node.opens > 0) return;
    this.charge(-node.size);
    this.#freeInos.push(node.ino);
  }

  #newIno(): bigint {
    const reused = this.options.reuseInodes === true ? this.#freeInos.pop() : undefined;
    if (reused !== undefined) return reused;
    this.#lastIno += 1n;
    return this.#lastIno;
  }
}
