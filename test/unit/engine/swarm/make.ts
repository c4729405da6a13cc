import type { SwarmManifest, TaskNode } from '../../../../src/engine/crtx/schema.ts';
import { Swarm } from '../../../../src/engine/swarm/state/swarm.ts';
import type { SwarmInput } from '../../../../src/engine/swarm/state/swarm-records.ts';

/** Creates a task with default values. */
export function task(id: string, more: Partial<TaskNode> = {}): TaskNode {
  return { id, description: `do ${id}`, status: 'pending', priority: 3, estimatedTokens: 0, dependencies: [], children: [], ...more };
}

/** Creates a root with these tasks. */
export function root(...children: TaskNode[]): TaskNode {
  return task('root', { children });
}

export function creation(decomposition: TaskNode, more: Partial<SwarmInput<'swarm.create'>> = {}): SwarmInput<'swarm.create'> {
  return {
    swarm: 'swm_1',
    task: 'build it',
    coordinator: 'queen',
    strategy: 'parallel',
    decomposition,
    mergePolicy: { strategy: 'auto', conflictResolution: 'last_write', requireHumanApproval: false },
    budget: { maxAgents: 100, maxTokens: 1_000_000, maxCostUsd: 1000, maxDurationMs: 1_000_000 },
    ...more,
  };
}

/** Creates a swarm at time 1000 with the agents a, b and c. */
export function swarmOf(decomposition: TaskNode, more: Partial<SwarmInput<'swarm.create'>> = {}, agents = ['a', 'b', 'c']): Swarm {
  const swarm = new Swarm();
  swarm.create(creation(decomposition, more), 1000);
  for (const agent of agents) swarm.apply('swarm.recruit', { agent, role: 'worker', expertise: [] }, 1000);
  return swarm;
}

/** Creates a swarm from the manifest of another program. @throws if a change is refused */
export function swarmFrom(manifest: SwarmManifest, at: number): Swarm {
  const swarm = new Swarm();
  const { refused } = swarm.applyChanges([{ change: 'swarm', manifest }], at);
  if (refused.length > 0) throw new Error(refused[0]?.sentence);
  return swarm;
}

/** Returns true if no task is pending or active. */
export function isFinished(swarm: Swarm): boolean {
  const { pending = 0, active = 0 } = swarm.progress() ?? {};
  return pending + active === 0;
}

export function manifestOf(swarm: Swarm): SwarmManifest {
  const manifest = swarm.toManifest([]);
  if (manifest === null) throw new Error('there is no swarm');
  return manifest;
}

/** All tasks of a manifest by id. */
export function tasksOf({ decomposition }: SwarmManifest): Map<string, TaskNode> {
  const tasks = new Map<string, TaskNode>();
  const visits = [decomposition];
  for (const node of visits) {
    tasks.set(node.id, node);
    visits.push(...node.children);
  }
  return tasks;
}

/** Each task's status, as `id:status`, in document order. */
export function statuses(swarm: Swarm): string {
  const found: string[] = [];
  const stack = [manifestOf(swarm).decomposition];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    found.push(`${node.id}:${node.status}`);
    stack.push(...node.children.toReversed());
  }
  return found.join(' ');
}

/** Returns the id of the claimed task, or the reason why none was claimed. */
export function claimed(swarm: Swarm, agent: string, at = 2000): string {
  const answer = swarm.apply('swarm.claim', { agent }, at);
  if (answer.status === 'ok') return answer.task.id;
  return answer.status === 'none' ? answer.reason : answer.code;
}

/** Creates a swarm in which a has an active task, b has retired and c has an assigned task. */
export function busy(): Swarm {
  const swarm = swarmOf(
    root(task('p', { children: [task('x'), task('y', { dependencies: ['x'] })] }), task('z', { priority: 1 }), task('w')),
  );
  swarm.apply('swarm.claim', { agent: 'a' }, 2000);
  swarm.apply('swarm.claim', { agent: 'b' }, 2100);
  swarm.apply('swarm.complete', { agent: 'b', task: 'x', output: ['file.ts'] }, 2200);
  swarm.apply('swarm.assign', { task: 'y', agent: 'c', by: 'queen' }, 2300);
  swarm.apply('swarm.usage', { agent: 'a', tokens: 12, costUsd: 0.5 }, 2400);
  swarm.apply('swarm.retire', { agent: 'b' }, 2500);
  return swarm;
}
