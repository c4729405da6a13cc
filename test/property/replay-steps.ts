import * as fc from 'fast-check';
import type { SwarmManifest } from '../../src/engine/crtx/schema.ts';
import { openSubjects } from '../../src/engine/swarm/decisions/open-subjects.ts';
import { toManifest } from '../../src/engine/swarm/projection.ts';
import { findChanges } from '../../src/engine/swarm/state/differences.ts';
import type { SwarmRecord } from '../../src/engine/swarm/state/records.ts';
import type { SwarmState } from '../../src/engine/swarm/state/state.ts';
import { creation, root, task, tasksOf } from '../unit/engine/swarm/make.ts';

const AGENTS = ['a', 'b', 'c', 'd', 'queen'];
const PATHS = ['src/', 'src/a.ts', 'src/*.ts', 'docs/x', 'docs/y'];
const agent = fc.constantFrom(...AGENTS);
const paths = fc.uniqueArray(fc.constantFrom(...PATHS), { minLength: 1, maxLength: 2 });
const nth = fc.nat(7);
/** Mostly someone with the right to decide. */
const by = fc.constantFrom('queen', 'queen', 'person:kim', 'a');

/** An action or event. Its task or subject is chosen when the step runs. */
export const steps = fc.oneof(
  { weight: 4, arbitrary: fc.record({ op: fc.constantFrom('claim', 'claim', 'take', 'assign'), agent, nth }) },
  { weight: 5, arbitrary: fc.record({ op: fc.constantFrom('complete', 'complete', 'complete', 'complete', 'fail'), agent, nth }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constantFrom('recruit', 'recruit', 'retire', 'usage'), agent, nth }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constantFrom('propose', 'vote', 'vote', 'merge', 'approve', 'refuse'), agent, nth }) },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constantFrom('pause', 'resume', 'resume', 'abort', 'retry', 'decompose', 'create'), agent: by, nth }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ op: fc.constantFrom('acquire', 'acquire', 'wait', 'renew', 'release', 'break'), agent, paths, nth }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constantFrom('edit-status', 'edit-join', 'edit-lock', 'edit-leave'), agent, nth }) },
  { weight: 4, arbitrary: fc.record({ op: fc.constant('time'), ms: fc.constantFrom(1, 1, 700, 700, 5_000, 5_000, 40_000, 31 * 60_000) }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constantFrom('reopen', 'month', 'tell', 'tell') }) },
);
export type Step = typeof steps extends fc.Arbitrary<infer One> ? One : never;

export const settings = fc.record({
  strategy: fc.constantFrom('parallel', 'pipeline', 'hierarchical', 'consensus', 'competitive'),
  mergePolicy: fc.record({
    strategy: fc.constantFrom('auto', 'voting', 'coordinator_review', 'human_review'),
    conflictResolution: fc.constantFrom('last_write', 'highest_confidence', 'coordinator_decides', 'vote'),
    requireHumanApproval: fc.boolean(),
  }),
  maxTokens: fc.constantFrom(100, 100_000),
  keepLocks: fc.boolean(),
});
export type Settings = typeof settings extends fc.Arbitrary<infer One> ? One : never;

/** A swarm of five leaves, two of which depend on another. */
export function createRecord({ strategy, mergePolicy, maxTokens, keepLocks }: Settings, swarm: string): SwarmRecord {
  const decomposition = root(
    task('p', { children: [task('x'), task('y', { dependencies: ['x'] })] }),
    task('q', { priority: 1 }),
    task('r', { dependencies: ['q'] }),
    task('s'),
  );
  const budget = { maxAgents: 6, maxTokens, maxCostUsd: 100, maxDurationMs: 1e12 };
  return {
    op: 'swarm.create',
    ...creation(decomposition, { swarm, strategy, mergePolicy, budget }),
    ...(!keepLocks && { releaseLocks: true }),
  };
}

/** Returns the record of a step that fits the state, or `null`. @param made number of earlier records */
export function recordOf(step: Step, state: SwarmState, scene: Settings, made: number): SwarmRecord | null {
  if ('paths' in step) return lockRecord(step);
  if (!('agent' in step)) return step.op === 'tell' ? { op: 'told', news: [...state.pendingEntries.keys()] } : null;
  const manifest = toManifest(state);
  return (
    workRecord(step, manifest) ??
    decisionRecord(step, manifest, made) ??
    steeringRecord(step, manifest, scene, made) ??
    edited(step, manifest, state, made)
  );
}

function lockRecord({ op, agent, paths, nth }: Extract<Step, { paths: unknown }>): SwarmRecord {
  const type = nth % 3 === 0 ? ('shared' as const) : ('exclusive' as const);
  if (op === 'renew') return { op: 'lock.renew', agent, paths, ttlMs: 20_000 };
  if (op === 'release') return { op: 'lock.release', agent, paths: nth === 0 ? 'all' : paths };
  if (op === 'break') return { op: 'lock.break', path: paths[0] ?? '', by: nth < 6 ? 'queen' : agent, reason: 'stuck' };
  return {
    op: 'lock.acquire',
    agent,
    paths,
    type,
    ttlMs: 1_000 + nth * 5_000,
    waitMs: op === 'wait' ? 3_000 + nth * 4_000 : 0,
    reason: 'work',
  };
}

type Deed = Extract<Step, { agent: unknown; nth: unknown }>;

const pick = <T>(list: readonly T[], nth: number): T | undefined => list[nth % Math.max(1, list.length)];

function leafOf(manifest: SwarmManifest, nth: number, fits: (status: string) => boolean = () => true): string {
  const leaves = [...tasksOf(manifest).values()].filter(({ children, status }) => children.length === 0 && fits(status));
  return pick(leaves, nth)?.id ?? 'root';
}

function inHand({ agents }: SwarmManifest): { task: string; agent: string }[] {
  return agents.flatMap(({ id: agent, assignedTasks }) => assignedTasks.map((task) => ({ task, agent })));
}

function workRecord({ op, agent, nth }: Deed, manifest: SwarmManifest): SwarmRecord | null {
  const held = pick(inHand(manifest), nth) ?? { task: leafOf(manifest, nth), agent };
  switch (op) {
    case 'claim':
      return { op: 'swarm.claim', agent };
    case 'take':
      return { op: 'swarm.claim', agent, task: leafOf(manifest, nth) };
    case 'assign':
      return { op: 'swarm.assign', task: leafOf(manifest, nth, (status) => status === 'pending'), agent, by: 'queen' };
    case 'complete':
      return { op: 'swarm.complete', ...held, output: nth, confidence: nth / 10, files: ['one.ts'] };
    case 'fail':
      return { op: 'swarm.fail', ...held, reason: 'no' };
    case 'recruit':
      return { op: 'swarm.recruit', agent, role: 'worker', expertise: [] };
    case 'retire':
      return { op: 'swarm.retire', agent, by: nth < 4 ? 'queen' : agent };
    case 'usage':
      return { op: 'swarm.usage', agent, tokens: nth * 9, costUsd: nth };
    default:
      return null;
  }
}

function decisionRecord({ op, agent, nth }: Deed, manifest: SwarmManifest, made: number): SwarmRecord | null {
  const subject = pick(openSubjects(manifest), nth);
  const about = subject?.task ?? 'root';
  switch (op) {
    case 'propose':
      return { op: 'swarm.propose', proposal: `prp_${made}`, task: leafOf(manifest, nth), agent, approach: 'so', confidence: 0.5 };
    case 'vote':
      return { op: 'swarm.vote', subject: subject?.id ?? 'none', agent, choice: pick(subject?.options ?? [], nth) ?? 'yes' };
    case 'merge':
      return { op: 'swarm.merge', task: about, by: 'queen', ...(nth > 2 && { pick: pick(subject?.options ?? [], nth) ?? 'a' }) };
    case 'approve':
      return { op: 'swarm.approve', task: about, by: nth < 4 ? 'queen' : 'person:kim', refused: false };
    case 'refuse':
      return { op: 'swarm.approve', task: about, by: 'person:kim', refused: true, reason: 'again' };
    default:
      return null;
  }
}

function steeringRecord({ op, agent: by, nth }: Deed, manifest: SwarmManifest, scene: Settings, made: number): SwarmRecord | null {
  switch (op) {
    case 'pause':
      return { op: 'swarm.pause', by, reason: 'lunch' };
    case 'resume':
      return { op: 'swarm.resume', by };
    case 'abort':
      return nth < 2 ? { op: 'swarm.abort', by, reason: 'enough' } : { op: 'swarm.resume', by };
    case 'retry':
      return { op: 'swarm.retry', task: leafOf(manifest, nth, (status) => status === 'failed' || status === 'skipped'), by };
    case 'decompose':
      return { op: 'swarm.decompose', task: leafOf(manifest, nth), by, children: [task(`n${made}`), task(`m${made}`)] };
    case 'create':
      return createRecord(scene, `swm_${made}`);
    default:
      return null;
  }
}

/** An edit by a program that knows only the file. */
function edited({ op, agent, nth }: Deed, manifest: SwarmManifest, state: SwarmState, made: number): SwarmRecord {
  const draft: SwarmManifest = JSON.parse(JSON.stringify(manifest));
  const node = tasksOf(draft).get(leafOf(draft, nth));
  const member = draft.agents.find(({ id }) => id === agent);
  const locks = op === 'edit-lock' ? [foreignLock(pick(PATHS, nth) ?? 'z', agent, state.time)] : [];
  if (op === 'edit-status' && node !== undefined) Object.assign(node, { status: nth % 2 === 0 ? 'active' : 'done', assignedTo: agent });
  if (op === 'edit-join')
    draft.agents.push({ id: `new${made}`, role: 'guest', expertise: [], assignedTasks: [], status: 'idle', tokensUsed: 0, costUsd: 0 });
  if (op === 'edit-leave' && member !== undefined) member.status = nth % 2 === 0 ? 'done' : 'blocked';
  const changes = state.swarm.id === null ? [] : findChanges(draft, manifest);
  return { op: 'adopt', hash: `hash-${made}`, locks, dropped: nth === 0 ? [{ path: 'src/', agentId: agent }] : [], unusable: [], changes };
}

function foreignLock(path: string, agentId: string, time: number) {
  return { path, agentId, type: 'exclusive' as const, acquiredAt: time, expiresAt: time + 9_000, reason: 'by hand' };
}
