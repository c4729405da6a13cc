import { expect, test } from 'vitest';
import { BoardMaker, type BoardTask } from '../../../src/host/dashboards/work-queues/board.ts';
import type { QueueList, QueueMove, SeenTask } from '../../../src/host/dashboards/work-queues/protocol.ts';
import { requireUnchanged } from '../../../src/host/dashboards/work-queues/seen.ts';
import { project, type Said, team } from '../../webview/team.ts';

/** A task as the board has it. */
function boardTask(said: Omit<Said, 'title'>): BoardTask {
  const [task] = new BoardMaker('UTC').make(team([project('billing', [{ title: 'Round taxes', ...said }])], []).notes).tasks;
  if (task === undefined) throw new Error('there is no task');
  return task;
}

const seenAs = (list: QueueList, agent: string | null): SeenTask => ({ id: 'x', title: 'Round taxes', list, agent });
const REOPEN: QueueMove = { kind: 'reopen' };
const ended = boardTask({ status: 'done', agent: 'ann' });

test('a task is moved from where a person has seen it, and from nowhere else', () => {
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
])('somebody who goes on with a task meanwhile keeps a person from $kind', (move) => {
  expect(() => requireUnchanged(ended, seenAs('ready', null), move)).toThrow('this task was moved');
});

test('what is edited may stand anywhere, as long as nobody else has changed the same text', () => {
  const task = boardTask({ status: 'in-progress', agent: 'ann', scope: 'Per line.' });
  const edit = (from: string): QueueMove => ({ kind: 'edit', title: null, scope: { from, to: 'Per order.' } });
  requireUnchanged(task, seenAs('ready', null), edit('Per line.'));
  expect(() => requireUnchanged(task, seenAs('working', 'ann'), edit('Per item.'))).toThrow('the scope of this task has changed');
  const title: QueueMove = { kind: 'edit', title: { from: 'Round', to: 'Round all' }, scope: null };
  expect(() => requireUnchanged(task, seenAs('working', 'ann'), title)).toThrow('the title of this task has changed');
});
