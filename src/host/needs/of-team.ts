/** What of the team waits for a person: loaded when there is one. */
import { keptBesideNeeds } from '../../engine/files/second-look/kept-beside.ts';
import type { Need } from '../../engine/platform/need.ts';
import { type TeamConfig, type TeamStore, teamNeeds, teamStatus } from '../../engine/team/index.ts';

/** @param now milliseconds since 1970 UTC */
export function needsOfTeam(store: TeamStore, { timeZone, staleMinutes }: TeamConfig, now: number): Need[] {
  const kept = keptBesideNeeds(store.runtime.fs, store.folders());
  return [...kept, ...teamNeeds({ store, status: teamStatus(store, { now, timeZone, staleMinutes }), timeZone })];
}
