import type { SwarmAgent } from '../../crtx/schema.ts';
import { addMicros, addTokens, toMicros, toUsd } from '../budget.ts';
import { knownKeys, type Rest, restOf } from '../state/rest.ts';

/** A member of the swarm in memory: seed 1, "SwarmAgent". Times are milliseconds since 1970 UTC. */
export class Member {
  readonly id: string;
  /** How many were recruited before it. */
  place = 0;
  role: string;
  expertise: readonly string[];
  /** `done`: retired; `failed`: another program said so. Either has left the swarm and holds nothing. */
  left: 'done' | 'failed' | null;
  /** Another program said so; until the agent next begins or ends a task. */
  isBlocked: boolean;
  startedAt: number | undefined;
  completedAt: number | undefined;
  /** Time of its last record. */
  lastActivity: number;
  /** The tasks that it lost for its silence and has not been told of. */
  lost: readonly string[] = [];
  /** When somebody else last put something into its hands, of which it could not know before. */
  givenAt: number;
  #tokens: number;
  #micros: number;
  readonly #rest: Rest;

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
    this.#rest = restOf(agent, knownKeys.agent());
  }

  /** Since when it is silent. */
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

  /** Seed 1, "SwarmAgent": exactly its fields, in its order, then the keys that the seed does not know. */
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
