import { DirectoryNode, LinkNode, type Node } from './directory-node.ts';
import type { Disk } from './disk.ts';
import { FileNode, type FileVersions } from './file-node.ts';

/**
 * Selects one of `n` possibilities, 0 to n - 1. By convention 0 keeps the least and n - 1 the most, so that random choices shrink towards
 * plain loss.
 */
export type Choose = (n: number) => number;

const BLOCK = 4096;

/** Returns the disk after power loss. Everything on it is durable. */
export function afterPowerLoss(disk: Disk, choose: Choose): Disk {
  const survival = new Survival(checked(choose));
  const root = survival.directory(disk.root);
  return disk.withContent(root, survival.used);
}

class Survival {
  used = 0;
  readonly #files = new Map<FileNode, FileNode>();
  readonly #directories = new Set<DirectoryNode>();
  readonly #inos = new Set<bigint>();

  constructor(private readonly choose: Choose) {}

  directory(old: DirectoryNode): DirectoryNode {
    this.#directories.add(old);
    const entries = new Map<string, Node>();
    for (const [name, node] of old.surviving(() => this.choose(2) === 1)) {
      const copy = this.#node(node);
      if (copy !== undefined) entries.set(name, copy);
    }
    return new DirectoryNode(old.ino, old.mtimeNs, entries);
  }

  #node(node: Node): Node | undefined {
    if (node instanceof LinkNode) return node;
    if (node instanceof FileNode) return this.#file(node);
    // A moved directory may have kept both names. The check at startup keeps one.
    return this.#directories.has(node) ? undefined : this.directory(node);
  }

  #file(old: FileNode): FileNode {
    const known = this.#files.get(old);
    if (known !== undefined) return known;
    const versions = old.versions();
    const mtimeNs = versions.durableMtimeNs === old.mtimeNs || this.choose(2) === 1 ? old.mtimeNs : versions.durableMtimeNs;
    const file = new FileNode(this.#ino(old.ino), mtimeNs, survivingBytes(versions, this.choose));
    this.#files.set(old, file);
    this.used += file.size;
    return file;
  }

  /** A restored file may have the number of a newer one. */
  #ino(old: bigint): bigint {
    let ino = old;
    while (this.#inos.has(ino)) ino += 1n << 32n;
    this.#inos.add(ino);
    return ino;
  }
}

/** Returns the bytes of a file: one of its sizes since the last sync, and each changed block old, new, torn or zero. */
function survivingBytes(versions: FileVersions, choose: Choose): Uint8Array {
  const { durable, current, dirty } = versions;
  if (dirty.length === 0 && durable.length === current.length) return current;
  const bytes = new Uint8Array(survivingSize(versions, choose));
  bytes.set(durable.subarray(0, bytes.length));
  for (const block of touchedBlocks(versions, bytes.length)) {
    const start = block * BLOCK;
    const end = Math.min(start + BLOCK, bytes.length);
    survivingBlock(bytes.subarray(start, end), current.subarray(start, end), vanishing(versions, start, end), choose);
  }
  return bytes;
}

function survivingSize({ durable, current, sizes }: FileVersions, choose: Choose): number {
  const possible = [durable.length, -1, current.length];
  const size = possible[choose(possible.length)] ?? -1;
  return size >= 0 ? size : sizes.least + choose(sizes.most - sizes.least + 1);
}

function touchedBlocks({ dirty }: FileVersions, size: number): number[] {
  const blocks = new Set<number>();
  for (const { start, end } of dirty) {
    for (let block = Math.floor(start / BLOCK); block * BLOCK < Math.min(end, size); block += 1) blocks.add(block);
  }
  return [...blocks].sort((a, b) => a - b);
}

/**
 * Returns where the zeros of a block may begin. Durable bytes can become zero only if the file was shorter in the meantime (truncated and
 * rewritten). Other bytes are zero initially.
 */
function vanishing({ durable, sizes }: FileVersions, start: number, end: number): number | undefined {
  return sizes.least < Math.min(end, durable.length) ? Math.max(0, sizes.least - start) : undefined;
}

/** Selects the content of a block. `bytes` has the old content at first. */
function survivingBlock(bytes: Uint8Array, fresh: Uint8Array, zeroFrom: number | undefined, choose: Choose): void {
  const outcomes = zeroFrom === undefined ? (['old', 'torn', 'new'] as const) : (['old', 'zero', 'torn', 'new'] as const);
  switch (outcomes[choose(outcomes.length)]) {
    case 'zero':
      bytes.fill(0, zeroFrom);
      break;
    case 'torn': {
      const from = choose(bytes.length + 1);
      const to = from + choose(bytes.length - from + 1);
      bytes.set(fresh.subarray(from, to), from);
      break;
    }
    case 'new':
      bytes.fill(0);
      bytes.set(fresh);
      break;
  }
}

function checked(choose: Choose): Choose {
  return (n) => {
    const choice = choose(n);
    if (!Number.isInteger(choice) || choice < 0 || choice >= n) throw new RangeError(`chose ${choice} of ${n}`);
    return choice;
  };
}

/** Makes a directory and everything below it durable. */
export function syncEverything(directory: DirectoryNode): void {
  directory.commit(directory.mark());
  for (const node of directory.entries.values()) {
    if (node instanceof FileNode) node.commit(node.mark());
    else if (node instanceof DirectoryNode) syncEverything(node);
  }
}
