import { jsonEqual } from '../crtx/json-equal.ts';
import { type TimelineEntry, timelineEntrySchema } from '../crtx/schema/timeline.ts';
import { onDemand } from '../platform/on-demand.ts';
import type { EntryChange, Refusal, Rest } from './records.ts';

const known = onDemand(() => new Set(Object.keys(timelineEntrySchema().shape)));

/** The members of an entry that the seed does not know. */
export function unknownMembers(entry: object): Rest {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !known().has(key)));
}

/** What an entry says for good (RULINGS, crtx 11). */
export const FINAL = ['timestamp', 'agentId', 'type', 'action', 'reasoning', 'confidence', 'context', 'refs', 'parent'] as const;

/** What another program did to an entry, as far as it may be taken over, and what may not; neither when it only took something away. */
interface EntryDifference {
  readonly same: boolean;
  readonly change: EntryChange | null;
  readonly refused: readonly Refusal[];
}

/** The members of `now`, of those keys, that are not the same in `before`. What is gone is not told: it comes back. */
export function changedMembers(now: object, before: object, takes: (key: string) => boolean): Rest {
  const old = new Map(Object.entries(before));
  const changed = Object.entries(now).filter(([key, value]) => takes(key) && !(old.has(key) && jsonEqual(value, old.get(key))));
  return Object.fromEntries(changed);
}

/** Entries are never changed in place, so a text is good for as long as its entry. */
const texts = new WeakMap<TimelineEntry, string>();

function textOf(entry: TimelineEntry): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const text = JSON.stringify(entry);
  texts.set(entry, text);
  return text;
}

/** How an entry ended. */
export type Ending = NonNullable<EntryChange['ending']>;

/** How an entry ended, without a key for a detail that it does not have. */
export function endingIn({ outcome, outcomeDetail }: TimelineEntry): Ending {
  return { outcome, ...(outcomeDetail !== undefined && { outcomeDetail }) };
}

function newEnding(now: TimelineEntry, before: TimelineEntry): Ending | undefined {
  const ending = endingIn(now);
  const { outcome, outcomeDetail } = ending;
  // An ending that is gone comes back, as entries do: an old file must not make anything undone.
  if (outcome !== before.outcome) return outcome === 'pending' ? undefined : ending;
  return outcomeDetail === undefined || outcomeDetail === before.outcomeDetail ? undefined : ending;
}

function newChildren({ children = [] }: TimelineEntry, before: TimelineEntry): string[] {
  if (children.length === 0) return [];
  const known = new Set(before.children);
  return children.filter((id) => !known.has(id));
}

/**
 * What another program did to the entry `before`. An outcome, an outcome's detail, children and unknown keys may be added and
 * changed; nothing can be taken away.
 */
export function entryDifference(now: TimelineEntry, before: TimelineEntry): EntryDifference {
  if (textOf(now) === textOf(before) || jsonEqual(now, before)) return { same: true, change: null, refused: [] };
  const { id } = before;
  const ending = newEnding(now, before);
  const children = newChildren(now, before);
  const rest = changedMembers(now, before, (key) => !known().has(key));
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

/** What another program did to a list of entries. */
export interface ListDifference {
  readonly entries: readonly TimelineEntry[];
  readonly changes: readonly EntryChange[];
  readonly refused: readonly Refusal[];
  /** Entries of another clone that says other things for good. */
  readonly versions: readonly TimelineEntry[];
  /** How many entries are new, not the same or gone; at least 1 when only their order is another. */
  readonly size: number;
}

/** Whether the ids are the same in the same order. */
function sameIds(now: readonly TimelineEntry[], base: ReadonlyMap<string, TimelineEntry>): boolean {
  if (now.length !== base.size) return false;
  const ids = base.keys();
  return now.every(({ id }) => ids.next().value === id);
}

/**
 * What another program made of `base`, the entries that it had read, by id.
 * @param from `here`: an edit of what this clone has published, which changes nothing that is said for good
 */
export function listDifference(
  now: readonly TimelineEntry[],
  base: ReadonlyMap<string, TimelineEntry>,
  from: 'here' | 'elsewhere' = 'here',
): ListDifference {
  const entries: TimelineEntry[] = [];
  const changes: EntryChange[] = [];
  const refused: Refusal[] = [];
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
    const difference = entryDifference(entry, before);
    if (!difference.same) unlike += 1;
    if (difference.change !== null) changes.push(difference.change);
    if (from === 'here') refused.push(...difference.refused);
    else if (FINAL.some((field) => !jsonEqual(entry[field], before[field]))) versions.push(entry);
  }
  const size = entries.length + unlike + base.size - met.size;
  return { entries, changes, refused, versions, size: size === 0 && !sameIds(now, base) ? 1 : size };
}
