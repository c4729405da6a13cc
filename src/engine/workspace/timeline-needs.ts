import path from 'node:path';
import { CORTEX_FOLDER, type TimelineEntry } from '../crtx/index.ts';
import type { Need } from '../platform/need.ts';
import { endingNeeds, escalationNeeds, type TimelineQuery } from '../timeline/index.ts';

/** Those behind the newest of so many are not looked for. */
const MOST = 500;

/** Gives the newest entries that are asked for, newest first. @throws CortexError for a timeline that cannot be read */
export type AskTimeline = (query: TimelineQuery, limit: number) => Promise<readonly TimelineEntry[]>;

/** What a timeline says that waits for a person: open escalations, and endings that a merge left open. @param root of the project @throws as `ask` */
export async function readTimelineNeeds(ask: AskTimeline, root: string): Promise<Need[]> {
  const file = path.join(root, CORTEX_FOLDER, 'timeline.crtx');
  const pending = (type: string) => ask({ type, outcome: 'pending' }, MOST);
  return [...escalationNeeds(await pending('escalation'), file), ...endingNeeds(await pending('conflict'), file)];
}
