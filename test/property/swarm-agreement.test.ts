import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SwarmManifest } from '../../src/engine/crtx/schema.ts';
import { isSwarmAnswer } from '../../src/engine/swarm/answers.ts';
import { findChanges } from '../../src/engine/swarm/state/differences.ts';
import { swarmMachine } from '../../src/engine/swarm/state/machine.ts';
import type { RecordFor } from '../../src/engine/swarm/state/records.ts';
import { editByHand, type HandEdit } from './swarm-hand-edits.ts';
import { Invariants } from './swarm-invariants.ts';
import { LogModel, outcomeOf } from './swarm-log-model.ts';
import { Machine, type Scenario, scenarios } from './swarm-scenarios.ts';
import { toRecord } from './swarm-wishes.ts';

const RUNS = Number(process.env.RUNS ?? 120);

/** Like `toEqual`, which is slow even when the values are equal. */
function same(found: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(found, wanted)) expect(found).toEqual(wanted);
}

function run({ create, steps }: Scenario): void {
  const machine = new Machine();
  const restored = new Machine();
  const model = new LogModel();
  const invariants = new Invariants();
  let time = 1_000;
  const perform = (record: Parameters<Machine['apply']>[0], shift = 0) => {
    const before = machine.manifest;
    const answer = machine.apply(record, time, shift);
    const place = { ordinal: machine.ordinal, time, id: `rec_${machine.ordinal}` };
    same([record, outcomeOf(answer)], [record, model.apply(record, { ...place, shift })]);
    const { locks, ...shown } = machine.manifest ?? { locks: [] };
    same(shown, model.swarm.manifest() ?? {});
    if (machine.manifest !== null) same(locks, model.shownLocks(time));
    restored.restore();
    same(restored.apply(record, time, shift), answer);
    // As another process receives it.
    const told: unknown = JSON.parse(JSON.stringify(answer));
    if (record.op !== 'adopt') expect([told, isSwarmAnswer(told, record)]).toEqual([told, true]);
    same(told, answer);
    same(swarmMachine.snapshot(restored.state), swarmMachine.snapshot(machine.state));
    if (machine.manifest !== null) invariants.check(record.op, before, machine.manifest);
  };
  perform(create);
  for (const agent of ['a', 'b', 'c']) perform({ op: 'swarm.recruit', agent, role: 'coder', expertise: [] });
  const seen: SwarmManifest[] = [];
  for (const [number, { wish, waitMs, setBy, byHand }] of steps.entries()) {
    time += waitMs;
    if (setBy !== null && time + setBy > 0) {
      time += setBy;
      perform({ op: 'tick' }, setBy);
    }
    if (machine.manifest !== null) seen.unshift(machine.manifest);
    const base = seen[byHand?.age ?? 0] ?? seen[0];
    if (byHand === null || base === undefined) perform(toRecord(wish, machine.manifest, number, create));
    else perform(adoption(base, byHand.edits, number));
  }
}

/** The record of an edit by hand. */
function adoption(base: SwarmManifest, edits: readonly HandEdit[], number: number): RecordFor<'adopt'> {
  const foreign = structuredClone(base);
  for (const [index, edit] of edits.entries()) editByHand(foreign, edit, 10 * number + index);
  return { op: 'adopt', hash: `${number}`, locks: [], dropped: [], unusable: [], changes: findChanges(foreign, base) };
}

test('a swarm and the reference model give the same answers and manifest for all records, also when restored', () => {
  void fc.assert(fc.property(scenarios(), run), { numRuns: RUNS });
});
