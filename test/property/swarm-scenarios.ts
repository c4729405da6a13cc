import * as fc from 'fast-check';
import type { MergePolicy, SwarmManifest, SwarmStrategy, TaskNode } from '../../src/engine/crtx/schema.ts';
import type { SwarmAnswer } from '../../src/engine/swarm/answers.ts';
import { NO_SWARM, toManifest } from '../../src/engine/swarm/projection.ts';
import { swarmMachine } from '../../src/engine/swarm/state/machine.ts';
import { type RecordFor, readSwarmRecord, type SwarmRecord } from '../../src/engine/swarm/state/records.ts';
import type { SwarmState } from '../../src/engine/swarm/state/state.ts';
import { decompositionProblems } from '../../src/engine/swarm/tasks/task-problems.ts';
import { root, task } from '../unit/engine/swarm/make.ts';
import { handEdits } from './swarm-hand-edits.ts';
import { wishes } from './swarm-wishes.ts';

const MAX = 9;
export const id = fc.nat(MAX).map((index) => (index === 0 ? 'root' : `t${index}`));

export const shapes = fc.array(
  fc.record({
    // Half of the tasks are directly below the root, so that dependencies between parents also cross branches.
    parent: fc.oneof(fc.constant(0), fc.nat(100)),
    priority: fc.integer({ min: 1, max: 2 }),
    estimatedTokens: fc.constantFrom(0, 1, 5, 20),
    dependencies: fc.uniqueArray(id, { maxLength: 2 }),
  }),
  { maxLength: MAX, size: '+1' },
);

export function build(shape: typeof shapes extends fc.Arbitrary<infer Shape> ? Shape : never): {
  decomposition: TaskNode;
  nodes: TaskNode[];
} {
  const decomposition = root();
  const nodes = [decomposition];
  for (const [index, { parent, ...more }] of shape.entries()) {
    const node = task(`t${index + 1}`, { ...more, dependencies: [...more.dependencies] });
    nodes[parent % nodes.length]?.children.push(node);
    nodes.push(node);
  }
  return { decomposition, nodes };
}

/** Trees without the dependencies that would make them unworkable, also under pipeline. */
const trees = shapes.map((shape) => {
  const { decomposition, nodes } = build(shape);
  const wished = nodes.flatMap((node) => node.dependencies.map((dependency) => ({ node, dependency })));
  for (const node of nodes) node.dependencies = [];
  for (const { node, dependency } of wished) {
    node.dependencies.push(dependency);
    if (decompositionProblems(decomposition, 'pipeline').length > 0) node.dependencies.pop();
  }
  return decomposition;
});

const MINUTE = 60_000;
/** Mostly little time passes; sometimes enough for a member to become unresponsive. */
const waits = fc.oneof({ weight: 12, arbitrary: fc.nat(30) }, { weight: 1, arbitrary: fc.constantFrom(11 * MINUTE, 31 * MINUTE) });

const policies: fc.Arbitrary<MergePolicy> = fc.record(
  {
    strategy: fc.constantFrom('auto', 'voting', 'coordinator_review', 'human_review'),
    conflictResolution: fc.constantFrom('last_write', 'highest_confidence', 'coordinator_decides', 'vote'),
    minAgreePercent: fc.constantFrom(0, 50, 51, 100),
    requireHumanApproval: fc.boolean(),
  },
  { requiredKeys: ['strategy', 'conflictResolution', 'requireHumanApproval'] },
);

export const STRATEGIES: readonly SwarmStrategy[] = ['parallel', 'pipeline', 'hierarchical', 'consensus', 'competitive'];

/** Records that create a swarm. */
export const creations = (strategies: readonly SwarmStrategy[]) =>
  fc
    .record({
      decomposition: trees,
      strategy: fc.constantFrom(...strategies),
      mergePolicy: policies,
      budget: fc.record({
        maxAgents: fc.constantFrom(2, 3, 10, 10),
        maxTokens: fc.constantFrom(200, 10_000),
        maxCostUsd: fc.constantFrom(2, 1e6),
        maxDurationMs: fc.constantFrom(30 * MINUTE, 1e12),
      }),
      vanishAfterMs: fc.constantFrom(undefined, 10 * MINUTE),
      // Absent in records of earlier versions, and when locks are kept.
      releaseLocks: fc.constantFrom(undefined, true as const, true as const),
      fixedElectorate: fc.constantFrom(undefined, true as const, true as const),
      admission: fc.constantFrom(undefined, undefined, 'coordinator' as const),
    })
    .map(
      ({ vanishAfterMs, releaseLocks, fixedElectorate, admission, ...plan }): RecordFor<'swarm.create'> => ({
        op: 'swarm.create',
        swarm: 'swm_1',
        task: 'build it',
        coordinator: 'queen',
        ...plan,
        ...(vanishAfterMs !== undefined && { vanishAfterMs }),
        ...(releaseLocks !== undefined && { releaseLocks }),
        ...(fixedElectorate !== undefined && { fixedElectorate }),
        ...(admission !== undefined && { admission }),
      }),
    );

/** Returns a value once in so many times, `null` otherwise. */
export function seldom<T>(times: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: times - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

/** Mostly an action; sometimes an edit of the file, in its current or an earlier version. */
const step = fc.record({
  wish: wishes,
  waitMs: waits,
  /** Sometimes the clock is set, by milliseconds. */
  setBy: seldom(12, fc.constantFrom(365 * 24 * 60 * MINUTE, 60 * MINUTE, -60 * MINUTE, -365 * 24 * 60 * MINUTE)),
  byHand: seldom(8, fc.record({ edits: fc.array(handEdits, { minLength: 1, maxLength: 2 }), age: fc.nat(4) })),
});

export const scenarios = (strategies: readonly SwarmStrategy[] = STRATEGIES, steps = 60) =>
  fc.record({ create: creations(strategies), steps: fc.array(step, { maxLength: steps, size: 'max' }) });
export type Scenario = ReturnType<typeof scenarios> extends fc.Arbitrary<infer One> ? One : never;

/** Applies the rules of the log in memory, record by record. */
export class Machine {
  state: SwarmState = swarmMachine.create();
  ordinal = 0;

  /** @param time effective, milliseconds @param shift by how much the clock was set, milliseconds */
  apply(record: SwarmRecord, time: number, shift = 0): SwarmAnswer {
    this.ordinal += 1;
    const logged = readSwarmRecord(JSON.parse(JSON.stringify(record)));
    if (logged === null) throw new Error(`no record of a swarm: ${JSON.stringify(record)}`);
    return swarmMachine.apply(this.state, logged, { ordinal: this.ordinal, time, id: `rec_${this.ordinal}`, ...(shift !== 0 && { shift }) })
      .answer;
  }

  /** Restores the state like a process that starts from a checkpoint. */
  restore(): void {
    this.state = swarmMachine.restore(JSON.parse(JSON.stringify(swarmMachine.snapshot(this.state))));
  }

  get manifest(): SwarmManifest | null {
    const manifest = toManifest(this.state);
    return manifest.id === NO_SWARM ? null : manifest;
  }
}
