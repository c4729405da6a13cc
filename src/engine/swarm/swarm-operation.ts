import type * as z from 'zod';
import { defineOperation, type Operation, type OperationDefinition } from '../platform/operation.ts';
import type { SwarmUseCase } from './use-cases/context.ts';

/** An operation on the swarm, and what it does with a swarm that is open already. */
export interface SwarmOperation<Input extends z.ZodObject, Result> extends Operation {
  readonly input: () => Input;
  useCase(): Promise<SwarmUseCase<z.infer<Input>, Result>>;
}

/** An operation on the swarm as its author declares it. */
type SwarmOperationDefinition<Input extends z.ZodObject, Output extends z.ZodType, Result> = Omit<
  OperationDefinition<Input, Output>,
  'effect' | 'load'
> &
  Pick<SwarmOperation<Input, Result>, 'useCase'>;

const contexts = () => import('./use-cases/context.ts');

/** Creates an operation that changes the swarm. */
export function writing<Input extends z.ZodObject, Output extends z.ZodType, Result extends z.infer<Output>>(
  definition: SwarmOperationDefinition<Input, Output, Result>,
): SwarmOperation<Input, Result> {
  const load = async () => (await contexts()).writingOperation(await definition.useCase());
  return { ...definition, ...defineOperation<Input, Output>({ ...definition, effect: 'write', load }), input: definition.input };
}

/** Creates an operation that only reads the swarm. It waits for no other process. */
export function reading<Input extends z.ZodObject, Output extends z.ZodType, Result extends z.infer<Output>>(
  definition: SwarmOperationDefinition<Input, Output, Result>,
): SwarmOperation<Input, Result> {
  const load = async () => (await contexts()).readingOperation(await definition.useCase());
  return { ...definition, ...defineOperation<Input, Output>({ ...definition, effect: 'read', load }), input: definition.input };
}
