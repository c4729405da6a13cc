import type { TeamConfig, TeamStore } from '../../../engine/team/index.ts';
import { clockTime, oneLine } from '../../model/text.ts';
import { readTeamStatus } from './team-view-model.ts';

/** Returns since when an agent is silent, if it is down: `14:05`, or its day; else `null`. @param now milliseconds since 1970 UTC */
export function silentSince(
  store: TeamStore,
  config: Pick<TeamConfig, 'timeZone' | 'staleMinutes'>,
  slug: string,
  now: number,
): string | null {
  const agent = readTeamStatus(store, config, now).agents.find((each) => each.slug === slug);
  if (agent?.state !== 'down' || agent.lastBeat === null) return null;
  return agent.lastDay ?? clockTime(agent.lastBeat, now);
}

/** Returns the question before a task is claimed for a silent agent. */
export function silenceQuestion(slug: string, since: string): { readonly message: string; readonly detail: string } {
  const name = oneLine(slug, 60);
  return {
    message: `Claim the task for ${name}, which is down?`,
    detail: `${name} has sent no heartbeat since ${since}. The task may wait until it is back.`,
  };
}
