import type { LocksFilter, LocksSorting } from '../../src/host/dashboards/locks/protocol.ts';
import type { SavedLists } from '../page-store.ts';
import { asCursor, asIndex, asText, fieldOf, textOrNull } from '../saved.ts';

/** What outlives a reload of the dashboard: ids, places and filters, nothing of what stands in the files. */
export interface SavedLocks extends SavedLists<'held'> {
  readonly filter: LocksFilter;
  readonly sorting: LocksSorting;
  /** The id of the wish that was granted last. */
  readonly granted: string | null;
}

export const ofLists = <Value>(of: (list: 'held') => Value): Record<'held', Value> => ({ held: of('held') });

export const TYPES: Readonly<Record<LocksFilter['type'], string>> = { all: 'Any kind', exclusive: 'Exclusive', shared: 'Shared' };
export const SORTINGS: Readonly<Record<LocksSorting, string>> = { end: 'What ends next first', path: 'By path' };

export const isType = (value: unknown): value is LocksFilter['type'] => typeof value === 'string' && Object.hasOwn(TYPES, value);
export const isSorting = (value: unknown): value is LocksSorting => typeof value === 'string' && Object.hasOwn(SORTINGS, value);

export const EVERYTHING: LocksFilter = { words: '', agent: null, type: 'all', conflicts: false };

function asFilter(value: unknown): LocksFilter {
  const type = fieldOf(value, 'type');
  return {
    words: asText(fieldOf(value, 'words')),
    agent: textOrNull(fieldOf(value, 'agent')),
    type: isType(type) ? type : 'all',
    conflicts: fieldOf(value, 'conflicts') === true,
  };
}

/** Reads what was saved, perhaps by another version of the dashboard; what makes no sense counts as not saved. */
export function readSavedLocks(saved: unknown): SavedLocks {
  const sorting = fieldOf(saved, 'sorting');
  return {
    filter: asFilter(fieldOf(saved, 'filter')),
    sorting: isSorting(sorting) ? sorting : 'end',
    granted: textOrNull(fieldOf(saved, 'granted')),
    cursors: ofLists((list) => asCursor(fieldOf(fieldOf(saved, 'cursors'), list))),
    tops: ofLists((list) => asIndex(fieldOf(fieldOf(saved, 'tops'), list))),
  };
}
