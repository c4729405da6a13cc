import { checkAgent, isPerson } from '../../../crtx/people.ts';
import { quoted, shortLine } from '../../../crtx/shorten.ts';
import { CortexError } from '../../../platform/errors.ts';
import type { Outcome } from '../../../platform/operation.ts';
import { typedOption } from '../../../platform/suggested.ts';
import type { SwarmAnswers } from '../../answers.ts';
import { suggestCommand } from '../../events/explanation.ts';
import type { EndedWait } from '../../locks/ended-waits.ts';
import type { LapsedLock } from '../../locks/lapsed-locks.ts';
import { describeLockPath } from '../../locks/lock-path.ts';
import type { HeldAnswer, LockAnswer, QueuedRequest } from '../../locks/lock-types.ts';
import type {
  AcquireInput,
  AcquireOutput,
  BreakInput,
  EndedOutput,
  HeldOutput,
  ListOutput,
  ReleaseInput,
  RenewInput,
} from '../../schemas/locks.ts';
import type { RecordFor } from '../../state/records.ts';
import type { SwarmStore } from '../../store.ts';
import { clockWarnings } from '../clock-warnings.ts';
import type { OpenSwarm } from '../context.ts';
import { warnOfUnknownNames } from '../names-in-swarm.ts';
import { locksAt, unresponsiveAgents } from '../status.ts';
import { type Blast, NO_BLAST, pathsToShare, quickBlast, requiredBlast } from './lock-blast.ts';
import { checkPatternLimit, lockPaths, readLockPaths } from './lock-paths.ts';
import { toLapsedView, toLockView, toMayBreakView, toRelease, toWaitView } from './lock-view.ts';
import { cancelOrphans, cancelWaits, waitForLocks } from './lock-waits.ts';
import { missingPaths } from './missing-paths.ts';
import { blockerViews, breakWarnings, heldLockViews } from './unresponsive-holders.ts';
import { WaitingHeartbeat } from './waiting-heartbeat.ts';

const ASK_AGAIN = 'Acquire it again if you still need it.';

/** Returns a sentence about who ended a wait early, and why. */
function waitEnded(wait: EndedWait | null): string {
  if (wait === null) return `The wait ended before its timeout. ${ASK_AGAIN}`;
  const { by, reason } = wait;
  const why = reason === '' ? '' : ` (${shortLine(reason)})`;
  return by === null
    ? `The agent itself ended the wait, with "cortex lock release --all". ${ASK_AGAIN}`
    : `${by} ended the wait before its timeout${why}. ${ASK_AGAIN}`;
}

/** Returns a sentence about how the swarm ended, which also ended the waits of its members. */
function swarmEnded({ end }: SwarmStore['swarm']): string {
  const { by = null, reason = '' } = end ?? {};
  const how = by === null ? 'has ended' : `was aborted by ${quoted(by)} (${shortLine(reason)})`;
  return `The swarm ${how}, which ended the locks and waits of its members. ${ASK_AGAIN}`;
}

/** Returns how to end a wait, for an agent that releases a lock it only waits for. */
function waitsInstead({ locks }: SwarmStore, agent: string, notHeld: readonly string[]): string[] {
  const waits = locks.queue().filter((request) => request.agentId === agent);
  const awaited = notHeld.filter((lockPath) => waits.some(({ paths }) => paths.includes(lockPath)));
  const all = `cortex lock release --all ${typedOption('agent', agent)}`;
  return awaited.length === 0
    ? []
    : [`${agent} waits for ${awaited.map(describeLockPath).join(', ')}. To end its waits, and release all that it holds: ${all}`];
}

/** Acquires locks, and waits for them if requested. */
export async function acquireLocks(context: OpenSwarm, input: AcquireInput): Promise<Outcome<AcquireOutput>> {
  const { store } = context;
  checkAgent(context, input.agent);
  const { paths, warnings } = readLockPaths(context, input.paths, acquireCommand(input));
  checkPatternLimit(context, input.agent, paths);
  const ahead = input.withBlast ? requiredBlast(context, paths) : null;
  const beside = ahead === null ? [] : pathsToShare(context, input.agent, ahead);
  const before = exclusiveOf(store, input.agent);
  const { answer, warnings: waited } = await requestLocks(context, input, { paths, ...(beside.length > 0 && { shared: beside }) });
  const isGranted = answer.status === 'granted';
  // Without `withBlast` the lock is granted before the graph is read, which takes longer.
  const blast = ahead ?? (isGranted ? quickBlast(context, paths) : NO_BLAST);
  const unknown = warnOfUnknownNames(store.swarm.names, { agent: input.agent });
  const output = acquired(store, answer, blast);
  return {
    ok: isGranted,
    output: { ...output, release: toRelease(store, answer), missing: isGranted ? missingPaths(context, paths) : [] },
    warnings: [...warnings, ...loweredLockWarnings(answer, before), ...unknown, ...waited, ...breakWarnings(store, output.blockedBy)],
  };
}

/** Returns the paths on which an agent holds an exclusive lock. */
function exclusiveOf({ locks, runtime }: SwarmStore, agent: string): ReadonlySet<string> {
  const own = locks.list(runtime.clock.now()).filter(({ agentId, type }) => agentId === agent && type === 'exclusive');
  return new Set(own.map(({ path }) => path));
}

/** Returns warnings about exclusive locks that the agent acquired again as shared, which lets other agents in. */
function loweredLockWarnings(answer: LockAnswer, before: ReadonlySet<string>): string[] {
  const locks = answer.status === 'granted' ? answer.locks : [];
  const changed = locks.filter(({ path, type }) => type === 'shared' && before.has(path));
  return changed.map(({ path }) => `your exclusive lock on ${path} is now shared`);
}

/** Returns the command that requests another path. */
const acquireCommand = ({ agent, shared }: AcquireInput): string =>
  `cortex lock acquire PATH ${typedOption('agent', agent)}${shared ? ' --shared' : ''}`;

/** Requests locks and waits for them. @returns the answer, why the wait ended early, and what the agent lost meanwhile */
async function requestLocks(
  context: OpenSwarm,
  { agent, shared, ttl, wait, reason }: AcquireInput,
  wanted: Pick<RecordFor<'lock.acquire'>, 'paths' | 'shared'>,
): Promise<{ readonly answer: LockAnswer; readonly warnings: readonly string[] }> {
  const { store, signal } = context;
  const type = shared ? 'shared' : 'exclusive';
  const record = { op: 'lock.acquire', agent, ...wanted, type, ttlMs: ttl, waitMs: wait, reason, coversBelow: true } as const;
  let { id, result } = await store.transact(record);
  // The lock may be blocked by requests of killed processes. Cancel those, then try again.
  if (result.status !== 'granted' && (await cancelOrphans(store)) && result.status !== 'queued')
    ({ id, result } = await store.transact(record));
  if (result.status !== 'queued') return { answer: result, warnings: [] };
  const { isRunning } = store.swarm;
  const { monotonic } = store.runtime.clock;
  const deadline = monotonic() + wait;
  const heartbeat = new WaitingHeartbeat(store, agent);
  const answer = await waitForLocks(context, { id, wanted: record, waitMs: wait, heartbeat });
  const lost = heartbeat.lost.length === 0 ? [] : [`${agent} sent no heartbeat in time, and lost: ${heartbeat.lost.join(', ')}`];
  if (answer.status === 'granted' || signal.aborted || monotonic() >= deadline) return { answer, warnings: lost };
  const ending = isRunning && store.swarm.isFinished ? swarmEnded(store.swarm) : waitEnded(store.endedWaits.of(id));
  return { answer, warnings: [...lost, ending] };
}

function acquired(store: SwarmStore, answer: LockAnswer, { mayBreak, tests, doubts }: Blast): Omit<AcquireOutput, 'release' | 'missing'> {
  return {
    granted: answer.status === 'granted',
    locks: answer.status === 'granted' ? answer.locks.map(toLockView) : [],
    blockedBy: blockerViews(store, answer),
    cycle: answer.status === 'cycle' ? [...answer.cycle] : [],
    mayBreak: mayBreak.map(toMayBreakView),
    tests: tests.map(toMayBreakView),
    doubts,
  };
}

/** @param agent that made the request */
function held(store: SwarmStore, agent: string, answer: HeldAnswer, lapsed: readonly LapsedLock[]): Outcome<HeldOutput> {
  const missing = answer.status === 'ok' ? { paths: [], heldBy: [] } : answer;
  return {
    ok: answer.status === 'ok',
    output: {
      locks: answer.locks.map(toLockView),
      notHeld: [...missing.paths],
      heldBy: heldLockViews(store.swarm, missing.heldBy, store.now),
      lapsed: lapsed.map((each) => toLapsedView(store, each)),
    },
    warnings: warnOfUnknownNames(store.swarm.names, { agent }),
  };
}

/** Extends locks that an agent still holds. */
export async function renewLocks(context: OpenSwarm, { paths, agent, ttl }: RenewInput): Promise<Outcome<HeldOutput>> {
  checkAgent(context, agent);
  const { store } = context;
  const named = lockPaths(context, paths);
  const { result } = await store.transact({ op: 'lock.renew', agent, paths: named, ...(ttl !== undefined && { ttlMs: ttl }) });
  const lapsed = store.lapsed.of(agent).filter(({ path }) => named.includes(path));
  return held(store, agent, result, lapsed);
}

/** Releases locks. Releasing all locks also ends the agent's waits. */
export async function releaseLocks(context: OpenSwarm, { paths, agent, all }: ReleaseInput): Promise<Outcome<EndedOutput>> {
  checkAgent(context, agent);
  if (all === paths.length > 0) {
    throw new CortexError('invalid-input', 'no locks named', {
      allowed: 'either paths or --all',
      next: 'Name the paths as they were locked.',
    });
  }
  const { store } = context;
  // Otherwise the locks would be granted to processes that were killed while they waited.
  await cancelOrphans(store);
  const waits = all ? await cancelWaits(store, (request) => request.agentId === agent) : [];
  const { result } = await store.transact({ op: 'lock.release', agent, paths: all ? 'all' : lockPaths(context, paths) });
  const outcome = withWaits(held(store, agent, countAsReleased(result), result.lapsed), waits);
  return { ...outcome, warnings: [...(outcome.warnings ?? []), ...waitsInstead(store, agent, outcome.output.notHeld)] };
}

function withWaits({ output, ...outcome }: Outcome<HeldOutput>, waits: readonly QueuedRequest[]): Outcome<EndedOutput> {
  return { ...outcome, output: { ...output, waits: waits.map(toWaitView) } };
}

/** Returns success for locks that ended with the swarm: releasing them afterwards is no mistake. They are still reported as lapsed. */
function countAsReleased(answer: SwarmAnswers['lock.release']): HeldAnswer {
  if (answer.status === 'ok') return answer;
  const ended = new Set(answer.lapsed.flatMap(({ path, swarm }) => (swarm === undefined ? [] : [path])));
  const paths = answer.paths.filter((path) => !ended.has(path));
  return paths.length === 0 ? { status: 'ok', locks: answer.locks } : { ...answer, paths };
}

/**
 * Breaks the lock of another agent: a decision of a person or the coordinator, which the timeline records. If no agent holds the path or a
 * part of it, ends the waits for it. If `waiter` is given, ends only the waits of that agent.
 */
export async function breakLock(context: OpenSwarm, { path, by, reason, waiter }: BreakInput): Promise<Outcome<EndedOutput>> {
  checkAgent(context, by);
  const { store } = context;
  const [lockPath = ''] = lockPaths(context, [path]);
  if (waiter !== undefined) {
    const { coordinator } = store.swarm;
    if (by !== coordinator && !isPerson(by)) throw notAllowedError('end the wait of another agent', by, coordinator);
    const waits = await cancelWaits(store, (each) => each.agentId === waiter && each.paths.includes(lockPath), { by, reason });
    return brokenWaits(waits, lockPath);
  }
  await cancelOrphans(store);
  const { result } = await store.transact({ op: 'lock.break', path: lockPath, by, reason });
  if (result.status === 'denied') throw notAllowedError('break a lock', by, result.coordinator);
  if (result.status === 'ok') return withWaits(held(store, by, result, []), []);
  const [holding] = result.heldBy;
  if (holding !== undefined) return overlapped(withWaits(held(store, by, result, []), []), holding.path, { by, reason });
  return brokenWaits(await cancelWaits(store, ({ paths }) => paths.includes(lockPath), { by, reason }), lockPath);
}

/** Suggests to break the lock on another path that covers the given one, or lies below it. The waits for that path go on. */
function overlapped(outcome: Outcome<EndedOutput>, path: string, { by, reason }: Pick<BreakInput, 'by' | 'reason'>): Outcome<EndedOutput> {
  const next = suggestCommand('lock break', path, { by, reason });
  return { ...outcome, warnings: [...(outcome.warnings ?? []), `to break the lock on ${describeLockPath(path)}: ${next}`] };
}

/** @param path for which only waits were ended, if anything */
function brokenWaits(waits: readonly QueuedRequest[], path: string): Outcome<EndedOutput> {
  const isDone = waits.length > 0;
  return { ok: isDone, output: { locks: [], notHeld: isDone ? [] : [path], heldBy: [], lapsed: [], waits: waits.map(toWaitView) } };
}

function notAllowedError(what: string, by: string, coordinator: string | null): CortexError {
  return new CortexError('denied', `only the coordinator of the swarm or a person may ${what}`, {
    value: by,
    allowed: [coordinator, 'person:<name>'].filter((id) => id !== null).join(', '),
    next: 'Wait for the lock to expire, or ask a person.',
  });
}

/** Lists the locks and the waiting requests. */
export async function listLocks({ store }: OpenSwarm): Promise<Outcome<ListOutput>> {
  const { now, clocks } = store;
  const unresponsive = unresponsiveAgents(store.swarm, store.manifest(), now);
  const { locks, waiting } = locksAt(store.locks, now, unresponsive, store.waiters);
  const shift = clocks.pendingShift;
  const output = {
    locks: locks.map((lock) => ({ ...lock, expiresAt: lock.expiresAt + shift })),
    waiting: waiting.map((wait) => ({ ...wait, until: wait.until + shift })),
  };
  return { ok: true, output, warnings: clockWarnings(store) };
}
