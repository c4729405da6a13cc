import { jsonEqual } from '../crtx/json-equal.ts';
import { type TimelineEntry, timelineEntrySchema } from '../crtx/schema/timeline.ts';
import { onDemand } from '../platform/on-demand.ts';
import type { EntryChange, RefusedChange, UnknownMembers } from './records.ts';

const known = onDemand(() => new Set(Object.keys(timelineEntrySchema().shape)));

/** Returns the members of an entry that are not in the seed. */
export function pickUnknownMembers(entry: object): UnknownMembers {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !known().has(key)));
}

/** The immutable fields of an entry (RULINGS, crtx 11). */
export const FINAL = ['timestamp', 'agentId', 'type', 'action', 'reasoning', 'confidence', 'context', 'refs', 'parent'] as const;

/** Another program's edit of an entry: the accepted change and the refused fields. Both are empty if it only removed something. */
interface EntryDifference {
  readonly same: boolean;
  readonly change: EntryChange | null;
  readonly refused: readonly RefusedChange[];
}

/**
 * Returns the members of `now` with a selected key that differ from `before`. Removed members are not reported, because they are restored.
 */
export function pickChangedMembers(now: object, before: object, takes: (key: string) => boolean): UnknownMembers {
  const old = new Map(Object.entries(before));
  const changed = Object.entries(now).filter(([key, value]) => takes(key) && !(old.has(key) && jsonEqual(value, old.get(key))));
  return Object.fromEntries(changed);
}

/** Cache. Entries are never modified in place, so a text stays valid as long as its entry. */
const texts = new WeakMap<TimelineEntry, string>();

function textOf(entry: TimelineEntry): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const text = JSON.stringify(entry);
  texts.set(entry, text);
  return text;
}

/** Outcome and outcome detail of an entry. */
export type EntryOutcome = NonNullable<EntryChange['ending']>;

/** Returns the ending of an entry, without a key for a missing detail. */
export function outcomeIn({ outcome, outcomeDetail }: TimelineEntry): EntryOutcome {
  return { outcome, ...(outcomeDetail !== undefined && { outcomeDetail }) };
}

function newEnding(now: TimelineEntry, before: TimelineEntry): EntryOutcome | undefined {
  const ending = outcomeIn(now);
  const { outcome, outcomeDetail } = ending;
  // A removed ending is restored, as entries are: an old file must not revert an outcome.
  if (outcome !== before.outcome) return outcome === 'pending' ? undefined : ending;
  return outcomeDetail === undefined || outcomeDetail === before.outcomeDetail ? undefined : ending;
}

function newChildren({ children = [] }: TimelineEntry, before: TimelineEntry): string[] {
  if (children.length === 0) return [];
  const known = new Set(before.children);
  return children.filter((id) => !known.has(id));
}

/**
 * Compares an entry that another program edited with `before`. Outcome, outcome detail, children and unknown keys may be added and changed.
 * Nothing can be removed.
 */
export function compareEntries(now: TimelineEntry, before: TimelineEntry): EntryDifference {
  if (textOf(now) === textOf(before) || jsonEqual(now, before)) return { same: true, change: null, refused: [] };
  const { id } = before;
  const ending = newEnding(now, before);
  const children = newChildren(now, before);
  const rest = pickChangedMembers(now, before, (key) => !known().has(key));
  const change = {
    id,
    ...(ending !== undefined && { ending }),
    ...(children.length > 0 && { children }),
    ...(Object.keys(rest).length > 0 && { rest }),
  };
  const refused = FINAL.filter((field) => now[field] !== undefined && !jsonEqual(now[field], before[field]));
  return {
    same: false,
    change: Object.keys(change).length > 1 ? change : null,
    refused: refused.map((field) => ({ id, field, value: now[field] })),
  };
}

/** Another program's edit of a list of entries. */
export interface ListDifference {
  readonly entries: readonly TimelineEntry[];
  readonly changes: readonly EntryChange[];
  readonly refused: readonly RefusedChange[];
  /** Entries of another clone with different immutable fields. */
  readonly versions: readonly TimelineEntry[];
  /** How many entries are new, changed or removed; at least 1 if only the order differs. */
  readonly size: number;
}

/** Whether the ids are the same in the same order. */
function sameIds(now: readonly TimelineEntry[], base: ReadonlyMap<string, TimelineEntry>): boolean {
  if (now.length !== base.size) return false;
  const ids = base.keys();
  return now.every(({ id }) => ids.next().value === id);
}

/**
 * Compares another program's entries with `base`, the entries that it had read, by id.
 * @param from `here`: an edit of this clone's published file, which may not change immutable fields
 */
export function compareLists(
  now: readonly TimelineEntry[],
  base: ReadonlyMap<string, TimelineEntry>,
  from: 'here' | 'elsewhere' = 'here',
): ListDifference {
  const entries: TimelineEntry[] = [];
  const changes: EntryChange[] = [];
  const refused: RefusedChange[] = [];
  const versions: TimelineEntry[] = [];
  const met = new Set<string>();
  let unlike = 0;
  for (const entry of now) {
    const before = base.get(entry.id);
    if (before === undefined) {
      entries.push(entry);
      continue;
    }
    met.add(entry.id);
    const difference = compareEntries(entry, before);
    if (!difference.same) unlike += 1;
    if (difference.change !== null) changes.push(difference.change);
    if (from === 'here') refused.push(...difference.refused);
    else if (FINAL.some((field) => !jsonEqual(entry[field], before[field]))) versions.push(entry);
  }
  const size = entries.length + unlike + base.size - met.size;
  return { entries, changes, refused, versions, size: size === 0 && !sameIds(now, base) ? 1 : size };
}
