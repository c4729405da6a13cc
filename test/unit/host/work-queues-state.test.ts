import { expect, test } from 'vitest';
import type { QueueCard, QueueFilter, QueueList, QueuesSnapshot, QueuesView } from '../../../src/host/dashboards/work-queues/protocol.ts';
import { QueuesViewModel } from '../../../src/host/dashboards/work-queues/state.ts';
import type { Team } from '../../webview/queues-host.ts';
import { AGENTS, agent, at, busy, hugeTeam, NOW, odd, project, team } from '../../webview/team.ts';

const ALL: QueueFilter = { words: '', project: null, agent: null, age: 'all' };
const range = { from: 0, count: 50 };
const VIEW: QueuesView = { filter: ALL, lists: { ready: range, working: range, done: range, other: range }, detail: null, sought: null };

function look({ notes, ...more }: Team, view: Partial<QueuesView> = {}, camera = new QueuesViewModel()): QueuesSnapshot {
  camera.point(notes, { timeZone: 'UTC', staleMinutes: 30 });
  return camera.take({ ...VIEW, ...view }, { directory: '/team', ...more });
}

const titles = ({ lists }: QueuesSnapshot, list: QueueList): string[] => lists[list].rows.map(({ title }) => title);
const filtered = (filter: Partial<QueueFilter>) => {
  const snapshot = look(busy, { filter: { ...ALL, ...filter } });
  return [...titles(snapshot, 'ready'), ...titles(snapshot, 'working'), ...titles(snapshot, 'done')];
};
const card = (from: QueuesSnapshot, title: string): QueueCard | undefined =>
  Object.values(from.lists)
    .flatMap(({ rows }) => rows)
    .find((each) => each.title.includes(title));

test('ready tasks are in queue order, tasks in progress oldest first, completed tasks newest first', () => {
  const snapshot = look(busy);
  expect(titles(snapshot, 'ready')).toEqual([
    expect.stringContaining('Charge a card'),
    'Describe refunds',
    'Show the discount of each line in the cart',
    'Delete the old checkout',
    'Pay with a voucher',
  ]);
  expect(titles(snapshot, 'working')).toEqual(['Send a receipt', 'Round taxes per line']);
  expect(titles(snapshot, 'done')).toEqual(['Read the rates from a file', 'Search by colour']);
  expect(snapshot).toMatchObject({ tasks: 9, blocked: 2, others: 0, projects: ['billing-service', 'handbook', 'web-shop'] });
});

test('all projects are counted, although the list for the filter is limited', () => {
  const { projectCount, projects } = look(hugeTeam(1_003));
  expect([projectCount, projects.length]).toEqual([1_003, 1_000]);
});

test('a task without a valid time is last in its column', () => {
  const snapshot = look(
    team(
      [
        project('p', [
          { title: 'a', status: 'in-progress' },
          { title: 'b', status: 'in-progress', started: 1 },
        ]),
      ],
      [],
    ),
  );
  expect(titles(snapshot, 'working')).toEqual(['b', 'a']);
  expect(card(snapshot, 'a')).toMatchObject({ time: null, since: null });
  expect(card(snapshot, 'b')).toMatchObject({ time: at(1), since: busy.now - 60_000 });
});

test('an unknown status is shown unchanged in a separate column', () => {
  const snapshot = look(odd);
  expect(snapshot.others).toBe(2);
  expect(snapshot.lists.other.rows.map(({ status }) => status)).toEqual(['on hold', null]);
});

test('a card shows its agent, the reason why it is blocked, and its summary', () => {
  const snapshot = look(busy);
  expect(card(snapshot, 'receipt')).toMatchObject({ agent: 'web-dev', blocked: 'the mail server has no address yet', summary: null });
  expect(card(snapshot, 'old checkout')).toMatchObject({ needsApproval: true, blocked: null });
  expect(card(snapshot, 'colour')).toMatchObject({ summary: 'Filter and index are there.' });
});

test('the filter by agent finds the tasks that it has or may claim, and the empty filter finds unassigned tasks', () => {
  expect(filtered({ agent: 'billing-dev' })).toEqual([
    expect.stringContaining('Charge'),
    'Round taxes per line',
    'Read the rates from a file',
  ]);
  expect(filtered({ agent: 'docs-writer' })).toEqual(['Describe refunds']);
  expect(filtered({ agent: '' })).toHaveLength(5);
  expect(filtered({ agent: 'who left' })).toEqual([]);
});

test('tasks are filtered by project, words and age, alone and combined', () => {
  expect(filtered({ project: 'handbook' })).toEqual(['Describe refunds']);
  expect(filtered({ words: 'MAIL address' })).toEqual(['Send a receipt']);
  expect(filtered({ words: '.*' })).toEqual([]);
  expect(filtered({ age: 'hour' })).toEqual(['Delete the old checkout', 'Round taxes per line']);
  expect(filtered({ age: 'over-day' })).toEqual(['Pay with a voucher', 'Send a receipt', 'Search by colour']);
  expect(filtered({ age: 'over-week' })).toEqual([]);
  expect(filtered({ age: 'over-day', project: 'web-shop', words: 'colour' })).toEqual(['Search by colour']);
});

test('the filter by age follows the clock', () => {
  const camera = new QueuesViewModel();
  const view = { filter: { ...ALL, age: 'hour' as const } };
  expect(look(busy, view, camera).lists.ready.total).toBe(1);
  expect(look({ ...busy, now: busy.now + 31 * 60_000 }, view, camera).lists.ready.total).toBe(0);
});

test('the detail of a task has its scope and possible owners, and is null for a missing task', () => {
  const id = card(look(busy), 'Charge')?.id ?? '';
  expect(look(busy, { detail: id }).detail).toMatchObject({
    scope: 'The retry must not charge anybody again.',
    owners: ['billing-dev', 'web-dev'],
  });
  expect(look(busy, { detail: 'x' }).detail).toBeNull();
});

test('a sought task is located by column and index if the filter shows it', () => {
  const id = card(look(busy), 'Pay with')?.id ?? '';
  expect(look(busy, { sought: id }).sought).toEqual({ id, list: 'ready', index: 4 });
  expect(look(busy, { sought: id, filter: { ...ALL, project: 'web-shop' } }).sought).toMatchObject({ index: 2 });
  expect(look(busy, { sought: id, filter: { ...ALL, project: 'handbook' } }).sought).toBeNull();
});

test('a refusal is shown only on the card of its task, until the task is moved', () => {
  const { id: task = '', list = 'other', agent: holder = null } = card(look(busy), 'Charge') ?? {};
  const seen = { id: task, title: 'Charge', list, agent: holder };
  const doing = { request: 'r', outcome: 'refused' as const, message: 'web-dev has it', task, seen };
  const refusals = look({ ...busy, doing }).lists.ready.rows.map(({ refusal }) => refusal);
  expect(refusals).toEqual(['web-dev has it', null, null, null, null]);
  expect(card(look({ ...busy, doing: { ...doing, outcome: 'done' } }), 'Charge')?.refusal).toBeNull();
  const earlier = { ...busy, refusalOf: (id: string) => (id === task ? 'web-dev has it' : null) };
  expect(look(earlier).lists.ready.rows.map(({ refusal }) => refusal)).toEqual(['web-dev has it', null, null, null, null]);
  const camera = new QueuesViewModel();
  look(busy, {}, camera);
  expect(camera.settled(doing)).toBe(doing);
  for (const other of [{ list: 'working' as const }, { agent: 'x' }]) {
    const moved = camera.settled({ ...doing, seen: { ...seen, ...other } });
    expect(camera.settled(moved)).toBe(moved);
    expect(card(look({ ...busy, doing: moved }), 'Charge')?.refusal).toBeNull();
  }
});

test('a task in progress without an agent belongs to the agent of its project note', () => {
  const own = project('solo', [{ title: 'mine', status: 'in-progress' }, { title: 'next' }], 'solo');
  const snapshot = look(team([own], [agent('solo', [])]), { filter: { ...ALL, agent: 'solo' } });
  expect(card(snapshot, 'mine')?.agent).toBe('solo');
  expect(titles(snapshot, 'ready')).toEqual(['next']);
});

test('20,000 tasks are shown in parts, and a changed note recomputes only its own tasks', () => {
  const camera = new QueuesViewModel();
  const huge = hugeTeam(1_000);
  const far = look(huge, { lists: { ...VIEW.lists, ready: { from: 9_990, count: 50 } } }, camera);
  expect(far).toMatchObject({ tasks: 20_000, lists: { ready: { total: 10_000, from: 9_990 }, done: { total: 5_000 } } });
  expect(far.lists.ready.rows).toHaveLength(10);
  const before = camera.board.lists.ready[0];
  const projects = new Map(huge.notes.projects).set('project-0500', project('project-0500', []));
  expect(look({ ...huge, notes: { ...huge.notes, projects } }, {}, camera).tasks).toBe(19_980);
  expect(camera.board.lists.ready[0]).toBe(before);
});

test('the board is reused while the team is unchanged, and computed again for another team', () => {
  const camera = new QueuesViewModel();
  look(busy, {}, camera);
  const { board } = camera;
  look({ ...busy, now: busy.now + 1 }, {}, camera);
  expect(camera.board).toBe(board);
  look(team([project('p', [])], AGENTS), {}, camera);
  expect(camera.board.tasks).toEqual([]);
});

test('a card in progress shows when its agent was last active, or that it is inactive or unknown', () => {
  const beat = (slug: string, minutesAgo: number) => ({
    ...agent(slug, ['p']),
    heartbeats: [{ text: at(minutesAgo), place: 'header' as const, path: 'agents/a.md', line: 6 }],
  });
  const doing = (title: string, by: string) => ({ title, status: 'in-progress', agent: by, started: 5 });
  const tasks = [
    doing('Of one who is down', 'Web Dev'),
    doing('Of one who went', 'old'),
    doing('Of nobody known', 'web-dve'),
    doing('Of one who never said a word', 'new'),
    doing('Of a person', 'person:ann'),
    { title: 'Ready', agent: 'web-dev' },
  ];
  const agents = [beat('web-dev', 100), { ...beat('old', 5), status: 'inactive' }, agent('new', ['p'])];
  const snapshot = look(team([project('p', tasks)], agents));
  const holders = Object.fromEntries(
    [...snapshot.lists.working.rows, ...snapshot.lists.ready.rows].map(({ title, holder }) => [title, holder ?? null]),
  );
  const seen = NOW - 100 * 60_000;
  expect(holders).toEqual({
    'Of one who is down': { kind: 'seen', at: seen, downFrom: seen + 30 * 60_000 },
    'Of one who went': { kind: 'inactive' },
    'Of nobody known': { kind: 'stranger' },
    'Of one who never said a word': null,
    'Of a person': null,
    Ready: null,
  });
});
