import { CortexError } from '../../../engine/platform/errors.ts';
import { clippedOrNull } from '../../model/pages.ts';
import type { BoardTask } from './board.ts';
import type { ChangedText, QueueMove, SeenTask } from './protocol.ts';

const NEXT = 'Nothing was changed. The board shows the current state.';

const STANDS: Readonly<Record<SeenTask['list'], string>> = {
  ready: 'ready',
  working: 'in progress',
  done: 'done',
  other: 'in another status',
};

function describeState({ list, agent }: Pick<BoardTask, 'list' | 'agent'>): string {
  return agent === null ? STANDS[list] : `${STANDS[list]}, ${agent}`;
}

function requireText(what: string, now: string, changed: ChangedText | null): void {
  if (changed === null || changed.from === now) return;
  const data = { value: now, next: 'Nothing was changed. Check the task, then edit it again.' };
  throw new CortexError('denied', `${what} of this task has changed since you started`, data);
}

/**
 * Checks that a task is as the user saw it, because an agent may change it while a card is dragged or a form is open. An edit is allowed
 * in any column if the edited text is unchanged. @throws CortexError `denied` if the task or the text has changed
 */
export function requireUnchanged(found: BoardTask, { list, agent }: SeenTask, move: QueueMove): void {
  const { task } = found;
  if (move.kind === 'edit') {
    requireText('the title', task.title, move.title);
    requireText('the scope', task.scope ?? '', move.scope);
    return;
  }
  if (found.list === list && clippedOrNull(found.agent) === agent) return;
  const data = { value: describeState(found), allowed: describeState({ list, agent }), next: NEXT };
  throw new CortexError('denied', 'this task was moved in the meantime', data);
}
