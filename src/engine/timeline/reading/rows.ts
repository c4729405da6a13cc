import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import { cut } from '../../text/cut.ts';
import type { EntryRow, Few } from '../schemas/timeline-window.ts';

/** Maximum length of a text in a row, in code units: more than a line shows. */
const MAX_SHOWN = 300;
const MAX_FILES = 3;

export const shortText = (text: string): string => cut(text, MAX_SHOWN);

/** Returns the first items of a list, and its length. */
export function firstItems<From, To>(all: readonly From[], most: number, toItem: (item: From) => To): Few<To> {
  return { first: all.slice(0, most).map(toItem), total: all.length };
}

/** Returns the row of an entry in a list. */
export function toEntryRow({ id, timestamp, agentId, type, action, outcome, context }: TimelineEntry): EntryRow {
  return {
    id,
    at: timestamp,
    agent: shortText(agentId),
    type: shortText(type),
    action: shortText(action),
    outcome: shortText(outcome),
    task: context.task === undefined ? null : shortText(context.task),
    files: firstItems(context.files, MAX_FILES, shortText),
  };
}
