import {
  type ProjectNote,
  type TeamConfig,
  type TeamProblem,
  type TeamStatus,
  type TeamStore,
  teamStatus,
} from '../../../engine/team/index.ts';

/** View model of a team at one time. */
export interface TeamViewModel {
  /** Team directory, absolute. */
  readonly root: string;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  readonly status: TeamStatus;
  readonly projects: readonly ProjectNote[];
  /** Problems in the notes. */
  readonly problems: readonly TeamProblem[];
  /** Problems of the team as a whole. */
  readonly remarks: readonly string[];
}

/** Returns the status of a team. @param now milliseconds since 1970 UTC */
export function readTeamStatus(
  store: TeamStore,
  { timeZone, staleMinutes }: Pick<TeamConfig, 'timeZone' | 'staleMinutes'>,
  now: number,
): TeamStatus {
  return teamStatus(store, { now, timeZone, staleMinutes });
}

/** @param problem why changes may be missed @param now milliseconds since 1970 UTC */
export function createTeamViewModel(store: TeamStore, config: TeamConfig, problem: string | null, now: number): TeamViewModel {
  const remarks = problem === null ? config.problems : [problem, ...config.problems];
  const { root, problems, projects } = store;
  return { root, now, status: readTeamStatus(store, config, now), projects: [...projects.values()], problems, remarks };
}
