import { expect, test } from 'vitest';
import type { QueueCard, QueueRequest } from '../../../src/host/dashboards/work-queues/protocol.ts';
import { QueuesStore } from '../../../webview/work-queues/queues-store.ts';
import {
  actionInto,
  isUndecided,
  outdated,
  taskActions,
  toExpectedTask,
  toRequest,
  unfinished,
} from '../../../webview/work-queues/task-actions.ts';
import { QueuesHost, type Team, type TeamContent } from '../../webview/queues-host.ts';
import { AGENTS, busy, hugeTeam, project, type Said, team } from '../../webview/team.ts';

/** Creates a store whose frames are drawn by the test. */
function desk(content: TeamContent = busy, saved?: unknown) {
  const host = new QueuesHost(content);
  const frames: (() => void)[] = [];
  const kept: string[] = [];
  const store: QueuesStore = new QueuesStore({
    host,
    saved,
    save: (view) => kept.push(JSON.stringify(view)),
    nextFrame: (callback) => frames.push(callback),
    monotonic: () => 0,
  });
  host.connect((push) => store.show(push));
  const draw = () => {
    for (let drawings = 0; frames.length > 0; drawings += 1) {
      if (drawings > 50) throw new Error('The dashboard and its host keep one another busy without end.');
      frames.shift()?.();
    }
  };
  draw();
  const snapshot = () => {
    const { state } = store.get();
    if (state?.kind !== 'queues') throw new Error('there are no queues');
    return state.snapshot;
  };
  const card = (title: string): QueueCard => {
    const found = Object.values(snapshot().lists)
      .flatMap(({ rows }) => rows)
      .find((each) => each.title.includes(title));
    if (found === undefined) throw new Error(`there is no card ${title}`);
    return found;
  };
  const tell = (request: string, outcome: QueueRequest['outcome'], task: string | null, now: Team = busy) => {
    const seen = Object.values(snapshot().lists)
      .flatMap(({ rows }) => rows)
      .find(({ id }) => id === task);
    host.change({ ...now, doing: { request, outcome, message: 'told', task, seen: seen === undefined ? null : toExpectedTask(seen) } });
    draw();
  };
  return { store, host, kept, draw, snapshot, card, tell };
}

const form = (store: QueuesStore) => {
  const found = store.get().view.form;
  if (found === null) throw new Error('there is no form');
  return found;
};

test('a card offers the actions of its state, with reasons for unavailable ones', () => {
  const { card } = desk();
  const offers = (title: string) =>
    taskActions(card(title), null).map(({ label, refusal }) => (refusal === null ? label : `${label} (${refusal})`));
  expect(offers('Describe')).toEqual(['Claim…', 'Block…', 'Edit…']);
  expect(offers('old checkout')).toEqual(['Approve', 'Claim… (A person must approve it first)', 'Block…', 'Edit…']);
  expect(offers('voucher')).toEqual(['Claim… (It is blocked)', 'Unblock', 'Edit…']);
  expect(offers('receipt')).toEqual(['Done…', 'Reassign…', 'Reopen', 'Unblock', 'Edit…']);
  expect(offers('colour')).toEqual(['Reopen', 'Edit…']);
  expect(taskActions(card('Describe'), 'Not trusted').every(({ refusal }) => refusal === 'Not trusted')).toBe(true);
});

test('a card moves only to columns that the protocol allows, or gives the reason', () => {
  const { card } = desk();
  const into = (title: string, list: QueueCard['list']) => {
    const request = actionInto(card(title), list, null);
    return typeof request === 'string' ? request : request.ask;
  };
  expect(into('Describe', 'working')).toBe('claim');
  expect(into('Describe', 'done')).toBe('It must be claimed first');
  expect(into('voucher', 'working')).toBe('It is blocked');
  expect(into('taxes', 'done')).toBe('finish');
  expect(into('taxes', 'ready')).toEqual({ kind: 'reopen' });
  expect(into('colour', 'ready')).toEqual({ kind: 'reopen' });
  expect(into('colour', 'working')).toBe('It must be reopened first');
  expect(into('Describe', 'ready')).toBe('It cannot be moved there');
});

test('a claim offers the possible agents, and is sent only once an agent is chosen', () => {
  const { store, host, draw, card, snapshot } = desk();
  store.begin('claim', card('Charge'));
  expect(unfinished(form(store))).toBe('The task is loading');
  draw();
  expect(snapshot().detail?.owners).toEqual(['billing-dev', 'web-dev']);
  store.submit();
  expect(host.steps).toEqual([]);
  store.write({ agent: 'web-dev' });
  store.submit();
  const { id, title } = card('Charge');
  expect(host.steps).toEqual([
    {
      kind: 'move',
      request: form(store).request,
      task: { id, title, list: 'ready', agent: null },
      move: { kind: 'claim', agent: 'web-dev' },
    },
  ]);
});

test('a claim with one possible agent is made without a form', () => {
  const { store, host, draw, card } = desk();
  store.begin('claim', card('Describe'));
  expect(isUndecided(form(store))).toBe(true);
  draw();
  expect(store.get().view.form).toBeNull();
  draw();
  const { id, title } = card('Describe');
  const task = { id, title, list: 'ready', agent: null };
  expect(host.steps).toMatchObject([{ kind: 'move', task, move: { kind: 'claim', agent: 'docs-writer' } }]);
});

test('a task that is meant for one of several agents is claimed for that one', () => {
  const tasks = [{ title: 'Of the web', agent: 'web-dev' }];
  const { store, host, draw, card } = desk(team([project('billing-service', tasks)], AGENTS));
  store.begin('claim', card('Of the web'));
  draw();
  expect(host.steps).toMatchObject([{ move: { kind: 'claim', agent: 'web-dev' } }]);
});

test('a completion preselects the agent of the task', () => {
  const { store, draw, card } = desk();
  store.begin('finish', card('taxes'));
  draw();
  expect(form(store)).toMatchObject({ agent: 'billing-dev', text: '' });
  store.begin('reassign', card('taxes'));
  draw();
  expect(form(store).agent).toBe('');
});

test('an edit sends only the changed fields', () => {
  const { store, draw, card } = desk();
  store.begin('edit', card('Charge'));
  draw();
  expect(form(store)).toMatchObject({ title: card('Charge').title, text: 'The retry must not charge anybody again.' });
  store.write({ text: 'Never twice.' });
  expect(toRequest(form(store))).toMatchObject({
    move: { kind: 'edit', title: null, scope: { from: 'The retry must not charge anybody again.', to: 'Never twice.' } },
  });
  store.write({ title: ' ' });
  expect(unfinished(form(store))).toBe('Enter a title first');
});

test('a new task goes to the filtered project, or to the first one', () => {
  const { store, draw } = desk();
  store.begin('dispatch', null);
  draw();
  expect(form(store).project).toBe('billing-service');
  store.discard();
  store.filter({ project: 'handbook' });
  store.begin('dispatch', null);
  store.write({ title: 'Index', needsApproval: true });
  expect(toRequest(form(store))).toMatchObject({
    kind: 'dispatch',
    draft: { project: 'handbook', title: 'Index', scope: '', needsApproval: true },
  });
});

test('a form stays after a refusal or a later change, and the card of a completed move is selected', () => {
  const { store, draw, card, tell, snapshot } = desk();
  store.begin('block', card('Describe'));
  draw();
  store.write({ text: 'No room yet.' });
  store.submit();
  const { request } = form(store);
  tell(request, 'refused', card('Describe').id);
  expect(form(store).request).toBe(request);
  expect(card('Describe').refusal).toBe('told');
  const claimed = team(
    [...busy.notes.projects.values()].map((each) =>
      each.slug === 'handbook' ? project('handbook', [{ title: 'Describe refunds', status: 'in-progress', agent: 'docs-writer' }]) : each,
    ),
    AGENTS,
  );
  store.write({ agent: 'web-dev' });
  tell(request, 'done', card('Describe').id, claimed);
  expect(form(store).agent).toBe('web-dev');
  expect(card('Describe').list).toBe('working');
  expect(store.get().view.cursors.working).toMatchObject({ id: card('Describe').id });
  expect(store.get().view.cursors.ready).toBeNull();
  expect(snapshot().sought).toBeNull();
});

test('a moved card out of view is sought once, and requests of other windows do not change the selection', () => {
  const huge = hugeTeam(100);
  const { store, host, card, draw, tell } = desk(huge);
  store.choose('ready', 0);
  draw();
  const last = JSON.stringify([
    'project-0099',
    [...(huge.notes.projects.get('project-0099')?.tasks ?? [])].find(({ title }) => title.startsWith('Task 17'))?.id,
  ]);
  tell('of another window', 'done', last, huge);
  expect(store.get().view.cursors.ready?.id).toBe(card('Task 0 of 0').id);
  store.move(card('Task 0 of 0'), { kind: 'approve' });
  const step = host.steps.at(-1);
  const looks = host.views.length;
  tell(step?.kind === 'move' ? step.request : '', 'done', last, huge);
  expect(store.get().view.cursors.ready).toMatchObject({ index: 999, id: last });
  expect(host.views.slice(looks).filter(({ sought }) => sought !== null)).toHaveLength(1);
});

test('a card selected before a move completes stays selected', () => {
  const { store, host, card, draw, tell } = desk();
  const asked = () => {
    const step = host.steps.at(-1);
    if (step?.kind !== 'move') throw new Error('nothing was asked for');
    return step;
  };
  store.choose('working', 1);
  store.move(card('taxes'), { kind: 'reopen' });
  store.choose('working', 0);
  tell(asked().request, 'done', card('colour').id);
  expect(store.get().view.cursors).toMatchObject({ working: { index: 0, id: card('receipt').id }, done: null });
  store.move(card('taxes'), { kind: 'reopen' });
  tell(asked().request, 'done', card('colour').id);
  expect(store.get().view.cursors).toMatchObject({ working: null, done: { id: card('colour').id } });
  // A card that the filter hides may come into view much later.
  store.filter({ project: 'handbook' });
  draw();
  store.move(card('Describe'), { kind: 'block', reason: 'x' });
  tell(asked().request, 'done', JSON.stringify(['web-shop', busy.notes.projects.get('web-shop')?.tasks.at(-1)?.id]));
  store.choose('ready', 0);
  store.filter({ project: null });
  draw();
  expect(store.get().view.cursors).toMatchObject({ ready: { id: card('Describe').id }, done: null });
});

test('only ids, positions, filters and the form are saved, and invalid saved data is ignored', () => {
  const { store, kept, draw, card } = desk();
  store.choose('ready', 2);
  store.filter({ words: 'cart' });
  draw();
  expect(JSON.parse(kept.at(-1) ?? '')).toMatchObject({ filter: { words: 'cart' }, cursors: { ready: { id: expect.any(String) } } });
  expect(kept.at(-1)).not.toContain('discount');
  store.begin('edit', card('discount'));
  store.write({ text: 'soon' });
  draw();
  const again = desk(busy, JSON.parse(kept.at(-1) ?? ''));
  expect(again.store.get().view).toMatchObject({
    filter: { words: 'cart' },
    form: { kind: 'edit', title: expect.stringContaining('discount') },
  });
  for (const saved of [
    null,
    7,
    { form: { kind: 'delete' } },
    { form: { kind: 'claim' } },
    { filter: { age: 'year', project: 7 }, tops: { ready: -1 } },
  ]) {
    const { view } = desk(busy, saved).store.get();
    expect(view).toMatchObject({ form: null, filter: { age: 'all', project: null }, tops: { ready: 0 } });
  }
});

const CHARGE = 'Charge a card that has expired twice, and see that it is refused twice';

/** Returns the team after another agent changed its first task. */
function withCharge(charge: Said): Team {
  const rest = [...busy.notes.projects.values()].filter(({ slug }) => slug !== 'billing-service');
  return team([project('billing-service', [charge]), ...rest], AGENTS);
}

test('a form follows changes of its task in untouched fields, and reports changes of edited ones', () => {
  const { store, host, draw, card, snapshot } = desk();
  const now = (charge: Said) => {
    host.change(withCharge(charge));
    draw();
    return outdated(form(store), snapshot().detail);
  };
  store.begin('edit', card('Charge'));
  draw();
  expect(now({ title: CHARGE, scope: 'Not even once.', status: 'in-progress', agent: 'web-dev' })).toBeNull();
  expect(form(store)).toMatchObject({ title: CHARGE, text: 'Not even once.' });
  store.write({ text: 'Mine.' });
  expect(now({ title: CHARGE, scope: 'Theirs.' })).toBe('The text was changed. It is now: Theirs.');
  expect(form(store).text).toBe('Mine.');
  expect(now({ title: 'Another one' })).toBe('Its title is now “Another one”.');
  host.change(team([], AGENTS));
  draw();
  expect(outdated(form(store), snapshot().detail)).toBe('The task no longer exists.');
  expect(form(store)).toMatchObject({ title: CHARGE, text: 'Mine.' });
});

test('a claim form reports that its task was claimed in the meantime', () => {
  const { store, host, draw, card, snapshot } = desk();
  store.begin('claim', card('Charge'));
  draw();
  expect(outdated(form(store), snapshot().detail)).toBeNull();
  host.change(withCharge({ title: CHARGE, status: 'in-progress', agent: 'web-dev' }));
  draw();
  expect(outdated(form(store), snapshot().detail)).toBe('The task was moved: it is now in progress (web-dev).');
});

test('a repeated request is sent once while it is pending, and again after its result', () => {
  const { store, host, card, tell } = desk();
  const taxes = card('taxes');
  for (let presses = 0; presses < 3; presses += 1) store.move(taxes, { kind: 'reopen' });
  expect(host.steps).toHaveLength(1);
  const [step] = host.steps;
  const request = step?.kind === 'move' ? step.request : '';
  tell(request, 'doing', taxes.id);
  store.move(taxes, { kind: 'reopen' });
  expect(host.steps).toHaveLength(1);
  store.move(card('receipt'), { kind: 'reopen' });
  expect(host.steps).toHaveLength(2);
  const second = host.steps[1];
  tell(second?.kind === 'move' ? second.request : '', 'refused', card('receipt').id);
  store.move(card('receipt'), { kind: 'reopen' });
  expect(host.steps).toHaveLength(3);
});

test('the host sends changes, and the page applies them to its state', () => {
  const { store, host, draw, snapshot } = desk();
  host.change(withCharge({ title: CHARGE, status: 'in-progress', agent: 'web-dev' }));
  draw();
  expect(host.pushes.map(({ kind }) => kind)).toEqual(['queues', 'changes']);
  expect(snapshot().lists.working.rows.map(({ title }) => title)).toEqual([CHARGE]);
  expect(snapshot().lists.done.rows.map(({ title }) => title)).toEqual(['Search by colour']);
  const other = desk({ kind: 'no-team', directory: null, readOnly: null, problems: [] });
  other.store.show({ kind: 'changes', changes: { tasks: 7 } });
  other.draw();
  expect(other.store.get().state?.kind).toBe('no-team');
  expect(store.get().state?.kind).toBe('queues');
});
