import { isPerson } from '../crtx/index.ts';
import { typedWord } from '../platform/suggested.ts';
import { similarWord } from '../text/similar-word.ts';
import { isAssignedTo, type QueuedTask } from './owners.ts';
import { nameKey } from './slug.ts';
import type { TeamStore } from './team-store.ts';

/** A task that nobody continues or can claim, because its agent is not in the team. */
export interface StrangersTask extends QueuedTask {
  readonly agent: string;
  /** Slug of the agent that was probably meant; `null` if there is none. */
  readonly meant: string | null;
}

/** Returns the open tasks whose agent is not in the team. An agent whose note cannot be read is in the team. */
export function strangersTasks({ agents, projects, problems }: Pick<TeamStore, 'agents' | 'projects' | 'problems'>): StrangersTask[] {
  const known = new Set(Array.from(agents.keys(), nameKey));
  for (const { path, severity } of problems) {
    const [, slug] = /^agents\/(?:[^/]+\/)?([^/]+)\.md$/.exec(path) ?? [];
    if (slug !== undefined && severity === 'error') known.add(nameKey(slug));
  }
  return [...projects.values()].flatMap((project) =>
    project.tasks.flatMap((task): StrangersTask[] => {
      const { agent, state, conflict } = task;
      if (agent === null || conflict !== null || (state !== 'in-progress' && state !== 'ready')) return [];
      if (known.has(nameKey(agent)) || isPerson(agent)) return [];
      return [{ project, task, agent, meant: similarWord(agent, agents.keys()) }];
    }),
  );
}

const commandOn = (command: string, { project, task }: QueuedTask): string =>
  `cortex team ${command} ${typedWord(project.slug, 'PROJECT')} ${typedWord(task.id, 'TASK')}`;

const reassignTo = (queued: QueuedTask, agent: string | null): string =>
  `${commandOn('reassign', queued)} --to ${typedWord(agent, 'AGENT')}`;

/** Says whose task it is, and why that does not work. */
export function describeStranger({ task, agent, meant }: StrangersTask): string {
  const probably = meant === null ? '' : ` (${JSON.stringify(meant)} was probably meant)`;
  const whose = `${task.state === 'ready' ? 'assigned to' : 'in progress by'} ${JSON.stringify(agent)}`;
  return `${whose}, which is no agent of the team${probably}`;
}

/** Returns the next step for such a task. */
export function strangerAdvice(found: StrangersTask): string {
  if (found.task.state !== 'ready') return `Reassign it: ${reassignTo(found, found.meant)}`;
  return 'Correct its Agent, or remove that line; until then, no agent can claim it.';
}

/** Describes the tasks of a project that an agent claimed too, as in another clone, without being the one whose claim counts. */
export function lostClaims(tasks: Iterable<QueuedTask>, slug: string): string[] {
  return [...tasks].flatMap((queued) => {
    const { project, task } = queued;
    const isLost =
      task.state === 'in-progress' && !isAssignedTo(task, slug) && task.rivals.some((rival) => nameKey(rival) === nameKey(slug));
    if (!isLost) return [];
    const where = `${project.path}:${task.line}: ${task.title}`;
    return `${where}: ${task.agent} claimed this task too, and that claim counts. Stop, or continue it after: ${reassignTo(queued, slug)}`;
  });
}
