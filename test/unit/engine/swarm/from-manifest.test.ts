import { describe, expect, test } from 'vitest';
import { type SwarmManifest, swarmManifestSchema } from '../../../../src/engine/crtx/schema.ts';
import { Swarm } from '../../../../src/engine/swarm/state/swarm.ts';
import { busy, manifestOf, root, statuses, swarmFrom, task } from './make.ts';

describe('a swarm written by another program', () => {
  const written = (more: Partial<SwarmManifest> = {}): SwarmManifest => ({ ...manifestOf(busy()), ...more });

  test('is read with unknown keys unchanged', () => {
    const extra = {
      ...written(),
      note: 'mine',
      agents: [{ ...written().agents[0], id: 'a', mood: 'good' }],
      decomposition: {
        ...task('root', { status: 'active' }),
        colour: 'red',
        children: [{ ...task('z', { status: 'active', assignedTo: 'a' }), estimate: { hours: 2 } }],
      },
      budget: { ...written().budget, currency: 'USD', spent: { agents: 5, tokens: 100, costUsd: 2, durationMs: 9, energy: 7 } },
    };
    const parsed = swarmManifestSchema().parse(JSON.parse(JSON.stringify(extra)));
    const swarm = swarmFrom(parsed, 3000);
    expect(manifestOf(swarm)).toEqual({
      ...parsed,
      budget: { ...parsed.budget, spent: { agents: 5, tokens: 100, costUsd: 2, durationMs: 2000, energy: 7 } },
    });
    expect(Swarm.fromJSON(JSON.parse(JSON.stringify(swarm))).toManifest([])).toEqual(manifestOf(swarm));
    expect(swarm.apply('swarm.complete', { agent: 'a', task: 'z' }, 4000)).toMatchObject({ status: 'ok' });
  });

  test('treats __proto__ as an ordinary key', () => {
    const decomposition = JSON.parse(JSON.stringify(task('only')).replace('{', '{"__proto__":{"x":1},'));
    const swarm = swarmFrom(written({ decomposition, agents: [] }), 3000);
    expect(JSON.stringify(swarm.toManifest([]))).toContain('"__proto__":{"x":1}');
  });

  test('derives parents from leaves, and skips dependents of a failed task', () => {
    const decomposition = task('root', {
      status: 'done',
      children: [task('x', { status: 'failed' }), task('y', { dependencies: ['x'] }), task('z', { dependencies: ['y'], status: 'active' })],
    });
    expect(statuses(swarmFrom(written({ decomposition }), 3000))).toBe('root:active x:failed y:skipped z:active');
    const inherited = root(task('x', { status: 'failed' }), task('p', { dependencies: ['x'], children: [task('p1')] }));
    expect(statuses(swarmFrom(written({ decomposition: inherited }), 3000))).toBe('root:failed x:failed p:skipped p1:skipped');
  });

  test('releases tasks of retired agents, and assigns tasks that are only in the list of an agent', () => {
    const agent = (id: string, status: 'idle' | 'done', assignedTasks: string[]) => ({
      id,
      role: '',
      expertise: [],
      assignedTasks,
      status,
      tokensUsed: 3,
      costUsd: 0.25,
    });
    const decomposition = root(
      task('x', { status: 'active', assignedTo: 'gone' }),
      task('y'),
      task('z', { status: 'done', assignedTo: 'here' }),
    );
    const swarm = swarmFrom(
      written({ decomposition, agents: [agent('gone', 'done', ['x', 'y']), agent('here', 'idle', ['y', 'z', 'nowhere'])] }),
      3000,
    );
    expect(statuses(swarm)).toBe('root:pending x:pending y:pending z:done');
    expect(manifestOf(swarm).agents.map(({ assignedTasks }) => assignedTasks)).toEqual([[], ['y']]);
  });

  test('lets an active task finish although its dependency failed, and skips it once released', () => {
    const decomposition = root(task('x', { status: 'failed' }), task('y', { dependencies: ['x'], status: 'active', assignedTo: 'a' }));
    const swarm = swarmFrom(written({ decomposition }), 3000);
    expect(statuses(swarm)).toBe('root:active x:failed y:active');
    swarm.apply('swarm.retire', { agent: 'a' }, 4000);
    expect(statuses(swarm)).toBe('root:failed x:failed y:skipped');
    expect(manifestOf(swarm).budget.spent.durationMs).toBe(3000);
  });

  test('has spent at least the sum of its agents', () => {
    const [agent] = written().agents;
    if (agent === undefined) throw new Error('no agent');
    const agents = [
      { ...agent, tokensUsed: 70, costUsd: 0.1 },
      { ...agent, id: 'q', tokensUsed: 30, costUsd: 0.2 },
    ];
    expect(manifestOf(swarmFrom(written({ agents }), 3000)).budget.spent).toMatchObject({ tokens: 100, costUsd: 0.5, agents: 3 });
  });

  test('shows a blocked agent as blocked until it starts or ends a task', () => {
    const agents = written().agents.map((agent) => (agent.id === 'c' ? { ...agent, status: 'blocked' as const } : agent));
    const swarm = swarmFrom(written({ agents }), 3000);
    const status = () => manifestOf(swarm).agents[2]?.status;
    swarm.apply('swarm.activity', { agent: 'c' }, 3000);
    expect(status()).toBe('blocked');
    swarm.apply('swarm.claim', { agent: 'c' }, 3000);
    expect(status()).toBe('working');
  });
});
