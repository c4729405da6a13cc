import type { Outcome } from '../../kernel/operation.ts';
import type { CreateOutput } from '../operations/swarm.ts';
import { checkAgent } from '../people.ts';
import { type ContentLimits, checkContent } from '../stored-content.ts';
import type { SwarmInput } from '../swarm/swarm-records.ts';
import type { SwarmDesk } from './desk.ts';
import { accepted } from './swarm.ts';

/** `swarm.crtx` has room for it and for what comes of its tasks. */
const LIMITS: ContentLimits = {
  noun: 'the decomposition',
  levels: 1,
  maxBytes: 32 * 1_048_576,
  next: 'Put long texts into files and name them in the descriptions.',
};

/** Begins a swarm, in place of one that has finished. @throws CortexError when it is refused; nothing happened then */
export async function beginSwarm(desk: SwarmDesk, plan: Omit<SwarmInput<'create'>, 'swarm'>): Promise<Outcome<CreateOutput>> {
  checkAgent(desk, plan.coordinator);
  checkContent(plan.decomposition, LIMITS);
  const { store } = desk;
  const record = { op: 'swarm.create', swarm: store.runtime.ids('swm'), ...plan } as const;
  const { output, ...outcome } = accepted((await store.transact(record)).result);
  const tasks = store.swarm.progress()?.total ?? 0;
  return { ...outcome, output: { swarm: output.swarm, tasks, budget: plan.budget } };
}
