import path from 'node:path';
import { expect, test } from 'vitest';
import { CortexError } from '../../../src/engine/platform/errors.ts';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { groupIntoThreads } from '../../../src/engine/stack/index.ts';
import { TimelineStore, withTimeline } from '../../../src/engine/timeline/store.ts';
import { lastMessages } from '../../../src/host/dashboards/overview/activity-card.ts';
import type { CardName } from '../../../src/host/dashboards/overview/protocol.ts';
import { overviewStepSchema, overviewViewSchema } from '../../../src/host/dashboards/overview/protocol.ts';
import { knownStacks, readLastEntries, readLastEntriesOrWhy } from '../../../src/host/dashboards/overview/readings.ts';
import { buildOverviewCards, findOverviewChanges, type OverviewViewModel } from '../../../src/host/dashboards/overview/state.ts';
import { CachedReading } from '../../../src/host/model/cached-reading.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { message } from '../../webview/mail.ts';
import { busy, entry, hostile, NOW, need, noFolder, quiet, unused } from '../../webview/overviews.ts';
import { AGENTS, pictureOf, stackFolder, message as written } from './stack/stack-folder.ts';
import { agent, lock, manifest, task, viewModel } from './view-models.ts';

const tell = (shown: OverviewViewModel) => buildOverviewCards(shown, () => 'Delete old invoices');

function cardOf(shown: OverviewViewModel, name: CardName) {
  const { state, leads } = tell(shown);
  const card = state.cards.find((each) => each.name === name);
  if (card === undefined) throw new Error(`there is no card ${name}`);
  return { ...card, leads };
}

const linesOf = (shown: OverviewViewModel, name: CardName): string[] =>
  cardOf(shown, name).lines.map(({ label, said }) => (said === '' ? label : `${label}: ${said}`));

test('the needs card shows the five most urgent needs with their actions, and a link to all needs', () => {
  const { count, lines, ways, leads } = cardOf(busy, 'needs');
  expect([count, lines.length, ways.map(({ label }) => label)]).toEqual([6, 5, ['All 6']]);
  const [first] = lines;
  expect(first?.actions.map(({ label, changes }) => [label, changes])).toEqual([
    ['Approve', true],
    ['Reopen', true],
    ['Snooze…', false],
  ]);
  expect(leads.get(first?.id ?? '')).toEqual({ command: 'cortex.needs.open', subject: { kind: 'need', id: busy.needs.needs[0]?.id } });
  expect(leads.get(first?.actions[0]?.id ?? '')).toEqual({
    command: 'cortex.team.approve',
    subject: { kind: 'team-task', project: 'billing', id: 't1', title: 'Delete old invoices' },
  });
});

test('the work card counts work per protocol, and ends with the agent that was active last', () => {
  expect(linesOf(busy, 'work')).toEqual([
    'Release 1.0: 33 % · 1 of 3',
    '4 agents: 1 working · 1 blocked · 1 unresponsive · 1 idle',
    '3 team members: 1 down · 1 active · 1 new',
    '2 projects: no task yet',
    '3 stacks: 2 in progress · 1 blocked · 7 planned',
    'Messages: 4 unread · 1 overdue',
    'ada: $0.42 · Tax of every country',
  ]);
  expect(cardOf(busy, 'work').lines.at(-1)?.time).toEqual({ kind: 'since', at: NOW - 5_000 });
});

test('the work card says when the budget ends before the tasks do', () => {
  const states = ['done', 'done', 'done', 'done', 'done', 'pending', 'pending'] as const;
  const root = task('all', { status: 'active', children: states.map((status, n) => task(`t${n}`, { status })) });
  const spent = { agents: 1, tokens: 0, costUsd: 10, durationMs: 0 };
  const budget = { maxAgents: 9, maxTokens: 1_000, maxCostUsd: 11, maxDurationMs: 36_000_000, spent };
  const shown = viewModel({ manifest: manifest(root, { task: 'Release', created: NOW - 3_600_000, budget }) });
  const line = cardOf({ ...quiet, viewModel: shown }, 'work').lines.find(({ id }) => id.endsWith('outlook'));
  expect(line).toMatchObject({ tone: 'warning', label: expect.stringMatching(/^Money ends about \d\d:\d\d, 2 tasks left$/) });
});

test('the locks card shows the locks that expire next, after conflicts', () => {
  expect(linesOf(busy, 'locks')).toEqual([
    '1 agent waiting: for a locked file',
    '1 lock left behind: by agents that are unresponsive or have left',
    'src/tax/: ada · 1 waiting · rates of 2026',
    'docs/guide.md: bob · shared',
    'src/parser/lexer.ts: dan',
  ]);
  const locks = [5, 3, 9, 1, 7, 2].map((minutes) => lock(`f${minutes}`, 'ada', { expiresAt: NOW + minutes * 60_000 }));
  expect(linesOf({ ...busy, viewModel: viewModel({ locks }) }, 'locks')).toEqual(['f1: ada', 'f2: ada', 'f3: ada']);
});

test('the activity card lists events of all kinds in one order', () => {
  expect(cardOf(busy, 'happened').lines.map(({ label }) => label)).toEqual([
    'Chose a table of rates over a service',
    'Lexer rewritten with one pass',
    'Which hash is to be used for the passwords?',
    'Implement the login endpoint',
    'Tried to parse dates with a regular expression',
  ]);
});

test('a failure with outcome failure shows the word once, and a pending outcome is omitted', () => {
  const entries = [entry('fail tax', 1, { type: 'failure', outcome: 'failure' }), entry('use tables', 2)];
  const [failed, chosen] = linesOf({ ...quiet, entries: { kind: 'entries', entries } }, 'happened');
  expect([failed, chosen]).toEqual(['fail tax: ada · failure', 'use tables: ada · decision']);
});

test('a need dated in the future shows no time', () => {
  const [first] = busy.needs.needs;
  const needs = [NOW + 86_400_000, NOW - 5_000].flatMap((since) => (first === undefined ? [] : { ...first, since }));
  const { lines } = cardOf({ ...busy, needs: { ...busy.needs, needs } }, 'needs');
  expect(lines.map(({ time }) => time)).toEqual([null, { kind: 'since', at: NOW - 5_000 }]);
});

test('the knowledge card links to notes, to the graph and to the riskiest file', () => {
  const { lines, leads } = cardOf(busy, 'known');
  expect(linesOf(busy, 'known')).toEqual([
    '128 notes: 3 notes to accept, 1 contradiction to resolve',
    '4 notes: cite code that has changed',
    'Semantic graph: 1,204 files',
    'src/tax/rates.ts: the riskiest to change · 71 %',
  ]);
  expect(leads.get(lines[3]?.id ?? '')).toEqual({
    command: 'cortex.graph.show',
    subject: { kind: 'file', file: path.join('/shop', 'src/tax/rates.ts') },
  });
});

test.each<[string, OverviewViewModel, readonly string[]]>([
  ['no folder', noFolder, ['vscode.openFolder', 'cortex.team.setup']],
  ['nothing begun', unused, ['cortex.init', 'cortex.team.setup', 'cortex.stack.init', 'cortex.memory.create']],
  ['no swarm', quiet, ['cortex.swarm.create', 'cortex.team.setup', 'cortex.stack.init', 'cortex.memory.create', 'cortex.graph.build']],
])('with %s, every unused protocol offers a command to set it up', (_, shown, commands) => {
  const { state, leads } = tell(shown);
  const offered = state.cards.flatMap(({ lines }) => lines.flatMap(({ actions }) => actions.map(({ id }) => leads.get(id)?.command)));
  expect(offered).toEqual(commands);
});

test('every action has a unique short id, and texts for the page are limited in length', () => {
  const { state, leads } = tell(hostile);
  const pressed = state.cards.flatMap(({ ways, lines }) => [
    ...ways.map(({ id }) => id),
    ...lines.flatMap(({ id, leads: isLed, actions }) => [...(isLed ? [id] : []), ...actions.map((action) => action.id)]),
  ]);
  expect(new Set(pressed).size).toBe(pressed.length);
  expect([...leads.keys()].sort()).toEqual(pressed.toSorted());
  expect(Math.max(...pressed.map(({ length }) => length))).toBeLessThan(300);
  expect(JSON.stringify(state).length).toBeLessThan(30_000);
});

test('changes contain only changed cards, and are empty if only time has passed', () => {
  const before = tell(busy).state;
  expect(findOverviewChanges(before, tell({ ...busy, now: NOW + 60_000 }).state)).toBeNull();
  const needs = { ...busy.needs, needs: [need('New'), ...busy.needs.needs] };
  const changes = findOverviewChanges(before, tell({ ...busy, needs }).state);
  expect(changes?.cards.map(({ name }) => name)).toEqual(['needs']);
  expect(findOverviewChanges(before, tell({ ...busy, projects: ['/a', '/b', '/c'].map((root) => ({ root })) }).state)).toMatchObject({
    project: { others: 3 },
    cards: [],
  });
});

test('an agent that has left is not counted, and a failed agent does not count as unresponsive', () => {
  const agents = [agent('ada', { status: 'done', completedAt: NOW }), agent('bob', { status: 'failed' })];
  const shown = viewModel({ manifest: manifest(task('all'), { agents }) });
  expect(linesOf({ ...quiet, viewModel: shown }, 'work')[1]).toBe('1 agent');
});

test('the latest messages are taken from the newest threads, without undated messages', () => {
  const all = Array.from({ length: 40 }, (_, n) =>
    message('ann', 'bob', `message ${n}`, { minutesAgo: n, thread: `t${n % 7}`, id: `m${n}` }),
  );
  const threads = groupIntoThreads([...all, message('ann', 'bob', 'never', { time: 'never', id: 'never' })]);
  expect(lastMessages(threads, null).map(({ message: { content } }) => content)).toEqual([0, 1, 2, 3, 4].map((n) => `message ${n}`));
  expect(lastMessages([], null)).toEqual([]);
});

test('knownStacks counts tasks by state, and unread and overdue messages', () => {
  const inbox = written({ From: 'agent-frontend', To: 'agent-backend', Type: 'task', Time: '2026-01-10T12:00:00Z' }, 'Do it');
  const plan = '# Plan\n\n- [ ] One\n- [>] Two\n- [x] Three\n';
  const folder = stackFolder({ 'AGENTS.md': AGENTS, 'backend/.cstack/INBOX.md': inbox, 'backend/.cstack/PLAN.md': plan });
  const counts = { planned: 1, inProgress: 1, blocked: 0, unread: 1, overdue: 1, toRoute: 0 };
  expect(knownStacks(pictureOf(folder))).toMatchObject({ kind: 'stacks', counts });
  expect(knownStacks({ folders: [], now: NOW })).toEqual({ kind: 'none' });
});

test('unreadable stacks are shown as such, with a link to the problem', () => {
  const folder = stackFolder({ 'AGENTS.md/folder': '' });
  const stacks = knownStacks(pictureOf(folder));
  const { lines, leads } = cardOf({ ...quiet, stacks }, 'work');
  const broken = lines.find(({ id }) => id === 'work/stacks');
  expect(broken).toMatchObject({ label: 'The stacks cannot be read', actions: [] });
  expect(broken?.said).toContain('AGENTS.md: is a folder, not a file');
  const subject = { kind: 'problem', file: path.join(folder.root, 'AGENTS.md'), line: 1, column: 1 };
  expect(leads.get(broken?.id ?? '')).toEqual({ command: 'cortex.problem.open', subject });
});

test('the latest timeline entries are read newest first, and an unreadable timeline shows its error', async () => {
  const [runtime, root] = [nodeRuntime({}), temporaryFolder()];
  const store = await TimelineStore.open(runtime, root);
  await store.recordAll(Array.from({ length: 9 }, (_, n) => entry(`step ${n}`, 100 - n)));
  await store.close();
  const last = await readLastEntries((query, limit) =>
    withTimeline(runtime, root, async (timeline) => (await timeline.query(query, { limit })).entries),
  );
  expect(last.map(({ action }) => action)).toEqual([8, 7, 6, 5, 4].map((n) => `step ${n}`));
  expect(linesOf({ ...quiet, entries: { kind: 'broken', message: 'x.crtx: is not JSON.' } }, 'happened')).toEqual([
    'The timeline cannot be read: x.crtx: is not JSON.',
  ]);
});

test('a failed timeline query is retried after some seconds', async () => {
  let asked = 0;
  const reading = new CachedReading(async () => {
    asked += 1;
    if (asked === 1) throw new CortexError('io', 'the thread that reads the timeline has ended');
    return readLastEntries(async () => [entry('step', 1)]);
  });
  const look = (now: number) => readLastEntriesOrWhy(() => reading.get(now));
  expect(await look(0)).toEqual({ kind: 'broken', message: 'the thread that reads the timeline has ended.' });
  expect([await look(1_000), asked]).toMatchObject([{ kind: 'broken' }, 1]);
  expect(await look(10_000)).toMatchObject({ kind: 'entries', entries: [{ action: 'step' }] });
  await look(20_000);
  expect(asked).toBe(2);
});

test('a cached reading that is dropped during a read is read again', async () => {
  let [reads, let_go] = [0, () => {}];
  const reading = new CachedReading(async () => {
    reads += 1;
    await new Promise<void>((resolve) => {
      let_go = resolve;
    });
    return reads;
  }, 1_000);
  const first = reading.get(0);
  reading.drop();
  let_go();
  expect(await first).toBe(1);
  const second = reading.get(0);
  let_go();
  expect([await second, await reading.get(999)]).toEqual([2, 2]);
  const third = reading.get(1_000);
  let_go();
  expect(await third).toBe(3);
});

test('views and steps that do not match the schemas are rejected', () => {
  expect(overviewViewSchema.safeParse({}).success).toBe(true);
  expect(overviewViewSchema.safeParse({ from: 1 }).success).toBe(false);
  expect(overviewStepSchema.safeParse({ kind: 'go', id: ['x'] }).success).toBe(false);
  expect(overviewStepSchema.safeParse({ kind: 'run', command: 'evil' }).success).toBe(false);
});
