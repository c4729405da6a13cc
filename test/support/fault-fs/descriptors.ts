import { constants } from 'node:fs';
import type { DirectoryNode, Node } from './directory-node.ts';
import type { Disk } from './disk.ts';
import { Errno } from './errors.ts';
import { FileNode } from './file-node.ts';
import { lookup, lookupName } from './lookup.ts';
import { put, requireWritable } from './namespace.ts';

const { O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_DIRECTORY, O_NOFOLLOW } = constants;
const MODELLED = O_WRONLY | O_RDWR | O_CREAT | O_EXCL | O_TRUNC | O_APPEND | O_DIRECTORY | O_NOFOLLOW;

/** An open file or directory. */
export interface Descriptor {
  readonly node: FileNode | DirectoryNode;
  /** The path with which it was opened. */
  readonly path: string;
  readonly readable: boolean;
  readonly writable: boolean;
  readonly append: boolean;
  position: number;
}

/** Arguments of a read or write. `limit` shortens it. */
export interface Transfer {
  readonly buffer: Uint8Array;
  readonly offset: number;
  readonly length: number;
  readonly position: number | null;
  readonly limit: number;
}

/** The open descriptors of one process. */
export class Descriptors {
  readonly #open = new Map<number, Descriptor>();

  constructor(private readonly disk: Disk) {}

  get size(): number {
    return this.#open.size;
  }

  pathOf(fd: number): string | undefined {
    return this.#open.get(fd)?.path;
  }

  get(fd: number): Descriptor {
    const descriptor = this.#open.get(fd);
    if (descriptor === undefined) throw new Errno('EBADF');
    return descriptor;
  }

  open(path: string, flags: number): number {
    if ((flags & ~MODELLED) !== 0) throw new Error(`open flags 0x${flags.toString(16)} are not modelled`);
    const access = flags & (O_WRONLY | O_RDWR);
    const node = openNode(this.disk, path, flags);
    if (node instanceof FileNode) {
      if ((flags & O_TRUNC) !== 0) empty(this.disk, node);
      node.opens += 1;
    }
    const fd = this.disk.newFd();
    this.#open.set(fd, {
      node,
      path,
      readable: access !== O_WRONLY,
      writable: access !== 0,
      append: (flags & O_APPEND) !== 0,
      position: 0,
    });
    return fd;
  }

  close(fd: number): void {
    const { node } = this.get(fd);
    this.#open.delete(fd);
    if (!(node instanceof FileNode)) return;
    node.opens -= 1;
    this.disk.release(node);
  }

  closeAll(): void {
    for (const fd of [...this.#open.keys()]) this.close(fd);
  }

  read(fd: number, transfer: Transfer): number {
    if (transfer.length === 0) return 0;
    const target = span(transfer);
    const descriptor = this.get(fd);
    if (!descriptor.readable) throw new Errno('EBADF');
    if (!(descriptor.node instanceof FileNode)) throw new Errno('EISDIR');
    const count = descriptor.node.read(transfer.position ?? descriptor.position, target);
    if (transfer.position === null) descriptor.position += count;
    return count;
  }

  write(fd: number, transfer: Transfer): number {
    const wanted = span(transfer);
    const descriptor = this.get(fd);
    if (!descriptor.writable || !(descriptor.node instanceof FileNode)) throw new Errno('EBADF');
    requireWritable(this.disk);
    const { node } = descriptor;
    // As on Linux, a positioned write still appends if the file was opened to append.
    const position = descriptor.append ? node.size : (transfer.position ?? descriptor.position);
    const source = wanted.subarray(0, this.#room(node, position, wanted.length));
    if (source.length > 0) {
      const before = node.size;
      node.write(position, source, this.disk.nowNs());
      this.disk.charge(node.size - before);
    }
    if (transfer.position === null) descriptor.position = position + source.length;
    return source.length;
  }

  /** Returns how much of a write fits on the disk. @throws Errno if nothing fits */
  #room(node: FileNode, position: number, length: number): number {
    const growth = Math.max(0, position + length - node.size);
    const room = length - Math.max(0, growth - Math.max(0, this.disk.capacity - this.disk.used));
    if (length > 0 && room <= 0) throw new Errno('ENOSPC');
    return room;
  }
}

function openNode(disk: Disk, path: string, flags: number): FileNode | DirectoryNode {
  const creates = (flags & O_CREAT) !== 0;
  const exclusive = creates && (flags & O_EXCL) !== 0;
  if (creates && lookupName(disk, path).trailing) throw new Errno('EISDIR');
  const place = lookup(disk, path, !exclusive && (flags & O_NOFOLLOW) === 0);
  if (place.node !== undefined) {
    if (exclusive) throw new Errno('EEXIST');
    return existing(disk, place.node, flags);
  }
  if (!creates) throw new Errno('ENOENT');
  requireWritable(disk);
  const created = disk.newFile();
  put(disk, place, created);
  return created;
}

function existing(disk: Disk, node: Node, flags: number): FileNode | DirectoryNode {
  const changes = (flags & (O_WRONLY | O_RDWR | O_TRUNC)) !== 0;
  if (node.kind === 'link') throw new Errno('ELOOP');
  if (node.kind === 'directory' && (changes || (flags & O_CREAT) !== 0)) throw new Errno('EISDIR');
  if (node.kind === 'file' && (flags & O_DIRECTORY) !== 0) throw new Errno('ENOTDIR');
  if (changes) requireWritable(disk);
  return node;
}

function empty(disk: Disk, node: FileNode): void {
  disk.charge(-node.size);
  node.truncate(disk.nowNs());
}

/** Returns the requested part of the buffer, checked as in Node. */
function span({ buffer, offset, length, limit }: Transfer): Uint8Array {
  if (offset < 0 || length < 0 || offset + length > buffer.byteLength) {
    throw Object.assign(new RangeError(`offset ${offset} and length ${length} are outside the buffer`), { code: 'ERR_OUT_OF_RANGE' });
  }
  return buffer.subarray(offset, offset + Math.min(length, limit));
}
