import * as fc from 'fast-check';
import type { SwarmManifest, TaskNode } from '../../src/engine/crtx/schema.ts';
import { openSubjects } from '../../src/engine/swarm/decisions/open-subjects.ts';
import type { SwarmRecord } from '../../src/engine/swarm/state/records.ts';
import { task, tasksOf } from '../unit/engine/swarm/make.ts';

const AGENTS = ['a', 'b', 'c', 'd'];
const PATHS = ['src/', 'src/a.ts', 'src/b.ts', 'docs/*.md', 'docs/x.md'];

/** Relative frequency of each action. */
const WEIGHTS = {
  claim: 10,
  take: 2,
  start: 1,
  assign: 5,
  complete: 9,
  fail: 2,
  usage: 1,
  activity: 1,
  recruit: 4,
  admit: 6,
  retire: 1,
  propose: 4,
  vote: 8,
  merge: 3,
  approve: 4,
  pause: 1,
  resume: 2,
  budget: 1,
  abort: 1,
  retry: 2,
  decompose: 2,
  acquire: 4,
  renew: 1,
  release: 3,
  break: 1,
  create: 1,
  tick: 1,
} as const;
type Op = keyof typeof WEIGHTS;

const isOp = (name: string): name is Op => name in WEIGHTS;
const op = fc.oneof(...Object.entries(WEIGHTS).flatMap(([name, weight]) => (isOp(name) ? [{ weight, arbitrary: fc.constant(name) }] : [])));

/** An intended action. Its task or vote is chosen when it runs, from the current state, so that most actions are meaningful. */
export const wishes = fc.record({
  op,
  agent: fc.constantFrom(...AGENTS),
  by: fc.constantFrom('queen', 'queen', 'person:pat', 'person:pat', ...AGENTS),
  /** Index into the existing choices. */
  nth: fc.nat(60),
  choice: fc.nat(5),
  /** Choose from all that exist, not only from those that make sense. */
  isAny: fc.boolean(),
  /** Choose the less likely variant. */
  isOdd: fc.boolean(),
  confidence: fc.constantFrom(undefined, 0.1, 0.5, 0.9),
  files: fc.constantFrom<(string[] | undefined)[]>(undefined, ['f.ts'], ['f.ts', 'g.ts'], ['g.ts', 'g.ts'], []),
});
export type Wish = typeof wishes extends fc.Arbitrary<infer One> ? One : never;

function pick<T>(list: readonly T[], nth: number): T | undefined {
  return list[nth % Math.max(1, list.length)];
}

/** The choices of the current state. */
class Scene {
  readonly #tasks: readonly TaskNode[];
  readonly #manifest: SwarmManifest | null;

  constructor(manifest: SwarmManifest | null) {
    this.#manifest = manifest;
    this.#tasks = manifest === null ? [task('root')] : [...tasksOf(manifest).values()];
  }

  any({ nth }: Wish): string {
    return pick(this.#tasks, nth)?.id ?? 'root';
  }

  /** Returns one of the matching tasks, or any task if none matches. */
  one(wish: Wish, isSo: (node: TaskNode) => boolean): string {
    const found = wish.isAny && wish.isOdd ? [] : this.#tasks.filter(isSo);
    return pick(found, wish.nth)?.id ?? this.any(wish);
  }

  /** Returns a leaf and its holder. */
  held(wish: Wish): { readonly agent: string; readonly task: string } {
    const leaves = this.#tasks.filter(({ children }) => children.length === 0).map(({ id }) => id);
    const agents = this.#manifest?.agents ?? [];
    const all = agents.flatMap(({ id, assignedTasks }) => assignedTasks.map((listed) => ({ agent: id, task: listed })));
    const held = all.filter((each) => leaves.includes(each.task));
    const found = wish.isAny && wish.isOdd ? undefined : pick(held, wish.nth);
    return found ?? { agent: wish.agent, task: this.any(wish) };
  }

  /** Returns the same action by a present member, about an existing subject if possible. */
  sensible(wish: Wish): Wish {
    if (wish.isAny && wish.isOdd) return wish;
    const present = (this.#manifest?.agents ?? []).filter(({ status }) => status !== 'done' && status !== 'failed');
    const agent = wish.op === 'recruit' || wish.op === 'admit' ? wish.agent : (pick(present, AGENTS.indexOf(wish.agent))?.id ?? wish.agent);
    return { ...wish, agent, op: this.#possible(wish.op) };
  }

  #possible(wished: Op): Op {
    const open = this.#manifest === null ? [] : openSubjects(this.#manifest);
    const isDeciding = open.some(({ kind }) => kind !== 'proposal');
    if (wished === 'vote' && open.length === 0) return 'claim';
    if ((wished === 'merge' || wished === 'approve') && !isDeciding) return 'complete';
    return wished === 'retry' && !this.#tasks.some(({ status }) => status === 'failed' || status === 'skipped') ? 'claim' : wished;
  }

  subject({ nth, choice }: Wish): { readonly subject: string; readonly choice: string; readonly task: string } {
    const open = this.#manifest === null ? [] : openSubjects(this.#manifest);
    const found = pick(open, nth);
    if (found === undefined) return { subject: 'nothing', choice: 'yes', task: this.#tasks[0]?.id ?? 'root' };
    return { subject: found.id, choice: pick(found.options, choice) ?? 'yes', task: found.task };
  }
}

/** Returns the record of an action. @param number makes new ids unique */
export function toRecord(wish: Wish, manifest: SwarmManifest | null, number: number, create: SwarmRecord): SwarmRecord {
  const scene = new Scene(manifest);
  const sensible = scene.sensible(wish);
  return taskRecord(sensible, scene, number) ?? steeringRecord(sensible, scene, number) ?? otherRecord(sensible, create);
}

function taskRecord(wish: Wish, scene: Scene, number: number): SwarmRecord | null {
  const { agent, by, isOdd, nth } = wish;
  const isOpen = ({ status, children }: TaskNode) => status === 'pending' && children.length === 0;
  switch (wish.op) {
    case 'claim':
      return { op: 'swarm.claim', agent };
    case 'take':
      return { op: 'swarm.claim', agent, task: scene.one(wish, isOpen) };
    case 'start':
      return { op: 'swarm.start', ...scene.held(wish) };
    case 'assign':
      return { op: 'swarm.assign', agent, task: scene.one(wish, ({ status }) => status === 'pending'), by };
    case 'complete': {
      const { confidence, files } = wish;
      const said = { ...(confidence !== undefined && { confidence }), ...(files !== undefined && { files }) };
      return { op: 'swarm.complete', ...scene.held(wish), ...(isOdd && { output: { number } }), ...said };
    }
    case 'fail':
      return { op: 'swarm.fail', ...scene.held(wish), reason: `no ${number}` };
    case 'usage':
      return { op: 'swarm.usage', agent, tokens: nth, costUsd: nth / 100, ...(isOdd && { task: scene.any(wish) }) };
    case 'activity':
      return { op: 'swarm.activity', agent };
    case 'recruit':
      return { op: 'swarm.recruit', agent, role: isOdd ? 'coder' : 'tester', expertise: isOdd ? ['ts'] : [] };
    case 'admit':
      return { op: 'swarm.admit', agent, by, ...refusal(wish) };
    case 'retire':
      return { op: 'swarm.retire', agent, ...(isOdd && { by }) };
    default:
      return null;
  }
}

/** Half of the refusals are written like those of earlier versions. */
function refusal({ isOdd, isAny, nth }: Wish): { refused: boolean; reason?: string; stands?: true } {
  if (!isOdd || nth % 2 === 1) return { refused: false };
  return { refused: true, ...(isAny && { stands: true }), ...(nth % 4 === 0 && { reason: `no ${nth % 8}` }) };
}

function steeringRecord(wish: Wish, scene: Scene, number: number): SwarmRecord | null {
  const { agent, by, nth, isAny, isOdd } = wish;
  const { subject, choice, task: about } = scene.subject(wish);
  const merged = isAny ? (isOdd ? { task: scene.any(wish) } : {}) : { task: about };
  switch (wish.op) {
    case 'propose': {
      const named = scene.one(wish, ({ status }) => status === 'pending');
      return {
        op: 'swarm.propose',
        proposal: `prp_${number}`,
        task: named,
        agent,
        approach: `way ${number}`,
        confidence: wish.confidence ?? 0.8,
      };
    }
    case 'vote':
      return { op: 'swarm.vote', agent, subject, choice };
    case 'merge':
      return {
        op: 'swarm.merge',
        by,
        ...merged,
        ...(nth % 3 > 0 && { pick: choice }),
        ...(isAny && isOdd && { file: 'f.ts' }),
        ...(wish.choice % 2 === 0 && { heedsVotes: true }),
      };
    case 'approve':
      return { op: 'swarm.approve', by, ...merged, refused: nth % 3 === 0, reason: `because ${number}` };
    case 'pause':
      return { op: 'swarm.pause', by, reason: 'lunch' };
    case 'resume':
      return { op: 'swarm.resume', by };
    case 'budget':
      return { op: 'swarm.budget', by, limits: { maxTokens: nth * 20, ...(isOdd && { maxAgents: nth }) } };
    case 'abort':
      // Not each time, or no swarm would finish.
      return { op: 'swarm.abort', by: isOdd && isAny ? by : agent, reason: 'enough' };
    case 'retry':
      return { op: 'swarm.retry', by, task: scene.one(wish, ({ status }) => status === 'failed' || status === 'skipped') };
    case 'decompose': {
      const held = scene.held(wish);
      const divided = isOdd ? { by, task: scene.any(wish) } : { by: held.agent, task: held.task };
      return { op: 'swarm.decompose', ...divided, children: newTasks(wish, scene, number) };
    }
    default:
      return null;
  }
}

/** Up to three new tasks, one of which may depend on another one or on any task. */
function newTasks(wish: Wish, scene: Scene, number: number): TaskNode[] {
  const { nth, choice, isAny, isOdd } = wish;
  return Array.from({ length: choice % 4 }, (_, index) => {
    const before = isAny ? scene.any({ ...wish, nth: nth + choice }) : `n${number}-0`;
    return task(`n${number}-${index}`, {
      priority: 1 + ((nth + index) % 3),
      estimatedTokens: nth,
      dependencies: index > 0 && isOdd ? [before] : [],
    });
  });
}

function otherRecord({ op: wished, agent, by, nth, isOdd, choice }: Wish, create: SwarmRecord): SwarmRecord {
  const paths = [...new Set([pick(PATHS, nth) ?? 'src/', pick(PATHS, choice) ?? 'src/'])];
  switch (wished) {
    case 'acquire': {
      const ways = { type: isOdd ? 'shared' : 'exclusive', waitMs: nth % 2 === 0 ? 0 : 50, ttlMs: 1 + nth * 10 } as const;
      return { op: 'lock.acquire', agent, paths, ...ways, reason: 'work' };
    }
    case 'renew':
      return { op: 'lock.renew', agent, paths, ...(isOdd && { ttlMs: 1 + nth }) };
    case 'release':
      return { op: 'lock.release', agent, paths: isOdd ? 'all' : paths };
    case 'break':
      return { op: 'lock.break', path: paths[0] ?? 'src/', by, reason: 'stuck' };
    case 'create':
      return create;
    default:
      return { op: 'tick' };
  }
}
