import { type Holder, holderOf, positionOf, stepTo, type ValuePath } from './value-path.ts';

/** Deeper values are read as text. */
export const DEEPEST = 100;

/** What is to be shown below a value, by the steps that lead to it. */
interface Wanted {
  isUnfolded: boolean;
  readonly below: Map<string, { readonly step: ValuePath[number]; readonly wanted: Wanted }>;
}

/** A value that shows what it holds. */
interface Branch {
  readonly holder: Holder;
  /** Those among what it holds that show what they hold, in their order. */
  readonly unfolded: readonly { readonly position: number; readonly branch: Branch }[];
  /** How many rows there are below it. */
  readonly rows: number;
}

/** A row of a tree of values. */
export interface TreeRow {
  readonly path: ValuePath;
  readonly key: string;
  readonly value: unknown;
  readonly depth: number;
  /** 1-based. */
  readonly position: number;
  readonly siblings: number;
  readonly unfolded: boolean | null;
}

/** A value as a tree of rows, of which any part can be had. The value itself is no row. */
export class ValueTree {
  readonly #root: Branch | null;

  /** @param unfolded the ways to the values that show what they hold */
  constructor(value: unknown, unfolded: readonly ValuePath[]) {
    const wanted = emptyWanted();
    for (const path of unfolded) if (path.length < DEEPEST) want(wanted, path);
    const holder = holderOf(value);
    this.#root = holder === null ? null : branchOf(holder, wanted);
  }

  get size(): number {
    return this.#root?.rows ?? 0;
  }

  /** The rows from one on. */
  rows(from: number, count: number): TreeRow[] {
    const rows: TreeRow[] = [];
    if (this.#root !== null) collect(this.#root, [], { skip: from, most: count, rows });
    return rows;
  }

  /** The place of a value among the rows; `null` where it is not among them. */
  indexOf(path: ValuePath): number | null {
    let branch = this.#root;
    let index = -1;
    for (const [level, step] of path.entries()) {
      const position = branch === null ? null : positionOf(branch.holder, step);
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

function branchOf(holder: Holder, { below }: Wanted): Branch {
  const unfolded = [...below.values()].flatMap(({ step, wanted }) => {
    const position = wanted.isUnfolded ? positionOf(holder, step) : null;
    const held = position === null ? null : holderOf(holder.valueAt(position));
    return position === null || held === null || held.size === 0 ? [] : [{ position, branch: branchOf(held, wanted) }];
  });
  unfolded.sort((one, other) => one.position - other.position);
  return { holder, unfolded, rows: unfolded.reduce((sum, { branch }) => sum + branch.rows, holder.size) };
}

/** How many rows of a branch stand before one of what it holds. */
function rowsBefore({ unfolded }: Branch, position: number): number {
  return unfolded.reduce((sum, child) => (child.position < position ? sum + child.branch.rows : sum), position);
}

interface Collecting {
  /** Rows that come before those that are wanted. */
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
    else collect(below, [...path, stepTo(holder, position)], into);
    next = position + 1;
  }
  collectRun(branch, path, { from: next, to: holder.size, unfolded: null }, into);
}

/** Some of what a value holds, of which at most one shows what it holds. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly unfolded: number | null;
}

/** Collects the rows of values that follow one another; what is before the first that is wanted is passed over all at once. */
function collectRun({ holder }: Branch, path: ValuePath, { from, to, unfolded }: Run, into: Collecting): void {
  const passed = Math.min(into.skip, to - from);
  into.skip -= passed;
  const end = Math.min(to, from + passed + into.most - into.rows.length);
  for (let position = from + passed; position < end; position += 1) into.rows.push(rowAt(holder, path, position, position === unfolded));
}

function rowAt(holder: Holder, above: ValuePath, position: number, isUnfolded: boolean): TreeRow {
  const value = holder.valueAt(position);
  const path = [...above, stepTo(holder, position)];
  const canUnfold = (holderOf(value)?.size ?? 0) > 0 && path.length < DEEPEST;
  return {
    ...{ path, value, position: position + 1, siblings: holder.size, depth: above.length },
    key: holder.keys?.[position] ?? String(position),
    unfolded: canUnfold ? isUnfolded : null,
  };
}
