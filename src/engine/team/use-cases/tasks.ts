import { checkAgent, isPerson, suggestPersonId } from '../../crtx/index.ts';
import { CortexError } from '../../platform/errors.ts';
import { type Outcome, withWarnings } from '../../platform/operation.ts';
import { typedText } from '../../platform/typed-text.ts';
import { shellWord } from '../../text/shell-word.ts';
import { type AgentMove, claimForAgent, finishForAgent } from '../agent-moves.ts';
import { queueOf } from '../dispatch-queue.ts';
import { hiddenParts, openTasksTitled, type ProjectNote, unclaimableTasks } from '../notes/project-note.ts';
import { describeWithheld, isOwnedBy, listCapabilities, listClaimable, type QueuedTask, tasksInProgress } from '../owners.ts';
import { requireNamedTask } from '../queue/hidden-task.ts';
import { requireBlockedOrOpen } from '../queue/moves.ts';
import { oneLine } from '../queue/task-fields.ts';
import { NEEDS_APPROVAL } from '../queue/task-problems.ts';
import { checkDispatcher } from '../roles.ts';
import type { TaskOutput } from '../schemas/common.ts';
import type {
  ApproveInput,
  BlockInput,
  ClaimInput,
  DispatchInput,
  DoneInput,
  ReadyInput,
  ReadyOutput,
  ReassignInput,
  TaskInput,
} from '../schemas/tasks.ts';
import { nameKey } from '../slug.ts';
import { lostClaims } from '../task-holders.ts';
import { requireActive, withFile } from '../team-errors.ts';
import { type OpenTeam, queueOperation, taskView, teamOperationFor } from './in-team.ts';

const scoped = (queued: QueuedTask) => ({ ...taskView(queued), scope: queued.task.scope });
const taskOutcome = (queued: QueuedTask): Outcome<TaskOutput> => ({ ok: true, output: { task: scoped(queued) } });

const moveOutcome = ({ queued, warnings }: AgentMove): Outcome<TaskOutput> => ({ ...taskOutcome(queued), warnings });

/** Warns about open tasks with the title of a new one. */
function sameTitle(project: ProjectNote, title: string): string[] {
  const { slug } = project;
  const ids = openTasksTitled(project, title);
  if (ids.length === 0) return [];
  const others = ids.length > MAX_SHOWN ? ` and ${ids.length - MAX_SHOWN} more` : '';
  const shown = `${ids.slice(0, MAX_SHOWN).join(', ')}${others}`;
  return [`${slug} already has an open task with this title: ${shown}. Use the ids of the tasks, listed by: cortex team status`];
}

/** Limit of ids to list. */
const MAX_SHOWN = 5;

/** Adds a task to a work queue (seed 5, "Dispatch work"). */
export const dispatch = queueOperation(async ({ store, work, context }, input: DispatchInput) => {
  const { title, scope, by, needsApproval } = input;
  checkDispatcher(context, store.agents, by);
  const project = queueOf(store, work.requireProject(input.project));
  const fields = needsApproval ? { Approval: NEEDS_APPROVAL } : {};
  const warnings = [...hiddenParts(work.requireProject(project)), ...sameTitle(work.requireProject(project), title)];
  return { ...taskOutcome(await work.dispatch(project, { title, scope: await typedText(context, scope), fields })), warnings };
});

/** For use cases on an agent's queues and its note, which determines the queues. */
const inOwnQueues = teamOperationFor(({ store }, { agent: slug }: { readonly agent: string }) => {
  const agent = store.agents.get(slug);
  if (agent === undefined) return [];
  return [agent.path, ...[...store.projects.values()].filter((project) => isOwnedBy(project, agent)).map(({ path }) => path)];
});

const tasksOf = (project: ProjectNote | undefined): QueuedTask[] => project?.tasks.map((task) => ({ project, task })) ?? [];

/** Lists ready tasks for an agent (seed 5, "Check for work"). */
export const ready = inOwnQueues(async ({ store, work }, { agent }: ReadyInput): Promise<Outcome<ReadyOutput>> => {
  const note = work.requireAgent(agent);
  requireActive(note);
  const tasks = listClaimable(note, store.projects.values()).map((queued) => {
    return { ...scoped(queued), capabilities: listCapabilities(queued.task, note) };
  });
  // A new session does not know the tasks that an earlier one left in progress.
  const held = tasksInProgress(store.projects.values()).get(nameKey(agent)) ?? [];
  const output = { inHand: held.map(scoped), tasks };
  return {
    ok: tasks.length > 0,
    output,
    warnings: [...store.projects.values()]
      .filter((each) => isOwnedBy(each, note))
      .flatMap((each) => [
        ...lostClaims(tasksOf(each), agent),
        ...unclaimableTasks(each),
        ...(tasks.length === 0 ? describeWithheld(note, each) : []),
      ]),
  };
});

/** Claims a task (seed 5, "Execute"). */
export const claim = queueOperation(async (team: OpenTeam, { project, task, agent }: ClaimInput) => {
  const { store, work } = team;
  // A refused claim needs the explanation most.
  return withWarnings(
    () => lostClaims(tasksOf(store.projects.get(project)), agent),
    async () => moveOutcome(await claimForAgent(work, project, agent, task === undefined ? undefined : { id: task })),
  );
});

/** Completes a task (seed 5, "Completion Format"). */
export const done = queueOperation(async (team: OpenTeam, { project, task, agent, summary }: DoneInput) => {
  const before = team.work.requireProject(project).tasks;
  const { queued, warnings } = await finishForAgent(team.work, project, agent, { id: task }, await typedText(team.context, summary));
  const { blocked = null } = before.find(({ id }) => id === queued.task.id) ?? {};
  const unblocked = blocked === null ? [] : [`the task was blocked (${oneLine(blocked)}); it is done, so the block is removed`];
  return moveOutcome({ queued, warnings: [...unblocked, ...warnings] });
});

export const reopen = queueOperation(async ({ work }, { project, task }: TaskInput) =>
  taskOutcome(await work.reopen(project, { id: task })),
);

export const reassign = queueOperation(async ({ work }, { project, task, to }: ReassignInput) =>
  taskOutcome(await work.reassign(project, { id: task }, to)),
);

/** Returns the id of a task and the slug of its project. @param check throws if the task does not suit @throws CortexError with the file */
function namedTask({ work, store }: OpenTeam, project: string, task: string, check: typeof requireBlockedOrOpen = () => undefined) {
  const { path, shape, slug } = work.requireProject(project);
  return withFile(path, () => {
    const named = requireNamedTask(store.text(path) ?? '', shape, { id: task });
    check(named, slug);
    return { slug, id: named.id };
  });
}

/** Approves a task. Only a person may, neither the coordinator nor another agent (seed 5, "Communication Rules" 4). */
export const approve = queueOperation(async (team: OpenTeam, { project, task, by }: ApproveInput) => {
  const { work, context } = team;
  checkAgent(context, by);
  if (!isPerson(by)) {
    const { slug, id } = namedTask(team, project, task);
    const command = ['cortex', 'team', 'approve', slug, id, '--by', suggestPersonId(context.environment)].map(shellWord).join(' ');
    const next = `A person must approve it in the editor, or run this at a terminal: ${command}`;
    throw new CortexError('denied', 'only a person can approve a task', { value: by, allowed: 'person:<name>', next });
  }
  return taskOutcome(await work.approve(project, { id: task }, by));
});

export const block = queueOperation(async ({ work }, { project, task, reason }: BlockInput) => {
  return taskOutcome(await work.block(project, { id: task }, reason));
});

export const unblock = queueOperation(async (team: OpenTeam, { project, task }: TaskInput) => {
  const { work } = team;
  // Before the edit, whose repetition finds no block any more.
  namedTask(team, project, task, requireBlockedOrOpen);
  return taskOutcome(await work.block(project, { id: task }, ''));
});
