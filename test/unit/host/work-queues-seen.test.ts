import { expect, test } from 'vitest';
import { BoardMaker, type BoardTask } from '../../../src/host/dashboards/work-queues/board.ts';
import type { QueueList, QueueMove, SeenTask } from '../../../src/host/dashboards/work-queues/protocol.ts';
import { requireUnchanged } from '../../../src/host/dashboards/work-queues/seen.ts';
import { project, type Said, team } from '../../webview/team.ts';

/** Creates a task as it is on the board. */
function boardTask(said: Omit<Said, 'title'>): BoardTask {
  const [task] = new BoardMaker('UTC').make(team([project('billing', [{ title: 'Round taxes', ...said }])], []).notes).tasks;
  if (task === undefined) throw new Error('there is no task');
  return task;
}

const seenAs = (list: QueueList, agent: string | null): SeenTask => ({ id: 'x', title: 'Round taxes', list, agent });
const REOPEN: QueueMove = { kind: 'reopen' };
const ended = boardTask({ status: 'done', agent: 'ann' });

test('a task is moved only from the column and agent that the person saw', () => {
  requireUnchanged(ended, seenAs('done', 'ann'), REOPEN);
  expect(() => requireUnchanged(ended, seenAs('working', 'ann'), REOPEN)).toThrow('this task was moved in the meantime');
  const moved = boardTask({ status: 'in-progress', agent: 'bob' });
  expect(() => requireUnchanged(moved, seenAs('working', 'ann'), REOPEN)).toThrow('this task was moved');
});

test.each<QueueMove>([
  { kind: 'claim', agent: 'ann' },
  { kind: 'finish', agent: 'ann', summary: 'It rounds.' },
  { kind: 'reassign', agent: 'bob' },
  { kind: 'block', reason: 'no rates' },
  { kind: 'approve' },
])('the move $kind is rejected if the task was moved in the meantime', (move) => {
  expect(() => requireUnchanged(ended, seenAs('ready', null), move)).toThrow('this task was moved');
});

test('an edit is allowed in any column, unless the same text has changed', () => {
  const task = boardTask({ status: 'in-progress', agent: 'ann', scope: 'Per line.' });
  const edit = (from: string): QueueMove => ({ kind: 'edit', title: null, scope: { from, to: 'Per order.' } });
  requireUnchanged(task, seenAs('ready', null), edit('Per line.'));
  expect(() => requireUnchanged(task, seenAs('working', 'ann'), edit('Per item.'))).toThrow('the scope of this task has changed');
  const title: QueueMove = { kind: 'edit', title: { from: 'Round', to: 'Round all' }, scope: null };
  expect(() => requireUnchanged(task, seenAs('working', 'ann'), title)).toThrow('the title of this task has changed');
});
