import { pauseStates } from './model/pause-all.ts';
import { determinePhase } from './model/swarm/swarm-phase.ts';
import type { ProjectSession } from './session.ts';
import type { TeamSession } from './team/team-session.ts';

/** Reports whether one command can pause, or resume, any swarm or team of the window. */
export function readPauseStates(session: ProjectSession, team: TeamSession): ReturnType<typeof pauseStates> {
  const phases = session.projects.flatMap(({ view }) => (view?.manifest ? [determinePhase(view.manifest, view)] : []));
  return pauseStates(phases, team.pausable());
}
