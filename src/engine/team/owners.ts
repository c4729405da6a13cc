import { CortexError } from '../platform/errors.ts';
import { onDemand } from '../platform/on-demand.ts';
import { typedWord } from '../platform/suggested.ts';
import { mergeConflicts } from '../text/conflicts/merge-conflicts.ts';
import { shellWord } from '../text/shell-word.ts';
import { isFlagged } from './flags.ts';
import { type AgentNote, INACTIVE } from './notes/agent-note.ts';
import { type ProjectNote, unclaimableTasks } from './notes/project-note.ts';
import { parseQueue, type QueueTask } from './queue/queue.ts';
import { nameKey } from './slug.ts';

/** Most agents that an error names. */
const MAX_HOLDERS = 5;

/** A task and the project of its queue. */
export interface QueuedTask {
  readonly project: ProjectNote;
  readonly task: QueueTask;
}

/** Returns the owners of a project: agents whose notes name it, and the agent that its own note names. */
export function listOwners(project: ProjectNote, agents: Iterable<AgentNote>): string[] {
  const owners = [...agents].filter((agent) => isOwnedBy(project, agent));
  return owners.map(({ slug }) => slug);
}

/** Reports whether an agent owns a project. */
export function isOwnedBy(project: ProjectNote, agent: AgentNote): boolean {
  return agent.projects.includes(nameKey(project.slug)) || project.agent === nameKey(agent.slug);
}

/** Returns the projects of an agent: those in its note, and those whose notes name it. Its own task file is not included. */
export function listProjects(agent: AgentNote, projects: Iterable<ProjectNote>): string[] {
  const naming = [...projects]
    .filter((project) => project.shape.section !== null && isOwnedBy(project, agent))
    .map(({ slug }) => nameKey(slug));
  return [...new Set([...agent.projects, ...naming])];
}

const longWord = onDemand(() => /[\p{L}\p{N}]{3,}/gu);

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(longWord()) ?? []);
}

/** Returns the capabilities of an agent that a task mentions. */
export function listCapabilities({ title, scope }: QueueTask, agent: AgentNote): string[] {
  const wanted = wordsOf(`${title} ${scope ?? ''}`);
  return agent.capabilities.filter((capability) => [...wordsOf(capability)].some((word) => wanted.has(word)));
}

/** Reports whether a task is assigned to an agent, by slug or by name. */
export function isAssignedTo({ agent }: QueueTask, slug: string): boolean {
  return agent !== null && nameKey(agent) === nameKey(slug);
}

/**
 * Returns the tasks that an agent can claim (seed 5, "Check for work"): ready tasks of its projects, in the order of the queues, not meant
 * for others and not flagged by the agent. None for an inactive agent.
 */
export function listClaimable(agent: AgentNote, projects: Iterable<ProjectNote>): QueuedTask[] {
  if (agent.status === INACTIVE) return [];
  return [...projects]
    .filter((project) => isOwnedBy(project, agent))
    .flatMap((project) => project.tasks.filter((task) => isOffered(project, task, agent)).map((task) => ({ project, task })));
}

/**
 * Returns the first task that an agent may claim in the current text of a queue.
 * @param elsewhere a task that it may claim in its own task file, which the error names
 * @throws CortexError `not-found`; `denied` if there may be one in a merge conflict
 */
export function findFirstClaimable(agent: AgentNote, project: ProjectNote, text: string, elsewhere?: QueuedTask): QueueTask {
  const current = { ...project, tasks: parseQueue(text, project.shape) };
  const [first] = listClaimable(agent, [current]);
  if (first !== undefined) return first.task;
  const warnings = unclaimableTasks(current);
  const [conflict] = mergeConflicts(text);
  if (conflict !== undefined) {
    const next = 'Resolve them first: "cortex team doctor" shows how.';
    throw new CortexError('denied', 'no task is ready outside of merge conflicts', { line: conflict.line, next }, { warnings });
  }
  throw nothingReady(agent, current, warnings, elsewhere);
}

/** Returns the error for a work queue without a ready task. An agent that has a task in progress there should complete that one. */
function nothingReady(agent: AgentNote, project: ProjectNote, warnings: readonly string[], elsewhere?: QueuedTask): CortexError {
  const { slug } = agent;
  const [held] = tasksInProgress([project]).get(nameKey(slug)) ?? [];
  if (held === undefined) {
    const next =
      elsewhere === undefined ? `List your ready tasks: cortex team ready --agent ${shellWord(slug)}` : claimElsewhere(elsewhere, slug);
    const data = { value: project.slug, next };
    return new CortexError('not-found', `no task is ready in this work queue${describeWaiting(project)}`, data, {
      warnings: [...warnings, ...describeWithheld(agent, project)],
    });
  }
  const { id, title, line } = held.task;
  const next = `Complete it: cortex team done ${[project.slug, id].map(shellWord).join(' ')} --agent ${shellWord(slug)} --summary "What was done"`;
  const message = `no other task is ready, and ${slug} already has task ${id} ${JSON.stringify(title)} in progress`;
  return new CortexError('not-found', message, { line, next }, { warnings });
}

/** Returns which unfinished tasks are in progress or blocked: `: 1 in progress by ann, 2 blocked`. Empty without any. */
function describeWaiting(project: ProjectNote): string {
  const held = [...tasksInProgress([project])].map(([holder, tasks]) => `${tasks.length} in progress by ${holder}`);
  const blocked = project.tasks.filter(({ state, blocked: why }) => state === 'ready' && why !== null).length;
  const parts = [...held.slice(0, MAX_HOLDERS), ...(blocked === 0 ? [] : [`${blocked} blocked`])];
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

/** In the later layout, the tasks of a project are in the task file of its agent. */
function claimElsewhere({ project, task }: QueuedTask, agent: string): string {
  const command = ['cortex team claim', typedWord(project.slug, 'PROJECT'), typedWord(task.id, 'TASK')].join(' ');
  return `${project.path}:${task.line} has a ready task, ${JSON.stringify(task.title)}: ${command} --agent ${shellWord(agent)}`;
}

/** Explains why ready tasks are not offered to an agent: they wait for approval, or the agent has flagged them. */
export function describeWithheld(agent: AgentNote, { slug, path, tasks }: ProjectNote): string[] {
  return tasks.flatMap((task) => {
    if (!isFree({ ...task, needsApproval: false }, agent)) return [];
    const where = `${path}:${task.line}: ${task.title}`;
    const approve = `cortex team approve ${typedWord(slug, 'PROJECT')} ${typedWord(task.id, 'TASK')} --by person:NAME`;
    if (task.needsApproval) return [`${where}: ready, but a person must approve it first: ${approve}`];
    return isFlagged(agent.flags, slug, task) ? [`${where}: ready, but ${agent.slug} flagged it as unsuitable`] : [];
  });
}

function isOffered({ slug }: ProjectNote, task: QueueTask, agent: AgentNote): boolean {
  return isFree(task, agent) && !isFlagged(agent.flags, slug, task);
}

function isFree(task: QueueTask, { slug }: AgentNote): boolean {
  return task.state === 'ready' && task.blocked === null && !task.needsApproval && (task.agent === null || isAssignedTo(task, slug));
}

/**
 * Returns the agent of a task: the one that it names, else the owner of the task file, or of the project while the task is in progress. A
 * merge conflict may hide the agent; then it is `null`.
 */
export function agentOf({ project, task }: QueuedTask): string | null {
  if (task.agent !== null || task.conflict !== null) return task.agent;
  return task.state === 'in-progress' || project.shape.section === null ? project.agent : null;
}

/** Returns the tasks in progress by the `nameKey` of their agent; see `agentOf`. */
export function tasksInProgress(projects: Iterable<ProjectNote>): Map<string, QueuedTask[]> {
  const held = new Map<string, QueuedTask[]>();
  for (const project of projects) {
    for (const task of project.tasks) {
      const holder = task.state === 'in-progress' ? agentOf({ project, task }) : null;
      if (holder !== null) add(held, nameKey(holder), { project, task });
    }
  }
  return held;
}

/** Index of projects by slug and by agent, to find the projects of one agent among many. */
export class ProjectOwnership {
  readonly #bySlug = new Map<string, ProjectNote[]>();
  readonly #byAgent = new Map<string, ProjectNote[]>();

  constructor(projects: Iterable<ProjectNote>) {
    for (const project of projects) {
      add(this.#bySlug, nameKey(project.slug), project);
      if (project.agent !== null) add(this.#byAgent, project.agent, project);
    }
  }

  of({ slug, projects }: AgentNote): Set<ProjectNote> {
    return new Set([...projects.flatMap((each) => this.#bySlug.get(each) ?? []), ...(this.#byAgent.get(nameKey(slug)) ?? [])]);
  }
}

function add<T>(lists: Map<string, T[]>, key: string, one: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [one]);
  else list.push(one);
}
