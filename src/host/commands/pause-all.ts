import { describeError } from '../../engine/platform/errors.ts';
import { pauseTeam, resumeTeam } from '../../engine/team/index.ts';
import type { SwarmPhase } from '../dashboards/swarm/protocol.ts';
import type { CommandId } from '../manifest/manifest.ts';
import { describePause, NOTHING, type PauseResult } from '../model/pause-all.ts';
import { determinePhase, swarmName } from '../model/swarm/swarm-phase.ts';
import { type ProjectViewModel, requireWritable } from '../model/swarm/view-model.ts';
import { counted, oneLine } from '../model/text.ts';
import type { ProjectSession } from '../session.ts';
import { showProblems } from '../team/task-commands.ts';
import type { TeamSession } from '../team/team-session.ts';
import { NothingToChoose } from './ask.ts';
import { reportDone, reportDoneWithAction, showWarningWithAction } from './notifications.ts';
import { runOperation, type Work } from './operations.ts';
import { personId } from './person.ts';
import { runCommand } from './run-command.ts';
import { requireTrust } from './trust.ts';

type Action = 'pause' | 'resume';

interface PauseParts extends Pick<Work, 'log'> {
  readonly session: ProjectSession;
  readonly team: TeamSession;
}

/** Phases of swarms that the action changes. Others have it already, or have ended. */
const CHANGED: Readonly<Record<Action, readonly SwarmPhase[]>> = { pause: ['running', 'deciding'], resume: ['paused'] };

/**
 * Pauses or resumes all swarms and the team of the window, without a question: it can be undone by its opposite. One that fails does not
 * stop the others (docs/decisions/0058-pause-all.md).
 * @throws NothingToChoose if there is nothing to pause or to resume; CortexError in Restricted Mode
 */
export async function pauseAll(parts: PauseParts, action: Action): Promise<void> {
  requireTrust();
  const { session, team } = parts;
  await Promise.all([session.refresh(), team.refresh()]);
  const projects = session.viewModels.filter((each) => each.kind === 'project');
  const swarms = await Promise.all(projects.map((project) => changeSwarm(parts, project, action)));
  const { result, inProgress } = await changeTeam(parts, action);
  await session.refresh();
  const results = [...swarms, result].flatMap((each) => each ?? []);
  if (results.length === 0) throw new NothingToChoose(NOTHING[action]);
  report(results, action, inProgress);
}

/** @returns `null` if there is no swarm that the action could change */
async function changeSwarm({ session, log }: PauseParts, project: ProjectViewModel, action: Action): Promise<PauseResult | null> {
  const { view, folder } = project;
  if (view !== null && view.manifest === null) return null;
  const what = view?.manifest ? `swarm "${oneLine(swarmName(view.manifest), 60)}"` : `swarm in ${oneLine(folder, 120)}`;
  const phase = view?.manifest ? determinePhase(view.manifest, view) : null;
  if (action === 'pause' && phase === 'paused') return { what, outcome: 'already', reason: '' };
  if (phase !== null && !CHANGED[action].includes(phase)) return null;
  try {
    requireWritable(project);
    const work: Work = { runtime: session.runtime, directory: folder, log };
    await runOperation(work, `swarm ${action}`, { by: personId() });
    return { what, outcome: 'done', reason: '' };
  } catch (error) {
    return { what, outcome: 'failed', reason: describeError(error) };
  }
}

async function changeTeam({ team }: PauseParts, action: Action): Promise<{ readonly result: PauseResult[]; readonly inProgress: number }> {
  const work = team.work();
  if (work === null) return { result: [], inProgress: 0 };
  const { changed, already, inProgress, failed } = await (action === 'pause' ? pauseTeam(work, personId()) : resumeTeam(work));
  team.notify();
  void work.store.edits.whenIdle().then(() => showProblems(team, work));
  const tasks = (count: number) => `team (${counted(count, 'task')})`;
  const result: PauseResult[] = [
    ...(changed === 0 ? [] : [{ what: tasks(changed), outcome: 'done' as const, reason: '' }]),
    ...(already === 0 ? [] : [{ what: tasks(already), outcome: 'already' as const, reason: '' }]),
    ...failed.map(({ project, reason }) => ({ what: `team project ${oneLine(project, 60)}`, outcome: 'failed' as const, reason })),
  ];
  return { result, inProgress };
}

/** Button that undoes an action. */
const OPPOSITES = {
  pause: { title: 'Resume All', id: 'cortex.resumeAll' },
  resume: { title: 'Pause All', id: 'cortex.pauseAll' },
} as const satisfies Readonly<Record<Action, { readonly title: string; readonly id: CommandId }>>;

/** Shows one message, with a button for the opposite. Not awaited, because it may stay open long after the command has ended. */
function report(results: readonly PauseResult[], action: Action, inProgress: number): void {
  const { text, failed } = describePause(action, results, inProgress);
  const isChanged = results.some(({ outcome }) => outcome === 'done');
  const { title, id } = OPPOSITES[action];
  if (!isChanged && !failed) reportDone(text);
  else
    void (failed ? showWarningWithAction : reportDoneWithAction)(text, title).then((isChosen) => (isChosen ? runCommand(id) : undefined));
}
