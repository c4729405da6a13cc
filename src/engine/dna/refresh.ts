import { jsonEqual } from '../crtx/json-equal.ts';
import type { ArchitectureBoundary, ProjectDNA, RiskZone } from '../crtx/schema/dna.ts';
import type { Detection } from './detection.ts';
import { DetectionMemory } from './memory.ts';
import { STACK_KINDS } from './stack.ts';

/** A change that detection made in a DNA. */
export interface DnaChange {
  readonly change: 'added' | 'removed' | 'changed';
  /** Such as `stack.frameworks` or `risks`. */
  readonly place: string;
  /** The item's name or path. */
  readonly value: string;
}

/** A DNA after detection, and the updated memory of detection. */
export interface RefreshedDna {
  readonly dna: ProjectDNA;
  readonly memory: DetectionMemory;
  readonly changes: readonly DnaChange[];
}

/** Place and key of the project's type in the memory. */
const TYPE = ['architecture.type', ''] as const;

/** Returns what a new DNA already has from the project. */
export function initialChanges({ project: { purpose } }: ProjectDNA): DnaChange[] {
  return purpose === '' ? [] : [{ change: 'added', place: 'project.purpose', value: purpose }];
}

/** Returns the memory for a new DNA. Its type is only a default, so detection may replace it. */
export function initialMemory(type: string): DetectionMemory {
  const memory = new DetectionMemory();
  memory.set(...TYPE, type);
  return memory;
}

/** An updated item, and the part of it that detection put there. */
interface Updated<Item> {
  readonly item: Item;
  readonly base: unknown;
}

/** A list of the DNA that detection updates. */
interface DnaList<Item> {
  readonly name: string;
  readonly keyOf: (item: Item) => string;
  readonly update: (present: Item, found: Item, base: unknown) => Updated<Item>;
  /** False if this list could not be detected completely, although all else was. */
  readonly complete?: boolean;
}

/** A list of names without further fields. */
const names = (name: string): DnaList<string> => ({ name, keyOf: (item) => item, update: (item, _, base) => ({ item, base }) });

/** Updates the fields that still have detection's earlier value. All other fields were edited by hand and stay. */
function updateFields<Item extends object>(present: Item, found: Item, base: unknown): Updated<Item> {
  const own = typeof base === 'object' && base !== null ? base : {};
  const kept = Object.entries(found).filter(
    ([key]) => Object.hasOwn(own, key) && jsonEqual(Reflect.get(present, key), Reflect.get(own, key)),
  );
  const fields = Object.fromEntries(kept);
  return { item: { ...present, ...fields }, base: fields };
}

/** Merges the detected items into the present ones (table in docs/decisions/0008-dna.md). */
class Merge {
  readonly memory = new DetectionMemory();
  readonly changes: DnaChange[] = [];

  constructor(
    private readonly before: DetectionMemory,
    /** False if some files could not be examined. Items that were not found may then still exist. */
    private readonly complete: boolean,
  ) {}

  list<Item>(place: DnaList<Item>, present: readonly Item[], found: readonly Item[]): Item[] {
    const { name, keyOf } = place;
    const now = new Map(found.map((item) => [keyOf(item), item]));
    const there = new Set(present.map(keyOf));
    const stays = present.flatMap((item) => this.#stay(place, item, now.get(keyOf(item))));
    const added = [...now].filter(([key]) => !there.has(key)).flatMap(([key, item]) => this.#add(name, key, item));
    return [...stays, ...added];
  }

  /** Keeps the memory of a place that could not be detected. */
  unseen(place: string): void {
    for (const [key, value] of this.before.at(place)) this.memory.set(place, key, value);
  }

  scalar<Value extends string>(present: Value, found: Value): Value {
    if (this.before.get(...TYPE) !== present) return present;
    this.memory.set(...TYPE, found);
    if (found !== present) this.changes.push({ change: 'changed', place: TYPE[0], value: found });
    return found;
  }

  #add<Item>(place: string, key: string, item: Item): Item[] {
    const isNew = this.before.get(place, key) === undefined;
    this.memory.set(place, key, isNew ? item : null);
    if (isNew) this.changes.push({ change: 'added', place, value: key });
    return isNew ? [item] : [];
  }

  #stay<Item>(place: DnaList<Item>, item: Item, found: Item | undefined): Item[] {
    const { name, keyOf, update } = place;
    const key = keyOf(item);
    const base = this.before.get(name, key);
    // Entered by hand, or entered again after it was removed by hand.
    if (base === undefined || base === null) return [item];
    if (found === undefined) return this.#leave(place, item, base);
    const updated = update(item, found, base);
    this.memory.set(name, key, updated.base);
    if (!jsonEqual(updated.item, item)) this.changes.push({ change: 'changed', place: name, value: key });
    return [updated.item];
  }

  #leave<Item>({ name, keyOf, complete = true }: DnaList<Item>, item: Item, base: unknown): Item[] {
    const key = keyOf(item);
    const isGone = this.complete && complete;
    if (!isGone) this.memory.set(name, key, base);
    if (!isGone || !jsonEqual(item, base)) return [item];
    this.changes.push({ change: 'removed', place: name, value: key });
    return [];
  }
}

const BOUNDARIES: DnaList<ArchitectureBoundary> = { name: 'architecture.boundaries', keyOf: ({ name }) => name, update: updateFields };
const RISKS: DnaList<RiskZone> = { name: 'risks', keyOf: ({ path }) => path, update: updateFields };

/**
 * Merges a detection into a DNA. Items that detection put there and no longer finds are removed. Manual entries and unknown keys stay, and
 * items that were removed by hand are not added again.
 * @param before what detection had put there
 */
export function refreshDna(present: ProjectDNA, found: Detection, before: DetectionMemory): RefreshedDna {
  const merge = new Merge(before, found.complete);
  const stack = STACK_KINDS.map((kind) => {
    return [kind, merge.list(names(`stack.${kind}`), present.stack[kind], found.stack[kind])] as const;
  });
  const { architecture } = present;
  const type = merge.scalar(architecture.type, found.architecture.type);
  const entryPoints = merge.list(names('architecture.entryPoints'), architecture.entryPoints, found.architecture.entryPoints);
  const boundaries = merge.list(BOUNDARIES, architecture.boundaries, found.architecture.boundaries);
  if (found.risks === null) merge.unseen(RISKS.name);
  const risks = found.risks === null ? present.risks : merge.list({ ...RISKS, complete: found.allRisks }, present.risks, found.risks);
  const dna = {
    ...present,
    stack: { ...present.stack, ...Object.fromEntries(stack) },
    architecture: { ...architecture, type, entryPoints, boundaries },
    risks,
  };
  return { dna, memory: merge.memory, changes: merge.changes };
}
