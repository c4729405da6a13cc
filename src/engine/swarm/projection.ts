import { describeInvalidEntries, parseTolerantly, type TolerantFile } from '../crtx/invalid/tolerant-format.ts';
import { jsonEqual } from '../crtx/json-equal.ts';
import { renderWithChecksum } from '../crtx/render.ts';
import type { CortexFile, SwarmLock, SwarmManifest } from '../crtx/schema.ts';
import type { Projection } from '../log/publishing/projection.ts';
import { CortexError } from '../platform/errors.ts';
import { decodeRepairable } from '../text/utf8.ts';
import { pickChangedMembers } from '../timeline/differences.ts';
import { DEFAULT_MERGE_POLICY } from './defaults.ts';
import { normaliseLockPath } from './locks/lock-path.ts';
import { describeManifestProblems } from './manifest-problems.ts';
import type { ManifestChange } from './state/changes.ts';
import { findChanges, sizeOfChange } from './state/differences.ts';
import type { RecordFor, SwarmRecord } from './state/records.ts';
import type { SwarmState } from './state/state.ts';
import { knownKeys } from './state/unknown-keys.ts';
import { fillInvalidParts } from './tasks/fill-invalid-parts.ts';

/** Id of the manifest that is published while there are locks but no swarm: without coordinator and tasks. */
export const NO_SWARM = 'swm_none';

function emptyManifest(created: number): SwarmManifest {
  return {
    id: NO_SWARM,
    task: '',
    created,
    coordinator: '',
    strategy: 'parallel',
    agents: [],
    locks: [],
    decomposition: { id: 'root', description: '', status: 'pending', priority: 0, estimatedTokens: 0, dependencies: [], children: [] },
    mergePolicy: DEFAULT_MERGE_POLICY,
    budget: { maxAgents: 0, maxTokens: 0, maxCostUsd: 0, maxDurationMs: 0, spent: { agents: 0, tokens: 0, costUsd: 0, durationMs: 0 } },
  };
}

const { id: _id, ...others } = emptyManifest(0);
/** Placeholders for invalid parts of a manifest, until the earlier values replace them. */
export const PLACEHOLDERS = others;

/** Returns exactly the seed's six fields, in its order. */
function seedLock({ path, agentId, type, acquiredAt, expiresAt, reason }: SwarmLock): SwarmLock {
  return { path, agentId, type, acquiredAt, expiresAt, reason };
}

/**
 * Returns seed 1, "SwarmManifest": the content of `swarm.crtx` for a state.
 * @param at milliseconds; default: the time of the last record, for results that must not depend on the current time
 */
export function toManifest({ created, time, locks, swarm }: SwarmState, at = time): SwarmManifest {
  const held = locks.list(at).map(seedLock);
  return swarm.toManifest(held, at) ?? { ...emptyManifest(created ?? time), locks: held };
}

const key = (lock: Pick<SwarmLock, 'path' | 'agentId'>) => JSON.stringify([lock.path, lock.agentId]);
const text = (lock: SwarmLock) => JSON.stringify(seedLock(lock));

/** Returns the foreign locks with normalized paths, and those with unusable paths, with the reason. */
function normalizeLocks(
  foreign: readonly SwarmLock[],
  { foldCase, literalPath }: SwarmFile,
): { tidy: SwarmLock[]; unusable: RecordFor<'adopt'>['unusable'] } {
  const tidy: SwarmLock[] = [];
  const unusable: RecordFor<'adopt'>['unusable'] = [];
  for (const lock of foreign) {
    try {
      tidy.push({ ...seedLock(lock), path: normaliseLockPath(literalPath(lock.path), { foldCase }) });
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      unusable.push({ path: lock.path, agentId: lock.agentId, problem: error.message });
    }
  }
  return { tidy, unusable };
}

/** Returns the locks that another program added or changed, and those that it removed. */
function lockDifference(foreign: readonly SwarmLock[], base: readonly SwarmLock[]) {
  const before = new Map(base.map((lock) => [key(lock), text(lock)]));
  const now = new Set(foreign.map(key));
  return {
    locks: foreign.filter((lock) => before.get(key(lock)) !== text(lock)),
    dropped: base.filter((lock) => !now.has(key(lock))).map(({ path, agentId }) => ({ path, agentId })),
  };
}

/** Returns what another program changed besides locks. A file from a time without a swarm says nothing about one. */
function swarmDifference(foreign: SwarmManifest, base: SwarmManifest | null): ManifestChange[] {
  return foreign.id === NO_SWARM ? [] : findChanges(foreign, base);
}

/** Returns the data with its keys in this order; other keys come last. */
function inOrder(data: SwarmManifest, order: readonly string[]): SwarmManifest {
  if (order.length === 0) return data;
  const place = new Map(order.map((key, n) => [key, n]));
  const keyed = Object.entries(data).sort(([one], [other]) => (place.get(one) ?? order.length) - (place.get(other) ?? order.length));
  const sorted = Object.fromEntries(keyed);
  return { ...sorted, ...data };
}

const isBeside = (key: string) => key !== 'header' && key !== 'data';

/** Returns what another program changed in the form of the file: keys beside `data`, the order of its keys, and when it was created. */
function formOf(file: CortexFile<SwarmManifest>, base: SwarmState | null) {
  const before = base?.beside ?? {};
  const beside = pickChangedMembers(file, before, isBeside);
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(file, key));
  const keys = Object.keys(file.data);
  const hasOwnOrder = keys.some((key) => !knownKeys.manifest().has(key)) && !jsonEqual(keys, base?.order);
  const record = {
    ...(Object.keys(beside).length > 0 && { beside }),
    ...(hasOwnOrder && { order: keys }),
    ...(base === null && { created: file.header.created }),
  };
  return { size: Object.keys(beside).length + gone.length + (hasOwnOrder ? 1 : 0), record };
}

/**
 * Adds what the file does not show about locks that a damaged line of the log granted or ended.
 * @param repaired `null` while the tokens of the locks in the file are not known
 */
function withGrants(record: SwarmRecord, repaired: SwarmState | null, present: SwarmState, upTo: number): SwarmRecord {
  if (record.op !== 'adopt') return record;
  const grantsOf = (state: SwarmState | null) => new Map(state?.locks.list(state.time).map((lock) => [key(lock), lock]));
  const [wanted, held] = [grantsOf(repaired), grantsOf(present)];
  const locks = record.locks.map((lock) => {
    const known = wanted.get(key(lock));
    return known === undefined ? lock : { ...lock, granted: { fence: known.fence, requestId: known.requestId, ttlMs: known.ttlMs } };
  });
  const dropped = record.dropped.map((lock) => {
    const fence = held.get(key(lock))?.fence ?? Number.POSITIVE_INFINITY;
    // A lock that was granted later stays: its agent relies on the answer.
    return fence <= upTo ? { ...lock, fence } : lock;
  });
  return { ...record, locks, dropped };
}

/** Next step for an unusable file without a log. */
export const NOT_CHANGED = 'Correct it there; it was not changed.';

/**
 * Rejects an unusable file that was never adopted: there is no other record of its swarm, and adopting only a part would overwrite it.
 * @throws CortexError `broken-file` when its tasks or limits are invalid
 */
function requireUsable(manifest: SwarmManifest, file: string): void {
  const problem = describeManifestProblems(manifest);
  if (problem !== null) throw new CortexError('broken-file', problem, { file, next: NOT_CHANGED });
}

interface SwarmFile {
  /** Absolute path. */
  readonly file: string;
  /** Returns the value of `header.project`. */
  readonly project: () => string;
  /** True when the file system is case-insensitive. */
  readonly foldCase: boolean;
  /**
   * Returns a lock path relative to the project, with existing names in it escaped.
   * @throws CortexError `outside-root`
   */
  readonly literalPath: (path: string) => string;
}

/** Returns the projection of the swarm's log to `swarm.crtx`. */
export function swarmProjection(place: SwarmFile): Projection<SwarmRecord, SwarmState, TolerantFile<'swarm'>> {
  const { file, project } = place;
  return {
    file,
    render: (state, time) => {
      if (state.created === null) return null;
      const times = { created: state.created, updated: Math.max(state.created, time), present: state.beside };
      const { text, checksum } = renderWithChecksum('swarm', project(), inOrder(toManifest(state), state.order), times);
      return { bytes: Buffer.from(text), checksum };
    },
    parse: (bytes, at = file) => parseTolerantly(decodeRepairable(bytes), at, 'swarm', { placeholders: PLACEHOLDERS, repair: true }),
    problems: describeInvalidEntries,
    belongs: ({ value }, state) => value.data.id === toManifest(state).id,
    checksum: ({ value }) => value.header.checksum,
    time: ({ value }) => value.header.updated,
    difference: (foreign, base) => {
      const before = base === null ? null : toManifest(base);
      const data = fillInvalidParts(foreign, before);
      if (base === null) requireUsable(data, file);
      const { tidy, unusable } = normalizeLocks(data.locks, place);
      const { locks, dropped } = lockDifference(tidy, before?.locks ?? []);
      const changes = swarmDifference(data, before);
      const { left, value } = foreign;
      const form = formOf(value, base);
      const changed = changes.reduce((sum, change) => sum + sizeOfChange(change), 0);
      const size = locks.length + dropped.length + unusable.length + changed + left + form.size;
      const rules = { coversBelow: true, releaseLocks: true, fixedElectorate: true, oneByOne: true, derivedSpent: true } as const;
      const record = { locks, dropped, unusable, changes, ...form.record, ...(left > 0 && { left }), ...rules };
      return { size, operation: (hash) => ({ op: 'adopt', hash, ...record }) };
    },
    restored: withGrants,
  };
}
