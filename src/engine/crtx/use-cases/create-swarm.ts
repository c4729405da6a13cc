import path from 'node:path';
import type { Outcome } from '../../kernel/operation.ts';
import type { CreateInput, CreateOutput } from '../operations/swarm.ts';
import { checkAgent } from '../people.ts';
import type { SwarmStrategy } from '../schema.ts';
import { readPlan } from '../swarm/plan.ts';
import { strategyOf } from '../swarm/strategies.ts';
import type { SwarmDesk } from './desk.ts';
import { accepted } from './swarm.ts';

/** Begins a swarm. Without a plan it has one task: the whole. */
export async function createSwarm(desk: SwarmDesk, { task, coordinator, strategy, file }: CreateInput): Promise<Outcome<CreateOutput>> {
  checkAgent(desk, coordinator);
  const { store } = desk;
  const { runtime } = store;
  const { warnings, ...plan } = readPlan(runtime.fs, file === undefined ? null : path.resolve(file), task);
  const record = { op: 'swarm.create', swarm: runtime.ids('swm'), task, coordinator, strategy, ...plan } as const;
  const { output, ...outcome } = accepted((await store.transact(record)).result);
  const told = [...warnings, ...strategyWarning(strategy), ...(outcome.warnings ?? [])];
  const tasks = store.swarm.progress()?.total ?? 0;
  return { ...outcome, output: { swarm: output.swarm, tasks, budget: plan.budget }, warnings: told };
}

/** Nobody is to learn only from the first claim that there is nothing to come. */
function strategyWarning(strategy: SwarmStrategy): string[] {
  if (strategyOf({ strategy }) !== undefined) return [];
  return [`This version gives out no tasks under the strategy ${strategy}: it works parallel and hierarchical only.`];
}
