import type { LocksFilter, LocksSorting } from '../../src/host/dashboards/locks/protocol.ts';
import { isKey, keyOrFallback, readField, type SavedLists, savedLists, textOrEmpty, textOrNull } from '../saved.ts';

/** State saved over reloads of the dashboard: ids, positions and filters, and no content of the files. */
export interface SavedLocks extends SavedLists<'held'> {
  readonly filter: LocksFilter;
  readonly sorting: LocksSorting;
  /** Id of the last request that was fulfilled. */
  readonly granted: string | null;
}

export const ofLists = <Value>(of: (list: 'held') => Value): Record<'held', Value> => ({ held: of('held') });

export const TYPES: Readonly<Record<LocksFilter['type'], string>> = { all: 'Any type', exclusive: 'Exclusive', shared: 'Shared' };
export const SORTINGS: Readonly<Record<LocksSorting, string>> = { end: 'By expiry', path: 'By path' };

export const isType = isKey(TYPES);
export const isSorting = isKey(SORTINGS);

export const NO_FILTER: LocksFilter = { words: '', agent: null, type: 'all', conflicts: false };

function asFilter(value: unknown): LocksFilter {
  return {
    words: textOrEmpty(readField(value, 'words')),
    agent: textOrNull(readField(value, 'agent')),
    type: keyOrFallback(readField(value, 'type'), TYPES, 'all'),
    conflicts: readField(value, 'conflicts') === true,
  };
}

/** Parses saved state, perhaps of another version of the dashboard. Invalid parts are ignored. */
export function readSavedLocks(saved: unknown): SavedLocks {
  return {
    filter: asFilter(readField(saved, 'filter')),
    sorting: keyOrFallback(readField(saved, 'sorting'), SORTINGS, 'end'),
    granted: textOrNull(readField(saved, 'granted')),
    ...savedLists(saved, ofLists),
  };
}
