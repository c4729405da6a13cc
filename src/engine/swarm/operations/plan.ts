import { defineOperation, type Operation } from '../../platform/operation.ts';
import { planInput, planOutput } from '../schemas/plan.ts';

/** Makes a plan to fill in, or checks one, before there is a swarm. */
export const planOperation: Operation = defineOperation({
  name: 'swarm plan',
  description: 'Make a plan to fill in, or check a plan without creating a swarm',
  effect: 'write',
  input: planInput,
  output: planOutput,
  load: async () => (await import('../use-cases/plan-file.ts')).planFile,
});
