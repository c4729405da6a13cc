import type { NoteLayer, NotesFilter } from '../../src/host/dashboards/memory/protocol.ts';
import type { SavedReading } from '../reading-store.ts';
import { isKey, readField, savedLists, textOrEmpty, textOrNull } from '../saved.ts';

/** State saved over reloads of the dashboard: paths, positions and filters, and no content of the notes. */
export type SavedMemory = SavedReading<'notes', NotesFilter>;

export const ofLists = <Value>(of: (list: 'notes') => Value): Record<'notes', Value> => ({ notes: of('notes') });

export const LAYERS: Readonly<Record<NoteLayer, string>> = { hot: 'Hot', warm: 'Warm', cold: 'Cold' };

export const isLayer = isKey(LAYERS);

/** Largest search text, in UTF-16 code units. The host ignores longer ones without an answer. */
export const MAX_SEARCH_LENGTH = 1_000;

/** Cuts a search text to the allowed length. It may contain names from notes, which have any length. */
export const limitSearchText = (text: string): string => text.slice(0, MAX_SEARCH_LENGTH);

export const NO_FILTER: NotesFilter = { search: '', type: null, project: null, status: null, layer: null };

function asFilter(value: unknown): NotesFilter {
  const layer = readField(value, 'layer');
  return {
    search: limitSearchText(textOrEmpty(readField(value, 'search'))),
    type: textOrNull(readField(value, 'type')),
    project: textOrNull(readField(value, 'project')),
    status: textOrNull(readField(value, 'status')),
    layer: isLayer(layer) ? layer : null,
  };
}

/** Parses saved state, perhaps of another version of the dashboard. Invalid parts are ignored. */
export function readSavedMemory(saved: unknown): SavedMemory {
  return {
    choices: asFilter(readField(saved, 'choices')),
    reading: textOrNull(readField(saved, 'reading')),
    granted: textOrNull(readField(saved, 'granted')),
    ...savedLists(saved, ofLists),
  };
}
