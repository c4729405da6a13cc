import type * as z from 'zod';
import { type SwarmAgent, swarmBudgetSchema, swarmManifestSchema, taskNodeSchema } from '../../crtx/schema/swarm.ts';
import { onDemand } from '../../platform/on-demand.ts';

/** Keys that the seed does not define, as found in a file. */
export type UnknownKeys = Readonly<Record<string, unknown>>;

const keysOf = (schema: () => z.ZodObject) => onDemand(() => new Set(Object.keys(schema().shape)));

/** Listed by hand, because every command reads agents, and few of them need to load the schema. */
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

/** The keys that the seed defines. */
export const knownKeys = {
  manifest: keysOf(swarmManifestSchema),
  budget: keysOf(swarmBudgetSchema),
  agent: onDemand(() => new Set(Object.keys(AGENT_KEYS))),
  task: keysOf(taskNodeSchema),
};

const NOTHING: UnknownKeys = {};

/** Returns the keys that the seed does not define. Most objects have none. */
export function pickUnknownKeys(value: object, known: ReadonlySet<string>): UnknownKeys {
  if (Object.keys(value).every((key) => known.has(key))) return NOTHING;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !known.has(key)));
}

/** Replaces the keys that the seed does not define by `rest`. */
export function setUnknownKeys(value: object, known: ReadonlySet<string>, rest: UnknownKeys): void {
  for (const key of Object.keys(value)) if (!known.has(key)) Reflect.deleteProperty(value, key);
  for (const [key, item] of Object.entries(rest)) {
    // Not assigned, because `__proto__` is an ordinary key here.
    if (!known.has(key)) Object.defineProperty(value, key, { value: item, enumerable: true, configurable: true, writable: true });
  }
}
