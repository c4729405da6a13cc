import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { BURN_STEPS, type BurnDown, readBurnDown } from '../../../../../src/engine/swarm/replay/burn-down.ts';
import { computeForecast } from '../../../../../src/engine/swarm/replay/forecast.ts';
import type { BurnStep } from '../../../../../src/engine/swarm/schemas/burn-down.ts';
import { START } from '../../../../support/simulation.ts';
import { creation, root, task } from '../make.ts';
import { PastLog } from './past-log.ts';

const MINUTE = 60_000;

let log: PastLog;
beforeEach(() => {
  log = new PastLog();
});

function burnt(of: PastLog = log): BurnDown {
  const found = readBurnDown(of.runtime, of.directory);
  if (found === null) throw new Error('there is no swarm');
  return found;
}

const use = (tokens: number, costUsd = 0) => ({ op: 'swarm.usage', agent: 'a', tokens, costUsd }) as const;

/** Returns the live state: the end of the replay as decision 0009 defines it. */
function live(of: PastLog): Omit<BurnStep, 'time'> {
  const { state, at } = of.state({ time: of.time.now });
  const spent = state.swarm.toManifest([], at.time)?.budget.spent;
  if (spent === undefined) throw new Error('there is no swarm');
  const { tokens, costUsd, durationMs } = spent;
  return { tokens, costUsd, durationMs, done: state.swarm.progress()?.done ?? 0 };
}

const act = fc.record({ wait: fc.nat(10 * MINUTE), tokens: fc.nat(10_000), cents: fc.nat(500), seal: fc.boolean() });

/** @param seals whether to seal segments where the acts request it */
async function logOf(acts: readonly { wait: number; tokens: number; cents: number; seal: boolean }[], seals: boolean): Promise<PastLog> {
  const made = new PastLog();
  made.create();
  let now = 0;
  for (const { wait, tokens, cents, seal } of acts) {
    now += wait;
    made.at(now).write(use(tokens, cents / 100));
    if (seals && seal) await made.seal();
  }
  return made;
}

describe('a burn-down', () => {
  test('is null without a log and without a swarm in the log', () => {
    expect(readBurnDown(log.runtime, log.directory)).toBeNull();
    log.lock('a', 'one.ts');
    expect(readBurnDown(log.runtime, log.directory)).toBeNull();
  });

  test('shows the usage at each sixtieth of the life of the swarm', () => {
    log.create();
    log.at(10 * MINUTE).write(use(100, 1), { op: 'swarm.claim', agent: 'a', task: 'x' });
    log.at(30 * MINUTE).write(use(50, 0.5), { op: 'swarm.complete', agent: 'a', task: 'x' });
    log.at(60 * MINUTE);
    const { id, steps, left, goesOn } = burnt();
    expect([id, steps.length, left, goesOn]).toEqual(['swm_1', BURN_STEPS + 1, 2, true]);
    const shown = [0, 9, 10, 29, 30, 60].map((at) => steps[at]).map((step) => step && { ...step, time: (step.time - START) / MINUTE });
    expect(shown).toEqual([
      { time: 0, tokens: 0, costUsd: 0, durationMs: 0, done: 0 },
      { time: 9, tokens: 0, costUsd: 0, durationMs: 9 * MINUTE, done: 0 },
      { time: 10, tokens: 100, costUsd: 1, durationMs: 10 * MINUTE, done: 0 },
      { time: 29, tokens: 100, costUsd: 1, durationMs: 29 * MINUTE, done: 0 },
      { time: 30, tokens: 150, costUsd: 1.5, durationMs: 30 * MINUTE, done: 1 },
      { time: 60, tokens: 150, costUsd: 1.5, durationMs: 60 * MINUTE, done: 1 },
    ]);
  });

  test('stops at the end of a finished swarm, and its clock stops during a pause', () => {
    log.create();
    log.at(10 * MINUTE).write({ op: 'swarm.pause', by: 'queen', reason: 'lunch' });
    log.at(20 * MINUTE);
    expect([burnt().goesOn, burnt().steps.at(-1)?.durationMs]).toEqual([false, 10 * MINUTE]);
    log.write({ op: 'swarm.resume', by: 'queen' });
    log.at(30 * MINUTE).write(use(7), { op: 'swarm.abort', by: 'queen', reason: 'enough' });
    log.at(90 * MINUTE);
    const { steps, goesOn } = burnt();
    expect(goesOn).toBe(false);
    expect(steps.at(-1)).toEqual({ time: START + 30 * MINUTE, tokens: 7, costUsd: 0, durationMs: 20 * MINUTE, done: 0 });
  });

  test('covers the current swarm, not the one before it', async () => {
    log.create();
    log.write(use(1_000), { op: 'swarm.abort', by: 'queen', reason: 'enough' });
    await log.seal();
    log.at(10 * MINUTE).write({ op: 'swarm.create', ...creation(root(task('z')), { swarm: 'swm_2' }) });
    log.at(20 * MINUTE);
    const { id, steps } = burnt();
    expect([id, steps[0]?.time, steps.at(-1)?.tokens]).toEqual(['swm_2', START + 10 * MINUTE, 0]);
  });

  test('never decreases, ends at the live state, and is the same from a checkpoint', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
        const sealed = await logOf(acts, true);
        const { steps } = burnt(sealed);
        expect(steps.at(-1)).toEqual({ time: sealed.time.now, ...live(sealed) });
        expect(steps).toEqual(burnt(await logOf(acts, false)).steps);
        for (const of of ['time', 'tokens', 'costUsd', 'durationMs', 'done'] as const) {
          const values = steps.map((step) => step[of]);
          expect(values).toEqual(values.toSorted((one, other) => one - other));
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('a forecast', () => {
  const limits = { maxAgents: 9, maxTokens: 1_000, maxCostUsd: 10, maxDurationMs: 100 * MINUTE };
  /** Returns steps of an hour from functions of the minute for tokens and finished tasks. */
  const hour = (tokens: (minute: number) => number, done: (minute: number) => number): BurnStep[] =>
    Array.from({ length: BURN_STEPS + 1 }, (_, minute) => {
      return { time: minute * MINUTE, tokens: tokens(minute), costUsd: 0, durationMs: minute * MINUTE, done: done(minute) };
    });
  const steady = hour(
    (minute) => minute * 10,
    (minute) => Math.floor(minute / 6),
  );

  test('extrapolates steady use, and is null for unused limits', () => {
    const at = (minutes: number) => ({ at: minutes * MINUTE, earliest: minutes * MINUTE, latest: minutes * MINUTE });
    const told = computeForecast({ steps: steady, limits, left: 5, goesOn: true });
    expect(told).toMatchObject({ tokens: at(100), cost: null, duration: at(100) });
    expect(told?.done?.at).toBe(90 * MINUTE);
  });

  test('uses the whole running time, and the last steps for the range', () => {
    const steps = hour(
      (minute) => minute * 5 + Math.max(0, minute - 54) * 45,
      () => 5,
    );
    const { tokens, done } = computeForecast({ steps, limits, left: 3, goesOn: true }) ?? {};
    // Five tasks in an hour; none lately, so that recent steps have no rate.
    expect(done?.at).toBeCloseTo(96 * MINUTE);
    expect(done?.latest).toBe(done?.at);
    expect(tokens?.at).toBeCloseTo((60 + 430 / 9.5) * MINUTE);
    expect(tokens?.earliest).toBeCloseTo((60 + 430 / 50) * MINUTE);
    expect(tokens?.latest).toBe(tokens?.at);
  });

  test('does not count pauses: a rate is per running time', () => {
    const paused = steady.map((step) => ({ ...step, durationMs: step.durationMs / 2 }));
    const { tokens } = computeForecast({ steps: paused, limits, left: 5, goesOn: true }) ?? {};
    // 600 tokens in 30 running minutes.
    expect(tokens?.at).toBeCloseTo((60 + 400 / 20) * MINUTE);
  });

  test('is null with fewer than five finished tasks or when paused', () => {
    const four = hour(
      (minute) => minute,
      () => 4,
    );
    expect(computeForecast({ steps: four, limits, left: 5, goesOn: true })).toBeNull();
    expect(computeForecast({ steps: steady, limits, left: 5, goesOn: false })).toBeNull();
    expect(computeForecast({ steps: steady, limits: { ...limits, maxTokens: 600 }, left: 0, goesOn: true })).toMatchObject({
      tokens: null,
      done: null,
    });
  });
});
