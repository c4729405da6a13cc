import { posix } from 'node:path';
import type { Node } from './directory-node.ts';
import type { Disk } from './disk.ts';
import { Errno } from './errors.ts';
import { lookup, lookupName, type Place } from './lookup.ts';

/** Returns the node at a path. */
export function find(disk: Disk, path: string, follow: boolean): Node {
  const { node } = lookup(disk, path, follow);
  if (node === undefined) throw new Errno('ENOENT');
  return node;
}

/** Returns the names in a directory, in byte order as Node does. */
export function list(disk: Disk, path: string): string[] {
  const node = find(disk, path, true);
  if (node.kind !== 'directory') throw new Errno('ENOTDIR');
  return [...node.entries.keys()].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** Returns the path without links. The file must exist. As in Node, `..` is removed textually before links are resolved. */
export function resolve(disk: Disk, path: string): string {
  const place = lookup(disk, posix.resolve('/', path), true);
  if (place.node === undefined) throw new Errno('ENOENT');
  return place.real;
}

/** Creates a directory and its parents. Returns the first one that was missing. */
export function makeDirectories(disk: Disk, path: string): string | undefined {
  if (path === '') throw new Errno('ENOENT');
  let first: string | undefined;
  const parts = path.split('/').filter((part) => part !== '');
  for (const [index] of parts.entries()) {
    const last = index === parts.length - 1;
    const upTo = last ? path : `/${parts.slice(0, index + 1).join('/')}`;
    const place = lookupName(disk, upTo);
    if (place.node === undefined) {
      requireWritable(disk);
      put(disk, place, disk.newDirectory());
      first ??= upTo;
    } else if (find(disk, upTo, true).kind !== 'directory') {
      throw new Errno(last ? 'EEXIST' : 'ENOTDIR');
    }
  }
  return first;
}

/** Creates a symbolic link. */
export function symlink(disk: Disk, target: string, path: string): void {
  const place = lookupName(disk, path);
  if (place.node !== undefined) throw new Errno('EEXIST');
  requireWritable(disk);
  put(disk, place, disk.newLink(target));
}

/** Adds a name to a file. */
export function link(disk: Disk, existing: string, path: string): void {
  const node = find(disk, existing, false);
  const place = lookupName(disk, path);
  if (place.node !== undefined) throw new Errno('EEXIST');
  if (place.trailing) throw new Errno('ENOENT');
  requireWritable(disk);
  if (node.kind === 'directory') throw new Errno('EPERM');
  put(disk, place, node);
}

/** Removes a name. */
export function unlink(disk: Disk, path: string): void {
  const { directory, name, node, trailing } = lookupName(disk, path);
  requireWritable(disk);
  if (node === undefined) throw new Errno('ENOENT');
  if (node.kind === 'directory') throw new Errno('EISDIR');
  if (trailing) throw new Errno('ENOTDIR');
  directory.apply([{ name, node: undefined }], disk.nowNs());
  disk.release(node);
}

/** Removes an empty directory. */
export function removeDirectory(disk: Disk, path: string): void {
  const { directory, name, node } = lookupName(disk, path);
  requireWritable(disk);
  if (node === undefined) throw new Errno('ENOENT');
  if (node.kind !== 'directory') throw new Errno('ENOTDIR');
  if (node.entries.size > 0) throw new Errno('ENOTEMPTY');
  directory.apply([{ name, node: undefined }], disk.nowNs());
  disk.release(node);
}

/** Renames, and replaces an existing name. */
export function rename(disk: Disk, from: string, to: string): void {
  const source = lookupName(disk, from);
  const target = lookupName(disk, to);
  if (source.name === '' || target.name === '') throw new Errno('EBUSY');
  requireWritable(disk);
  const { node } = source;
  if (node === undefined) throw new Errno('ENOENT');
  checkRename(node, source, target);
  // As on Linux, renaming one name of a file to another one does nothing.
  if (target.node === node) return;
  const removal = { name: source.name, node: undefined };
  const arrival = { name: target.name, node };
  if (source.directory === target.directory) {
    source.directory.apply([removal, arrival], disk.nowNs());
  } else {
    target.directory.apply([arrival], disk.nowNs());
    source.directory.apply([removal], disk.nowNs());
  }
  disk.release(target.node);
}

function checkRename(node: Node, source: Place, target: Place): void {
  const moved = node.kind;
  if (moved !== 'directory' && (source.trailing || target.trailing)) throw new Errno('ENOTDIR');
  if (moved === 'directory' && target.chain.includes(node)) throw new Errno('EINVAL');
  if (target.node?.kind === 'directory') {
    if (source.chain.includes(target.node)) throw new Errno('ENOTEMPTY');
    if (moved !== 'directory') throw new Errno('EISDIR');
    if (target.node !== node && target.node.entries.size > 0) throw new Errno('ENOTEMPTY');
  } else if (moved === 'directory' && target.node !== undefined) throw new Errno('ENOTDIR');
}

/** Adds a node under the name that a lookup did not find. */
export function put(disk: Disk, place: Place, node: Node): void {
  place.directory.apply([{ name: place.name, node }], disk.nowNs());
}

/** @throws Errno `EROFS` if the disk is read-only */
export function requireWritable(disk: Disk): void {
  if (disk.readOnly) throw new Errno('EROFS');
}
