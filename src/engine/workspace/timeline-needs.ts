import path from 'node:path';
import { CORTEX_FOLDER, type TimelineEntry } from '../crtx/index.ts';
import type { Need } from '../platform/need.ts';
import { escalationNeeds, outcomeConflictNeeds, type TimelineQuery } from '../timeline/index.ts';

/** Largest number of entries to request; older ones are ignored. */
const MAX = 500;

/** Returns the newest matching entries, newest first. @throws CortexError for a timeline that cannot be read */
export type AskTimeline = (query: TimelineQuery, limit: number) => Promise<readonly TimelineEntry[]>;

/**
 * Returns the items of a timeline that wait for a person: open escalations, and endings that a merge left open.
 * @param root of the project
 * @throws as `ask`
 */
export async function readTimelineNeeds(ask: AskTimeline, root: string): Promise<Need[]> {
  const file = path.join(root, CORTEX_FOLDER, 'timeline.crtx');
  const pending = (type: string) => ask({ type, outcome: 'pending' }, MAX);
  return [...escalationNeeds(await pending('escalation'), file), ...outcomeConflictNeeds(await pending('conflict'), file)];
}
