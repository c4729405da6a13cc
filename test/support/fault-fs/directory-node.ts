import { ChangeLog } from './change-log.ts';
import { FileNode } from './file-node.ts';

/** A symbolic link. Only tests create them; the engine only reads them. */
export class LinkNode {
  readonly kind = 'link';

  constructor(
    readonly ino: bigint,
    readonly mtimeNs: bigint,
    readonly target: string,
  ) {}
}

export type Node = FileNode | DirectoryNode | LinkNode;

/** A new meaning of a name; undefined removes the name. */
export interface Edit {
  readonly name: string;
  readonly node: Node | undefined;
}

/** A directory with its current names, which all processes see, and its durable names. */
export class DirectoryNode {
  readonly kind = 'directory';
  readonly #entries: Map<string, Node>;
  readonly #durable: Map<string, Node>;
  readonly #changes = new ChangeLog<readonly Edit[]>();

  constructor(
    readonly ino: bigint,
    public mtimeNs: bigint,
    entries: ReadonlyMap<string, Node> = new Map(),
  ) {
    this.#entries = new Map(entries);
    this.#durable = new Map(entries);
    for (const node of entries.values()) if (node instanceof FileNode) node.nlink += 1;
  }

  get entries(): ReadonlyMap<string, Node> {
    return this.#entries;
  }

  /** Changes names. The edits of one call are atomic: power loss keeps all or none of them. */
  apply(edits: readonly Edit[], nowNs: bigint): void {
    for (const { name, node } of edits) {
      const before = this.#entries.get(name);
      if (before instanceof FileNode) before.nlink -= 1;
      if (node instanceof FileNode) node.nlink += 1;
    }
    applyEdits(this.#entries, edits);
    this.#changes.add(edits);
    this.mtimeNs = nowNs;
  }

  /** Returns the position up to which a sync that starts now is effective. */
  mark(): number {
    return this.#changes.mark();
  }

  /** Makes the names as of the mark durable. */
  commit(mark: number): void {
    for (const edits of this.#changes.commit(mark)) applyEdits(this.#durable, edits);
  }

  /** Returns the names after power loss: the durable ones, and the changes for which `keep` returns true. */
  surviving(keep: () => boolean): Map<string, Node> {
    const entries = new Map(this.#durable);
    for (const edits of this.#changes.items) if (keep()) applyEdits(entries, edits);
    return entries;
  }
}

function applyEdits(entries: Map<string, Node>, edits: readonly Edit[]): void {
  for (const { name, node } of edits) {
    if (node === undefined) entries.delete(name);
    else entries.set(name, node);
  }
}
