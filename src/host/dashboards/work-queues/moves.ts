import { CortexError } from '../../../engine/platform/errors.ts';
import {
  type AgentMove,
  claimFor,
  finishFor,
  NEEDS_APPROVAL,
  openTasksTitled,
  type QueuedTask,
  type SeenName,
  type SeenTask,
  type TeamWork,
} from '../../../engine/team/index.ts';
import { asSentence, oneLine } from '../../model/text.ts';
import { boardId } from './board.ts';
import type { QueueDispatch, QueueMove } from './protocol.ts';

/** A move that no agent makes. */
type Decision = Exclude<QueueMove, { kind: 'claim' | 'finish' }>;

const short = (text: string): string => oneLine(text, 60);

/** What is said of a move that was made, behind the title of the task. */
function saidOf(move: QueueMove, { task }: QueuedTask): string {
  switch (move.kind) {
    case 'claim':
      return `is ${short(move.agent)}’s now.`;
    case 'finish':
      return 'is done.';
    case 'reopen':
      return 'is ready again.';
    case 'reassign':
      return `goes on with ${short(move.agent)}.`;
    case 'block':
      return task.blocked === null ? 'can go on.' : 'is blocked.';
    case 'approve':
      return 'is approved.';
    case 'edit':
      return 'is changed.';
  }
}

/** What must still be so when a move is made: what is edited may stand anywhere, as long as nobody else has changed the same text. */
function seenFor(move: QueueMove, { state, agent, scope }: QueuedTask['task']): SeenTask {
  if (move.kind !== 'edit') return { state, agent };
  return move.scope === null ? {} : { scope };
}

/** @throws CortexError `invalid-input` where a task would have no title any more */
function requireTitle({ title }: Extract<QueueMove, { kind: 'edit' }>): void {
  if (title === null || oneLine(title.to) !== '') return;
  throw new CortexError('invalid-input', 'a task needs a title', { value: title.to, next: 'Say what is to be done.' });
}

/** Changes what a person decides about a task. @param person who wants it, `person:<name>` @throws CortexError as the engine does */
function decide(work: TeamWork, slug: string, name: SeenName, move: Decision, person: string): Promise<QueuedTask> {
  switch (move.kind) {
    case 'reopen':
      return work.reopen(slug, name);
    case 'reassign':
      return work.reassign(slug, name, move.agent);
    case 'block':
      return work.block(slug, name, move.reason);
    case 'approve':
      return work.approve(slug, name, person);
    case 'edit':
      requireTitle(move);
      return work.change(slug, name, {
        ...(move.title !== null && { Task: move.title.to }),
        ...(move.scope !== null && { Scope: move.scope.to.trim() === '' ? null : move.scope.to }),
      });
  }
}

/** Changes a task as a person wants it, if it is still what they have seen. @throws CortexError as the engine does */
async function change(work: TeamWork, { project: { slug }, task }: QueuedTask, move: QueueMove, person: string): Promise<AgentMove> {
  const name = { id: task.id, title: task.title, seen: seenFor(move, task) };
  switch (move.kind) {
    case 'claim':
      return claimFor(work, slug, move.agent, name);
    case 'finish':
      return finishFor(work, slug, move.agent, name, move.summary);
    default:
      return { queued: await decide(work, slug, name, move, person), warnings: [] };
  }
}

/** What came of a request. */
export interface Made {
  /** As one text for a person. */
  readonly said: string;
  /** The task that it was about, or that came of it. */
  readonly task: string;
}

function madeOf(work: TeamWork, queued: QueuedTask, said: string): Made {
  const { project, task } = queued;
  const saved = work.store.projects.get(project.slug)?.tasks.find(({ id }) => id === task.id);
  const unsaved =
    saved?.status === task.status && saved?.title === task.title ? '' : ' Its note is open and not saved yet: save it to show it.';
  return { said: `“${short(task.title)}” ${said}${unsaved}`, task: boardId(project.slug, task.id) };
}

/** Moves or changes a task. @throws CortexError as the engine does */
export async function makeMove(work: TeamWork, task: QueuedTask, move: QueueMove, person: string): Promise<Made> {
  try {
    const { queued, warnings } = await change(work, task, move, person);
    return madeOf(work, queued, [saidOf(move, queued), ...warnings.map(asSentence)].join(' '));
  } catch (error) {
    throw asTyped(error, work, task);
  }
}

/** What was refused for what is typed and not saved is no riddle: the board shows what is saved. */
function asTyped(error: unknown, { unsaved }: TeamWork, { project: { path } }: QueuedTask): unknown {
  if (!(error instanceof CortexError) || unsaved.text(path) === null) return error;
  // The next step may end with a command.
  const next = ['Its note is open and not saved yet: what is typed there counts.', error.data.next].filter((part) => part !== undefined);
  return new CortexError(error.code, error.message, { ...error.data, next: next.join(' ') }, { cause: error });
}

/** Writes a ready task. @throws CortexError as the engine does */
export async function dispatch(work: TeamWork, { project, title, scope, needsApproval }: QueueDispatch): Promise<Made> {
  const fields = needsApproval ? { fields: { Approval: NEEDS_APPROVAL } } : {};
  const [other] = openTasksTitled(work.requireProject(project), title);
  const queued = await work.dispatch(project, { title, scope, ...fields });
  const twin = other === undefined ? '' : ` An open task has this title already: ${short(other)}.`;
  return madeOf(work, queued, `is ready in ${short(project)}.${twin}`);
}
