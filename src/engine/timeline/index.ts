/** Timeline and reasoning traces (seed 1): the only door of this folder. */

export type { NewEntry } from './entry.ts';
export { mergeEntries } from './merging/merge-entries.ts';
export { escalationNeeds, outcomeConflictNeeds } from './needs.ts';
export type { PageRequest, TimelinePage, TimelineQuery } from './query.ts';
export { TimelineReader } from './reading/timeline-reader.ts';
export { reasoningOutput } from './schemas/reasoning.ts';
export { flushTimelineOutput, listTimelineOutput, precedentsOutput, timelineEntryOutput } from './schemas/timeline.ts';
export type { EntryDetail, EntryRow, TimelineWindow } from './schemas/timeline-window.ts';
export { TimelineStore } from './store.ts';
export { Timeline } from './timeline.ts';
