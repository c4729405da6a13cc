import type { TimelineEntryType, TimelineOutcome } from '../../engine/crtx/index.ts';
import { oneLine } from './text.ts';

/** Filter for timeline entries, with the fields of `timeline query`. */
export interface EntryFilter {
  readonly text?: string;
  readonly file?: string;
  readonly agent?: string;
  readonly task?: string;
  readonly type?: string;
  readonly outcome?: string;
  readonly since?: string;
}

/** Seed 1, "TimelineEntryType". */
export const ENTRY_TYPES: Readonly<Record<TimelineEntryType, string>> = {
  decision: 'A choice, and why',
  discovery: 'Something discovered',
  learning: 'A lesson for next time',
  failure: 'Something that did not work',
  escalation: 'Something that needs a person',
  fix: 'A fixed bug',
  refactor: 'Restructured code',
  experiment: 'An attempt that may not work',
  delegation: 'Work delegated to another agent',
  merge: 'Merged results',
  conflict: 'Conflicting files or ideas',
};

/** Seed 1, "TimelineEntry". */
export const OUTCOMES: Readonly<Record<TimelineOutcome, string>> = {
  success: 'It worked',
  failure: 'It did not work',
  pending: 'Not known yet',
  abandoned: 'It was abandoned',
};

const SAID: Readonly<Record<keyof EntryFilter, (value: string) => string>> = {
  text: (value) => `with “${value}”`,
  file: (value) => `about ${value}`,
  agent: (value) => `of ${value}`,
  task: (value) => `for task ${value}`,
  type: (value) => `of type ${value}`,
  outcome: (value) => `that ended in ${value}`,
  since: (value) => `of the last ${value}`,
};

/** Describes a filter, as in `about src/one.ts, of ada`. Empty for a filter that matches all. */
export function filterText(filter: EntryFilter): string {
  const keys = ['text', 'file', 'agent', 'task', 'type', 'outcome', 'since'] as const;
  const parts = keys.flatMap((key) => (filter[key] === undefined ? [] : [SAID[key](oneLine(filter[key], 60))]));
  return parts.join(', ');
}
