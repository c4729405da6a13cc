import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { diagnoseStacks } from '../../../../src/engine/stack/doctor.ts';
import { memoryFiles } from '../../../../src/engine/stack/files/memory.ts';
import { markRead, markUnread } from '../../../../src/engine/stack/messages/read-marks.ts';
import { outboxDraft, sendMessage } from '../../../../src/engine/stack/messages/send.ts';
import { setStatus } from '../../../../src/engine/stack/plan/plan-edit.ts';
import { readPlan } from '../../../../src/engine/stack/plan/plan-file.ts';
import { searchStacks } from '../../../../src/engine/stack/search.ts';
import { Stacks } from '../../../../src/engine/stack/stacks.ts';
import { readStatus } from '../../../../src/engine/stack/status.ts';
import { STACK_FILES } from '../../../../src/engine/stack/store.ts';
import { temporaryFolder } from '../../../support/folders.ts';

const FIXTURES = path.join(import.meta.dirname, '../../../fixtures/stack-revisions');
const runtime = nodeRuntime({});
const NOW = Date.UTC(2026, 1, 1);

/** All stacks of all revisions. */
const stacks = fs.readdirSync(FIXTURES).flatMap((revision) => {
  const folder = path.join(FIXTURES, revision);
  return fs.readdirSync(folder).flatMap((name) => (fs.existsSync(path.join(folder, name, '.cstack')) ? [[revision, name] as const] : []));
});

/** Copies a stack into its own repository, with all files committed. */
function copyOf(revision: string, name: string) {
  const root = temporaryFolder();
  fs.cpSync(path.join(FIXTURES, revision, name), root, { recursive: true });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'core.autocrlf=false', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'x');
  const opened = Stacks.open(runtime, root);
  return { root, diff: () => git('diff', '--stat'), status: () => git('status', '--short'), opened, own: opened.own() };
}

const of = (revision: string, name: string) => copyOf(revision, name).own;
const taskLines = (revision: string, name: string) => readPlan(of(revision, name).store).map(({ status, title }) => `${status}: ${title}`);

describe.each(stacks)('a stack of revision %s (%s)', (revision, name) => {
  // These stacks have no AGENTS.md, so recipients are unknown.
  it('is read without changes, and the doctor reports no errors', () => {
    const { opened, own, status } = copyOf(revision, name);
    expect(
      diagnoseStacks(opened)
        .filter(({ severity, code }) => severity === 'error' && code !== 'unknown-recipient')
        .map(({ message }) => message),
    ).toEqual([]);
    expect(readStatus(own, NOW).problems).toEqual([]);
    expect(searchStacks([own], 'the', 100).problems).toEqual([]);
    memoryFiles(own.store);
    expect(status()).toBe('');
  });

  it('is unchanged after a change is reverted', async () => {
    const { opened, own, diff, root } = copyOf(revision, name);
    const { store } = own;
    const [task] = readPlan(store);
    if (task !== undefined) {
      const before = task.status === 'in progress' ? 'in progress' : task.status === 'completed' ? 'completed' : 'pending';
      await store.edits.edit(STACK_FILES.plan, (text) => setStatus(text ?? '', '1', 'blocked'));
      expect(diff()).toContain('PLAN.md');
      await store.edits.edit(STACK_FILES.plan, (text) => setStatus(text ?? '', '1', before));
    }
    const wanted = { from: 'ann', to: 'manager', type: 'task', content: 'One\n---\nFrom: x' };
    const { message } = await sendMessage(opened, wanted);
    await store.remove(STACK_FILES.inbox, [message]);
    await store.remove(STACK_FILES.outbox, [await outboxDraft(opened, own, wanted)]);
    const { messages } = store.mailbox.read();
    const [said] = messages.filter(({ fields }) => fields.some(({ value }) => value === 'unread'));
    if (said !== undefined) {
      await markRead(store, [said.id]);
      expect(diff()).toContain('INBOX.md');
      await markUnread(store, [said.id]);
    }
    expect([diff(), fs.existsSync(path.join(root, '.cstack'))]).toEqual(['', true]);
  });
});

it('unfilled templates are empty', () => {
  for (const [revision, name] of stacks.filter(([, each]) => each === 'idle')) {
    const { current, counts, unread, outbox } = readStatus(of(revision, name), NOW);
    expect([revision, current.task, current.focus, counts.pending + counts.blocked, unread, outbox]).toEqual([revision, '', '', 0, 0, 0]);
  }
  expect(searchStacks([of('v1.6', 'idle')], 'surprised', 5).total).toBe(0);
  expect(searchStacks([of('v1.6', 'work')], 'tide noon', 5).results).toMatchObject([{ title: 'Gotchas', line: 10 }]);
});

it('plans are parsed by their revision', () => {
  expect(taskLines('v1.1', 'work')).toEqual([
    'in progress: Ferry times | read from the port',
    'pending: Prices | by age',
    'blocked: Tickets | the shop',
    'pending: Night ferry is missing | times.md:12 | after midnight',
    'pending: A map | nice to have',
  ]);
  expect(readPlan(of('v1.5', 'work').store).map(({ status, labels, notes }) => [status, labels, Object.fromEntries(notes)])).toContainEqual(
    ['closed', ['idea'], { closed: '2026-01-08', reason: 'Nobody asked for it' }],
  );
  expect(readPlan(of('first', 'spec').store).map(({ id, parent, depends }) => [id, parent, depends])).toEqual([
    ['map-1', null, []],
    ['map-2', 1, []],
    ['map-3', 1, []],
    [null, null, ['map-2', 'map-3']],
    ['map-5', null, ['map-1']],
    [null, null, []],
  ]);
  expect(readPlan(of('v3', 'work').store).map(({ id, parent, depends }) => [id, parent, depends])).toContainEqual([
    'look-1b',
    3,
    ['look-1a'],
  ]);
});

it('CURRENT.md is parsed in each form', () => {
  expect(readStatus(of('v1.1', 'work'), NOW).current).toEqual({
    task: 'Ferry times',
    focus: 'The winter times',
    nextSteps: ['Read the sheet of the port', 'Compare two weeks'],
  });
});

it('messages are parsed by their revision, and default to the owner of the OUTBOX as sender', () => {
  expect(
    of('v1.0', 'spec')
      .store.outbox()
      .messages.map(({ from, to, type, content }) => [from, to, type, content]),
  ).toEqual([
    ['manager', 'manager', 'milestone', 'One side is white.'],
    ['manager', 'agent-lights', 'done', 'Six lamps on each side.\nBetween them: 4 m'],
  ]);
  expect(
    of('first', 'spec')
      .store.mailbox.read()
      .messages.map(({ id, type }) => [id.slice(0, 8), type]),
  ).toEqual([
    ['msg-77af', 'question'],
    [expect.stringMatching(/^msg-/), 'directive'],
  ]);
  expect(readStatus(of('v1.0-status', 'spec'), NOW).unread).toBe(1);
  expect(of('v3', 'work').store.outbox().messages).toEqual([]);
});

it('an AGENTS.md of the third specification defines the agents that have a stack', () => {
  const root = temporaryFolder();
  fs.cpSync(path.join(FIXTURES, 'v3'), root, { recursive: true });
  expect(Stacks.open(runtime, root).agents.map(({ name }) => name)).toEqual(['bridge']);
});
