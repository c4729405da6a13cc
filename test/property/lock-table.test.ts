import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reach } from '../../src/engine/swarm/locks/lock-overlap.ts';
import { LockTable } from '../../src/engine/swarm/locks/lock-table.ts';
import { type GrantedLock, type LockRequest, MAX_BLOCKERS } from '../../src/engine/swarm/locks/lock-types.ts';
import { excludes, LockModel } from '../support/lock-model.ts';

const AGENTS = ['ann', 'bob', 'cy', 'dee', 'eve', 'flo'];
const PATHS = ['a', 'b', 'b/', 'b/c', 'b/c/', 'b/c/d', 'b/e', 'b/*', '**/d', '{a,b/c}', 'b/**/d', '?', 'x', 'b/x.ts', 'b/x.ts/*'];

const doing = [
  ...Array.from({ length: 16 }, () => 'acquire' as const),
  ...([
    'release',
    'release',
    'release all',
    'renew',
    'renew',
    'break',
    'cancel',
    'void',
    'adopt',
    'dropForeign',
    'withdraw',
    'advance',
    'copy',
  ] as const),
];
const paths = fc.uniqueArray(fc.constantFrom(...PATHS), { minLength: 1, maxLength: 3, size: 'max' });
const type = fc.constantFrom('exclusive' as const, 'exclusive' as const, 'shared' as const);
const command = fc.record({
  do: fc.constantFrom(...doing),
  agent: fc.constantFrom(...AGENTS),
  paths,
  type,
  /** Additional shared paths. */
  beside: fc.option(paths, { freq: 2, nil: undefined }),
  ttlMs: fc.constantFrom(300, 60, 20, 1),
  waitMs: fc.constantFrom(1_000, 1_000, 100, 20, 0),
  /** Index of an existing lock or request as the target; `null`: `agent` and `paths`. */
  pick: fc.option(fc.nat(20), { freq: 2 }),
  /** Time since the previous command, sometimes negative, sometimes exactly until the next expiry. */
  step: fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 5, 20, -2, 'next' as const),
});
const commands = fc.array(command, { maxLength: 60, size: 'max' });

type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

/** Aims a command at a current lock or request. */
function aimed(what: Command, model: LockModel): Command & { id: string } {
  const of = <T>(items: readonly T[]) => (what.pick === null ? undefined : items[what.pick % items.length]);
  const lock = of(what.do === 'dropForeign' ? model.list().filter((one) => one.foreign) : model.list());
  // A request granted by another record is also cancelled by its request id.
  const granted = what.do === 'void' ? model.list().flatMap(({ requestId }) => requestId ?? []) : [];
  const id = of([...granted, ...model.queue().map((request) => request.id)]) ?? 'none';
  const isFree = what.do === 'acquire' && what.pick !== null && what.pick > 6;
  return lock === undefined || isFree ? { ...what, id } : { ...what, id, agent: lock.agentId, paths: [lock.path, ...what.paths.slice(2)] };
}

/** Runs one command on the table or on the model; both return the same answers. */
function run(on: LockTable | LockModel, what: Command & { id: string }, at: number, fence: number): unknown {
  const { agent, type, beside: shared, ttlMs, waitMs } = what;
  const [path = ''] = what.paths;
  switch (what.do) {
    case 'acquire':
      return on.acquire(
        { id: `r${fence}`, agentId: agent, paths: what.paths, type, shared, ttlMs, waitMs, reason: fence % 3 === 0 ? '' : `for ${fence}` },
        at,
        fence,
      );
    case 'release':
      return on.release(agent, what.paths, at, fence);
    case 'release all':
      return on.release(agent, 'all', at, fence);
    case 'renew':
      return on.renew(agent, what.paths, waitMs === 0 ? undefined : ttlMs, at, fence);
    case 'cancel':
      return on.cancel(what.id, at, fence);
    case 'void':
      return on.cancel(what.id, at, fence, true);
    case 'break':
      return on.break(path, at, fence);
    case 'adopt':
      return on.adopt({ path, agentId: agent, type, acquiredAt: at - waitMs, expiresAt: at + ttlMs - 2, reason: 'foreign' }, at, fence);
    case 'withdraw':
      return on.withdraw([...new Set([agent, AGENTS[waitMs % AGENTS.length] ?? agent])], at, fence);
    case 'dropForeign':
      return on.dropForeign(path, agent, at, fence);
    default:
      return on.advance(at, fence);
  }
}

/** Faster than the assertion of vitest when the values are equal. */
function same(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

function copyOf(table: LockTable): LockTable {
  const copy = LockTable.fromJSON(JSON.parse(JSON.stringify(table)));
  same(copy.toJSON(), table.toJSON());
  return copy;
}

function isCycle(answer: unknown): answer is { cycle: string[] } {
  return typeof answer === 'object' && answer !== null && 'cycle' in answer;
}

/** Checks that each agent in a reported cycle waits for the next one. */
function checkCycle(model: LockModel, cycle: readonly string[]): void {
  expect(cycle.length).toBeGreaterThan(2);
  expect(cycle.at(-1)).toBe(cycle[0]);
  for (const [index, one] of cycle.slice(1, -1).entries()) expect(model.waitsFor(one)).toContain(cycle[index + 2]);
}

function checkSame(table: LockTable, model: LockModel, fence: number): void {
  same(table.list(0), model.list());
  same(table.queue(), model.queue());
  same(table.nextExpiry(), model.nextExpiry());
  for (let id = Math.max(0, fence - 4); id <= fence; id += 1) same(table.request(`r${id}`), model.request(`r${id}`));
  const path = PATHS[fence % PATHS.length] ?? '';
  same(table.holders(path, 0), model.holders(path));
}

/** Checks that no locks exclude each other, and that a lock that would have excluded an earlier one has a higher fencing token. */
function checkSafe(locks: readonly GrantedLock[], seen: Map<string, GrantedLock>, reach: Reach): void {
  const excludesLock = (one: GrantedLock, other: GrantedLock): boolean =>
    excludes({ ...one, paths: [one.path] }, { ...other, paths: [other.path] }, reach);
  for (const [index, one] of locks.entries())
    if (locks.slice(index + 1).some((other) => excludesLock(one, other))) expect(locks).toBe('safe');
  const keyOf = (lock: GrantedLock) => `${lock.path} ${lock.agentId} ${lock.fence}`;
  for (const lock of locks.filter((one) => !seen.has(keyOf(one)))) {
    const before = [...seen.values()].filter((one) => excludesLock(one, lock));
    expect(lock.fence).toBeGreaterThan(Math.max(-1, ...before.map(({ fence }) => fence)));
    seen.set(keyOf(lock), lock);
  }
}

/** Runs any commands on the table and on the model. */
function runBoth(all: readonly Command[], reach: Reach): void {
  const model = new LockModel(reach);
  const seen = new Map<string, GrantedLock>();
  let table = new LockTable(reach);
  let at = 100;
  for (const [fence, one] of all.entries()) {
    at = one.step === 'next' ? (table.nextExpiry() ?? at) : at + one.step;
    if (one.do === 'copy') table = copyOf(table);
    const what = aimed(one, model);
    const [answer, expected] = [run(table, what, at, fence), run(model, what, at, fence)];
    if (isCycle(answer) && isCycle(expected)) checkCycle(model, answer.cycle);
    else same(answer, expected);
    checkSame(table, model, fence);
    checkSafe(table.list(0), seen, reach);
    expect(AGENTS.some((agent) => model.isInCycle(agent))).toBe(false);
  }
}

/** Checks that no request was granted while an earlier conflicting request still waits. */
function checkOrder(table: LockTable, requests: readonly LockRequest[]): void {
  const statuses = requests.map(({ id }) => table.request(id).status);
  for (const [later, one] of requests.entries()) {
    if (statuses[later] !== 'granted') continue;
    expect(requests.slice(0, later).some((other, earlier) => statuses[earlier] === 'queued' && excludes(one, other))).toBe(false);
  }
}

describe('LockTable', () => {
  it('matches the model, never grants conflicting locks, never lets a cycle wait, and survives serialisation', () => {
    fc.assert(
      fc.property(commands, (all) => runBoth(all, 'below')),
      { numRuns: 150 },
    );
  });

  it('matches the model by the first rule, for logs of earlier versions', () => {
    fc.assert(
      fc.property(commands, (all) => runBoth(all, 'name')),
      { numRuns: 50 },
    );
  });

  it('grants conflicting locks in request order', () => {
    const asked = fc.array(fc.record({ paths, type, isCancelled: fc.boolean() }), { minLength: 2, maxLength: 15, size: 'max' });
    const ended = fc.uniqueArray(fc.nat(14), { maxLength: 15, size: 'max' });
    const property = fc.property(asked, ended, (all, ends) => {
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
      for (const [index, end] of ends.entries()) {
        const fence = requests.length + index;
        if (requests[end]?.isCancelled) table.cancel(`r${end}`, 0, fence);
        else table.release(`agent ${end}`, 'all', 0, fence);
        checkOrder(table, requests);
      }
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('passes a lock on when it expires, down a long queue', () => {
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
    expect(last.status === 'queued' && last.blockedBy).toHaveLength(MAX_BLOCKERS);
    for (let index = 1; index < 100; index += 1) {
      table.advance(index * 10, 100 + index);
      expect(table.list(0)).toMatchObject([{ agentId: `agent ${index}`, fence: 100 + index, acquiredAt: index * 10 }]);
    }
  });
});
