import { CortexError } from '../../kernel/errors.ts';
import type { OperationContext, Outcome } from '../../kernel/operation.ts';
import { resolveInside } from '../../kernel/safe-path.ts';
import { kind, normaliseLockPath } from '../lock-path.ts';
import type { Blocker, GrantedLock, HeldAnswer, LockAnswer } from '../lock-types.ts';
import type {
  AcquireInput,
  AcquireOutput,
  BreakInput,
  HeldOutput,
  ListOutput,
  LockView,
  ReleaseInput,
  RenewInput,
} from '../operations/locks.ts';
import { findProjectRoot } from '../root.ts';
import { type SwarmStore, withSwarm } from '../store.ts';
import { checkAgent, isPerson } from './people.ts';

/** How often a waiting process looks at the log, in milliseconds. */
const LOOK_MS = 20;

function view({ path, agentId, type, acquiredAt, expiresAt, reason, fence }: GrantedLock): LockView {
  return { path, agentId, type, acquiredAt, expiresAt, reason, fence };
}

function use<T>(context: OperationContext, work: (store: SwarmStore) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const root = findProjectRoot(context.runtime.fs, context.directory, context.exactDirectory);
  return withSwarm(context.runtime, root, async (store) => {
    const outcome = await work(store);
    return { ...outcome, warnings: store.problems };
  });
}

/** Lock paths as the log knows them. @throws CortexError `outside-root`, also for what leads out through a symbolic link */
function lockPaths({ runtime, root, foldCase }: SwarmStore, paths: readonly string[]): string[] {
  return paths.map((text) => {
    const lockPath = normaliseLockPath(text, { foldCase });
    if (kind(lockPath) !== 'glob') resolveInside(runtime.fs, root, lockPath);
    return lockPath;
  });
}

/** Takes locks, waiting for them if asked to. */
export function acquireLocks(context: OperationContext, input: AcquireInput): Promise<Outcome<AcquireOutput>> {
  checkAgent(context, input.agent);
  return use(context, async (store) => {
    const paths = lockPaths(store, input.paths);
    const { id, result } = await store.transact({
      op: 'lock.acquire',
      agent: input.agent,
      paths,
      type: input.shared ? 'shared' : 'exclusive',
      ttlMs: input.ttl,
      waitMs: input.wait,
      reason: input.reason,
    });
    const answer = result.status === 'queued' ? await wait(context, store, id, result.blockedBy, input.wait) : result;
    return { ok: answer.status === 'granted', output: acquired(answer) };
  });
}

function acquired(answer: LockAnswer): AcquireOutput {
  return {
    granted: answer.status === 'granted',
    locks: answer.status === 'granted' ? answer.locks.map(view) : [],
    blockedBy: answer.status === 'denied' || answer.status === 'queued' ? [...answer.blockedBy] : [],
    circle: answer.status === 'circle' ? [...answer.circle] : [],
  };
}

/** Looks at the log until the request is granted or its time is over; time that nobody else records is recorded here. */
async function wait(
  context: OperationContext,
  store: SwarmStore,
  id: string,
  blockedBy: readonly Blocker[],
  waitMs: number,
): Promise<LockAnswer> {
  const { clock, sleep } = store.runtime;
  const deadline = clock.monotonic() + waitMs;
  let blockers = blockedBy;
  for (;;) {
    const state = store.locks.request(id);
    if (state.status === 'granted') return state;
    if (state.status === 'gone') return { status: 'denied', blockedBy: blockers };
    blockers = state.blockedBy;
    const end = store.locks.nextExpiry();
    if (context.signal.aborted || clock.monotonic() >= deadline) await store.transact({ op: 'lock.cancel', request: id });
    else if (end !== null && clock.now() >= end) await store.transact({ op: 'tick' });
    else await sleep(LOOK_MS, context.signal);
    await store.refresh();
  }
}

function held(answer: HeldAnswer): Outcome<HeldOutput> {
  const missing = answer.status === 'ok' ? { paths: [], heldBy: [] } : answer;
  return {
    ok: answer.status === 'ok',
    output: { locks: answer.locks.map(view), notHeld: [...missing.paths], heldBy: missing.heldBy.map(view) },
  };
}

/** Lets locks that an agent still holds last longer. */
export function renewLocks(context: OperationContext, { paths, agent, ttl }: RenewInput): Promise<Outcome<HeldOutput>> {
  checkAgent(context, agent);
  return use(context, async (store) => {
    const record = { op: 'lock.renew', agent, paths: lockPaths(store, paths), ...(ttl !== undefined && { ttlMs: ttl }) } as const;
    return held((await store.transact(record)).result);
  });
}

/** Gives locks up. */
export function releaseLocks(context: OperationContext, { paths, agent, all }: ReleaseInput): Promise<Outcome<HeldOutput>> {
  checkAgent(context, agent);
  if (all === paths.length > 0) {
    throw new CortexError('invalid-input', 'say which locks to release', {
      allowed: 'either paths or --all',
      next: 'Name the paths as they were locked.',
    });
  }
  return use(context, async (store) =>
    held((await store.transact({ op: 'lock.release', agent, paths: all ? 'all' : lockPaths(store, paths) })).result),
  );
}

/** Takes a lock from whoever holds it: a person's or the coordinator's decision. */
export function breakLock(context: OperationContext, { path, by, reason }: BreakInput): Promise<Outcome<HeldOutput>> {
  checkAgent(context, by);
  return use(context, async (store) => {
    if (!isPerson(by)) {
      throw new CortexError('denied', 'only the coordinator of the swarm or a person may break a lock', {
        value: by,
        allowed: 'person:<name>',
        next: 'Wait for the lock to expire, or ask a person.',
      });
    }
    const [lockPath = ''] = lockPaths(store, [path]);
    return held((await store.transact({ op: 'lock.break', path: lockPath, by, reason })).result);
  });
}

/** What is locked, and who waits. */
export function listLocks(context: OperationContext): Promise<Outcome<ListOutput>> {
  return use(context, async (store) => ({
    ok: true,
    output: {
      locks: store.locks.list(context.runtime.clock.now()).map(view),
      waiting: store.locks
        .queue()
        .map(({ agentId, paths, type, requestedAt, until, reason }) => ({ agentId, paths: [...paths], type, requestedAt, until, reason })),
    },
  }));
}
