import path from 'node:path';
import { createNeed, type Need, type NeedAction } from '../platform/need.ts';
import { commandAtEnd } from '../platform/suggested.ts';
import { parseExactInstant } from '../platform/zoned-time.ts';
import { counted } from '../text/amounts.ts';
import { HALF_CONFLICT } from './conflicts.ts';
import type { QueuedTask } from './owners.ts';
import { isPaused } from './queue/pause.ts';
import { findStatusProblem, isBlockedStatus, repeatedFields, statusProblem } from './queue/task-problems.ts';
import { describeStranger, type StrangersTask, strangerAdvice, strangersTasks } from './task-holders.ts';
import type { AgentStatus, TeamStatus } from './team-status.ts';
import type { TeamStore } from './team-store.ts';

/** State of a team. */
export interface TeamSituation {
  readonly store: Pick<TeamStore, 'root' | 'problems' | 'projects' | 'agents'>;
  readonly status: TeamStatus;
  /** Time zone of the times in the files. */
  readonly timeZone: string;
}

/** Returns the items of a team that wait for a person (docs/decisions/0018-needs-you.md). */
export function teamNeeds(situation: TeamSituation): Need[] {
  const { status } = situation;
  return [
    ...status.tasks.flatMap((queued) => taskNeed(situation, queued) ?? []),
    ...status.tasks.flatMap((queued) => repeatedNeeds(situation, queued)),
    ...strangersTasks(situation.store).map((found) => strangerNeed(situation, found)),
    ...status.agents.flatMap((agent) => [...downNeed(situation, agent), ...flagNeeds(situation, agent)]),
    ...status.unowned.flatMap((slug) => unownedNeed(situation, slug)),
    ...brokenNotes(situation),
  ];
}

type Named = Pick<TeamSituation, 'store'>;

const placeIn = ({ store }: Named, note: string, line: number) => ({ file: path.join(store.root, note), line });

/** Returns the operation input that identifies a task. */
const named = ({ project, task }: QueuedTask): NeedAction['input'] => ({ project: project.slug, task: task.id });

/** Length of a time up to its minute. The seconds of a heading only tell the tasks of one minute apart. */
const MINUTE = 'YYYY-MM-DDTHH:MM'.length;

/** Returns the item for a task that needs approval or is blocked. */
function taskNeed(situation: TeamSituation, queued: QueuedTask): Need | null {
  const { project, task } = queued;
  const about = [situation.store.root, project.slug, task.id, task.title];
  const common = { about, title: `${task.title} (team project ${project.slug})`, place: placeIn(situation, project.path, task.line) };
  if (task.state === 'ready' && task.needsApproval) {
    const approve = { title: 'Approve', operation: 'team approve', input: named(queued), asks: ['by'] };
    const since = parseExactInstant(task.heading.slice(0, MINUTE), situation.timeZone);
    const why = `needs approval by a person`;
    return createNeed({ ...common, kind: 'approval', rank: 'blocked', why, since, actions: [approve] });
  }
  // Merge conflicts are reported for the file.
  if (task.state === 'done' || task.conflict !== null) return null;
  const unblock = { title: 'Unblock', operation: 'team unblock', input: named(queued), asks: [] };
  if (task.state === 'unknown') {
    const reopen = { title: 'Reopen', operation: 'team reopen', input: named(queued), asks: [] };
    const problem = findStatusProblem(task);
    // A line that was meant as the status says more than "ready".
    const isText = problem !== undefined && problem.message !== statusProblem(task.status);
    const actions = isText ? [] : [isBlockedStatus(task.status) ? unblock : reopen];
    const place = placeIn(situation, project.path, problem?.line ?? task.line);
    return createNeed({ ...common, place, kind: 'broken', rank: 'at-risk', why: statusProblem(task.status), since: null, actions });
  }
  if (task.state === 'in-progress' && task.rivals.length > 0) return rivalsNeed(situation, queued);
  if (!needsUnblocking(task)) return null;
  // The note does not record when the task was blocked.
  return createNeed({ ...common, kind: 'blocked', rank: 'at-risk', why: `blocked: ${task.blocked}`, since: null, actions: [unblock] });
}

/** Reports whether a task waits for a person who unblocks it. Who paused the team knows that its tasks are blocked. */
const needsUnblocking = (task: QueuedTask['task']): boolean => task.blocked !== null && !isPaused(task);

/** Returns the items for fields that a task has twice. Two agents of a task are an item of their own. */
function repeatedNeeds(situation: TeamSituation, { project, task }: QueuedTask): Need[] {
  const isOpen = task.state !== 'done' && task.conflict === null;
  const repeated = isOpen ? repeatedFields(task).filter(({ repeats }) => repeats !== 'Agent' || task.rivals.length === 0) : [];
  return repeated.map(({ message, line }) =>
    createNeed({
      kind: 'broken',
      about: [situation.store.root, project.slug, task.id, message],
      rank: 'at-risk',
      title: `${task.title} (team project ${project.slug})`,
      why: `${message}. Keep one of the lines.`,
      since: null,
      place: placeIn(situation, project.path, line),
      actions: [],
    }),
  );
}

/** Returns the item for a task that several agents claimed, as in two clones. */
function rivalsNeed(situation: TeamSituation, { project, task }: QueuedTask): Need {
  const agents = [task.agent ?? '', ...task.rivals].filter((agent) => agent !== '');
  const line = task.problems.find(({ message }) => message.startsWith('Agent '))?.line ?? task.line;
  return createNeed({
    kind: 'broken',
    about: [situation.store.root, project.slug, task.id, task.title],
    rank: 'at-risk',
    since: null,
    title: `${task.title} (team project ${project.slug})`,
    why: `claimed by ${agents.join(' and ')}; the claim of ${agents[0]} counts`,
    place: placeIn(situation, project.path, line),
    actions: agents.slice(0, 2).map((agent) => ({
      title: `Assign to ${agent}`,
      operation: 'team reassign',
      asks: [],
      input: { ...named({ project, task }), to: agent },
    })),
  });
}

/** Returns the item for a task whose agent is not in the team. */
function strangerNeed(situation: TeamSituation, found: StrangersTask): Need {
  const { project, task, meant } = found;
  const to = meant === null ? { input: named(found), asks: ['to'] } : { input: { ...named(found), to: meant }, asks: [] };
  const isReady = task.state === 'ready';
  return createNeed({
    kind: 'unowned',
    about: [situation.store.root, project.slug, task.id, task.title],
    rank: 'at-risk',
    since: null,
    title: `${task.title} (team project ${project.slug})`,
    why: isReady ? `${describeStranger(found)}. ${strangerAdvice(found)}` : describeStranger(found),
    place: placeIn(situation, project.path, task.line),
    actions: isReady ? [] : [{ title: 'Reassign', operation: 'team reassign', ...to }],
  });
}

/** Returns the item for an unresponsive agent with tasks in progress. Its actions concern the first task. */
function downNeed(situation: TeamSituation, { slug, name, state, lastBeat, lastDay, inHand }: AgentStatus): Need[] {
  const [first] = inHand;
  if (state !== 'down' || first === undefined) return [];
  const others = inHand.length === 1 ? '' : ` and ${counted(inHand.length - 1, 'more task')}`;
  const need = createNeed({
    kind: 'down',
    about: [situation.store.root, slug],
    rank: 'at-risk',
    title: name,
    since: lastDay === null ? lastBeat : null,
    why: `is unresponsive; in progress: ${first.task.title}${others}`,
    place: placeIn(situation, first.project.path, first.task.line),
    actions: [
      { title: 'Reassign', operation: 'team reassign', input: named(first), asks: ['to'] },
      { title: 'Reopen', operation: 'team reopen', input: named(first), asks: [] },
    ],
  });
  return [need];
}

/** Returns the items for tasks that an agent flagged as unsuitable. */
function flagNeeds(situation: TeamSituation, { slug, name, path: note, flags, flagLines }: AgentStatus): Need[] {
  return flags.map((flag, n) =>
    createNeed({
      kind: 'flag',
      about: [situation.store.root, slug, flag],
      rank: 'soon',
      title: flag,
      since: null,
      why: `flagged by ${name} as unsuitable`,
      place: placeIn(situation, note, flagLines[n] ?? 1),
      actions: [],
    }),
  );
}

function unownedNeed(situation: TeamSituation, slug: string): Need[] {
  const project = situation.store.projects.get(slug);
  if (project === undefined) return [];
  const open = project.tasks.filter(({ state }) => state !== 'done');
  const need = createNeed({
    kind: 'unowned',
    about: [situation.store.root, slug],
    rank: 'at-risk',
    title: slug,
    since: null,
    why: `no agent works on this project, which has ${counted(open.length, 'open task')}`,
    place: placeIn(situation, project.path, open[0]?.line ?? 1),
    actions: [{ title: 'Assign to an Agent', operation: 'team projects', input: { add: [slug] }, asks: ['agent'] }],
  });
  return [need];
}

/** Returns one item per broken note, however many problems it has. */
function brokenNotes(situation: TeamSituation): Need[] {
  const broken = situation.store.problems.filter(({ severity }) => severity === 'error');
  return broken.map(({ path: note, message, line, code }) =>
    createNeed({
      kind: 'broken',
      about: [situation.store.root, note],
      rank: 'at-risk',
      title: note,
      why: message,
      since: null,
      place: placeIn(situation, note, line),
      actions: [],
      command: code === HALF_CONFLICT ? undefined : commandAtEnd(message),
    }),
  );
}
