import { CortexError } from '../../platform/errors.ts';
import { typedWord } from '../../platform/suggested.ts';
import type { ProjectNote } from '../notes/project-note.ts';
import { isAssignedTo } from '../owners.ts';
import { parseQueue, type QueueTask, readFields } from './queue.ts';
import { listSummaries, requireTask, setFields, setSummary, type TaskName, withoutSummarySection } from './queue-edit.ts';
import { oneLine } from './task-fields.ts';
import { findStatusProblem, isBlockedStatus } from './task-problems.ts';

/** Project with the task. */
type Queue = Pick<ProjectNote, 'shape' | 'slug'>;

/** Who acts on a task, and when: local time in the team's zone, `YYYY-MM-DDTHH:MM`. */
export interface TaskActor {
  readonly agent: string;
  readonly at: string;
}

/** Field for the summaries of a reopened task. */
const EARLIER = 'Earlier summary';

/** Returns a sentence on who has or completed a task; empty if no agent is named. */
function describeHolder({ agent, started, state }: QueueTask): string {
  if (agent === null || state === 'ready') return '';
  return state === 'done' ? `Completed by ${agent}. ` : `In progress by ${agent}${started === null ? '' : ` since ${started}`}. `;
}

function refuse(task: QueueTask, what: string, next: string): CortexError {
  const data = { line: task.line, next: `${describeHolder(task)}${next}` };
  return new CortexError('denied', `the task ${JSON.stringify(task.title)} is not ${what}`, data);
}

/** Returns the start of a command on a task. */
const about = (command: string, project: string, task: QueueTask): string =>
  `cortex team ${command} ${typedWord(project, 'PROJECT')} ${typedWord(task.id, 'TASK')}`;

/** Returns the next step to put a task in progress. A completed task must be reopened first. */
function startAdvice(task: QueueTask, project: string, agent: string): string {
  if (task.state === 'done') return `If there is more to do, reopen it first: ${about('reopen', project, task)}`;
  return `Claim it first: ${about('claim', project, task)} --agent ${typedWord(agent, 'AGENT')}`;
}

/** Returns an error with the task's status and the allowed one. */
function refuseStatus(task: QueueTask, allowed: string, next: string): CortexError {
  const { message, data } = refuse(task, allowed, next);
  return new CortexError('denied', message, { ...data, value: task.status ?? 'no status', allowed });
}

/** Returns the command that gives a task a valid status instead of an unknown one. */
function statusCommand(task: QueueTask, project: string): string {
  if (isBlockedStatus(task.status)) return `To unblock it: ${about('unblock', project, task)}`;
  return `To make it ready: ${about('reopen', project, task)}`;
}

/** Checks that a task has a status. Waiting would not help, because it must be added. @throws CortexError `denied` with the line */
function requireStatus(task: QueueTask, project: string, allowed: string): void {
  if (task.state !== 'unknown') return;
  const advice = statusAdvice(task, project);
  throw new CortexError('denied', refuse(task, allowed, advice.next).message, { value: task.status ?? 'no status', allowed, ...advice });
}

/** Returns the line of an unknown status, what is wrong with it, and how to correct it. */
function statusAdvice(task: QueueTask, project: string): { readonly line: number; readonly next: string } {
  const { message, line = task.line } = findStatusProblem(task) ?? { message: '' };
  const why = message === '' ? '' : `${message.charAt(0).toUpperCase()}${message.slice(1)}. `;
  return { line, next: `${why}${message.includes('expected:') ? 'Correct that line.' : statusCommand(task, project)}` };
}

/** Returns the error for an agent that claims its own task again, for example in a new session. It should continue the task, not wait. */
function alreadyClaimedError(task: QueueTask, project: string, agent: string): CortexError {
  const since = task.started === null ? '' : `, since ${task.started}`;
  const done = `${about('done', project, task)} --agent ${typedWord(agent, 'AGENT')} --summary "what was done"`;
  const data = { line: task.line, value: task.status ?? 'no status', next: `Continue it. When it is done: ${done}` };
  return new CortexError('denied', `${agent} already has the task ${JSON.stringify(task.title)}${since}`, data);
}

/** Claims a ready task (seed 5, "Status Lifecycle"; rulings, team 2 and 3). @throws CortexError `denied`, naming the agent that has it */
export function claimTask(text: string, { shape, slug }: Queue, name: TaskName, { agent, at }: TaskActor): string {
  const task = requireTask(parseQueue(text, shape), name);
  const other = `take another one: cortex team claim ${typedWord(slug, 'PROJECT')} --agent ${typedWord(agent, 'AGENT')}`;
  if (task.state === 'in-progress' && task.agent !== null && isAssignedTo(task, agent)) throw alreadyClaimedError(task, slug, agent);
  requireStatus(task, slug, 'ready');
  if (task.state === 'done') throw refuseStatus(task, 'ready', `${other.charAt(0).toUpperCase()}${other.slice(1)}`);
  if (task.state !== 'ready') throw refuseStatus(task, 'ready', `Wait for it, or ${other}`);
  if (task.blocked !== null) throw refuse(task, 'available', `It is blocked (${oneLine(task.blocked)}); wait, or ${other}`);
  if (task.needsApproval)
    throw refuse(task, 'approved', `A person must approve it first: ${about('approve', slug, task)} --by person:NAME`);
  if (task.agent !== null && !isAssignedTo(task, agent)) throw refuse(task, `${agent}'s`, `It is assigned to ${task.agent}; ${other}`);
  return setFields(text, shape, name, { Status: 'in-progress', Agent: agent, Started: at });
}

/** Completes a task that the agent has in progress (seed 5, "Completion Format"). @throws CortexError `denied` */
export function finishTask(text: string, { shape, slug }: Queue, name: TaskName, { agent, at }: TaskActor, summary: string): string {
  const task = requireTask(parseQueue(text, shape), name);
  requireStatus(task, slug, 'in progress');
  if (task.state !== 'in-progress') throw refuseStatus(task, 'in progress', startAdvice(task, slug, agent));
  if (task.agent !== null && !isAssignedTo(task, agent))
    throw refuse(task, `${agent}'s`, `Reassign it first: ${about('reassign', slug, task)} --to ${typedWord(agent, 'AGENT')}`);
  const done = setFields(text, shape, name, { Status: 'done', Completed: at, Blocked: null });
  return setSummary(done, shape, name, summary);
}

/** Reopens a task. Its summaries are kept in another field. @throws CortexError `denied` */
export function reopenTask(text: string, { shape, slug }: Queue, name: TaskName): string {
  const task = requireTask(parseQueue(text, shape), name);
  if (task.state === 'ready')
    throw refuseStatus(task, 'in progress or done', `It can be claimed: ${about('claim', slug, task)} --agent AGENT`);
  const before = readFields(text, task).find((field) => field.name === EARLIER)?.text;
  const summaries = [...(before === undefined ? [] : [before]), ...listSummaries(text, task)].join('\n');
  const earlier = summaries === '' ? {} : { Summary: null, [EARLIER]: summaries };
  const reopened = setFields(text, shape, name, { Status: 'ready', Agent: null, Started: null, Completed: null, ...earlier });
  return withoutSummarySection(reopened, shape, { id: task.id });
}

/** Checks that a task is not done: then it can neither be blocked nor wait for a person. @throws CortexError `denied` */
function requireOpen(task: QueueTask, project: string): void {
  if (task.state === 'done') throw refuseStatus(task, 'open', `If there is more to do, reopen it first: ${about('reopen', project, task)}`);
}

/** Checks that a task can be unblocked: one that is done, or has an unknown status, must have a block. @throws CortexError `denied` */
export function requireBlockedOrOpen(task: QueueTask, project: string): void {
  if (task.blocked !== null || isBlockedStatus(task.status)) return;
  requireOpen(task, project);
  if (task.state !== 'unknown') return;
  throw new CortexError('denied', `the task ${JSON.stringify(task.title)} is not blocked`, statusAdvice(task, project));
}

/** Blocks or unblocks a task. @param reason if empty, the task is unblocked @throws CortexError `denied` if the task is done */
export function blockTask(text: string, { shape, slug }: ProjectNote, name: TaskName, reason: string): string {
  const task = requireTask(parseQueue(text, shape), name);
  if (reason.trim() === '') return unblockedTask(text, { shape }, name, task);
  requireOpen(task, slug);
  return setFields(text, shape, name, { Blocked: reason });
}

/** A status "blocked" becomes what the other fields say. Any other status stays, also an unknown one, so that a repetition changes nothing. */
function unblockedTask(text: string, { shape }: Pick<Queue, 'shape'>, name: TaskName, { agent, started, status }: QueueTask): string {
  const isBlocked = isBlockedStatus(status);
  const after = agent !== null && started !== null ? 'in-progress' : 'ready';
  return setFields(text, shape, name, { Blocked: null, ...(isBlocked && { Status: after }) });
}

/** Approves a task, so that it can be claimed. @throws CortexError `denied` if the task is done */
export function approveTask(text: string, { shape, slug }: ProjectNote, name: TaskName, { agent, at }: TaskActor): string {
  requireOpen(requireTask(parseQueue(text, shape), name), slug);
  return setFields(text, shape, name, { Approval: `${agent} ${at}` });
}

/** Reassigns a task in progress to another agent. @throws CortexError `denied` */
export function reassignTask(text: string, { shape, slug }: Queue, name: TaskName, { agent, at }: TaskActor): string {
  const task = requireTask(parseQueue(text, shape), name);
  if (task.state !== 'in-progress') throw refuseStatus(task, 'in progress', startAdvice(task, slug, agent));
  return setFields(text, shape, name, { Agent: agent, Started: at });
}
