import { DirectoryNode, LinkNode, type Node } from './directory-node.ts';
import { FileNode } from './file-node.ts';

/** Returns whether a sync succeeds without making anything durable. */
export type SyncPredicate = (path: string, kind: 'file' | 'directory') => boolean;

export interface DiskOptions {
  /** Capacity for all files in bytes; unlimited by default. */
  readonly capacity?: number | undefined;
  /** The clock of mtimes, in nanoseconds; by default one that only `advance` changes. */
  readonly now?: (() => bigint) | undefined;
  /** Reuse the inode number of a removed file for the next one, as ext4 does. */
  readonly reuseInodes?: boolean | undefined;
}

const START_NS = 1_800_000_000_000_000_000n;
const ROOT_INO = 2n;

/** The state that all simulated processes share: tree, space, clock and faults of the disk. */
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

  /** Returns the same disk with different content, for the machine after a power loss. */
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

  /** Adds bytes to the used space, or frees them if negative. */
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

  /** Never reused, so that using a closed descriptor, or one of another process, is always detected. */
  newFd(): number {
    this.#lastFd += 1;
    return this.#lastFd;
  }

  /** Frees space and inode number of a node without names and descriptors. Call it when a node has lost one. */
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
