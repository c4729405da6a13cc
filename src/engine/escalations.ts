import path from 'node:path';
import { CORTEX_FOLDER, escalationNeeds, type TimelineEntry, type TimelineQuery } from './crtx/index.ts';
import type { Need } from './kernel/need.ts';

/** Those behind the newest of so many are not looked for. */
const MOST = 500;

/** Gives the newest entries that are asked for, newest first. @throws CortexError for a timeline that cannot be read */
export type AskTimeline = (query: TimelineQuery, limit: number) => Promise<readonly TimelineEntry[]>;

/** What was escalated in a project and has not ended yet. @param root of the project @throws as `ask` */
export async function readEscalations(ask: AskTimeline, root: string): Promise<Need[]> {
  const entries = await ask({ type: 'escalation', outcome: 'pending' }, MOST);
  return escalationNeeds(entries, path.join(root, CORTEX_FOLDER, 'timeline.crtx'));
}
