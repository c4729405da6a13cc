import { CortexError } from '../../engine/platform/errors.ts';
import { STALE_MINUTES, type TeamWork } from '../../engine/team/index.ts';
import { Cancelled, confirm } from '../commands/ask.ts';
import type { QueueMove } from '../dashboards/work-queues/protocol.ts';
import { silenceQuestion, silentSince } from './model/silent-agent.ts';
import type { TeamSession } from './team-session.ts';

/** Asks before a task is claimed for an agent that is down. @throws Cancelled */
export async function confirmClaim(team: TeamSession, work: TeamWork, move: QueueMove): Promise<void> {
  if (move.kind !== 'claim') return;
  const { store, timeZone } = work;
  const rules = { timeZone, staleMinutes: team.config()?.staleMinutes ?? STALE_MINUTES };
  const since = silentSince(store, rules, move.agent, store.runtime.clock.now());
  if (since === null) return;
  const { message, detail } = silenceQuestion(move.agent, since);
  await confirm(message, detail, 'Claim');
}

/** As `confirmClaim`, for a page that shows why nothing was done. @throws CortexError `denied` */
export async function confirmClaimOfPage(team: TeamSession, work: TeamWork, move: QueueMove): Promise<void> {
  try {
    await confirmClaim(team, work, move);
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    throw new CortexError('denied', 'not claimed, because the agent is down', { next: 'Claim it for another agent.' });
  }
}
