import { CortexError } from '../../engine/platform/errors.ts';
import { type AgentNote, isOwnedBy, type ProjectNote, type QueuedTask, type TeamWork } from '../../engine/team/index.ts';
import { choose } from '../commands/ask.ts';
import { required } from '../commands/forms/pickers.ts';
import type { Subject } from '../model/row.ts';
import { pickText } from '../model/text.ts';
import { clickedTask } from './model/clicked-task.ts';
import { describeTaskState, taskIcon } from './model/task-rows.ts';
import type { TeamSession } from './team-session.ts';

/** Returns the team that a command works with. @throws CortexError if there is none */
export function requireTeamWork(team: TeamSession): TeamWork {
  const work = team.work();
  if (work !== null) return work;
  const problem = team.problem();
  if (problem !== null) throw new CortexError('broken-file', problem, { next: 'Then refresh the Teams view.' });
  const directory = team.config()?.directory;
  const next = 'Run "Cortex Team: Set Up Team Directory" to create one.';
  throw new CortexError('not-found', 'the team directory does not exist', { ...(directory !== undefined && { file: directory }), next });
}

/** Returns the clicked task if it is unchanged, or asks for one. @throws Cancelled, NothingToChoose, CortexError */
export async function taskFor(
  work: TeamWork,
  subject: Subject | null,
  title: string,
  fits: (queued: QueuedTask) => boolean,
): Promise<QueuedTask> {
  if (subject?.kind === 'team-task') return clickedTask(work, subject);
  const projects = subject?.kind === 'team-project' ? [work.requireProject(subject.slug)] : [...work.store.projects.values()];
  const tasks = projects.flatMap((project) => project.tasks.map((task) => ({ project, task })));
  const choices = tasks.filter(fits).map((queued) => ({
    label: `$(${taskIcon(queued.task).name}) ${pickText(queued.task.title)}`,
    description: pickText([queued.project.slug, ...describeTaskState(queued.task)].join(' · ')),
    value: queued,
  }));
  return choose(required(choices, 'No work queue has a matching task.'), { title, placeHolder: 'Choose a task' });
}

/** Returns the clicked project, or asks for one. @throws Cancelled, NothingToChoose, CortexError */
export async function projectFor(work: TeamWork, subject: Subject | null, title: string): Promise<ProjectNote> {
  if (subject?.kind === 'team-project') return work.requireProject(subject.slug);
  if (subject?.kind === 'team-task') return work.requireProject(subject.project);
  const agent = subject?.kind === 'team-agent' ? work.requireAgent(subject.slug) : null;
  const projects = [...work.store.projects.values()].filter((project) => agent === null || isOwnedBy(project, agent));
  const choices = projects.map((project) => ({
    label: pickText(project.slug, 60),
    description: pickText(project.status, 30),
    value: project,
  }));
  const none = 'There is no project yet. Run "Cortex Team: Register Agent", and enter its projects.';
  return choose(required(choices, none), { title, placeHolder: 'Choose a project' });
}

/** Returns the clicked agent, or asks for one unless only one fits. @throws Cancelled, NothingToChoose, CortexError */
export async function agentFor(
  work: TeamWork,
  subject: Subject | null,
  title: string,
  fits: (agent: AgentNote) => boolean,
): Promise<AgentNote> {
  if (subject?.kind === 'team-agent') return work.requireAgent(subject.slug);
  if (subject?.kind === 'team-task' && subject.agent !== undefined) return work.requireAgent(subject.agent);
  const choices = [...work.store.agents.values()].filter(fits).map((agent) => ({
    label: `$(hubot) ${pickText(agent.name, 60)}`,
    description: pickText(`${agent.slug} · ${agent.role}`),
    value: agent,
  }));
  const [only] = choices;
  if (choices.length === 1 && only !== undefined) return only.value;
  return choose(required(choices, 'No agent of the team can do that.'), { title, placeHolder: 'Choose an agent' });
}
