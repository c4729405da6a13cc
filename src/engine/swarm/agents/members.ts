import type { SwarmAgent } from '../../crtx/schema.ts';
import { addMicros, addTokens, toMicros, toUsd } from '../budget.ts';
import { knownKeys, pickUnknownKeys, type UnknownKeys } from '../state/unknown-keys.ts';

/** A member of the swarm in memory: seed 1, "SwarmAgent". Times are milliseconds since 1970 UTC. */
export class Member {
  readonly id: string;
  /** Number of agents that were recruited before this one. */
  place = 0;
  role: string;
  expertise: readonly string[];
  /** `done`: retired; `failed`: set by another program. In both cases the member has left the swarm and holds nothing. */
  left: 'done' | 'failed' | null;
  /** Set by another program, until the agent next starts or ends a task. */
  isBlocked: boolean;
  startedAt: number | undefined;
  completedAt: number | undefined;
  /** Time of its last record. */
  lastActivity: number;
  /** Tasks that it lost because it was silent, and has not been informed of. */
  lost: readonly string[] = [];
  /** When another agent or person last gave it a task, which it could not know of before. */
  givenAt: number;
  #tokens: number;
  #micros: number;
  readonly #rest: UnknownKeys;

  constructor(agent: SwarmAgent, lastActivity: number, givenAt = lastActivity) {
    const { id, role, expertise, status, startedAt, completedAt, tokensUsed, costUsd } = agent;
    this.id = id;
    this.role = role;
    this.expertise = expertise;
    this.left = status === 'done' || status === 'failed' ? status : null;
    this.isBlocked = status === 'blocked';
    this.startedAt = startedAt;
    this.completedAt = completedAt;
    this.lastActivity = lastActivity;
    this.givenAt = givenAt;
    this.#tokens = tokensUsed;
    this.#micros = toMicros(costUsd);
    this.#rest = pickUnknownKeys(agent, knownKeys.agent());
  }

  /** Start of its present silence, in milliseconds since 1970 UTC. */
  get silentSince(): number {
    return Math.max(this.lastActivity, this.givenAt);
  }

  /** @param costUsd US dollars */
  spend(tokens: number, costUsd: number): void {
    this.#tokens = addTokens(this.#tokens, tokens);
    this.#micros = addMicros(this.#micros, toMicros(costUsd));
  }

  status(works: boolean): SwarmAgent['status'] {
    if (this.left !== null) return this.left;
    if (this.isBlocked) return 'blocked';
    return works ? 'working' : 'idle';
  }

  /** Returns seed 1, "SwarmAgent": exactly its fields, in its order, then the keys that the seed does not define. */
  toAgent(assignedTasks: string[], works: boolean): SwarmAgent {
    const { id, role, expertise, startedAt, completedAt } = this;
    return {
      id,
      role,
      expertise: [...expertise],
      assignedTasks,
      status: this.status(works),
      ...(startedAt !== undefined && { startedAt }),
      ...(completedAt !== undefined && { completedAt }),
      tokensUsed: this.#tokens,
      costUsd: toUsd(this.#micros),
      ...this.#rest,
    };
  }
}
