import { CortexError } from '../../../engine/platform/errors.ts';
import {
  type AgentMove,
  claimForAgent,
  type ExpectedName,
  type ExpectedTask,
  finishForAgent,
  NEEDS_APPROVAL,
  openTasksTitled,
  type QueuedTask,
  type TeamWork,
} from '../../../engine/team/index.ts';
import { capitalize, oneLine } from '../../model/text.ts';
import { boardId } from './board.ts';
import type { QueueDispatch, QueueMove } from './protocol.ts';

/** A move that only a person makes. */
type Decision = Exclude<QueueMove, { kind: 'claim' | 'finish' }>;

const short = (text: string): string => oneLine(text, 60);

/** Returns the message about a completed move. The title of the task precedes it. */
function moveMessage(move: QueueMove, { task }: QueuedTask): string {
  switch (move.kind) {
    case 'claim':
      return `is claimed by ${short(move.agent)}.`;
    case 'finish':
      return 'is done.';
    case 'reopen':
      return 'is ready again.';
    case 'reassign':
      return `is reassigned to ${short(move.agent)}.`;
    case 'block':
      return task.blocked === null ? 'is unblocked.' : 'is blocked.';
    case 'approve':
      return 'is approved.';
    case 'edit':
      return 'is changed.';
  }
}

/** Returns the values that must be unchanged for a move. An edit ignores the task's state and checks only the edited text. */
function expectedValues(move: QueueMove, { state, agent, scope }: QueuedTask['task']): ExpectedTask {
  if (move.kind !== 'edit') return { state, agent };
  return move.scope === null ? {} : { scope };
}

/** @throws CortexError `invalid-input` if the title would be empty */
function requireTitle({ title }: Extract<QueueMove, { kind: 'edit' }>): void {
  if (title === null || oneLine(title.to) !== '') return;
  throw new CortexError('invalid-input', 'a task needs a title', { value: title.to, next: 'Enter a title.' });
}

/** Applies a decision of a person to a task. @param person `person:<name>` @throws CortexError the errors of the engine */
function decide(work: TeamWork, slug: string, name: ExpectedName, move: Decision, person: string): Promise<QueuedTask> {
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

/** Applies a move to a task if it is unchanged since the user saw it. @throws CortexError the errors of the engine */
async function change(work: TeamWork, { project: { slug }, task }: QueuedTask, move: QueueMove, person: string): Promise<AgentMove> {
  const name = { id: task.id, title: task.title, seen: expectedValues(move, task) };
  switch (move.kind) {
    case 'claim':
      return claimForAgent(work, slug, move.agent, name);
    case 'finish':
      return finishForAgent(work, slug, move.agent, name, move.summary);
    default:
      return { queued: await decide(work, slug, name, move, person), warnings: [] };
  }
}

/** Result of a request. */
export interface MadeMove {
  /** Message for the user. */
  readonly message: string;
  /** Id of the task that was moved or created. */
  readonly task: string;
}

function toMadeMove(work: TeamWork, queued: QueuedTask, message: string): MadeMove {
  const { project, task } = queued;
  const saved = work.store.projects.get(project.slug)?.tasks.find(({ id }) => id === task.id);
  const unsaved =
    saved?.status === task.status && saved?.title === task.title ? '' : ' Its note has unsaved changes: save it to update the board.';
  return { message: `“${short(task.title)}” ${message}${unsaved}`, task: boardId(project.slug, task.id) };
}

/** Moves or edits a task. @throws CortexError the errors of the engine */
export async function makeMove(work: TeamWork, task: QueuedTask, move: QueueMove, person: string): Promise<MadeMove> {
  try {
    const { queued, warnings } = await change(work, task, move, person);
    return toMadeMove(work, queued, [moveMessage(move, queued), ...warnings.map(capitalize)].join(' '));
  } catch (error) {
    throw asTyped(error, work, task);
  }
}

/** Adds a hint to an error if the note has unsaved edits: the engine checks the unsaved text, but the board shows the saved one. */
function asTyped(error: unknown, { unsaved }: TeamWork, { project: { path } }: QueuedTask): unknown {
  if (!(error instanceof CortexError) || unsaved.text(path) === null) return error;
  // The hint goes first, because the next step may end with a command.
  const next = ['Its note has unsaved changes, which count.', error.data.next].filter((part) => part !== undefined);
  return new CortexError(error.code, error.message, { ...error.data, next: next.join(' ') }, { cause: error });
}

/** Adds a ready task to a queue. @throws CortexError the errors of the engine */
export async function dispatch(work: TeamWork, { project, title, scope, needsApproval }: QueueDispatch): Promise<MadeMove> {
  const fields = needsApproval ? { fields: { Approval: NEEDS_APPROVAL } } : {};
  const [other] = openTasksTitled(work.requireProject(project), title);
  const queued = await work.dispatch(project, { title, scope, ...fields });
  const twin = other === undefined ? '' : ` Another open task has the same title: ${short(other)}.`;
  return toMadeMove(work, queued, `is ready in ${short(project)}.${twin}`);
}
