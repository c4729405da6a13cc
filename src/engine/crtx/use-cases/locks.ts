import { CortexError } from '../../kernel/errors.ts';
import type { Outcome } from '../../kernel/operation.ts';
import type { MayBreak } from '../graph-digest.ts';
import type { LapsedLock } from '../locks/lapsed-locks.ts';
import type { Blocker, HeldAnswer, LockAnswer } from '../locks/lock-types.ts';
import type { AcquireInput, AcquireOutput, BreakInput, HeldOutput, ListOutput, ReleaseInput, RenewInput } from '../operations/locks.ts';
import { checkAgent } from '../people.ts';
import type { SwarmStore } from '../store.ts';
import type { SwarmAnswers } from '../swarm/answers.ts';
import type { SwarmDesk } from './desk.ts';
import { type Blast, NO_BLAST, quickBlast, requiredBlast, sharedPaths } from './lock-blast.ts';
import { checkPatternsOf, lockPaths, readLockPaths } from './lock-paths.ts';
import { lapsedViewOf, lockViewOf } from './lock-view.ts';
import { unknownNames } from './names-in-swarm.ts';
import { locksAt } from './status.ts';

/** How often a waiting process looks at the log, in milliseconds. */
const LOOK_MS = 20;

const WAIT_ENDED = 'The swarm has ended, and with it the locks and waits of its members. Ask again if the lock is still needed.';

/** Takes locks, waiting for them if asked to. */
export async function acquireLocks(desk: SwarmDesk, input: AcquireInput): Promise<Outcome<AcquireOutput>> {
  const { store } = desk;
  checkAgent(desk, input.agent);
  const { paths, warnings } = readLockPaths(desk, input.paths);
  checkPatternsOf(desk, input.agent, paths);
  const ahead = input.withBlast ? requiredBlast(desk, paths) : null;
  const beside = ahead === null ? [] : sharedPaths(desk, input.agent, ahead);
  const { id, result } = await store.transact({
    op: 'lock.acquire',
    agent: input.agent,
    paths,
    type: input.shared ? 'shared' : 'exclusive',
    ...(beside.length > 0 && { shared: beside }),
    ttlMs: input.ttl,
    waitMs: input.wait,
    reason: input.reason,
    coversBelow: true,
  });
  const wasRunning = store.swarm.isRunning;
  const answer = result.status === 'queued' ? await wait(desk, id, result.blockedBy, input.wait) : result;
  const isGranted = answer.status === 'granted';
  // Who only wants a lock has it before the graph is looked at.
  const blast = ahead ?? (isGranted ? quickBlast(desk, paths) : NO_BLAST);
  const unknown = unknownNames(store.swarm.roll, { agent: input.agent });
  const ended = !isGranted && wasRunning && store.swarm.isFinished ? [WAIT_ENDED] : [];
  return { ok: isGranted, output: acquired(answer, blast), warnings: [...warnings, ...unknown, ...ended] };
}

function acquired(answer: LockAnswer, { mayBreak, tests, doubts }: Blast): AcquireOutput {
  return {
    granted: answer.status === 'granted',
    locks: answer.status === 'granted' ? answer.locks.map(lockViewOf) : [],
    blockedBy: answer.status === 'denied' || answer.status === 'queued' ? [...answer.blockedBy] : [],
    circle: answer.status === 'circle' ? [...answer.circle] : [],
    mayBreak: mayBreak.map(toldOf),
    tests: tests.map(toldOf),
    doubts,
  };
}

function toldOf({ path, likelihood, because }: MayBreak): AcquireOutput['mayBreak'][number] {
  return { path, likelihood, because: [...because] };
}

/** Looks at the log until the request is granted or its time is over; time that nobody else records is recorded here. */
async function wait({ store, signal }: SwarmDesk, id: string, blockedBy: readonly Blocker[], waitMs: number): Promise<LockAnswer> {
  const { clock, sleep } = store.runtime;
  const deadline = clock.monotonic() + waitMs;
  let blockers = blockedBy;
  for (;;) {
    const state = store.locks.request(id);
    if (state.status === 'granted') return state;
    if (state.status === 'gone') return { status: 'denied', blockedBy: blockers };
    blockers = state.blockedBy;
    const end = store.locks.nextExpiry();
    if (signal.aborted || clock.monotonic() >= deadline) await store.transact({ op: 'lock.cancel', request: id });
    else if (end !== null && clock.now() >= end) await store.transact({ op: 'tick' });
    else await sleep(LOOK_MS, signal);
    await store.refresh();
  }
}

/** @param agent who asked */
function held(store: SwarmStore, agent: string, answer: HeldAnswer, lapsed: readonly LapsedLock[]): Outcome<HeldOutput> {
  const missing = answer.status === 'ok' ? { paths: [], heldBy: [] } : answer;
  return {
    ok: answer.status === 'ok',
    output: {
      locks: answer.locks.map(lockViewOf),
      notHeld: [...missing.paths],
      heldBy: missing.heldBy.map(lockViewOf),
      lapsed: lapsed.map((each) => lapsedViewOf(store, each)),
    },
    warnings: unknownNames(store.swarm.roll, { agent }),
  };
}

/** Lets locks that an agent still holds last longer. */
export async function renewLocks(desk: SwarmDesk, { paths, agent, ttl }: RenewInput): Promise<Outcome<HeldOutput>> {
  checkAgent(desk, agent);
  const { store } = desk;
  const named = lockPaths(desk, paths);
  const { result } = await store.transact({ op: 'lock.renew', agent, paths: named, ...(ttl !== undefined && { ttlMs: ttl }) });
  const lapsed = store.lapsed.of(agent).filter(({ path }) => named.includes(path));
  return held(store, agent, result, lapsed);
}

/** Gives locks up. */
export async function releaseLocks(desk: SwarmDesk, { paths, agent, all }: ReleaseInput): Promise<Outcome<HeldOutput>> {
  checkAgent(desk, agent);
  if (all === paths.length > 0) {
    throw new CortexError('invalid-input', 'say which locks to release', {
      allowed: 'either paths or --all',
      next: 'Name the paths as they were locked.',
    });
  }
  const { store } = desk;
  const { result } = await store.transact({ op: 'lock.release', agent, paths: all ? 'all' : lockPaths(desk, paths) });
  return held(store, agent, givenBack(result), result.lapsed);
}

/** An agent that gives back what ended with its swarm has done nothing wrong, and is told of it. */
function givenBack(answer: SwarmAnswers['lock.release']): HeldAnswer {
  if (answer.status === 'ok') return answer;
  const ended = new Set(answer.lapsed.flatMap(({ path, swarm }) => (swarm === undefined ? [] : [path])));
  const paths = answer.paths.filter((path) => !ended.has(path));
  return paths.length === 0 ? { status: 'ok', locks: answer.locks } : { ...answer, paths };
}

/** Takes a lock from whoever holds it: a person's or the coordinator's decision, which the timeline is told. */
export async function breakLock(desk: SwarmDesk, { path, by, reason }: BreakInput): Promise<Outcome<HeldOutput>> {
  checkAgent(desk, by);
  const { store } = desk;
  const [lockPath = ''] = lockPaths(desk, [path]);
  const { result } = await store.transact({ op: 'lock.break', path: lockPath, by, reason });
  if (result.status !== 'denied') return held(store, by, result, []);
  throw new CortexError('denied', 'only the coordinator of the swarm or a person may break a lock', {
    value: by,
    allowed: [result.coordinator, 'person:<name>'].filter((id) => id !== null).join(', '),
    next: 'Wait for the lock to expire, or ask a person.',
  });
}

/** What is locked, and who waits. */
export async function listLocks({ store }: SwarmDesk): Promise<Outcome<ListOutput>> {
  return { ok: true, output: locksAt(store.locks, store.runtime.clock.now()) };
}
