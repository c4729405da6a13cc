import { expect, test } from 'vitest';
import { filesDrop, swarmDrop, teamDrop } from '../../../src/host/model/drops.ts';
import { parseSubject, type Subject } from '../../../src/host/model/row.ts';

const seen = (state: 'ready' | 'in-progress' | 'done') => ({ state, agent: state === 'ready' ? null : 'ann' });
const queued = (state: 'ready' | 'in-progress' | 'done'): Subject => ({
  kind: 'team-task',
  project: 'shop',
  id: 't',
  title: 'Tax',
  seen: seen(state),
});

test('dropping a task on an agent assigns it with the assign command', () => {
  const drop = swarmDrop({ kind: 'task', id: 'tax' }, { kind: 'agent', id: 'ada' });
  expect(drop).toEqual({ command: 'cortex.swarm.assign', subject: { kind: 'task', id: 'tax', agent: 'ada' } });
  expect(parseSubject(drop?.subject)).toEqual(drop?.subject);
});

test('dropping a team task on an agent claims it, or reassigns a task in progress', () => {
  const onto: Subject = { kind: 'team-agent', slug: 'bob' };
  const drops = [queued('ready'), queued('in-progress'), queued('done')].map((task) => teamDrop(task, onto));
  expect(drops.map((drop) => drop?.command)).toEqual(['cortex.team.claim', 'cortex.team.reassign', 'cortex.team.claim']);
  for (const drop of drops) expect(parseSubject(drop?.subject)).toMatchObject({ kind: 'team-task', id: 't', agent: 'bob' });
});

test.each<[Subject, Subject]>([
  [
    { kind: 'agent', id: 'ada' },
    { kind: 'task', id: 'tax' },
  ],
  [{ kind: 'task', id: 'tax' }, { kind: 'group' }],
  [{ kind: 'swarm' }, { kind: 'agent', id: 'ada' }],
  [queued('ready'), { kind: 'team-project', slug: 'shop' }],
  [
    { kind: 'team-agent', slug: 'bob' },
    { kind: 'team-agent', slug: 'ann' },
  ],
])('an unsupported drop does nothing: %j on %j', (dragged, target) => {
  expect([swarmDrop(dragged, target), teamDrop(dragged, target)]).toEqual([null, null]);
});

test('dropping files on the locks view locks all of them at once', () => {
  expect(filesDrop([])).toBeNull();
  const drop = filesDrop(['/shop/a.ts', '/shop/b.ts']);
  expect(drop).toEqual({ command: 'cortex.lock.acquire', subject: { kind: 'files', files: ['/shop/a.ts', '/shop/b.ts'] } });
  expect(parseSubject(drop?.subject)).toEqual(drop?.subject);
});
