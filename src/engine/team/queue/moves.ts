import { CortexError } from '../../platform/errors.ts';
import { typedWord } from '../../platform/suggested.ts';
import type { ProjectNote } from '../notes/project-note.ts';
import { isFor } from '../owners.ts';
import { fieldsOf, parseQueue, type QueueTask } from './queue.ts';
import { requireTask, setFields, setSummary, summariesOf, type TaskName, withoutSummarySection } from './queue-edit.ts';
import { oneLine } from './task-fields.ts';

/** The project whose tasks are moved. */
type Queue = Pick<ProjectNote, 'shape' | 'slug'>;

/** Who does something with a task, and when: a local time of the team's zone, `YYYY-MM-DDTHH:MM`. */
export interface Doer {
  readonly agent: string;
  readonly at: string;
}

/** Where the summary of a task stands that was reopened. */
const EARLIER = 'Earlier summary';

/** Who has a task, or has done it, in a sentence; empty where it names nobody. */
function holder({ agent, started, state }: QueueTask): string {
  if (agent === null || state === 'ready') return '';
  return state === 'done' ? `${agent} has done it. ` : `${agent} has it${started === null ? '' : ` since ${started}`}. `;
}

function refuse(task: QueueTask, what: string, next: string): CortexError {
  const data = { line: task.line, next: `${holder(task)}${next}` };
  return new CortexError('denied', `the task ${JSON.stringify(task.title)} is not ${what}`, data);
}

/** The beginning of a command about a task. */
const about = (command: string, project: string, task: QueueTask): string =>
  `cortex team ${command} ${typedWord(project, 'PROJECT')} ${typedWord(task.id, 'TASK')}`;

/** With what a task comes into work that is not: what is done is reopened before. */
function whatBegins(task: QueueTask, project: string, agent: string): string {
  if (task.state === 'done') return `If there is more to do, reopen it first: ${about('reopen', project, task)}`;
  return `Claim it first: ${about('claim', project, task)} --agent ${typedWord(agent, 'AGENT')}`;
}

/** Says which status it has, and which would do. */
function refuseStatus(task: QueueTask, allowed: string, next: string): CortexError {
  const { message, data } = refuse(task, allowed, next);
  return new CortexError('denied', message, { ...data, value: task.status ?? 'no status', allowed });
}

/** To wait for what has no status is of no use: somebody has to say one. @throws CortexError `denied` with the line */
function requireStatus(task: QueueTask, allowed: string): void {
  if (task.state !== 'unknown') return;
  const { message, line = task.line } = task.problems.find((problem) => /\bstatus\b/i.test(problem.message)) ?? { message: '' };
  const why = message === '' ? '' : `${message.charAt(0).toUpperCase()}${message.slice(1)}. `;
  const next = `${why}${message.includes('expected:') ? 'Correct that line.' : 'Write into the task: **Status:** ready'}`;
  throw new CortexError('denied', refuse(task, allowed, next).message, { line, value: task.status ?? 'no status', allowed, next });
}

/** Nobody waits for themselves: an agent goes on with what it has, also in a new session. */
function hasAlready(task: QueueTask, project: string, agent: string): CortexError {
  const since = task.started === null ? '' : `, since ${task.started}`;
  const done = `${about('done', project, task)} --agent ${typedWord(agent, 'AGENT')} --summary "what was done"`;
  const data = { line: task.line, value: task.status ?? 'no status', next: `Go on with it. When it is done: ${done}` };
  return new CortexError('denied', `${agent} has the task ${JSON.stringify(task.title)} already${since}`, data);
}

/** Takes a ready task (seed 5, "Status Lifecycle"; rulings, team 2 and 3). @throws CortexError `denied` saying who has it */
export function claimTask(text: string, { shape, slug }: Queue, name: TaskName, { agent, at }: Doer): string {
  const task = requireTask(parseQueue(text, shape), name);
  const other = `take another one: cortex team claim ${typedWord(slug, 'PROJECT')} --agent ${typedWord(agent, 'AGENT')}`;
  if (task.state === 'in-progress' && task.agent !== null && isFor(task, agent)) throw hasAlready(task, slug, agent);
  requireStatus(task, 'ready');
  if (task.state === 'done') throw refuseStatus(task, 'ready', `${other.charAt(0).toUpperCase()}${other.slice(1)}`);
  if (task.state !== 'ready') throw refuseStatus(task, 'ready', `Wait for it, or ${other}`);
  if (task.blocked !== null) throw refuse(task, 'free to begin', `It is blocked (${oneLine(task.blocked)}); wait, or ${other}`);
  if (task.needsApproval) throw refuse(task, 'approved', `A person approves it first: ${about('approve', slug, task)} --by person:NAME`);
  if (task.agent !== null && !isFor(task, agent)) throw refuse(task, `${agent}'s`, `It is meant for ${task.agent}; ${other}`);
  return setFields(text, shape, name, { Status: 'in-progress', Agent: agent, Started: at });
}

/** Ends a task that its agent has in progress (seed 5, "Completion Format"). @throws CortexError `denied` */
export function finishTask(text: string, { shape, slug }: Queue, name: TaskName, { agent, at }: Doer, summary: string): string {
  const task = requireTask(parseQueue(text, shape), name);
  requireStatus(task, 'in progress');
  if (task.state !== 'in-progress') throw refuseStatus(task, 'in progress', whatBegins(task, slug, agent));
  if (task.agent !== null && !isFor(task, agent))
    throw refuse(
      task,
      `${agent}'s own`,
      `Let it be given to ${agent} first: ${about('reassign', slug, task)} --to ${typedWord(agent, 'AGENT')}`,
    );
  const done = setFields(text, shape, name, { Status: 'done', Completed: at, Blocked: null });
  return setSummary(done, shape, name, summary);
}

/** Puts a task back among the ready ones; what it says of an earlier end stays below another name. @throws CortexError `denied` */
export function reopenTask(text: string, { shape, slug }: Queue, name: TaskName): string {
  const task = requireTask(parseQueue(text, shape), name);
  if (task.state === 'ready')
    throw refuseStatus(task, 'in progress or done', `It can be claimed as it is: ${about('claim', slug, task)} --agent AGENT`);
  const before = fieldsOf(text, task).find((field) => field.name === EARLIER)?.text;
  const summaries = [...(before === undefined ? [] : [before]), ...summariesOf(text, task)].join('\n');
  const earlier = summaries === '' ? {} : { Summary: null, [EARLIER]: summaries };
  const reopened = setFields(text, shape, name, { Status: 'ready', Agent: null, Started: null, Completed: null, ...earlier });
  return withoutSummarySection(reopened, shape, { id: task.id });
}

/** Nothing keeps a task from going on, or waits for a person, that is done. @throws CortexError `denied` */
function requireOpen(task: QueueTask, project: string): void {
  if (task.state === 'done') throw refuseStatus(task, 'open', `If there is more to do, reopen it first: ${about('reopen', project, task)}`);
}

/** Says why a task of a project cannot go on, or that it can again. @param reason empty: it can @throws CortexError `denied` for one that is done */
export function blockTask(text: string, { shape, slug }: ProjectNote, name: TaskName, reason: string): string {
  const isBlocked = reason.trim() !== '';
  if (isBlocked) requireOpen(requireTask(parseQueue(text, shape), name), slug);
  return setFields(text, shape, name, { Blocked: isBlocked ? reason : null });
}

/** Lets a task be claimed that waited for a person. @throws CortexError `denied` for one that is done */
export function approveTask(text: string, { shape, slug }: ProjectNote, name: TaskName, { agent, at }: Doer): string {
  requireOpen(requireTask(parseQueue(text, shape), name), slug);
  return setFields(text, shape, name, { Approval: `${agent} ${at}` });
}

/** Gives a task in progress to another agent. @throws CortexError `denied` */
export function reassignTask(text: string, { shape, slug }: Queue, name: TaskName, { agent, at }: Doer): string {
  const task = requireTask(parseQueue(text, shape), name);
  if (task.state !== 'in-progress') throw refuseStatus(task, 'in progress', whatBegins(task, slug, agent));
  return setFields(text, shape, name, { Agent: agent, Started: at });
}
