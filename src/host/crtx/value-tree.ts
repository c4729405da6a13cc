import { type MembersReader, memberPosition, membersReader, stepToMember, type ValuePath } from './value-path.ts';

/** Depth limit of the tree. Deeper values are shown as text. */
export const MAX_DEPTH = 100;

/** Requested folding below a value, by step. */
interface Wanted {
  isUnfolded: boolean;
  readonly below: Map<string, { readonly step: ValuePath[number]; readonly wanted: Wanted }>;
}

/** An expanded value. */
interface Branch {
  readonly holder: MembersReader;
  /** Its expanded members, in order. */
  readonly unfolded: readonly { readonly position: number; readonly branch: Branch }[];
  /** Number of rows below it. */
  readonly rows: number;
}

/** A row of the tree. */
export interface TreeRow {
  readonly path: ValuePath;
  readonly key: string;
  readonly value: unknown;
  readonly depth: number;
  /** From 1. */
  readonly position: number;
  readonly siblings: number;
  readonly unfolded: boolean | null;
}

/** A value as a tree of rows, with random access. The value itself has no row. */
export class ValueTree {
  readonly #root: Branch | null;

  /** @param unfolded paths of the expanded values */
  constructor(value: unknown, unfolded: readonly ValuePath[]) {
    const wanted = emptyWanted();
    for (const path of unfolded) if (path.length < MAX_DEPTH) want(wanted, path);
    const holder = membersReader(value);
    this.#root = holder === null ? null : branchOf(holder, wanted);
  }

  get size(): number {
    return this.#root?.rows ?? 0;
  }

  /** Returns `count` rows from index `from`. */
  rows(from: number, count: number): TreeRow[] {
    const rows: TreeRow[] = [];
    if (this.#root !== null) collect(this.#root, [], { skip: from, most: count, rows });
    return rows;
  }

  /** Returns the index of a value among the rows; `null` if it is not visible. */
  indexOf(path: ValuePath): number | null {
    let branch = this.#root;
    let index = -1;
    for (const [level, step] of path.entries()) {
      const position = branch === null ? null : memberPosition(branch.holder, step);
      if (branch === null || position === null) return null;
      index += 1 + rowsBefore(branch, position);
      if (level < path.length - 1) branch = branch.unfolded.find((child) => child.position === position)?.branch ?? null;
    }
    return path.length === 0 ? null : index;
  }
}

const emptyWanted = (): Wanted => ({ isUnfolded: false, below: new Map() });

function want(wanted: Wanted, path: ValuePath): void {
  let at = wanted;
  for (const step of path) {
    const key = JSON.stringify(step);
    const next = at.below.get(key) ?? { step, wanted: emptyWanted() };
    at.below.set(key, next);
    at = next.wanted;
  }
  at.isUnfolded = true;
}

function branchOf(holder: MembersReader, { below }: Wanted): Branch {
  const unfolded = [...below.values()].flatMap(({ step, wanted }) => {
    const position = wanted.isUnfolded ? memberPosition(holder, step) : null;
    const held = position === null ? null : membersReader(holder.valueAt(position));
    return position === null || held === null || held.size === 0 ? [] : [{ position, branch: branchOf(held, wanted) }];
  });
  unfolded.sort((one, other) => one.position - other.position);
  return { holder, unfolded, rows: unfolded.reduce((sum, { branch }) => sum + branch.rows, holder.size) };
}

/** Returns the number of rows of a branch before a member. */
function rowsBefore({ unfolded }: Branch, position: number): number {
  return unfolded.reduce((sum, child) => (child.position < position ? sum + child.branch.rows : sum), position);
}

interface Collecting {
  /** Number of rows before the requested ones. */
  skip: number;
  readonly most: number;
  readonly rows: TreeRow[];
}

function collect(branch: Branch, path: ValuePath, into: Collecting): void {
  const { holder, unfolded } = branch;
  let next = 0;
  for (const { position, branch: below } of unfolded) {
    collectRun(branch, path, { from: next, to: position + 1, unfolded: position }, into);
    if (into.rows.length >= into.most) return;
    if (into.skip >= below.rows) into.skip -= below.rows;
    else collect(below, [...path, stepToMember(holder, position)], into);
    next = position + 1;
  }
  collectRun(branch, path, { from: next, to: holder.size, unfolded: null }, into);
}

/** A range of members, of which only the last may be expanded. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly unfolded: number | null;
}

/** Collects the rows of a range of members. Rows before the requested ones are skipped at once. */
function collectRun({ holder }: Branch, path: ValuePath, { from, to, unfolded }: Run, into: Collecting): void {
  const passed = Math.min(into.skip, to - from);
  into.skip -= passed;
  const end = Math.min(to, from + passed + into.most - into.rows.length);
  for (let position = from + passed; position < end; position += 1) into.rows.push(rowAt(holder, path, position, position === unfolded));
}

function rowAt(holder: MembersReader, above: ValuePath, position: number, isUnfolded: boolean): TreeRow {
  const value = holder.valueAt(position);
  const path = [...above, stepToMember(holder, position)];
  const canUnfold = (membersReader(value)?.size ?? 0) > 0 && path.length < MAX_DEPTH;
  return {
    path,
    value,
    position: position + 1,
    siblings: holder.size,
    depth: above.length,
    key: holder.keys?.[position] ?? String(position),
    unfolded: canUnfold ? isUnfolded : null,
  };
}
