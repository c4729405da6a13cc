import { beforeEach, describe, expect, test } from 'vitest';
import { CortexError } from '../../../../../src/engine/platform/errors.ts';
import { earliestMoment } from '../../../../../src/engine/swarm/replay/past.ts';
import { appendText } from '../../../../support/fault-fs/files.ts';
import { START } from '../../../../support/simulation.ts';
import { PastLog, since } from './past-log.ts';

const MONTH = 31 * 24 * 3_600_000;

let log: PastLog;
beforeEach(() => {
  log = new PastLog();
});

function failure(attempt: () => unknown): { code: string; message: string; allowed: string | undefined; value: unknown } {
  try {
    attempt();
  } catch (error) {
    if (error instanceof CortexError)
      return { code: error.code, message: error.message, allowed: error.data.allowed, value: error.data.value };
    throw error;
  }
  throw new Error('it was answered');
}

const statusOf = (moment: Parameters<PastLog['state']>[0], id: string) =>
  log
    .state(moment)
    .state.swarm.toManifest([])
    ?.decomposition.children.find((child) => child.id === id)?.status;

describe('a moment', () => {
  test('includes its record, also among several of the same time', () => {
    const created = log.create();
    const claimed = log.write({ op: 'swarm.claim', agent: 'a', task: 'x' });
    log.write({ op: 'swarm.complete', agent: 'a', task: 'x' });
    expect([created, claimed, claimed + 1].map((ordinal) => statusOf({ ordinal }, 'x'))).toEqual(['pending', 'active', 'done']);
    expect(log.state({ ordinal: claimed }).at).toEqual({ ordinal: claimed, time: START });
    expect(statusOf(since(0), 'x')).toBe('done');
  });

  test('given as a time excludes expired locks, and advances the clock of the budget', () => {
    log.create();
    log.lock('a', 'one.ts');
    log.at(60_000).write({ op: 'tick' });
    const shown = [999, 1_000].map((ms) => {
      const { state, at } = log.state(since(ms));
      return [state.locks.list(at.time).length, state.swarm.toManifest([], at.time)?.budget.spent.durationMs];
    });
    expect(shown).toEqual([
      [1, 999],
      [0, 1_000],
    ]);
  });

  test('is the same read from a checkpoint and from the start', async () => {
    const created = log.create();
    await log.seal();
    const claimed = log.write({ op: 'swarm.claim', agent: 'a', task: 'x' });
    await log.seal();
    log.write({ op: 'swarm.complete', agent: 'a', task: 'x' });
    expect([created, claimed, log.last].map((ordinal) => statusOf({ ordinal }, 'x'))).toEqual(['pending', 'active', 'done']);
  });

  test('in a log with a pinned clock is identified by its ordinal', () => {
    log = new PastLog(true);
    const created = log.create();
    log.write({ op: 'swarm.claim', agent: 'a', task: 'x' });
    expect([statusOf({ ordinal: created }, 'x'), statusOf(since(0), 'x')]).toEqual(['pending', 'active']);
  });

  test('in the future is refused, naming the latest moment', () => {
    log.create();
    expect(failure(() => log.state({ ordinal: log.last + 1 }))).toMatchObject({
      code: 'not-found',
      allowed: `${log.last} or earlier`,
    });
    expect(failure(() => log.state(since(1))).message).toBe('this moment is in the future');
    expect(failure(() => log.page({ from: { ordinal: log.last + 1 } })).code).toBe('not-found');
    expect(failure(() => log.page({ to: since(1) })).code).toBe('not-found');
    log.at(1);
    expect(log.state(since(1)).at).toEqual({ ordinal: log.last, time: START + 1 });
  });
});

describe('before the earliest moment', () => {
  test('is refused, naming the first record', () => {
    log.create();
    const earliest = earliestMoment(log.runtime, log.directory);
    expect(earliest).toMatchObject({ time: START });
    expect(failure(() => log.state(since(-1)))).toMatchObject({
      code: 'not-found',
      message: 'the history starts at 2027-01-15T08:00:00.000Z',
    });
    for (const ask of [
      () => log.state({ ordinal: 5 }),
      () => log.page({ to: { ordinal: 5 } }),
      () => log.page({ after: { ordinal: 5, index: 0 } }),
    ])
      expect(failure(ask)).toMatchObject({ code: 'not-found', message: `the history starts at ${earliest?.ordinal}` });
  });

  test('returns all changes as long as no record is lost', async () => {
    log.create();
    log.at(5).lock('a', 'one.ts');
    for (const from of [since(-1), { ordinal: 0 }, { ordinal: 5 }]) expect(log.told({ from })).toEqual(log.told());
    expect(log.page({ from: since(-1), limit: 2 })).toEqual(log.page({ from: { ordinal: 5 }, limit: 2 }));
    expect(failure(() => log.page({ from: since(-2), to: since(-1) }))).toMatchObject({
      code: 'not-found',
      value: '2027-01-15T07:59:59.999Z',
    });
    await log.seal();
    expect(log.told({ from: since(-1) })).toEqual(log.told());
  });

  test('is refused after a sweep, naming the checkpoint after the gap', async () => {
    const created = log.create();
    for (const month of [1, 2, 3, 4, 5]) {
      log.at(month * MONTH);
      for (let report = 0; report < 40; report++) log.write({ op: 'swarm.usage', agent: 'a', tokens: 1, costUsd: 0 });
      await log.seal();
    }
    const earliest = earliestMoment(log.runtime, log.directory);
    expect(earliest?.ordinal).toBeGreaterThan(created);
    expect(failure(() => log.state({ ordinal: created }))).toMatchObject({
      code: 'not-found',
      message: expect.stringContaining(`the history starts at ${earliest?.ordinal}`),
    });
    for (const from of [{ ordinal: created }, { ordinal: 0 }, since(-1)]) expect(failure(() => log.page({ from })).code).toBe('not-found');
    expect(log.state(earliest ?? since(0)).at.ordinal).toBe(earliest?.ordinal);
    expect(log.told({ limit: 1 })).toEqual([`${5 * MONTH} usage a a 1 token, $0.00`]);
  });

  test('is refused in a log that was started again', async () => {
    const created = log.create();
    await log.forget();
    log.at(10).write({ op: 'tick' });
    expect(failure(() => log.state({ ordinal: created })).code).toBe('not-found');
    expect(log.state({ ordinal: log.last }).state.swarm.id).toBeNull();
  });

  test('is refused without a log, and lists no changes', () => {
    for (const ask of [() => log.state(since(0)), () => log.page({ after: { ordinal: 1, index: 0 } })])
      expect(failure(ask).message).toBe('there is no history of a swarm here');
    for (const query of [{}, { from: since(0) }, { to: since(0) }])
      expect(log.page(query)).toEqual({ changes: [], next: null, earlier: null, problems: [] });
  });
});

describe('a replay', () => {
  test('writes nothing, and needs no write permission', async () => {
    log.create();
    await log.seal();
    log.lock('a', 'one.ts');
    log.fs.readOnly = true;
    const reader = log.runtime;
    log.fs.onCall = ({ op }) => {
      if (/^(write|mkdir|unlink|rename|link|fsync|fdatasync|ftruncate)/.test(op)) throw new Error(`called ${op}`);
      return 'proceed';
    };
    expect(reader.fs.readdirSync(log.directory).length).toBeGreaterThan(1);
    expect(log.state({ ordinal: log.last }).state.locks.list(START)).toHaveLength(1);
    expect(log.told()).toHaveLength(5);
    expect(log.fs.openCount).toBeLessThanOrEqual(1);
  });

  test('skips a damaged line, and reports it', () => {
    log.create();
    appendText(log.fs, `${log.directory}/000001.jsonl`, '\n{"c":"0000000000000000","n":2,"r":{}}');
    log.write({ op: 'swarm.claim', agent: 'a', task: 'x' });
    expect(log.state({ ordinal: log.last }).problems).toEqual([expect.stringContaining('damaged line')]);
    expect(log.page().problems).toEqual([expect.stringContaining('damaged line')]);
    expect(statusOf({ ordinal: log.last }, 'x')).toBe('active');
  });
});
