import type { TimelineFilter } from '../../src/host/dashboards/timeline/protocol.ts';
import type { SavedReading } from '../reading-store.ts';
import { asKey, asText, fieldOf, isKey, savedLists, textOrNull } from '../saved.ts';

/** What a person has chosen to see. */
export interface Choices extends Pick<TimelineFilter, 'agent' | 'type' | 'outcome' | 'age'> {
  /** What stands in the search field. */
  readonly search: string;
}

/** What outlives a reload of the dashboard: ids, places and filters, nothing of what stands in the files. */
export type SavedTimeline = SavedReading<'entries', Choices>;

export const ofLists = <Value>(of: (list: 'entries') => Value): Record<'entries', Value> => ({ entries: of('entries') });

export const AGES: Readonly<Record<TimelineFilter['age'], string>> = {
  all: 'Any time',
  hour: 'Last hour',
  day: 'Last day',
  week: 'Last week',
  month: 'Last 30 days',
};

/** Seed 1, "TimelineEntryType" and "TimelineEntry": what others write besides is found by searching. */
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

export const EVERYTHING: Choices = { search: '', agent: null, type: null, outcome: null, age: 'all' };

function asChoices(value: unknown): Choices {
  return {
    search: asText(fieldOf(value, 'search')),
    agent: textOrNull(fieldOf(value, 'agent')),
    type: textOrNull(fieldOf(value, 'type')),
    outcome: textOrNull(fieldOf(value, 'outcome')),
    age: asKey(fieldOf(value, 'age'), AGES, 'all'),
  };
}

/** Reads what was saved, perhaps by another version of the dashboard; what makes no sense counts as not saved. */
export function readSavedTimeline(saved: unknown): SavedTimeline {
  return {
    choices: asChoices(fieldOf(saved, 'choices')),
    reading: textOrNull(fieldOf(saved, 'reading')),
    granted: textOrNull(fieldOf(saved, 'granted')),
    ...savedLists(saved, ofLists),
  };
}
