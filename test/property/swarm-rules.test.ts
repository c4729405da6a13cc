import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SwarmManifest, swarmManifestSchema } from '../../src/engine/crtx/schema.ts';
import { manifestChangeSchema } from '../../src/engine/crtx/swarm/changes.ts';
import { decompositionProblems } from '../../src/engine/crtx/swarm/decomposition.ts';
import { differences } from '../../src/engine/crtx/swarm/differences.ts';
import { Swarm } from '../../src/engine/crtx/swarm/swarm.ts';
import { isFinished, manifestOf, swarmFrom, tasksOf } from '../unit/engine/crtx/swarm/make.ts';
import { editAnyhow, editForward, edits } from './swarm-edits.ts';
import { SwarmModel, warningText } from './swarm-model.ts';
import { begin, build, expected, outcome, perform, resolve, type Scenario, scenarios, shapes } from './swarm-scenarios.ts';

// Each takes a second or two; a machine that is busy with other things is no failure.
const TIME_LIMIT = 120_000;

function compare(swarm: Swarm, model: SwarmModel): void {
  const manifest = manifestOf(swarm);
  const tasks = tasksOf(manifest);
  const shown = [...tasks.values()].map(({ id, status, assignedTo, actualTokens }) => ({ id, status, assignedTo, actualTokens }));
  const wanted = model
    .tasks()
    .map(({ node }) => ({ id: node.id, status: model.status(node), assignedTo: node.assignedTo, actualTokens: node.actualTokens }));
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  expect(shown.sort(byId)).toEqual(wanted.sort(byId));
  expect(isFinished(swarm)).toBe(model.isFinished());
  const count = (status: string) => model.leaves().filter(({ node }) => node.status === status).length;
  expect(swarm.progress()).toMatchObject({
    total: model.leaves().length,
    done: count('done'),
    active: count('active'),
    skipped: count('skipped'),
    failed: count('failed'),
    pending: count('pending'),
  });
  expect(manifest.budget.spent).toMatchObject({ tokens: model.tokens, costUsd: model.micros / 1e6, agents: model.left.size });
  for (const member of manifest.agents) {
    const held = model.tasks().filter(({ node }) => node.assignedTo === member.id && ['pending', 'active'].includes(model.status(node)));
    const works = held.some(({ node }) => node.children.length === 0 && node.status === 'active');
    const status = model.isMember(member.id) ? (works ? 'working' : 'idle') : 'done';
    expect(member).toMatchObject({ status, assignedTasks: held.map(({ node }) => node.id), tokensUsed: model.used.get(member.id) ?? 0 });
  }
}

/** Every object in a manifest has the seed's keys and no others, and none of them is undefined. */
function checkShape(manifest: SwarmManifest): void {
  expect(swarmManifestSchema.safeParse(manifest).success).toBe(true);
  expect(JSON.parse(JSON.stringify(manifest))).toStrictEqual(manifest);
  const known = (value: object, schema: { shape: object }) => Object.keys(value).every((key) => key in schema.shape);
  const { agents, budget, decomposition: node } = swarmManifestSchema.shape;
  expect(known(manifest, swarmManifestSchema) && known(manifest.budget, budget) && known(manifest.budget.spent, budget.shape.spent)).toBe(
    true,
  );
  expect(manifest.agents.every((member) => known(member, agents.element))).toBe(true);
  expect([...tasksOf(manifest).values()].every((each) => known(each, node))).toBe(true);
}

describe('a swarm and the plain rules agree', () => {
  test(
    'on every answer and on everything that is shown, whatever happens, restored anywhere',
    () => {
      void fc.assert(
        fc.property(scenarios, (scenario) => {
          let swarm = begin(scenario);
          const model = new SwarmModel(scenario.decomposition, scenario.strategy, scenario.maxTokens, scenario.maxAgents);
          model.recruit('a');
          model.warnings();
          compare(swarm, model);
          for (const [at, command] of scenario.steps.entries()) {
            if (command.op === 'restore') {
              swarm = Swarm.fromJSON(JSON.parse(JSON.stringify(swarm)));
              continue;
            }
            const wasOver = model.isOver();
            const before = swarm.progress()?.active ?? 0;
            const step = resolve(command, swarm);
            const answer = perform(swarm, step, at);
            expect([step, outcome(answer)]).toEqual([step, expected(model, step)]);
            expect(answer.warnings.map(warningText)).toEqual(model.warnings());
            if (wasOver) expect(swarm.progress()?.active).toBeLessThanOrEqual(before);
            compare(swarm, model);
          }
          checkShape(manifestOf(swarm));
        }),
        { numRuns: 250 },
      );
    },
    TIME_LIMIT,
  );

  test(
    'a state that was restored gives the same answers, word for word, as one that never was',
    () => {
      void fc.assert(
        fc.property(scenarios, (scenario) => {
          const always = begin(scenario);
          let restored = begin(scenario);
          for (const [at, command] of scenario.steps.entries()) {
            restored = Swarm.fromJSON(JSON.parse(JSON.stringify(restored)));
            if (command.op === 'restore') continue;
            const step = resolve(command, always);
            expect(perform(restored, step, at)).toEqual(perform(always, step, at));
          }
          expect(restored.toJSON()).toEqual(always.toJSON());
        }),
        { numRuns: 60 },
      );
    },
    TIME_LIMIT,
  );
});

test(
  'a decomposition is accepted exactly when its work can be finished',
  () => {
    void fc.assert(
      fc.property(shapes, (shape) => {
        const { decomposition, nodes } = build(shape);
        const ids = new Set(nodes.map((node) => node.id));
        const problems = decompositionProblems(decomposition);
        fc.pre(nodes.every(({ dependencies }) => dependencies.every((dependency) => ids.has(dependency))));
        const model = new SwarmModel(decomposition, 'parallel', 1e9, 9);
        for (;;) {
          const next = model.leaves().find((leaf) => model.isReady(leaf));
          if (next === undefined) break;
          next.node.status = 'done';
        }
        expect(problems.length === 0).toBe(model.isFinished());
      }),
      { numRuns: 250 },
    );
  },
  TIME_LIMIT,
);

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

describe('what another program wrote', () => {
  const histories = fc.record({ scenario: scenarios, edits });

  function history(scenario: Scenario): Swarm {
    const swarm = begin(scenario);
    for (const [at, command] of scenario.steps.entries()) if (command.op !== 'restore') perform(swarm, resolve(command, swarm), at);
    swarm.advance(100);
    return swarm;
  }

  test(
    'is nothing when it wrote nothing',
    () => {
      void fc.assert(
        fc.property(scenarios, (scenario) => {
          const manifest = manifestOf(history(scenario));
          expect(differences(JSON.parse(JSON.stringify(manifest)), manifest)).toEqual([]);
        }),
        { numRuns: 50 },
      );
    },
    TIME_LIMIT,
  );

  test(
    'is taken over as it is when it only goes forward',
    () => {
      void fc.assert(
        fc.property(histories, ({ scenario, edits: wished }) => {
          const swarm = history(scenario);
          const base = manifestOf(swarm);
          const draft: SwarmManifest = JSON.parse(JSON.stringify(base));
          for (const [number, edit] of wished.entries()) editForward(draft, edit, number);
          // The other program follows the rules for what follows from other things.
          const foreign = manifestOf(swarmFrom(draft, 100));
          const changes = differences(foreign, base).map((change) => manifestChangeSchema.parse(JSON.parse(JSON.stringify(change))));
          expect(swarm.applyChanges(changes, 100).refused).toEqual([]);
          expect(manifestOf(swarm)).toEqual(foreign);
          expect(differences(foreign, manifestOf(swarm))).toEqual([]);
        }),
        { numRuns: 250 },
      );
    },
    TIME_LIMIT,
  );

  test(
    'never takes a claim from its holder, an end from a task, or anything away, whatever it wrote and whenever it is applied',
    () => {
      void fc.assert(
        fc.property(histories, scenarios, ({ scenario, edits: wished }, later) => {
          const swarm = history(scenario);
          const base = manifestOf(swarm);
          const foreign: SwarmManifest = JSON.parse(JSON.stringify(base));
          for (const edit of wished) editAnyhow(foreign, edit);
          for (const command of later.steps) if (command.op !== 'restore') perform(swarm, resolve(command, swarm), 100);
          const before = manifestOf(swarm);
          swarm.applyChanges(differences(foreign, base), 100);
          keepsDecisions(before, manifestOf(swarm));
          expect(manifestOf(swarm).agents.map((each) => each.id)).toEqual(before.agents.map((each) => each.id));
          expect(decompositionProblems(manifestOf(swarm).decomposition)).toEqual([]);
          expect(Swarm.fromJSON(JSON.parse(JSON.stringify(swarm))).toJSON()).toEqual(swarm.toJSON());
          checkShape(manifestOf(swarm));
        }),
        { numRuns: 120 },
      );
    },
    TIME_LIMIT,
  );
});
