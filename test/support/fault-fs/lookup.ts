import type { DirectoryNode, Node } from './directory-node.ts';
import type { Disk } from './disk.ts';
import { Errno } from './errors.ts';

/** Result of resolving a path. */
export interface Place {
  /** The directory that has or would have the name. */
  readonly directory: DirectoryNode;
  /** The name in it; empty if the path ends with `/`, `.` or `..` of a directory without another name. */
  readonly name: string;
  readonly node: Node | undefined;
  /** All directories from the root to `directory`. */
  readonly chain: readonly DirectoryNode[];
  /** The path ended with a slash, so it means a directory. */
  readonly trailing: boolean;
  /** The path without links, dots and double slashes. */
  readonly real: string;
}

const MAX_LINKS = 40;
const MAX_NAME = 255;

/** Resolves one path. A link adds the parts of its target to the remaining ones. */
class Walk {
  readonly chain: DirectoryNode[];
  readonly names: string[] = [];
  parts: string[];
  #links = 0;

  constructor(
    private readonly root: DirectoryNode,
    path: string,
  ) {
    this.chain = [root];
    this.parts = split(path);
  }

  get here(): DirectoryNode {
    return this.chain.at(-1) ?? this.root;
  }

  /** Resolves one part. Returns false if it is the last name. */
  step(part: string, follow: boolean): boolean {
    if (Buffer.byteLength(part) > MAX_NAME) throw new Errno('ENAMETOOLONG');
    if (part === '.') return true;
    if (part === '..') {
      this.#up();
      return true;
    }
    const last = this.parts.length === 0;
    const node = this.here.entries.get(part);
    if (node?.kind === 'link' && (follow || !last)) this.#redirect(node.target);
    else if (last) return false;
    else this.#down(part, node);
    return true;
  }

  #up(): void {
    this.names.pop();
    if (this.chain.length > 1) this.chain.pop();
  }

  #down(name: string, node: Node | undefined): void {
    if (node === undefined) throw new Errno('ENOENT');
    if (node.kind !== 'directory') throw new Errno('ENOTDIR');
    this.chain.push(node);
    this.names.push(name);
  }

  #redirect(target: string): void {
    this.#links += 1;
    if (this.#links > MAX_LINKS) throw new Errno('ELOOP');
    this.parts = [...split(target), ...this.parts];
    if (!target.startsWith('/')) return;
    this.chain.splice(1);
    this.names.splice(0);
  }
}

/**
 * Resolves a path. A relative one starts at the root.
 * @param follow whether a link at the end is followed, too; always true with a slash at the end
 */
export function lookup(disk: Disk, path: string, follow: boolean): Place {
  const place = walkTo(disk, path, follow || path.endsWith('/'));
  if (place.trailing && place.node !== undefined && place.node.kind !== 'directory') throw new Errno('ENOTDIR');
  return place;
}

/** Resolves a path up to its last name, for calls that change that name. A link there is not followed. */
export function lookupName(disk: Disk, path: string): Place {
  return walkTo(disk, path, false);
}

function walkTo(disk: Disk, path: string, follow: boolean): Place {
  if (path === '') throw new Errno('ENOENT');
  const trailing = path.endsWith('/');
  const walk = new Walk(disk.root, path);
  for (let part = walk.parts.shift(); part !== undefined; part = walk.parts.shift()) {
    if (walk.step(part, follow)) continue;
    const node = walk.here.entries.get(part);
    return { directory: walk.here, name: part, node, chain: walk.chain, trailing, real: join([...walk.names, part]) };
  }
  const directory = walk.chain.at(-2) ?? disk.root;
  return { directory, name: '', node: walk.here, chain: walk.chain.slice(0, -1), trailing, real: join(walk.names) };
}

function split(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function join(names: readonly string[]): string {
  return `/${names.join('/')}`;
}
