import path from 'node:path';
import { CortexError, describeError } from '../../platform/errors.ts';
import { NEED_RANKS, type Need, needForError, sortByRank } from '../../platform/need.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import type { OpenProtocol, Protocol } from '../../platform/protocol.ts';
import { buildStatus, conflictsOfStacks, countOverdue, type OpenedStacks, stackProtocol } from '../../stack/index.ts';
import { type OpenedTeam, teamProtocol, teamStatus } from '../../team/index.ts';
import { contradictions, type OpenedVault, reviewQueue, vaultProtocol } from '../../vault/index.ts';
import { cortexProtocol } from '../../workspace/cortex-protocol.ts';
import { unnamedConflicts } from '../../workspace/merging/unnamed-conflicts.ts';
import { type NamedPlaces, placeOf, requireNamed } from '../../workspace/named-places.ts';
import { openSource } from '../../workspace/project-files.ts';
import { findProjectAround } from '../../workspace/project-reading.ts';
import type { SwarmSource, SwarmView } from '../../workspace/swarm-source.ts';
import { loadSnoozes, locationOf } from '../needs-use-cases.ts';
import { isSnoozed } from '../snoozed.ts';
import type { StatusOutput } from './status-schemas.ts';
import { swarmStatus } from './swarm-status.ts';

interface Reading {
  readonly context: OperationContext;
  readonly now: number;
  /** Where the person said that the team and the vault are. */
  readonly named: NamedPlaces;
  /** Warnings about what was read. */
  readonly warnings: string[];
  readonly problems: string[];
  /** Ids of the needs that `problems` describes. */
  readonly described: Set<string>;
}

type Stacks = StatusOutput['stacks'];

function stacksOf({ state, files, messages }: OpenedStacks, { now, problems }: Reading): Stacks {
  if (state.kind === 'broken') throw state.error;
  const { all: overdue, problems: ofArchives } = messages.overdue(now);
  problems.push(...ofArchives);
  const waiting = countOverdue(overdue);
  const there = files.map(({ stack, boxes }) => buildStatus(stack, boxes, waiting)).filter(({ exists }) => exists);
  if (there.length === 0) return null;
  const unmerged = conflictsOfStacks(state.stacks, files).map(({ file }) => file);
  return there.map(({ name, directory, counts, unread, overdue, outbox }) => {
    const conflicts = [...new Set(unmerged.filter((file) => path.dirname(file) === directory).map((file) => path.basename(file)))];
    return {
      agent: name,
      conflicts,
      unread,
      overdue,
      inProgress: counts['in progress'],
      blocked: counts.blocked,
      pending: counts.pending,
      outbox,
    };
  });
}

function teamOf({ store, config, error }: OpenedTeam, { now }: Reading): StatusOutput['team'] {
  if (error !== null) throw error;
  if (store === null) return null;
  const { timeZone, staleMinutes } = config;
  const { agents, tasks } = teamStatus(store, { now, timeZone, staleMinutes });
  const open = tasks.map(({ task }) => task).filter(({ state }) => state !== 'done');
  const of = (state: 'ready' | 'in-progress' | 'unknown') => open.filter((task) => task.state === state && task.blocked === null).length;
  return {
    directory: store.root,
    ready: of('ready'),
    inProgress: of('in-progress'),
    unknown: of('unknown'),
    blocked: open.filter(({ blocked }) => blocked !== null).length,
    agents: agents.length,
    down: agents.filter(({ state }) => state === 'down').map(({ slug }) => slug),
  };
}

function memoryOf({ store: { index } }: OpenedVault): StatusOutput['memory'] {
  return { notes: index.size, toReview: reviewQueue(index).length, contradictions: contradictions(index).length };
}

interface Read<Value> {
  readonly value: Value | null;
  readonly needs: readonly Need[];
}

/** Runs a read. A failure becomes a problem and a need, and the others are still read. */
async function orProblem<Value>(title: string, { problems, described }: Reading, work: () => Promise<Read<Value>>): Promise<Read<Value>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    problems.push(`${title}: ${describeError(error)}`);
    const need = needForError(error, title);
    described.add(need.id);
    return { value: null, needs: [need] };
  }
}

/** Calls `use` with what is open of a protocol, and returns `null` where there is none. @throws CortexError if it cannot be read */
export type Look<O extends OpenProtocol> = <Result>(use: (opened: O) => Promise<Result>) => Promise<Result | null>;

/** How each protocol is reached: opened for one reading, or followed. */
export interface Looks {
  readonly swarm: <Result>(use: (source: SwarmSource) => Promise<Result>) => Promise<Result | null>;
  readonly cortex: Look<OpenProtocol>;
  readonly stack: Look<OpenedStacks>;
  readonly team: Look<OpenedTeam>;
  readonly vault: Look<OpenedVault>;
}

/** Opens a protocol for one reading. */
function lookOnce<O extends OpenProtocol>(protocol: Protocol<O>, { context, named, warnings }: Reading): Look<O> {
  return async (use) => {
    const { find } = await protocol.load();
    const place = locationOf(context, named, protocol);
    const opened = await find(context.runtime, place)?.open({ watch: null, warn: (warning) => void warnings.push(warning) });
    if (opened === undefined) return null;
    try {
      return await use(opened);
    } finally {
      await opened.close();
    }
  };
}

/** Reads a protocol, and its items that wait for a person. */
function readProtocol<O extends OpenProtocol, Value>(
  { protocol, look }: { readonly protocol: Protocol<O>; readonly look: Look<O> },
  reading: Reading,
  read: (opened: O) => Value | null,
): Promise<Read<Value>> {
  const { context, now, named: places } = reading;
  return orProblem(protocol.title, reading, async () => {
    const found = await look(async (opened) => {
      requireNamed(opened, placeOf(protocol, places, context.directory));
      const needs = await opened.needs(now);
      return { value: opened.isThere ? read(opened) : null, needs };
    });
    return found ?? { value: null, needs: [] };
  });
}

/** Number of locks that are named. */
const NAMED_LOCKS = 5;

function firstLocks({ locks }: SwarmView, swarm: StatusOutput['swarm']): NonNullable<StatusOutput['locks']>['first'] {
  const silent = new Set(swarm?.agents.filter(({ state }) => state === 'unresponsive').map(({ agent }) => agent));
  return locks.slice(0, NAMED_LOCKS).map(({ path: lock, agentId: agent, type }) => ({
    path: lock,
    agent,
    type,
    ...(silent.has(agent) && { holderUnresponsive: true as const }),
  }));
}

/** Opens the swarm of the project around a folder for one reading. */
function lookAtSwarmOnce({ context, warnings }: Reading): Looks['swarm'] {
  return async (use) => {
    const project = findProjectAround(context.runtime, context.directory);
    if (project === null) return null;
    const source = await openSource(context.runtime, project.root, 'log');
    try {
      return await use(source);
    } finally {
      await source.close();
      warnings.push(...source.rebuilt);
    }
  };
}

/** Reads the swarm and locks of the project around a folder; nothing without a project. */
async function readSwarm(reading: Reading, look: Looks['swarm']): Promise<Pick<StatusOutput, 'swarm' | 'locks'>> {
  const { now } = reading;
  const { value } = await orProblem('swarm.crtx', reading, async () => {
    const found = await look(async (source) => {
      await source.refresh();
      const view = source.view();
      const waiting = new Set(view.waiting.map(({ agentId }) => agentId)).size;
      const swarm = swarmStatus(view, now);
      return { swarm, locks: { held: view.locks.length, waiting, first: firstLocks(view, swarm) } };
    });
    return { value: found, needs: [] };
  });
  return value ?? { swarm: null, locks: null };
}

/** Counts the needs that are not snoozed. */
function needsStatus(found: readonly Need[], { context, now, warnings, described }: Reading): StatusOutput['needs'] {
  const { snoozes, warnings: further } = loadSnoozes(context);
  warnings.push(...further);
  const needs = sortByRank(found, now).filter((need) => !isSnoozed(need, snoozes, now));
  const ranks = NEED_RANKS.map((rank) => ({ rank, count: needs.filter((need) => need.rank === rank).length }));
  const [first, ...others] = needs.filter(({ id }) => !described.has(id));
  return {
    count: needs.length,
    ranks: ranks.filter(({ count }) => count > 0),
    first: first === undefined ? null : `${first.title}: ${first.why}`,
    more: others.length,
  };
}

/** Reads everything at a glance: needs, the swarm and its agents, locks, stacks, the team and the memory. */
async function readAll(reading: Reading, looks: Looks): Promise<Outcome<StatusOutput>> {
  // The swarm first: if it rebuilds its broken file, the protocols read the rebuilt one.
  const swarm = await readSwarm(reading, looks.swarm);
  const [project, stacks, team, memory] = await Promise.all([
    readProtocol({ protocol: cortexProtocol, look: looks.cortex }, reading, () => null),
    readProtocol({ protocol: stackProtocol, look: looks.stack }, reading, (opened) => stacksOf(opened, reading)),
    readProtocol({ protocol: teamProtocol, look: looks.team }, reading, (opened) => teamOf(opened, reading)),
    readProtocol({ protocol: vaultProtocol, look: looks.vault }, reading, memoryOf),
  ]);
  const found = [project, stacks, team, memory].flatMap((each) => each.needs);
  const needs = needsStatus([...found, ...(await unnamedConflicts(reading.context, found))], reading);
  const values = { stacks: stacks.value, team: team.value, memory: memory.value };
  return {
    ok: reading.problems.length === 0,
    output: { needs, ...swarm, ...values, problems: reading.problems },
    // Two protocols may read the same file, and report the same about it.
    warnings: [...new Set(reading.warnings)],
  };
}

/** @param looks how each protocol is reached; without it, each is opened for this reading */
export function readStatus(context: OperationContext, named: NamedPlaces, looks?: Looks): Promise<Outcome<StatusOutput>> {
  const reading: Reading = { context, now: context.runtime.clock.now(), named, warnings: [], problems: [], described: new Set() };
  const once = () => ({
    swarm: lookAtSwarmOnce(reading),
    cortex: lookOnce(cortexProtocol, reading),
    stack: lookOnce(stackProtocol, reading),
    team: lookOnce(teamProtocol, reading),
    vault: lookOnce(vaultProtocol, reading),
  });
  return readAll(reading, looks ?? once());
}
