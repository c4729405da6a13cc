import { ChangeLog } from './change-log.ts';

/** A change of bytes, with the data to undo it. */
interface FileChange {
  readonly start: number;
  readonly end: number;
  /** The previous bytes at `start`, up to the previous end of the file. */
  readonly before: Uint8Array;
  readonly sizeBefore: number;
  readonly mtimeBefore: bigint;
}

/** The possible states of a file after power loss lie between these two. */
export interface FileVersions {
  /** State of the last sync. */
  readonly durable: Uint8Array;
  readonly durableMtimeNs: bigint;
  readonly current: Uint8Array;
  /** The smallest and largest size since the last sync, both included. */
  readonly sizes: { readonly least: number; readonly most: number };
  /** Byte ranges that changed since the last sync, end excluded. They may overlap. */
  readonly dirty: readonly { readonly start: number; readonly end: number }[];
}

/** The bytes of a file: current as all processes see them, and durable by undoing changes that were not synced. */
export class FileNode {
  readonly kind = 'file';
  nlink = 0;
  /** Open descriptors of all processes. They keep an unlinked file. */
  opens = 0;
  #bytes: Uint8Array;
  #size: number;
  readonly #changes = new ChangeLog<FileChange>();

  constructor(
    readonly ino: bigint,
    public mtimeNs: bigint,
    content: Uint8Array = new Uint8Array(0),
  ) {
    this.#bytes = content;
    this.#size = content.length;
  }

  get size(): number {
    return this.#size;
  }

  read(position: number, target: Uint8Array): number {
    const found = this.#bytes.subarray(Math.min(position, this.#size), Math.min(position + target.length, this.#size));
    target.set(found);
    return found.length;
  }

  write(position: number, source: Uint8Array, nowNs: bigint): void {
    const end = position + source.length;
    this.#remember(position, end, nowNs);
    this.#reserve(end);
    this.#bytes.set(source, position);
    this.#size = Math.max(this.#size, end);
  }

  truncate(nowNs: bigint): void {
    this.#remember(0, this.#size, nowNs);
    // Zeroed, because bytes beyond the size must read as zero when a later write leaves a gap.
    this.#bytes.fill(0);
    this.#size = 0;
  }

  /** Returns the position up to which a sync that starts now is effective. */
  mark(): number {
    return this.#changes.mark();
  }

  /** Makes data, size and times as of the mark durable. */
  commit(mark: number): void {
    this.#changes.commit(mark);
  }

  /** Returns the states from which power loss selects. */
  versions(): FileVersions {
    const changes = this.#changes.items;
    const sizes = [this.#size, ...changes.map((change) => change.sizeBefore)];
    return {
      durable: this.#takeBack(),
      durableMtimeNs: changes[0]?.mtimeBefore ?? this.mtimeNs,
      current: this.#bytes.slice(0, this.#size),
      sizes: { least: Math.min(...sizes), most: Math.max(...sizes) },
      dirty: changes.filter(({ start, end }) => start < end),
    };
  }

  #takeBack(): Uint8Array {
    const changes = this.#changes.items;
    const most = changes.reduce((size, change) => Math.max(size, change.sizeBefore), this.#size);
    const bytes = new Uint8Array(most);
    bytes.set(this.#bytes.subarray(0, this.#size));
    for (const change of changes.toReversed()) bytes.set(change.before, change.start);
    return bytes.slice(0, changes[0]?.sizeBefore ?? this.#size);
  }

  #remember(start: number, end: number, nowNs: bigint): void {
    const before = this.#bytes.slice(start, Math.min(end, this.#size));
    this.#changes.add({ start, end, before, sizeBefore: this.#size, mtimeBefore: this.mtimeNs });
    this.mtimeNs = nowNs;
  }

  #reserve(size: number): void {
    if (size <= this.#bytes.length) return;
    const bytes = new Uint8Array(Math.max(size, this.#bytes.length * 2));
    bytes.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = bytes;
  }
}
