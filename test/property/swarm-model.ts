import type { SwarmManifest, TaskNode } from '../../src/engine/crtx/schema.ts';
import type { ManifestChange } from '../../src/engine/swarm/state/changes.ts';
import type { SwarmInput, SwarmTaskRecord } from '../../src/engine/swarm/state/swarm-records.ts';
import { adopt, statusOfMember } from './swarm-model-edits.ts';
import { admit, beat, durationMs, recruit, releaseVanished, retire, usage, warnings } from './swarm-model-members.ts';
import { approve, isFinished, merge, mergeAtEnd } from './swarm-model-merges.ts';
import { isPerson, leavesOf, type ModelMember, type ModelSwarm, type ModelTask, memberOf, plant, tasksOf } from './swarm-model-state.ts';
import { abort, decompose, pause, resume, retry, setBudget, stopClock } from './swarm-model-steering.ts';
import { canBeFinished, heldBy, measure, seatHolders, statusOf } from './swarm-model-tasks.ts';
import { propose, vote } from './swarm-model-votes.ts';
import { assign, claim, complete, fail, start } from './swarm-model-work.ts';

/** Half an hour, in milliseconds. */
const VANISH_AFTER = 30 * 60_000;

/** An answer, reduced to its deciding parts. */
export type Outcome = string;

/**
 * Reference model of a swarm: its rules, written as plainly as possible (docs/protocols/crtx.md, docs/decisions/0006-strategies-votes-merges.md),
 * with lists that are searched and nothing cached. It takes the records of a log in order and predicts each answer and the file.
 */
export class SwarmModel {
  now = 0;
  swarm: ModelSwarm | null = null;

  /** The clock was set: running durations stay the same. */
  shift(ms: number): void {
    this.now += ms;
    const { swarm } = this;
    if (swarm === null) return;
    for (const member of swarm.members) {
      member.seen += ms;
      member.given += ms;
    }
    swarm.stoppedMs += ms;
    if (swarm.stoppedAt !== null) swarm.stoppedAt += ms;
    if (swarm.pause !== null) swarm.pause = { ...swarm.pause, at: swarm.pause.at + ms };
    for (const task of tasksOf(swarm)) if (task.since !== null) task.since += ms;
  }

  /** Advances the time: silent members lose their tasks, and ended work is merged. Returns the limits that were reached. */
  advance(at: number): string[] {
    this.now = Math.max(this.now, at);
    const { swarm, now } = this;
    if (swarm === null) return [];
    releaseVanished(swarm, now);
    mergeAtEnd(swarm, now);
    if (isFinished(swarm)) stopClock(swarm, now);
    return warnings(swarm, now);
  }

  /** Returns the answer of a record, and the limits that it reaches. */
  apply(record: SwarmTaskRecord, at: number): { readonly outcome: Outcome; readonly warnings: string[] } {
    const reached = this.advance(at);
    const outcome = record.op === 'swarm.create' ? this.#create(record) : this.#operate(record);
    return { outcome, warnings: [...reached, ...this.advance(at)] };
  }

  #operate(record: Exclude<SwarmTaskRecord, { op: 'swarm.create' }>): Outcome {
    const { swarm, now } = this;
    if (swarm === null) return 'no-swarm';
    const outcome = perform(swarm, record, now);
    // Each action counts as a heartbeat.
    const by = 'by' in record && record.by !== undefined ? record.by : 'agent' in record ? record.agent : '';
    this.heardOf(by);
    return outcome;
  }

  /** Records a heartbeat. */
  heardOf(agent: string): void {
    const member = this.swarm === null ? undefined : memberOf(this.swarm, agent);
    if (member !== undefined) member.seen = this.now;
  }

  #create(input: SwarmInput<'swarm.create'>): Outcome {
    if (this.swarm !== null && !isFinished(this.swarm)) return 'swarm-running';
    const {
      swarm: id,
      task: goal,
      coordinator,
      strategy,
      mergePolicy: policy,
      budget,
      vanishAfterMs = VANISH_AFTER,
      releaseLocks,
      fixedElectorate,
      admission,
    } = input;
    const made: ModelSwarm = {
      id,
      goal,
      created: this.now,
      coordinator,
      strategy,
      policy,
      limits: { ...budget },
      vanishAfterMs,
      members: [],
      releasesLocks: releaseLocks ?? false,
      fixedElectorate: fixedElectorate ?? false,
      hasAdmission: admission !== undefined,
      applicants: [],
      rejections: [],
      root: plant(input.decomposition, null),
      joined: 0,
      tokens: 0,
      micros: 0,
      warned: { agents: 0, tokens: 0, cost: 0, duration: 0 },
      pause: null,
      stoppedAt: null,
      stoppedMs: 0,
      hadEnded: false,
    };
    if (!canBeFinished(structuredClone(made))) return 'invalid-decomposition';
    measure(made);
    seatHolders(made, this.now);
    this.swarm = made;
    return 'ok';
  }

  /** Adopts an edit by another program. Returns the refused changes, and the limits that are reached. */
  adopt(changes: readonly ManifestChange[], at: number): { readonly refused: ManifestChange[]; readonly warnings: string[] } {
    const reached = this.advance(at);
    const refused = this.swarm === null ? [...changes] : adopt(this.swarm, changes, this.now);
    return { refused, warnings: [...reached, ...this.advance(at)] };
  }

  /** Returns the content of the file, except the locks. @param at milliseconds, not before the last record */
  manifest(at = this.now): Omit<SwarmManifest, 'locks'> | null {
    const { swarm } = this;
    if (swarm === null) return null;
    const { id, goal: task, created, coordinator, strategy, policy: mergePolicy, limits, members, joined, tokens, micros, root } = swarm;
    const spent = { agents: joined, tokens, costUsd: micros / 1_000_000, durationMs: durationMs(swarm, at) };
    const agents = members.map((member) => toAgent(swarm, member));
    return { id, task, created, coordinator, strategy, agents, decomposition: toNode(root), mergePolicy, budget: { ...limits, spent } };
  }

  get isFinished(): boolean {
    return this.swarm !== null && isFinished(this.swarm);
  }

  /** Agents whose locks end with the swarm: all who ever joined, and the coordinator, unless locks are kept. */
  get lockOwners(): string[] {
    const { swarm } = this;
    if (swarm === null || !swarm.releasesLocks) return [];
    return [...swarm.members.map(({ id }) => id), ...(isPerson(swarm.coordinator) ? [] : [swarm.coordinator])];
  }

  /** Returns the number of leaves with a status. */
  count(status: TaskNode['status']): number {
    return this.swarm === null ? 0 : leavesOf(this.swarm).filter((leaf) => leaf.status === status).length;
  }
}

function perform(swarm: ModelSwarm, record: Exclude<SwarmTaskRecord, { op: 'swarm.create' }>, now: number): Outcome {
  switch (record.op) {
    case 'swarm.recruit':
      return recruit(swarm, record, now);
    case 'swarm.admit':
      return admit(swarm, record, now);
    case 'swarm.retire':
      return retire(swarm, record, now);
    case 'swarm.assign':
      return assign(swarm, record, now);
    case 'swarm.claim':
      return claim(swarm, record, now);
    case 'swarm.start':
      return start(swarm, record, now);
    case 'swarm.complete':
      return complete(swarm, record, now);
    case 'swarm.fail':
      return fail(swarm, record, now);
    case 'swarm.usage':
      return usage(swarm, record);
    case 'swarm.activity':
      return beat(swarm, record.agent);
    case 'swarm.propose':
      return propose(swarm, record, now);
    case 'swarm.vote':
      return vote(swarm, record, now);
    case 'swarm.merge':
      return merge(swarm, record, now);
    case 'swarm.approve':
      return approve(swarm, record, now);
    case 'swarm.pause':
      return pause(swarm, record, now);
    case 'swarm.resume':
      return resume(swarm, record, now);
    case 'swarm.budget':
      return setBudget(swarm, record);
    case 'swarm.abort':
      return abort(swarm, record, now);
    case 'swarm.retry':
      return retry(swarm, record, now);
    case 'swarm.decompose':
      return decompose(swarm, record);
  }
}

function toAgent(swarm: ModelSwarm, member: ModelMember): SwarmManifest['agents'][number] {
  const { id, role, expertise, startedAt, completedAt, tokens: tokensUsed, micros } = member;
  return {
    id,
    role,
    expertise,
    assignedTasks: heldBy(swarm, id).map((task) => task.id),
    status: statusOfMember(swarm, id),
    ...(startedAt !== undefined && { startedAt }),
    ...(completedAt !== undefined && { completedAt }),
    tokensUsed,
    costUsd: micros / 1_000_000,
  };
}

function toNode(task: ModelTask): TaskNode {
  const { id, description, assignedTo, priority, estimatedTokens, actualTokens, dependencies, children } = task;
  const output = toOutput(task);
  return {
    id,
    description,
    status: statusOf(task),
    priority,
    estimatedTokens,
    dependencies,
    children: children.map(toNode),
    ...(assignedTo !== null && { assignedTo }),
    ...(actualTokens !== undefined && { actualTokens }),
    ...(output !== undefined && { output }),
  };
}

/** Returns the agent's result, together with the deliberation if there is one. */
function toOutput({ result, proposals, candidates, merge: merged }: ModelTask): unknown {
  // A result that only looks like a deliberation is wrapped, so that it is not mistaken for one.
  const isPlain = typeof result !== 'object' || result === null || !('cortex' in result);
  if (isPlain && proposals.length + candidates.length === 0 && merged === null) return result;
  return {
    cortex: 'deliberation',
    ...(result !== undefined && { result }),
    ...(proposals.length > 0 && { proposals }),
    ...(candidates.length > 0 && { candidates }),
    ...(merged !== null && { merge: merged }),
  };
}
