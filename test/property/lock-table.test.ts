import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LockTable } from '../../src/engine/crtx/lock-table.ts';
import { type GrantedLock, type LockRequest, MOST_BLOCKERS } from '../../src/engine/crtx/lock-types.ts';
import { excludes, LockModel } from '../support/lock-model.ts';

const AGENTS = ['ann', 'bob', 'cy', 'dee'];
const PATHS = ['a', 'b/', 'b/c', 'b/c/', 'b/c/d', 'b/e', 'b/*', '**/d', '{a,b/c}', 'b/**/d', '?', 'x'];

const agent = fc.constantFrom(...AGENTS);
const path = fc.constantFrom(...PATHS);
const paths = fc.uniqueArray(path, { minLength: 1, maxLength: 3 });
const type = fc.constantFrom('exclusive' as const, 'shared' as const);
const ttlMs = fc.integer({ min: 1, max: 30 });
const waitMs = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 }), fc.constant(1_000));

const command = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constant('acquire' as const), agent, paths, type, ttlMs, waitMs }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('release' as const), agent, paths: fc.oneof(paths, fc.constant('all' as const)) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('renew' as const), agent, paths, ttlMs: fc.option(ttlMs, { nil: undefined }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), back: fc.nat(10) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('break' as const), path }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('adopt' as const), agent, path, type, age: fc.nat(5), left: fc.integer({ min: -2, max: 30 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dropForeign' as const), agent, path }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('advance' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('copy' as const) }) },
);
/** Mostly small steps, sometimes back, sometimes exactly to the next end. */
const time = fc.oneof(fc.integer({ min: -2, max: 4 }), fc.integer({ min: 5, max: 40 }), fc.constant('next' as const));
const steps = fc.array(fc.tuple(command, time), { maxLength: 60, size: 'max' });

type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

/** One command on the table or on the model; they answer alike. */
function run(on: LockTable | LockModel, what: Command, at: number, fence: number): unknown {
  switch (what.do) {
    case 'acquire':
      return on.acquire({ ...what, id: `r${fence}`, agentId: what.agent, reason: `for ${fence}` }, at, fence);
    case 'release':
      return on.release(what.agent, what.paths, at, fence);
    case 'renew':
      return on.renew(what.agent, what.paths, what.ttlMs, at, fence);
    case 'cancel':
      return on.cancel(`r${fence - what.back}`, at, fence);
    case 'break':
      return on.break(what.path, at, fence);
    case 'adopt': {
      const lock = { path: what.path, agentId: what.agent, type: what.type, reason: 'foreign' };
      return on.adopt({ ...lock, acquiredAt: at - what.age, expiresAt: at + what.left }, at, fence);
    }
    case 'dropForeign':
      return on.dropForeign(what.path, what.agent, at, fence);
    default:
      return on.advance(at, fence);
  }
}

function copyOf(table: LockTable): LockTable {
  const copy = LockTable.fromJSON(JSON.parse(JSON.stringify(table)));
  expect(copy.toJSON()).toEqual(table.toJSON());
  return copy;
}

function isCircle(answer: unknown): answer is { circle: string[] } {
  return typeof answer === 'object' && answer !== null && 'circle' in answer;
}

/** A circle is named as it is: who is in it waits for the next; the first one would. */
function checkCircle(model: LockModel, circle: readonly string[]): void {
  expect(circle.length).toBeGreaterThan(2);
  expect(circle.at(-1)).toBe(circle[0]);
  for (const [index, one] of circle.slice(1, -1).entries()) expect(model.waitsFor(one)).toContain(circle[index + 2]);
}

function checkSame(table: LockTable, model: LockModel, fence: number): void {
  expect(table.list(0)).toEqual(model.list());
  expect(table.queue()).toEqual(model.queue());
  expect(table.nextExpiry()).toBe(model.nextExpiry());
  for (let id = Math.max(0, fence - 12); id <= fence; id += 1) expect(table.request(`r${id}`)).toEqual(model.request(`r${id}`));
}

function checkSafe(table: LockTable, model: LockModel, seen: Map<string, GrantedLock>): void {
  const locks = table.list(0).map((lock) => ({ ...lock, paths: [lock.path] }));
  for (const [index, one] of locks.entries()) for (const other of locks.slice(index + 1)) expect(excludes(one, other)).toBe(false);
  const fresh = locks.filter((lock) => !seen.has(`${lock.path} ${lock.agentId} ${lock.fence}`));
  for (const lock of fresh) {
    for (const before of seen.values())
      if (excludes({ ...before, paths: [before.path] }, lock)) expect(lock.fence).toBeGreaterThan(before.fence);
  }
  for (const lock of fresh) seen.set(`${lock.path} ${lock.agentId} ${lock.fence}`, lock);
  for (const one of AGENTS) expect(model.isInCircle(one)).toBe(false);
}

describe('LockTable', () => {
  it('answers as a plain model does, never grants what excludes each other, never lets a circle wait, and survives being copied', () => {
    const property = fc.property(steps, (all) => {
      const model = new LockModel();
      const seen = new Map<string, GrantedLock>();
      let table = new LockTable();
      let at = 100;
      for (const [fence, [what, step]] of all.entries()) {
        at = step === 'next' ? (table.nextExpiry() ?? at) : at + step;
        if (what.do === 'copy') table = copyOf(table);
        const answer = run(table, what, at, fence);
        const expected = run(model, what, at, fence);
        if (isCircle(answer) && isCircle(expected)) checkCircle(model, answer.circle);
        else expect(answer).toEqual(expected);
        checkSame(table, model, fence);
        for (const one of PATHS) expect(table.holders(one, 0)).toEqual(model.holders(one));
        checkSafe(table, model, seen);
      }
    });
    fc.assert(property, { numRuns: 400 });
  });

  it('grants what excludes each other in the order of asking', () => {
    const asked = fc.array(fc.record({ paths, type, cancelled: fc.boolean() }), { minLength: 2, maxLength: 15, size: 'max' });
    const property = fc.property(asked, fc.array(fc.nat(14), { maxLength: 30, size: 'max' }), (all, releases) => {
      const table = new LockTable();
      const requests = all.map((one, index) => ({
        ...one,
        id: `r${index}`,
        agentId: `agent ${index}`,
        ttlMs: 1e6,
        waitMs: 1e6,
        reason: '',
      }));
      for (const [index, request] of requests.entries()) table.acquire(request, 0, index);
      for (const [index, released] of releases.entries()) {
        const fence = requests.length + index;
        if (requests[released]?.cancelled) table.cancel(`r${released}`, 0, fence);
        else table.release(`agent ${released}`, 'all', 0, fence);
        const statuses = requests.map(({ id }) => table.request(id).status);
        for (const [later, one] of requests.entries()) {
          const isPassed = (other: LockRequest, earlier: number) => statuses[earlier] === 'queued' && excludes(one, other);
          if (statuses[later] === 'granted') expect(requests.slice(0, later).some(isPassed)).toBe(false);
        }
      }
    });
    fc.assert(property, { numRuns: 400 });
  });

  it('hands a lock on when its holder goes, down a long queue', () => {
    const table = new LockTable();
    const ask = (index: number) => ({
      id: `r${index}`,
      agentId: `agent ${index}`,
      paths: ['a'],
      type: 'exclusive' as const,
      ttlMs: 10,
      reason: '',
    });
    for (let index = 0; index < 100; index += 1) table.acquire({ ...ask(index), waitMs: 1e6 }, 0, index);
    const last = table.request('r99');
    expect(last).toMatchObject({ status: 'queued', ahead: 98 });
    expect(last.status === 'queued' && last.blockedBy).toHaveLength(MOST_BLOCKERS);
    for (let index = 1; index < 100; index += 1) {
      table.advance(index * 10, 100 + index);
      expect(table.list(0)).toMatchObject([{ agentId: `agent ${index}`, fence: 100 + index, acquiredAt: index * 10 }]);
    }
  });
});
