import type * as z from 'zod';
import { type SwarmAgent, swarmBudgetSchema, swarmManifestSchema, taskNodeSchema } from '../../crtx/schema/swarm.ts';
import { onDemand } from '../../platform/on-demand.ts';

/** Keys that the seed does not know, as they were found. */
export type Rest = Readonly<Record<string, unknown>>;

const keysOf = (schema: () => z.ZodObject) => onDemand(() => new Set(Object.keys(schema().shape)));

/** Written down, because every command reads agents, and few of them need the schema. */
const AGENT_KEYS: Readonly<Record<keyof SwarmAgent, true>> = {
  id: true,
  role: true,
  expertise: true,
  assignedTasks: true,
  status: true,
  startedAt: true,
  completedAt: true,
  tokensUsed: true,
  costUsd: true,
};

/** The keys that the seed knows. */
export const knownKeys = {
  manifest: keysOf(swarmManifestSchema),
  budget: keysOf(swarmBudgetSchema),
  agent: onDemand(() => new Set(Object.keys(AGENT_KEYS))),
  task: keysOf(taskNodeSchema),
};

const NOTHING: Rest = {};

/** The keys that the seed does not know. Most things have none. */
export function restOf(value: object, known: ReadonlySet<string>): Rest {
  if (Object.keys(value).every((key) => known.has(key))) return NOTHING;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !known.has(key)));
}

/** Puts `rest` in place of the keys that the seed does not know. */
export function setRest(value: object, known: ReadonlySet<string>, rest: Rest): void {
  for (const key of Object.keys(value)) if (!known.has(key)) Reflect.deleteProperty(value, key);
  for (const [key, item] of Object.entries(rest)) {
    // Not assigned: `__proto__` is a key like any other here.
    if (!known.has(key)) Object.defineProperty(value, key, { value: item, enumerable: true, configurable: true, writable: true });
  }
}
