import {
  type ProjectNote,
  type TeamConfig,
  type TeamProblem,
  type TeamStatus,
  type TeamStore,
  teamStatus,
} from '../../../engine/team/index.ts';

/** How a team is at one moment. */
export interface TeamViewModel {
  /** Of the team directory, absolute. */
  readonly root: string;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  readonly status: TeamStatus;
  readonly projects: readonly ProjectNote[];
  /** Of the notes. */
  readonly problems: readonly TeamProblem[];
  /** Of the team as a whole, in words. */
  readonly remarks: readonly string[];
}

/** The status of a team at this moment. @param now milliseconds since 1970 UTC */
export function statusAt(
  store: TeamStore,
  { timeZone, staleMinutes }: Pick<TeamConfig, 'timeZone' | 'staleMinutes'>,
  now: number,
): TeamStatus {
  return teamStatus(store, { now, timeZone, staleMinutes });
}

/** @param problem why changes may go unnoticed @param now milliseconds since 1970 UTC */
export function takeViewModel(store: TeamStore, config: TeamConfig, problem: string | null, now: number): TeamViewModel {
  const remarks = problem === null ? config.problems : [problem, ...config.problems];
  const { root, problems, projects } = store;
  return { root, now, status: statusAt(store, config, now), projects: [...projects.values()], problems, remarks };
}
