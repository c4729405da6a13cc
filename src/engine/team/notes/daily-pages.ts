import { localTime, parseInstant } from '../../platform/zoned-time.ts';
import { agentOf, type QueuedTask } from '../owners.ts';
import type { AgentStatus, TeamStatus } from '../team-status.ts';
import { type AgentState, formatHeartbeatAge } from './liveness.ts';
import { escapeInline } from './note-text.ts';

/** Day and time zone of a page. */
export interface PageDay {
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  readonly timeZone: string;
  /** Prefix of links to files. By default they are relative to the team directory. */
  readonly base?: string;
}

const MAX_NEXT = 10;

/** Encodes a path for a Markdown link. */
const linkTo = (path: string): string => encodeURI(path).replace(/[#?()]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);

function linked({ project, task }: QueuedTask, { base = '' }: PageDay): string {
  return `[${escapeInline(task.title)}](${base}${linkTo(project.path)}#L${task.line}) in ${escapeInline(project.slug)}`;
}

const STATE_ORDER: readonly AgentState[] = ['active', 'idle', 'down', 'new', 'inactive'];

/** Describes when an agent was last seen. */
function lastSeen({ lastBeat, lastDay }: Pick<AgentStatus, 'lastBeat' | 'lastDay'>, now: number): string {
  if (lastDay !== null) return `last seen on ${lastDay}`;
  return lastBeat === null ? 'never seen' : `last seen ${formatHeartbeatAge(lastBeat, now)}`;
}

function agentLine(agent: AgentStatus, day: PageDay): string {
  const { name, state, inHand, problem } = agent;
  const beat = lastSeen(agent, day.now);
  const work = inHand.length === 0 ? '' : `, working on ${inHand.map((each) => linked(each, day)).join(', ')}`;
  return `- **${escapeInline(name)}** is ${state}, ${beat}${work}${problem === null ? '' : ` (${escapeInline(problem.message)})`}`;
}

function section(title: string, lines: readonly string[], none: string): string {
  return `## ${title}\n\n${lines.length === 0 ? none : lines.join('\n')}\n`;
}

function agentLines({ agents }: TeamStatus, day: PageDay): string[] {
  const sorted = agents.toSorted((one, other) => STATE_ORDER.indexOf(one.state) - STATE_ORDER.indexOf(other.state));
  return sorted.map((agent) => agentLine(agent, day));
}

/** Returns who has a task in progress. Conflict markers may hide it. */
function describeHolder(queued: QueuedTask): string {
  const agent = agentOf(queued);
  if (agent !== null) return escapeInline(agent);
  return queued.task.conflict === null ? 'no agent named' : 'the agent is hidden by a merge conflict';
}

function inProgressLines({ tasks }: TeamStatus, day: PageDay): string[] {
  return tasks
    .filter(({ task }) => task.state === 'in-progress')
    .map((queued) => {
      const { started } = queued.task;
      return `- ${linked(queued, day)}: ${describeHolder(queued)}${started === null ? '' : ` since ${escapeInline(started)}`}`;
    });
}

const waitsForPerson = ({ task }: QueuedTask): boolean => task.state === 'ready' && task.needsApproval;

/** Lists obstacles: blocked tasks, tasks that wait for approval, tasks of unresponsive agents, flags, and projects without an agent. */
function blockedLines({ tasks, agents, unowned }: TeamStatus, day: PageDay): string[] {
  const blocked = tasks.filter(({ task }) => task.blocked !== null && task.state !== 'done');
  return [
    ...blocked.map((queued) => `- ${linked(queued, day)}: ${escapeInline(queued.task.blocked ?? '')}`),
    ...tasks.filter(waitsForPerson).map((queued) => `- ${linked(queued, day)}: needs approval by a person`),
    ...agents.flatMap(({ name, state, inHand }) =>
      state === 'down' ? inHand.map((each) => `- ${linked(each, day)}: ${escapeInline(name)} is down`) : [],
    ),
    ...agents.flatMap(({ name, flags }) => flags.map((flag) => `- ${escapeInline(name)} flagged: ${escapeInline(flag)}`)),
    ...unowned.map((slug) => `- ${escapeInline(slug)} has no agent`),
  ];
}

/**
 * Returns the tasks completed on the day. Agents that edit the file may omit the time of completion. Then the start counts, as the
 * earliest possible time.
 */
function doneOn({ tasks }: TeamStatus, { now, timeZone }: PageDay): QueuedTask[] {
  const day = localTime(now, timeZone).slice(0, 10);
  return tasks.filter(({ task }) => {
    const at = task.state === 'done' ? parseInstant(task.completed ?? task.started ?? task.heading, timeZone) : null;
    return at !== null && localTime(at, timeZone).startsWith(day);
  });
}

function doneLines(status: TeamStatus, day: PageDay): string[] {
  return doneOn(status, day).map((queued) => {
    const { summary } = queued.task;
    const agent = agentOf(queued);
    return `- ${linked(queued, day)}${agent === null ? '' : ` by ${escapeInline(agent)}`}${summary === null ? '' : `: ${escapeInline(summary)}`}`;
  });
}

function nextLines({ tasks }: TeamStatus, day: PageDay): string[] {
  const ready = tasks.filter((queued) => queued.task.state === 'ready' && queued.task.blocked === null && !waitsForPerson(queued));
  const lines = ready.slice(0, MAX_NEXT).map((queued) => `- ${linked(queued, day)}`);
  return ready.length > MAX_NEXT ? [...lines, `- and ${ready.length - MAX_NEXT} more`] : lines;
}

function heading(title: string, { now, timeZone }: PageDay): string {
  return `# ${title}, ${localTime(now, timeZone).slice(0, 16).replace('T', ' ')}\n`;
}

/** Returns the morning page (seed 5, "Daily briefing"): active agents, tasks in progress, obstacles, tasks done today, next tasks. */
export function formatBriefing(status: TeamStatus, day: PageDay): string {
  return [
    heading('Briefing', day),
    section('Agents', agentLines(status, day), 'There are no agents.'),
    section('In progress', inProgressLines(status, day), 'Nothing is in progress.'),
    section('Blocked', blockedLines(status, day), 'Nothing is blocked.'),
    section('Done today', doneLines(status, day), 'Nothing yet.'),
    section('Next', nextLines(status, day), 'Nothing is ready.'),
  ].join('\n');
}

/** Returns the evening page (seed 5, "Daily review"): tasks done, obstacles, next tasks. */
export function formatReview(status: TeamStatus, day: PageDay): string {
  return [
    heading('Review', day),
    section('Done today', doneLines(status, day), 'No tasks were completed today.'),
    section('In progress', inProgressLines(status, day), 'Nothing is in progress.'),
    section('Blocked', blockedLines(status, day), 'Nothing is blocked.'),
    section('Next', nextLines(status, day), 'Nothing is ready.'),
    section('Agents', agentLines(status, day), 'There are no agents.'),
  ].join('\n');
}
