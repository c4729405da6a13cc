import { expect, test } from 'vitest';
import type { QueuesPush, QueuesSnapshot, QueuesView } from '../../../src/host/dashboards/work-queues/protocol.ts';
import { findChanges, QueuesViewModel } from '../../../src/host/dashboards/work-queues/state.ts';
import type { Team } from '../../webview/queues-host.ts';
import { agent, hugeTeam, project } from '../../webview/team.ts';

const range = { from: 0, count: 100 };
const VIEW: QueuesView = {
  filter: { words: '', project: null, agent: null, age: 'all' },
  lists: { ready: range, working: range, done: range, other: range },
  detail: null,
  sought: null,
};
const huge = hugeTeam(1_000);

/** Returns a function that computes the push to a page for each new state of the team. */
function pushes() {
  const camera = new QueuesViewModel();
  let before: QueuesPush | null = null;
  return ({ notes, ...more }: Team): QueuesPush | null => {
    camera.point(notes, { timeZone: 'UTC', staleMinutes: 30 });
    const now: QueuesPush = { kind: 'queues', snapshot: camera.take(VIEW, { directory: '/team', ...more }) };
    const push = before === null ? now : findChanges(before, now);
    before = now;
    return push;
  };
}

/** Returns the huge team with the note of one project replaced. */
const withProject = (slug: string, note = project(slug, [])): Team => ({
  ...huge,
  notes: { ...huge.notes, projects: new Map(huge.notes.projects).set(slug, note) },
});

const partsOf = (push: QueuesPush | null): string[] => {
  if (push?.kind !== 'changes') throw new Error('these are no changes');
  const { lists, ...parts } = push.changes;
  return [...Object.keys(parts), ...Object.keys(lists ?? {})].sort();
};

test('a change outside the visible rows of a thousand projects pushes nothing', () => {
  const push = pushes();
  expect(push(huge)?.kind).toBe('queues');
  const agents = new Map(huge.notes.agents).set('agent-7', { ...agent('agent-7', ['project-0007']), lastSession: 'a heartbeat' });
  expect(push({ ...huge, notes: { ...huge.notes, agents }, now: huge.now + 5_000 })).toBeNull();
  const far = 'project-0900';
  const tasks = [...(huge.notes.projects.get(far)?.tasks ?? [])].map((each) => ({ ...each, scope: 'out of sight' }));
  expect(push(withProject(far, { ...project(far, []), tasks }))).toBeNull();
});

test('a visible change pushes only the affected columns, without the names of a thousand agents', () => {
  const push = pushes();
  const whole = JSON.stringify(push(huge)).length;
  const tasks = [...(huge.notes.projects.get('project-0000')?.tasks ?? [])];
  const [first, ...rest] = tasks;
  if (first === undefined) throw new Error('there is no task');
  const claimed = { ...project('project-0000', []), tasks: [{ ...first, state: 'in-progress' as const, agent: 'agent-0' }, ...rest] };
  const changes = push(withProject('project-0000', claimed));
  expect(partsOf(changes)).toEqual(['now', 'ready', 'working']);
  expect(JSON.stringify(changes).length).toBeLessThan(whole / 2);
  expect(partsOf(push({ ...withProject('project-0000', claimed), readOnly: 'Not trusted' }))).toEqual(['now', 'readOnly']);
});

test('an added or removed team is pushed as a full snapshot', () => {
  const none: QueuesPush = { kind: 'no-team', directory: '/team', readOnly: null, problems: [] };
  const there = pushes()(huge);
  if (there === null) throw new Error('nothing was pushed');
  expect(findChanges(none, there)).toBe(there);
  expect(findChanges(there, none)).toBe(none);
  expect(findChanges(none, { ...none })).toBeNull();
});

test('applying all changes gives the snapshot of a new page', () => {
  const push = pushes();
  let snapshot: QueuesSnapshot | null = null;
  const teams = [huge, withProject('project-0000'), withProject('project-0500'), hugeTeam(3), { ...hugeTeam(3), readOnly: 'Not trusted' }];
  for (const team of teams) {
    const told = push(team);
    if (told?.kind === 'queues') snapshot = told.snapshot;
    if (told?.kind !== 'changes' || snapshot === null) continue;
    snapshot = { ...snapshot, ...told.changes, lists: { ...snapshot.lists, ...told.changes.lists } };
  }
  const [last = huge] = teams.slice(-1);
  expect(pushes()(last)).toEqual({ kind: 'queues', snapshot });
});
