import type {
  ChangedText,
  QueueCard,
  QueueList,
  QueueMove,
  QueuesStep,
  QueueTaskDetail,
  SeenTask,
} from '../../src/host/dashboards/work-queues/protocol.ts';
import type { FormKind, QueueForm } from './saved-queues.ts';

/** An action on a task: a change to make at once, or a form to fill in. */
export interface TaskAction {
  readonly label: string;
  readonly icon: string;
  /** As in `KeyboardEvent.key`. */
  readonly key: string;
  readonly ask: FormKind | QueueMove;
  /** Reason why it is not possible now; `null` when it is. */
  readonly refusal: string | null;
}

function claim({ blocked, needsApproval }: QueueCard): Omit<TaskAction, 'refusal'> & { readonly refusal: string | null } {
  const refusal = blocked !== null ? 'It is blocked' : needsApproval ? 'A person must approve it first' : null;
  return { label: 'Claim…', icon: 'person-add', key: 'c', ask: 'claim', refusal };
}

const FINISH: TaskAction = { label: 'Done…', icon: 'pass', key: 'd', ask: 'finish', refusal: null };
const REASSIGN: TaskAction = { label: 'Reassign…', icon: 'arrow-swap', key: 'a', ask: 'reassign', refusal: null };
const REOPEN: TaskAction = { label: 'Reopen', icon: 'discard', key: 'r', ask: { kind: 'reopen' }, refusal: null };
const APPROVE: TaskAction = { label: 'Approve', icon: 'verified', key: 'p', ask: { kind: 'approve' }, refusal: null };
const BLOCK: TaskAction = { label: 'Block…', icon: 'circle-slash', key: 'b', ask: 'block', refusal: null };
const UNBLOCK: TaskAction = { label: 'Unblock', icon: 'unlock', key: 'b', ask: { kind: 'block', reason: '' }, refusal: null };
const EDIT: TaskAction = { label: 'Edit…', icon: 'edit', key: 'e', ask: 'edit', refusal: null };

/** Returns the actions that apply to a task, in menu order. @param refusal reason why nothing can be changed */
export function taskActions(card: QueueCard, refusal: string | null): readonly TaskAction[] {
  const { list, needsApproval, blocked } = card;
  const all = [
    ...(list === 'ready' ? [...(needsApproval ? [APPROVE] : []), claim(card)] : []),
    ...(list === 'working' ? [FINISH, REASSIGN] : []),
    ...(list === 'ready' ? [] : [REOPEN]),
    ...(list === 'done' ? [] : [blocked === null ? BLOCK : UNBLOCK]),
    EDIT,
  ];
  return all.map((request) => ({ ...request, refusal: refusal ?? request.refusal }));
}

/** Returns the action that moves a task into a column, or a text with the reason why none does. */
export function actionInto(card: QueueCard, list: QueueList, refusal: string | null): TaskAction | string {
  const key = list === 'ready' ? 'r' : list === 'working' ? 'c' : 'd';
  const request = list === 'other' || list === card.list ? undefined : taskActions(card, refusal).find((each) => each.key === key);
  if (request !== undefined) return request.refusal ?? request;
  if (card.list === 'ready' && list === 'done') return 'It must be claimed first';
  return card.list === 'done' && list === 'working' ? 'It must be reopened first' : 'It cannot be moved there';
}

/** Returns the state of a task as its card shows it. */
export const toExpectedTask = ({ id, title, list, agent }: QueueCard): SeenTask => ({ id, title, list, agent });

const STANDS: Readonly<Record<QueueList, string>> = { ready: 'ready', working: 'in progress', done: 'done', other: 'in another status' };

const NOTHING = { project: '', agent: '', title: '', text: '', needsApproval: false };

/** Returns the initial form for a change. @param project of a new task */
export function formFor(kind: FormKind, card: QueueCard | null, project: string): QueueForm {
  const form = { ...NOTHING, kind, request: crypto.randomUUID() };
  if (card === null) return { ...form, task: null, before: { title: '', text: '' }, project };
  // A task is reassigned to an agent other than its holder.
  return { ...form, task: toExpectedTask(card), before: null, agent: kind === 'reassign' ? '' : (card.agent ?? '') };
}

/** Updates the form with the task's changed text unless the person has edited it. */
function followed(form: QueueForm, { title, scope }: QueueTaskDetail): QueueForm {
  const { kind, before, text } = form;
  const isTouched = text !== before?.text;
  // With another title, it may be another task.
  if (kind !== 'edit' || isTouched || before.text === scope || before.title !== title) return form;
  return { ...form, text: scope, before: { title, text: scope } };
}

/** Fills a form with the details of its task once they are known. */
export function filledForm(form: QueueForm, detail: QueueTaskDetail | null): QueueForm {
  if (detail === null || detail.id !== form.task?.id) return form;
  if (form.before !== null) return followed(form, detail);
  const before = { title: detail.title, text: detail.scope };
  if (form.kind === 'edit') return { ...form, before, ...before };
  const [only = ''] = detail.owners.length === 1 ? detail.owners : [];
  // The person may have selected an agent already.
  return { ...form, before, agent: form.agent === '' && form.kind !== 'reassign' ? only : form.agent };
}

/** Reports whether it is not known yet if a claim needs a choice, so that no form is shown for a moment. */
export const isUndecided = ({ kind, before }: QueueForm): boolean => kind === 'claim' && before === null;

/** Reports whether a form that was just filled needs no choice: a claim with one possible agent. */
export function isDecided(form: QueueForm, detail: QueueTaskDetail | null): boolean {
  const { kind, agent, task } = form;
  if (kind !== 'claim' || detail === null || !detail.owners.includes(agent)) return false;
  return (detail.owners.length === 1 || agent === task?.agent) && outdated(form, detail) === null;
}

/** Returns how the form's task has changed since it was opened, if the change is no longer possible; else `null`. */
export function outdated({ kind, task, before }: QueueForm, detail: QueueTaskDetail | null): string | null {
  if (task === null || before === null) return null;
  if (detail === null) return 'The task no longer exists.';
  if (detail.id !== task.id) return null;
  if (detail.title !== before.title) return `Its title is now “${detail.title}”.`;
  if (kind === 'edit') return detail.scope === before.text ? null : `The text was changed. It is now: ${detail.scope}`;
  const { list, agent } = detail;
  if (list === task.list && agent === task.agent) return null;
  return `The task was moved: it is now ${STANDS[list]}${agent === null ? '' : ` (${agent})`}.`;
}

/** Returns what is missing in a form; `null` when it is complete. */
export function unfinished({ kind, agent, title, text, project, before }: QueueForm): string | null {
  if (before === null) return 'The task is loading';
  if ((kind === 'claim' || kind === 'reassign' || kind === 'finish') && agent === '') return 'Choose an agent first';
  if (kind === 'finish' && text.trim() === '') return 'Enter a result first';
  if (kind === 'block' && text.trim() === '') return 'Enter a reason first';
  if (kind === 'dispatch' && project === '') return 'Choose a project first';
  return (kind === 'dispatch' || kind === 'edit') && title.trim() === '' ? 'Enter a title first' : null;
}

/** Returns a change of a text; `null` when the person has not changed it, so that its latest value stays. */
const changedText = (from: string | undefined, to: string): ChangedText | null => (from === undefined || from === to ? null : { from, to });

function moveOf({ kind, agent, title, text, before }: QueueForm): QueueMove | null {
  switch (kind) {
    case 'claim':
    case 'reassign':
      return { kind, agent };
    case 'finish':
      return { kind, agent, summary: text };
    case 'block':
      return { kind, reason: text };
    case 'edit':
      return { kind, title: changedText(before?.title, title), scope: changedText(before?.text, text) };
    case 'dispatch':
      return null;
  }
}

/** Returns the request of a complete form; `null` when it is incomplete. */
export function toRequest(form: QueueForm): Extract<QueuesStep, { kind: 'move' | 'dispatch' }> | null {
  const { request, task, project, title, text, needsApproval } = form;
  if (unfinished(form) !== null) return null;
  if (task === null) return { kind: 'dispatch', request, draft: { project, title, scope: text, needsApproval } };
  const move = moveOf(form);
  return move === null ? null : { kind: 'move', request, task, move };
}
