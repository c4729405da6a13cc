import { expect, test } from 'vitest';
import type { Outcome } from '../../../src/engine/platform/operation.ts';
import { formatAnswer as formatAnswerAt } from '../../../src/host/commands/answers.ts';
import { clockTime } from '../../../src/host/model/text.ts';

const NOW = 1_000_000;
const formatAnswer = (name: string, outcome: Outcome<unknown>) => formatAnswerAt(name, outcome, NOW);

const progress = { pending: 1, active: 0, done: 1, failed: 0, skipped: 0, total: 2, percent: 50 };
const running = { status: 'running', progress, waitsFor: null };
const retired = { agent: 'ada', withdrawn: false, released: ['types'], again: false, locks: [], decided: [], releasedLocks: [] };
const lock = { path: 'src/one.ts', agentId: 'ada', type: 'exclusive', acquiredAt: 1, expiresAt: 2, reason: '', fence: 1 };

test('a completed operation yields a message that is not urgent', () => {
  expect(formatAnswer('swarm retire', { ok: true, output: retired })).toEqual({
    text: 'ada has left the swarm. Pending again: types.',
    urgent: false,
  });
  expect(formatAnswer('swarm retire', { ok: true, output: { ...retired, withdrawn: true, released: [] } })?.text).toBe(
    'ada no longer waits to be admitted.',
  );
});

test('the answer to swarm retire names the locks that the agent still holds', () => {
  expect(formatAnswer('swarm retire', { ok: true, output: { ...retired, locks: [lock] } })?.text).toBe(
    `ada has left the swarm. Pending again: types. It still holds src/one.ts, until ${clockTime(lock.expiresAt, NOW)}.`,
  );
});

test('the answer names the winner of a ballot that the operation decided, and the state of the merge', () => {
  const merge = { task: 'logo', taskStatus: 'pending', state: 'refused', waitsFor: null, questions: [], finished: false };
  const decided = { subject: 'logo', winner: 'no', merge };
  const vote = {
    subject: 'logo',
    choice: 'no',
    voices: [{ choice: 'no', count: 1 }],
    entitled: 1,
    open: false,
    again: false,
    releasedLocks: [],
  };
  expect(formatAnswer('swarm vote', { ok: true, output: { ...vote, decided } })?.text).toBe(
    'no for logo: no 1, of 1. It is decided: no. The merge of logo is refused; the task is assigned again.',
  );
  expect(
    formatAnswer('swarm retire', { ok: true, output: { ...retired, released: [], decided: [{ ...decided, merge: null }] } })?.text,
  ).toBe('ada has left the swarm. logo is decided: no.');
});

test.each([
  [
    'swarm complete',
    { task: 'types', taskStatus: 'done', again: false, ready: [], locks: [lock], lapsed: [], swarm: running, releasedLocks: [] },
    'types is done. ada still holds src/one.ts.',
  ],
  [
    'swarm fail',
    { task: 'types', taskStatus: 'failed', again: false, skipped: [], locks: [lock], lapsed: [], swarm: running, releasedLocks: [] },
    'types has failed. ada still holds src/one.ts.',
  ],
])('the answer to %s names the locks that the agent still holds', (name, output, text) => {
  expect(formatAnswer(name, { ok: true, output })).toEqual({ text, urgent: false });
});

test('completing the last task reports that the swarm is complete', () => {
  const finished = { status: 'finished', progress: { ...progress, pending: 0, done: 2, percent: 100 }, waitsFor: null };
  const output = {
    task: 'types',
    taskStatus: 'done',
    again: false,
    ready: [],
    locks: [],
    lapsed: [],
    swarm: finished,
    releasedLocks: [lock],
  };
  expect(formatAnswer('swarm complete', { ok: true, output })?.text).toBe(
    'types is done. The swarm is complete: 2 of 2 tasks done. Released when the swarm ended: src/one.ts (ada).',
  );
});

test('a result or failure of one of several agents is not reported as the end of the task', () => {
  const open = {
    task: 'types',
    taskStatus: 'active',
    again: false,
    ready: [],
    skipped: [],
    locks: [],
    lapsed: [],
    swarm: running,
    releasedLocks: [],
  };
  expect(formatAnswer('swarm complete', { ok: true, output: open })?.text).toBe(
    'Submitted a result for types; the task is done when a result is picked.',
  );
  expect(formatAnswer('swarm fail', { ok: true, output: open })?.text).toBe('types has failed for this agent; other contenders continue.');
});

test('the answer names locks that were lost before, and their current holders', () => {
  const broken = { by: 'queen', reason: 'now' };
  const lapsed = [
    { path: 'src/two.ts', at: 5, broken: null, swarm: null, heldBy: ['bob'] },
    { path: 'h.ts', at: 6, broken, swarm: null, heldBy: [] },
  ];
  const output = { task: 'types', taskStatus: 'done', again: false, ready: [], locks: [], lapsed, swarm: running, releasedLocks: [] };
  expect(formatAnswer('swarm complete', { ok: true, output })?.text).toBe(
    [
      'types is done.',
      `The lock on src/two.ts expired at ${clockTime(5, NOW)}; now it is locked by bob.`,
      `The lock on h.ts was broken at ${clockTime(6, NOW)} by queen (now); now it is free.`,
    ].join(' '),
  );
});

test('a warning follows the message and makes it urgent', () => {
  const output = { agent: 'ada', task: 'types' };
  expect(formatAnswer('swarm usage', { ok: true, output, warnings: ['90 % of the tokens are spent', 'The rest is dear.'] })).toEqual({
    text: 'Recorded usage of ada for task types. 90 % of the tokens are spent. The rest is dear.',
    urgent: true,
  });
});

test('a read-only operation yields only its warnings', () => {
  expect(formatAnswer('verify', { ok: false, output: {} })).toBeNull();
  expect(formatAnswer('timeline list', { ok: true, output: {}, warnings: ['line 3 is no entry'] })).toEqual({
    text: 'Line 3 is no entry.',
    urgent: true,
  });
});

test('a negative result is urgent', () => {
  const no = { ok: false, output: { locks: [], notHeld: ['a'], heldBy: [{ ...lock, path: 'a' }], lapsed: [], waits: [] } };
  expect(formatAnswer('lock release', no)).toEqual({
    text: `Not held: a. a is held by ada, until ${clockTime(lock.expiresAt, NOW)}.`,
    urgent: true,
  });
});

test('ending a wait names the agent and the paths that it waited for', () => {
  const wait = { agentId: 'bob', paths: ['a', 'b/'], type: 'exclusive', requestedAt: 1, until: 2, reason: '' };
  const output = { locks: [], notHeld: [], heldBy: [], lapsed: [], waits: [wait] };
  expect(formatAnswer('lock break', { ok: true, output })).toEqual({ text: 'Ended the wait of bob for a b/.', urgent: false });
});

test('the answer to a change of notes uses their names', () => {
  const notes = [{ path: 'atoms/a.md', name: 'Old way', status: 'active', changed: true }];
  expect(formatAnswer('vault accept', { ok: true, output: { notes } })).toEqual({ text: 'Old way is now active.', urgent: false });
});

test.each([
  [true, 'active', 'Old way is now superseded by New way.'],
  [false, 'active', 'Old way is already superseded by New way.'],
  [true, 'review', 'Old way is now superseded by New way. The replacement is review.'],
])('the answer to vault supersede names the note and its replacement', (changed, status, text) => {
  const notes = [
    { path: 'atoms/a.md', name: 'Old way', status: 'superseded', changed },
    { path: 'atoms/b.md', name: 'New way', status, changed: true },
  ];
  expect(formatAnswer('vault supersede', { ok: true, output: { notes } })).toEqual({ text, urgent: false });
});

test('the answer to lock acquire lists unlocked files that a change may break, and the tests to run', () => {
  const because = ['It imports it'];
  const output = {
    granted: true,
    locks: [lock, { ...lock, path: 'src/two.ts', type: 'shared' }],
    blockedBy: [],
    cycle: [],
    release: [],
    missing: [],
    mayBreak: [
      { path: 'src/two.ts', likelihood: 0.6, because },
      { path: 'src/three.ts', likelihood: 0.416, because },
    ],
    tests: [{ path: 'test/one.test.ts', likelihood: 0.7, because }],
    doubts: null,
  };
  expect(formatAnswer('lock acquire', { ok: true, output })).toEqual({
    text: 'Locked src/one.ts, src/two.ts. A change there may break src/three.ts (42 %). Tests to run: test/one.test.ts.',
    urgent: false,
  });
  expect(formatAnswer('lock acquire', { ok: true, output: { ...output, mayBreak: [], tests: [] } })?.text).toBe(
    'Locked src/one.ts, src/two.ts.',
  );
});

test('the answer to settle gives the reason for each unresolved file, and is urgent', () => {
  const files = [{ file: '/p/.cortex/timeline.crtx', entries: 2 }];
  const left = [{ file: '/p/.cortex/reasoning/t.crtx', problem: '/p/.cortex/reasoning/t.crtx: cannot be read. Settle it by hand.' }];
  expect(formatAnswer('settle', { ok: false, output: { files, left } })).toEqual({
    text: 'Resolved the conflicts in timeline.crtx. /p/.cortex/reasoning/t.crtx: cannot be read. Settle it by hand.',
    urgent: true,
  });
  expect(formatAnswer('settle', { ok: false, output: { files: [], left } })?.text).toBe(left[0]?.problem);
});
