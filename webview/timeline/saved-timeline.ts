import type { TimelineFilter } from '../../src/host/dashboards/timeline/protocol.ts';
import type { SavedReading } from '../reading-store.ts';
import { isKey, keyOrFallback, readField, savedLists, textOrEmpty, textOrNull } from '../saved.ts';

/** Filter as a person chose it. */
export interface Choices extends Pick<TimelineFilter, 'agent' | 'type' | 'outcome' | 'age'> {
  /** Text of the search field. */
  readonly search: string;
}

/** State saved over reloads of the dashboard: ids, positions and filters, and no content of the files. */
export type SavedTimeline = SavedReading<'entries', Choices>;

export const ofLists = <Value>(of: (list: 'entries') => Value): Record<'entries', Value> => ({ entries: of('entries') });

export const AGES: Readonly<Record<TimelineFilter['age'], string>> = {
  all: 'Any time',
  hour: 'Last hour',
  day: 'Last day',
  week: 'Last week',
  month: 'Last 30 days',
};

/** Seed 1, "TimelineEntryType" and "TimelineEntry". Entries of other types are found through the search. */
export const TYPES = [
  'decision',
  'discovery',
  'fix',
  'refactor',
  'experiment',
  'failure',
  'learning',
  'delegation',
  'escalation',
  'merge',
  'conflict',
];
export const OUTCOMES = ['success', 'failure', 'pending', 'abandoned'];

export const isAge = isKey(AGES);

export const NO_FILTER: Choices = { search: '', agent: null, type: null, outcome: null, age: 'all' };

function asChoices(value: unknown): Choices {
  return {
    search: textOrEmpty(readField(value, 'search')),
    agent: textOrNull(readField(value, 'agent')),
    type: textOrNull(readField(value, 'type')),
    outcome: textOrNull(readField(value, 'outcome')),
    age: keyOrFallback(readField(value, 'age'), AGES, 'all'),
  };
}

/** Parses saved state, perhaps of another version of the dashboard. Invalid parts are ignored. */
export function readSavedTimeline(saved: unknown): SavedTimeline {
  return {
    choices: asChoices(readField(saved, 'choices')),
    reading: textOrNull(readField(saved, 'reading')),
    granted: textOrNull(readField(saved, 'granted')),
    ...savedLists(saved, ofLists),
  };
}
