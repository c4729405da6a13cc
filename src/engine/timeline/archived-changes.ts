import type { RecordPosition } from '../log/record-place.ts';
import type { EntryChange, UnknownMembers } from './records.ts';

/** A change to an archived entry, with the record that last added to it. */
export interface ArchivedChange extends EntryChange {
  /** Ordinal of the last record that changed it. */
  readonly changed: number;
  /** Effective time of the first record that no archive contains yet, in milliseconds. */
  readonly since: number;
}

type When = Pick<RecordPosition, 'ordinal' | 'time'>;

function mergedRest(before: UnknownMembers | undefined, after: UnknownMembers | undefined): UnknownMembers | undefined {
  return before === undefined ? after : { ...before, ...after };
}

function joined(
  before: ArchivedChange | undefined,
  { id, ending, children = [], rest }: EntryChange,
  { ordinal, time }: When,
): ArchivedChange {
  const last = ending ?? before?.ending;
  const all = [...new Set([...(before?.children ?? []), ...children])].sort();
  const keys = mergedRest(before?.rest, rest);
  return {
    id,
    ...(last !== undefined && { ending: last }),
    ...(all.length > 0 && { children: all }),
    ...(keys !== undefined && { rest: keys }),
    changed: ordinal,
    since: before?.since ?? time,
  };
}

/** Changes of archived entries, until their archive contains them (docs/decisions/0007-large-timelines.md). */
export class ArchivedChanges {
  readonly #byId: Map<string, ArchivedChange>;

  constructor(changes: Iterable<ArchivedChange> = []) {
    this.#byId = new Map(Array.from(changes, (each) => [each.id, each]));
  }

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): ArchivedChange | undefined {
    return this.#byId.get(id);
  }

  all(): IterableIterator<ArchivedChange> {
    return this.#byId.values();
  }

  note(change: EntryChange, when: When): void {
    this.#byId.set(change.id, joined(this.#byId.get(change.id), change, when));
  }

  /** Returns and removes the change of an entry that has become current. */
  take(id: string): ArchivedChange | undefined {
    const change = this.#byId.get(id);
    this.#byId.delete(id);
    return change;
  }

  /** Removes changes that an archive contains up to this ordinal. @returns how many */
  removeArchived(ids: readonly string[], upTo: number): number {
    const settled = ids.filter((id) => (this.#byId.get(id)?.changed ?? Number.POSITIVE_INFINITY) <= upTo);
    for (const id of settled) this.#byId.delete(id);
    return settled.length;
  }
}
