import type { Outcome } from '../../platform/operation.ts';
import { pauseTeam, resumeTeam, type TeamPause } from '../queue/pause.ts';
import { checkDispatcher } from '../roles.ts';
import type { TeamPauseInput, TeamPauseOutput } from '../schemas/pause.ts';
import { allNotesOperation } from './in-team.ts';

const outcome = ({ failed, ...counts }: TeamPause): Outcome<TeamPauseOutput> => {
  return { ok: failed.length === 0, output: { ...counts, failed: [...failed] } };
};

/** Pauses a team. Who dispatches its tasks may also hold them back (seed 5, "Communication Rules" 2). */
export const pause = allNotesOperation(async ({ store, work, context }, { by }: TeamPauseInput) => {
  checkDispatcher(context, store.agents, by);
  return outcome(await pauseTeam(work, by));
});

/** Resumes a paused team. */
export const resume = allNotesOperation(async ({ store, work, context }, { by }: TeamPauseInput) => {
  checkDispatcher(context, store.agents, by);
  return outcome(await resumeTeam(work));
});
