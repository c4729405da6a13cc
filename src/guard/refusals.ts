import { typedOption } from '../engine/platform/suggested.ts';
import { describeLockPath, type HeldLockView } from '../engine/swarm/index.ts';
import { cut } from '../engine/text/cut.ts';
import { fenced, moment } from '../engine/text/foreign-data.ts';
import { shellWord } from '../engine/text/shell-word.ts';
import type { Decision, RefusalCause } from './decide.ts';

type Refusal = Extract<Decision, { allowed: false }>;

/** Maximum number of locks in a refusal, which a model reads at every turn. */
const MAX_LOCKS = 5;
const MAX_LENGTH = 200;

const WHAT: Record<RefusalCause, string> = {
  held: 'Refused: another agent holds a lock on what this would change.',
  mentioned: 'Refused: this names a file that you were recently refused and that another agent still holds.',
  tree: 'Refused: this git command changes the working tree, and other agents hold locks on files in it.',
  records:
    'Refused: only cortex may write its records about agents, locks and held files, and the folder .cortex may not be removed or moved.',
};

const heldBy = ({ path, agentId, expiresAt, reason, holderUnresponsive }: HeldLockView) => ({
  path: cut(describeLockPath(path), MAX_LENGTH),
  agent: cut(agentId, MAX_LENGTH),
  until: moment(expiresAt),
  ...(holderUnresponsive && { holderUnresponsive }),
  ...(reason !== '' && { reason: cut(reason, MAX_LENGTH) }),
});

/** Returns how to wait for the locks. */
function waiting({ why, held, paths }: Refusal, agent: string | null): string {
  if (why === 'records') return '';
  if (why === 'tree') return ' Wait until their locks are released (cortex lock list), or work on something else.';
  const [path = held[0]?.path ?? ''] = paths;
  return ` Wait for it (tool lock with waitSeconds, or: cortex lock acquire ${shellWord(cut(describeLockPath(path), MAX_LENGTH))} ${typedOption('agent', agent)} --wait 10m), or work on something else.`;
}

/**
 * Returns the text of a refusal: who holds the locks, why and until when, and what else to do. Gives no hint at how to bypass the refusal.
 * @param ready tasks that any agent could take
 */
export function refusalText(refusal: Refusal, agent: string | null, ready: readonly { id: string; description: string }[]): string {
  const { why, held } = refusal;
  const stranger = agent === null && why !== 'records' ? ' Your agent id is unknown, so every lock counts as held by another agent.' : '';
  if (held.length === 0) return WHAT[why];
  const more = held.length > MAX_LOCKS ? { more: held.length - MAX_LOCKS } : {};
  const tasks = ready.map(({ id, description }) => ({ id: cut(id, MAX_LENGTH), description: cut(description, MAX_LENGTH) }));
  const data = { held: held.slice(0, MAX_LOCKS).map(heldBy), ...more, ...(tasks.length > 0 && { readyTasks: tasks }) };
  return `${WHAT[why]}${waiting(refusal, agent)}${stranger}\n${fenced(data)}`;
}
