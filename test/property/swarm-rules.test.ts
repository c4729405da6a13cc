import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SwarmManifest } from '../../src/engine/crtx/schema.ts';
import { DEFAULT_MERGE_POLICY } from '../../src/engine/swarm/defaults.ts';
import { manifestChangeSchema } from '../../src/engine/swarm/state/changes.ts';
import { findChanges } from '../../src/engine/swarm/state/differences.ts';
import { Swarm } from '../../src/engine/swarm/state/swarm.ts';
import { decompositionProblems } from '../../src/engine/swarm/tasks/task-problems.ts';
import { creation, manifestOf, swarmFrom, tasksOf } from '../unit/engine/swarm/make.ts';
import { editAnyhow, editForward, edits } from './swarm-edits.ts';
import { shapeProblems } from './swarm-invariants.ts';
import { SwarmModel } from './swarm-model.ts';
import { build, Machine, type Scenario, scenarios, shapes } from './swarm-scenarios.ts';
import { toRecord } from './swarm-wishes.ts';

/** A time after all other records. */
const NOW = 100_000;

const PLAIN: readonly string[] = ['claim', 'take', 'start', 'assign', 'complete', 'fail', 'usage', 'recruit', 'retire'];

/** Swarms whose file shows everything: nothing is paused, voted or merged, and any agent may join. */
const plain = scenarios(['parallel', 'hierarchical']).map(({ create: { admission: _, ...create }, steps }) => ({
  create: { ...create, mergePolicy: DEFAULT_MERGE_POLICY },
  steps: steps
    .filter(({ wish }) => PLAIN.includes(wish.op))
    .map(({ wish }) => ({ wish: { ...wish, confidence: undefined, files: undefined }, waitMs: 1, setBy: null, byHand: null })),
}));

function follow(machine: Machine, { create, steps }: Scenario, time: number): void {
  for (const [number, { wish }] of steps.entries()) machine.apply(toRecord(wish, machine.manifest, number, create), time);
}

function history(scenario: Scenario): Machine {
  const machine = new Machine();
  machine.apply(scenario.create, 0);
  machine.apply({ op: 'swarm.recruit', agent: 'a', role: '', expertise: [] }, 0);
  follow(machine, scenario, 1);
  machine.apply({ op: 'tick' }, NOW);
  return machine;
}

test('a decomposition is accepted exactly when its work can be finished', () => {
  void fc.assert(
    fc.property(shapes, fc.constantFrom('parallel' as const, 'pipeline' as const), (shape, strategy) => {
      const create = creation(build(shape).decomposition, { strategy });
      const { outcome } = new SwarmModel().apply({ op: 'swarm.create', ...create }, 0);
      expect(decompositionProblems(create.decomposition, strategy).length === 0 ? 'ok' : 'invalid-decomposition').toBe(outcome);
    }),
    { numRuns: 250 },
  );
});

function keepsDecisions(before: SwarmManifest, after: SwarmManifest): void {
  const now = tasksOf(after);
  for (const old of tasksOf(before).values()) {
    const next = now.get(old.id);
    expect(next).toBeDefined();
    if (old.children.length > 0) continue;
    if (old.status === 'done' || old.status === 'failed') expect(next).toMatchObject({ status: old.status, assignedTo: old.assignedTo });
    if (old.status === 'active') expect(next?.assignedTo).toBe(old.assignedTo);
    if (old.status === 'active') expect(next?.status).not.toBe('pending');
  }
}

describe('an edit by another program', () => {
  const histories = fc.record({ scenario: plain, edits });

  test('gives no changes when the file is unchanged', () => {
    void fc.assert(
      fc.property(plain, (scenario) => {
        const manifest = manifestOf(history(scenario).state.swarm);
        expect(findChanges(JSON.parse(JSON.stringify(manifest)), manifest)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  test('is adopted completely when it only moves forward', () => {
    void fc.assert(
      fc.property(histories, ({ scenario, edits: wished }) => {
        const { swarm } = history(scenario).state;
        const base = manifestOf(swarm);
        const draft: SwarmManifest = JSON.parse(JSON.stringify(base));
        for (const [number, edit] of wished.entries()) editForward(draft, edit, number);
        // The other program follows the rules for derived values.
        const foreign = manifestOf(swarmFrom(draft, NOW));
        const changes = findChanges(foreign, base).map((change) => manifestChangeSchema().parse(JSON.parse(JSON.stringify(change))));
        expect(swarm.applyChanges(changes, NOW).refused).toEqual([]);
        expect(manifestOf(swarm)).toEqual(foreign);
        expect(findChanges(foreign, manifestOf(swarm))).toEqual([]);
      }),
      { numRuns: 250 },
    );
  });

  test('never takes a claim from its holder, reopens a task or removes anything, at any time', () => {
    void fc.assert(
      fc.property(histories, plain, ({ scenario, edits: wished }, later) => {
        const machine = history(scenario);
        const { swarm } = machine.state;
        const base = manifestOf(swarm);
        const foreign: SwarmManifest = JSON.parse(JSON.stringify(base));
        for (const edit of wished) editAnyhow(foreign, edit);
        follow(machine, later, NOW);
        const before = manifestOf(swarm);
        swarm.applyChanges(findChanges(foreign, base), NOW);
        keepsDecisions(before, manifestOf(swarm));
        expect(manifestOf(swarm).agents.map((each) => each.id)).toEqual(before.agents.map((each) => each.id));
        expect(decompositionProblems(manifestOf(swarm).decomposition)).toEqual([]);
        expect(Swarm.fromJSON(JSON.parse(JSON.stringify(swarm))).toJSON()).toEqual(swarm.toJSON());
        expect(shapeProblems(manifestOf(swarm))).toEqual([]);
      }),
      { numRuns: 120 },
    );
  });
});
