import { ChurnMap } from './churn-map.ts';
import { overlaps, type Reach } from './lock-overlap.ts';
import { literalSegments, lockPathKind } from './lock-path.ts';

/** Visits one item; returning `true` ends the visit. */
export type Visitor<T> = (item: T) => boolean;

/** A node of the path tree, one per name. Empty fields are `null`, because most nodes are a file with one lock. */
interface Node<T> {
  readonly parent: Node<T> | null;
  readonly name: string;
  children: ChurnMap<Node<T>> | null;
  files: Set<T> | null;
  folders: Set<T> | null;
  /** By pattern, at the node of the last segment before the first one with a pattern. */
  globs: Map<string, Set<T>> | null;
}

function createNode<T>(parent: Node<T> | null, name: string): Node<T> {
  return { parent, name, children: null, files: null, folders: null, globs: null };
}

/**
 * Items by normalised lock path. Finding the items that overlap a file or folder costs the depth of the path, the nodes below it, and one
 * comparison for each glob that may reach there. For a glob, all nodes below its literal prefix are visited.
 */
export class LockIndex<T> {
  readonly #root: Node<T> = createNode<T>(null, '');

  get isEmpty(): boolean {
    return isUnused(this.#root);
  }

  add(path: string, item: T): void {
    let node = this.#root;
    for (const name of namesOf(path)) {
      node.children ??= new ChurnMap();
      let child = node.children.get(name);
      if (child === undefined) {
        child = createNode(node, name);
        node.children.add(name, child);
      }
      node = child;
    }
    bucket(node, path).add(item);
  }

  /** Undoes `add` with the same arguments. Empty nodes are removed at once, so every node in the tree is in use. */
  remove(path: string, item: T): void {
    let node = this.#root;
    for (const name of namesOf(path)) {
      const child = node.children?.get(name);
      if (child === undefined) return;
      node = child;
    }
    const items = bucket(node, path);
    items.delete(item);
    if (items.size === 0) dropBucket(node, path);
    for (; node.parent !== null && isUnused(node); node = node.parent) {
      node.parent.children?.delete(node.name);
      if (node.parent.children?.size === 0) node.parent.children = null;
    }
  }

  /** Visits every item whose path overlaps `path`, in no particular order. Returns `true` when the visitor ended the visit. */
  visit(path: string, see: Visitor<T>, reach: Reach = 'below'): boolean {
    if (this.isEmpty) return false;
    const asked = { path, see, reach };
    let node = this.#root;
    const names = namesOf(path);
    for (const [depth, name] of names.entries()) {
      if (visitGlobs(node, asked)) return true;
      const child = node.children?.get(name);
      if (child === undefined) return false;
      node = child;
      // A path that was locked without a trailing slash may be a folder by now.
      const isAbove = reach === 'below' && depth < names.length - 1;
      if (visitSet(node.folders, see) || (isAbove && visitSet(node.files, see))) return true;
    }
    if (reach === 'below' || lockPathKind(path) !== 'file') return visitBelow(node, names.join('/'), asked);
    return visitGlobs(node, asked) || visitSet(node.files, see);
  }
}

/** The arguments of a visit. */
interface VisitArguments<T> {
  readonly path: string;
  readonly see: Visitor<T>;
  readonly reach: Reach;
}

function namesOf(path: string): string[] {
  if (lockPathKind(path) === 'glob') return literalSegments(path);
  return (path.endsWith('/') ? path.slice(0, -1) : path).split('/');
}

function isUnused(node: Node<unknown>): boolean {
  return node.children === null && node.files === null && node.folders === null && node.globs === null;
}

/** Returns the set of items on `path`, creating it if needed. */
function bucket<T>(node: Node<T>, path: string): Set<T> {
  const type = lockPathKind(path);
  if (type === 'file') {
    node.files ??= new Set();
    return node.files;
  }
  if (type === 'folder') {
    node.folders ??= new Set();
    return node.folders;
  }
  node.globs ??= new Map();
  const items = node.globs.get(path) ?? new Set();
  node.globs.set(path, items);
  return items;
}

function dropBucket(node: Node<unknown>, path: string): void {
  const type = lockPathKind(path);
  if (type === 'file') node.files = null;
  else if (type === 'folder') node.folders = null;
  else {
    node.globs?.delete(path);
    if (node.globs?.size === 0) node.globs = null;
  }
}

function visitSet<T>(items: ReadonlySet<T> | null, see: Visitor<T>): boolean {
  if (items !== null) for (const item of items) if (see(item)) return true;
  return false;
}

function visitGlobs<T>(node: Node<T>, { path, see, reach }: VisitArguments<T>): boolean {
  if (node.globs === null) return false;
  for (const [glob, items] of node.globs) if (overlaps(glob, path, reach) && visitSet(items, see)) return true;
  return false;
}

/** Visits everything at and below `node` except its own `folders`, which `visit` handles on the way down. @param at the path of `node` */
function visitBelow<T>(node: Node<T>, at: string, asked: VisitArguments<T>): boolean {
  const { path, see, reach } = asked;
  if (visitGlobs(node, asked)) return true;
  if (node.files !== null && overlaps(at, path, reach) && visitSet(node.files, see)) return true;
  for (const [name, child] of node.children ?? []) {
    const below = at === '' ? name : `${at}/${name}`;
    if (child.folders !== null && overlaps(`${below}/`, path, reach) && visitSet(child.folders, see)) return true;
    if (visitBelow(child, below, asked)) return true;
  }
  return false;
}
