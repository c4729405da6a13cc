import type { SwarmPhase } from '../dashboards/swarm/protocol.ts';
import { counted, oneLine } from './text.ts';

/** What one command can do to all swarms and teams of the window; `null` if there is nothing to pause or resume. */
export type PauseAction = 'pause' | 'resume' | null;

/** The tasks of a team that count for a pause. */
export interface PausableTeam {
  /** Ready tasks that an agent could claim. */
  readonly pausable: number;
  /** Tasks that a pause blocked. */
  readonly paused: number;
}

/** Phases in which a swarm assigns tasks, or would after its decision. */
const PAUSABLE: ReadonlySet<SwarmPhase> = new Set(['running', 'deciding']);

/** Reports what can be paused, and what can be resumed. Both may be true. */
export function pauseStates(
  phases: readonly SwarmPhase[],
  team: PausableTeam | null,
): { readonly canPause: boolean; readonly canResume: boolean } {
  return {
    canPause: phases.some((phase) => PAUSABLE.has(phase)) || (team?.pausable ?? 0) > 0,
    canResume: phases.includes('paused') || (team?.paused ?? 0) > 0,
  };
}

/** Returns the action of a button that can show only one. Pausing comes first: whatever still runs must be stopped in one step. */
export function pauseAction({ canPause, canResume }: ReturnType<typeof pauseStates>): PauseAction {
  if (canPause) return 'pause';
  return canResume ? 'resume' : null;
}

/** What happened to one swarm, or to the team. */
export interface PauseResult {
  /** `the swarm "Shop"` */
  readonly what: string;
  readonly outcome: 'done' | 'already' | 'failed';
  /** Why it failed; empty otherwise. */
  readonly reason: string;
}

export interface PauseSummary {
  readonly text: string;
  /** Whether something failed. */
  readonly failed: boolean;
}

/** Messages if there is nothing to pause or to resume. */
export const NOTHING = {
  pause: 'Nothing to pause: no swarm runs, and no team task is ready.',
  resume: 'Nothing to resume: no swarm or team is paused.',
} as const;

const WORDS = {
  pause: {
    done: 'Paused',
    already: 'Already paused',
    failed: 'Not paused',
  },
  resume: {
    done: 'Resumed',
    already: 'Not paused before',
    failed: 'Not resumed',
  },
} as const;

/**
 * Describes in one message what was changed, what was so already, and what failed with its reason.
 * @param inProgress tasks of the team in progress, which a pause does not stop
 */
export function describePause(action: 'pause' | 'resume', results: readonly PauseResult[], inProgress: number): PauseSummary {
  const words = WORDS[action];
  const of = (outcome: PauseResult['outcome']) => results.filter((each) => each.outcome === outcome);
  const [done, already, failed] = [of('done'), of('already'), of('failed')];
  const list = (some: readonly PauseResult[]) => some.map(({ what }) => what).join(', ');
  const continues = action === 'pause' && done.length > 0;
  const parts = [
    ...(done.length === 0 ? [] : [`${words.done}: ${list(done)}.`]),
    ...(already.length === 0 ? [] : [`${words.already}: ${list(already)}.`]),
    ...failed.map(({ what, reason }) => `${words.failed}: ${what}: ${oneLine(reason, 300)}`),
    ...(continues
      ? [inProgress === 0 ? 'Tasks in progress continue.' : `Tasks in progress continue, ${counted(inProgress, 'task')} of the team.`]
      : []),
  ];
  return { text: parts.join(' '), failed: failed.length > 0 };
}
