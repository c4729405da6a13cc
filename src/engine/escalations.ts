import path from 'node:path';
import { CORTEX_FOLDER, escalationNeeds, withTimeline } from './crtx/index.ts';
import type { Need } from './kernel/need.ts';
import type { Runtime } from './kernel/runtime.ts';

/** Those behind the newest of so many are not looked for. */
const MOST = 500;

/** What was escalated in a project and has not ended yet. @param root of the project @throws CortexError for a timeline that cannot be read */
export async function readEscalations(runtime: Runtime, root: string): Promise<Need[]> {
  const { entries } = await withTimeline(runtime, root, (timeline) =>
    timeline.query({ type: 'escalation', outcome: 'pending' }, { limit: MOST }),
  );
  return escalationNeeds(entries, path.join(root, CORTEX_FOLDER, 'timeline.crtx'));
}
