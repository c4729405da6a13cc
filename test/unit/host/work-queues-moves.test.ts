import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { TeamStore, TeamWork } from '../../../src/engine/team/index.ts';
import { BoardMaker } from '../../../src/host/dashboards/work-queues/board.ts';
import { dispatch, makeMove } from '../../../src/host/dashboards/work-queues/moves.ts';
import type { QueueMove } from '../../../src/host/dashboards/work-queues/protocol.ts';
import { toProblemRows } from '../../../src/host/dashboards/work-queues/state.ts';
import { temporaryFolder } from '../../support/folders.ts';

const QUEUE = `---
type: project
---
## Work Queue

### 2026-03-28T10:00
**Task:** Round taxes
**Scope:** Per line.
**Status:** ready

### 2026-03-28T10:05
**Task:** Pay with a voucher
**Status:** ready
**Approval:** needed
`;

const ANN = '---\nname: ann\nstatus: active\n---\n## Projects\n- billing\n';

/** Creates a team of one agent and one project in a temporary folder. */
function desk() {
  const folder = temporaryFolder();
  const file = path.join(folder, 'projects', 'billing.md');
  for (const each of ['agents', 'projects']) mkdirSync(path.join(folder, each));
  writeFileSync(file, QUEUE);
  const agent = path.join(folder, 'agents', 'ann.md');
  writeFileSync(agent, ANN);
  const work = new TeamWork(TeamStore.open(nodeRuntime(), folder), 'UTC');
  onTestFinished(() => work.store.edits.whenIdle());
  const move = (title: string, request: QueueMove) => {
    const found = new BoardMaker('UTC').make(work.store).tasks.find(({ task }) => task.title === title);
    if (found === undefined) throw new Error(`there is no task ${title}`);
    return makeMove(work, found, request, 'person:ann');
  };
  return { work, file, agent, move, text: () => readFileSync(file, 'utf8') };
}

test('a task goes through all states, and each move reports its effect', async () => {
  const { move, text } = desk();
  const said: string[] = [];
  const id = JSON.stringify(['billing', '2026-03-28T10:00']);
  const steps: QueueMove[] = [
    { kind: 'claim', agent: 'ann' },
    { kind: 'block', reason: 'no rates yet' },
    { kind: 'block', reason: ' ' },
    { kind: 'reassign', agent: 'ann' },
    { kind: 'finish', agent: 'ann', summary: 'It rounds.' },
    { kind: 'reopen' },
  ];
  for (const step of steps) {
    const made = await move('Round taxes', step);
    expect(made.task).toBe(id);
    said.push(made.message.replace('“Round taxes” ', ''));
  }
  expect(said).toEqual(['is claimed by ann.', 'is blocked.', 'is unblocked.', 'is reassigned to ann.', 'is done.', 'is ready again.']);
  expect(text()).toContain('**Status:** ready\n**Earlier summary:** It rounds.');
});

test.each<[string, QueueMove[]]>([
  ['a claim', [{ kind: 'claim', agent: 'ann' }]],
  [
    'the end',
    [
      { kind: 'claim', agent: 'ann' },
      { kind: 'finish', agent: 'ann', summary: 'It rounds.' },
    ],
  ],
])('%s of a task records a heartbeat of the agent, as the command does', async (_name, moves) => {
  const { move, agent } = desk();
  for (const each of moves) {
    writeFileSync(agent, ANN);
    await move('Round taxes', each);
    expect(readFileSync(agent, 'utf8')).toMatch(/^last-heartbeat: \d{4}-\d\d-\d\dT\d\d:\d\d$/m);
  }
});

test('decisions of a person about a task record no heartbeat', async () => {
  const { move, agent } = desk();
  await move('Pay with a voucher', { kind: 'approve' });
  await move('Round taxes', { kind: 'block', reason: 'no rates yet' });
  await move('Round taxes', { kind: 'block', reason: '' });
  expect(readFileSync(agent, 'utf8')).toBe(ANN);
});

test('a claim succeeds even if the heartbeat cannot be written, and reports that failure', async () => {
  const { move, agent, text } = desk();
  writeFileSync(agent, Buffer.from([...Buffer.from(ANN), 0xff]));
  expect((await move('Round taxes', { kind: 'claim', agent: 'ann' })).message).toMatch(
    /^“Round taxes” is claimed by ann\. The heartbeat of ann could not be written: /,
  );
  expect(text()).toContain('**Agent:** ann');
});

test('an edit changes only the edited text, and keeps all other bytes of the note', async () => {
  const { move, text } = desk();
  await move('Round taxes', { kind: 'edit', title: { from: 'Round taxes', to: 'Round all taxes' }, scope: null });
  expect(text()).toBe(QUEUE.replace('Round taxes', 'Round all taxes'));
  await move('Round all taxes', { kind: 'edit', title: null, scope: { from: 'Per line.', to: '' } });
  expect(text()).toBe(QUEUE.replace('Round taxes', 'Round all taxes').replace('**Scope:** Per line.\n', ''));
});

test.each(['', '  ', '\n\u202E'])('an edit to an empty title is rejected: %j', async (to) => {
  const { move, text } = desk();
  const edited = move('Round taxes', { kind: 'edit', title: { from: 'Round taxes', to }, scope: null });
  await expect(edited).rejects.toMatchObject({ code: 'invalid-input', message: 'a task needs a title' });
  expect(text()).toBe(QUEUE);
});

test('a task that needs approval can be claimed only after a person approves it', async () => {
  const { move, text } = desk();
  await expect(move('Pay with a voucher', { kind: 'claim', agent: 'ann' })).rejects.toThrow('is not approved');
  expect(text()).toBe(QUEUE);
  await move('Pay with a voucher', { kind: 'approve' });
  expect(text()).toMatch(/\*\*Approval:\*\* person:ann \d{4}-\d\d-\d\dT\d\d:\d\d\n/);
  expect((await move('Pay with a voucher', { kind: 'claim', agent: 'ann' })).message).toContain('is claimed by ann.');
});

test('claiming a task that was claimed in the meantime reports its agent', async () => {
  const { move, text, file } = desk();
  writeFileSync(file, QUEUE.replace('**Status:** ready\n\n', '**Status:** in-progress\n**Agent:** bob\n**Started:** 2026-03-28T11:00\n\n'));
  const before = text();
  await expect(move('Round taxes', { kind: 'claim', agent: 'ann' })).rejects.toMatchObject({
    data: { next: expect.stringContaining('In progress by bob since 2026-03-28T11:00') },
  });
  expect(text()).toBe(before);
});

test.each<[string, QueueMove, string, string]>([
  ['claimed', { kind: 'reopen' }, '**Status:** ready\n\n', '**Status:** in-progress\n**Agent:** bob\n\n'],
  ['meant for one', { kind: 'claim', agent: 'ann' }, '**Status:** ready\n\n', '**Status:** ready\n**Agent:** ann\n\n'],
  ['claimed', { kind: 'block', reason: 'no rates' }, '**Status:** ready\n\n', '**Status:** in-progress\n**Agent:** bob\n\n'],
])('a task that was %s in the meantime is not moved: %j', async (_, move, before, after) => {
  const { work, text, file } = desk();
  const started = QUEUE.replace('**Status:** ready\n\n', move.kind === 'reopen' ? '**Status:** done\n\n' : '**Status:** ready\n\n');
  writeFileSync(file, started);
  work.store.update('projects/billing.md');
  const [seen] = new BoardMaker('UTC').make(work.store).tasks;
  if (seen === undefined) throw new Error('there is no task');
  writeFileSync(file, QUEUE.replace(before, after));
  const now = text();
  await expect(makeMove(work, seen, move, 'person:ann')).rejects.toThrow('this task has changed since you looked');
  expect(text()).toBe(now);
});

test('an edit does not overwrite a scope that changed in the meantime, but can change other texts of the task', async () => {
  const { text, file, work } = desk();
  const [seen] = new BoardMaker('UTC').make(work.store).tasks;
  if (seen === undefined) throw new Error('there is no task');
  writeFileSync(file, QUEUE.replace('Per line.', 'Per item.'));
  const edit = (title: string | null, scope: string | null): QueueMove => ({
    kind: 'edit',
    title: title === null ? null : { from: 'Round taxes', to: title },
    scope: scope === null ? null : { from: 'Per line.', to: scope },
  });
  await expect(makeMove(work, seen, edit(null, 'Per order.'), 'person:ann')).rejects.toThrow('the scope of this task has changed');
  await makeMove(work, seen, edit('Round all taxes', null), 'person:ann');
  expect(text()).toContain('**Task:** Round all taxes\n**Scope:** Per item.\n');
});

test('a dispatched task is last in its queue, and needs approval if requested', async () => {
  const { work, text } = desk();
  const draft = { project: 'billing', title: 'Refund', scope: 'Once.', needsApproval: true };
  const { message: said, task } = await dispatch(work, draft);
  expect(said).toBe('“Refund” is ready in billing.');
  expect(new BoardMaker('UTC').make(work.store).task(task)?.task).toMatchObject({ title: 'Refund', needsApproval: true });
  expect(text()).toMatch(/\*\*Task:\*\* Refund\n\*\*Scope:\*\* Once\.\n\*\*Status:\*\* ready\n\*\*Approval:\*\* needed\n$/);
});

test('dispatching a task with the title of an open task reports the duplicate', async () => {
  const { work } = desk();
  const draft = { project: 'billing', title: ' round  TAXES', scope: '', needsApproval: false };
  const { message: said } = await dispatch(work, draft);
  expect(said).toMatch(/^“round TAXES” is ready in billing\. Another open task has the same title: \S+\.$/);
});

test('moves and errors mention unsaved changes of the note, since the board shows the saved file', async () => {
  const { work, move } = desk();
  let typed = QUEUE;
  const unsaved = {
    text: () => typed,
    edit: async (_: string, change: (text: string) => string) => {
      typed = change(typed);
    },
  };
  const inEditor = new TeamWork(work.store, 'UTC', unsaved);
  const found = new BoardMaker('UTC').make(work.store).tasks[0];
  if (found === undefined) throw new Error('there is no task');
  expect((await makeMove(inEditor, found, { kind: 'claim', agent: 'ann' }, 'person:ann')).message).toContain('has unsaved changes');
  await expect(makeMove(inEditor, found, { kind: 'claim', agent: 'ann' }, 'person:ann')).rejects.toMatchObject({
    data: {
      next: expect.stringMatching(/^Its note has unsaved changes, which count\. Continue it\. .* cortex team done /),
    },
  });
  await expect(move('Round taxes', { kind: 'finish', agent: 'ann', summary: 'x' })).rejects.not.toMatchObject({
    data: { next: expect.stringContaining('saved') },
  });
  expect((await move('Round taxes', { kind: 'claim', agent: 'ann' })).message).not.toContain('saved');
});

test('problems without a file come first, then errors, then warnings', () => {
  const problem = (severity: 'error' | 'warning', file: string) => ({ severity, path: file, message: 'odd', line: 3, code: null });
  const store = { root: '/team', problems: [problem('warning', 'projects/a.md'), problem('error', 'projects/b.md')] };
  expect(toProblemRows(['the clock is wrong'], store)).toEqual([
    { severity: 'warning', message: 'the clock is wrong', place: null },
    { severity: 'error', message: 'odd', place: { file: path.join('/team', 'projects', 'b.md'), line: 3, column: 1 } },
    { severity: 'warning', message: 'odd', place: { file: path.join('/team', 'projects', 'a.md'), line: 3, column: 1 } },
  ]);
  expect(toProblemRows([], null)).toEqual([]);
});
