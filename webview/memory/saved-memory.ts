import type { NoteLayer, NotesFilter } from '../../src/host/dashboards/memory/protocol.ts';
import type { SavedReading } from '../reading-store.ts';
import { asText, fieldOf, isKey, savedLists, textOrNull } from '../saved.ts';

/** What outlives a reload of the dashboard: paths, places and filters, nothing of what stands in the notes. */
export type SavedMemory = SavedReading<'notes', NotesFilter>;

export const ofLists = <Value>(of: (list: 'notes') => Value): Record<'notes', Value> => ({ notes: of('notes') });

export const LAYERS: Readonly<Record<NoteLayer, string>> = { hot: 'Hot', warm: 'Warm', cold: 'Cold' };

export const isLayer = isKey(LAYERS);

/** The host looks for no more, and says nothing to a page that asks for more. */
export const MOST_WORDS = 1_000;

/** As much of a search as can be looked for: names that are searched for come from the notes, and may be of any length. */
export const asSearch = (text: string): string => text.slice(0, MOST_WORDS);

export const EVERYTHING: NotesFilter = { search: '', type: null, project: null, status: null, layer: null };

function asFilter(value: unknown): NotesFilter {
  const layer = fieldOf(value, 'layer');
  return {
    search: asSearch(asText(fieldOf(value, 'search'))),
    type: textOrNull(fieldOf(value, 'type')),
    project: textOrNull(fieldOf(value, 'project')),
    status: textOrNull(fieldOf(value, 'status')),
    layer: isLayer(layer) ? layer : null,
  };
}

/** Reads what was saved, perhaps by another version of the dashboard; what makes no sense counts as not saved. */
export function readSavedMemory(saved: unknown): SavedMemory {
  return {
    choices: asFilter(fieldOf(saved, 'choices')),
    reading: textOrNull(fieldOf(saved, 'reading')),
    granted: textOrNull(fieldOf(saved, 'granted')),
    ...savedLists(saved, ofLists),
  };
}
