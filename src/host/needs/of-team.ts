/** What of the team waits for a person: loaded when there is one. */
import type { Need } from '../../engine/platform/need.ts';
import { type TeamConfig, type TeamStore, teamNeeds, teamStatus } from '../../engine/team/index.ts';

/** @param now milliseconds since 1970 UTC */
export function needsOfTeam(store: TeamStore, { timeZone, staleMinutes }: TeamConfig, now: number): Need[] {
  return teamNeeds({ store, status: teamStatus(store, { now, timeZone, staleMinutes }), timeZone });
}
