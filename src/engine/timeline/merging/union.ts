import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import { compareEntries, outcomeIn, pickUnknownMembers } from '../differences.ts';
import type { EntryChange } from '../records.ts';

/** Applies a change to an entry. */
export function withChange(entry: TimelineEntry, { ending, children = [], rest }: EntryChange): TimelineEntry {
  const known = new Set(entry.children);
  const fresh = children.filter((id) => !known.has(id));
  if (ending === undefined && rest === undefined && fresh.length === 0) return entry;
  const { outcomeDetail: _detail, ...others } = entry;
  const ended = ending ?? outcomeIn(entry);
  return {
    ...others,
    ...ended,
    ...(fresh.length > 0 && { children: [...known, ...fresh].sort() }),
    ...(rest !== undefined && pickUnknownMembers(rest)),
  };
}

/** Returns what a further copy of an entry adds to the previous ones; `null` if nothing. */
export function findAddition(copy: TimelineEntry, before: TimelineEntry): EntryChange | null {
  return compareEntries(copy, before).change;
}

/** Merges the copies of an entry, in order (docs/decisions/0007-large-timelines.md, "Where an entry stands"). */
export function uniteCopies(copies: readonly TimelineEntry[]): TimelineEntry | undefined {
  const [first, ...others] = copies;
  if (first === undefined) return undefined;
  return others.reduce((entry, copy) => {
    const change = findAddition(copy, entry);
    return change === null ? entry : withChange(entry, change);
  }, first);
}

/** Returns everything that may have changed in an entry since it was recorded, as one change. */
export function toWholeChange(entry: TimelineEntry): EntryChange {
  const { id, children = [] } = entry;
  const rest = pickUnknownMembers(entry);
  return {
    id,
    ending: outcomeIn(entry),
    ...(children.length > 0 && { children: [...children] }),
    ...(Object.keys(rest).length > 0 && { rest }),
  };
}
