import { CortexError } from '../../platform/errors.ts';
import { type OperationContext, type OperationFunction, type Outcome, withWarnings } from '../../platform/operation.ts';
import type { RoutedStack } from '../messages/route.ts';
import { Stacks } from '../stacks.ts';

/** The stacks that are meant where something was typed. */
export function openStacks({ runtime, directory, exactDirectory }: OperationContext): Stacks {
  return Stacks.open(runtime, directory, { exact: exactDirectory });
}

type UseCase<Input, Output> = (stacks: Stacks, input: Input, context: OperationContext) => Promise<Outcome<Output>>;

/** Makes an operation of a use-case: finds the stacks, and reports first what became of what was written before. */
export function inStacks<Input, Output>(work: UseCase<Input, Output>): OperationFunction<Input, Output> {
  return async (context, input) => {
    const stacks = openStacks(context);
    await stacks.look();
    return withWarnings(
      () => stacks.problems,
      () => work(stacks, input, context),
    );
  };
}

/** The stack of who works here. @throws CortexError `not-found` when there is none */
export function ownStack(stacks: Stacks): RoutedStack {
  const own = stacks.own();
  if (own.store.exists()) return own;
  const next = 'Make one with "cstack init", or go to the folder of an agent.';
  throw new CortexError('not-found', 'there is no stack here', { file: own.store.directory, next });
}

/** All stacks, and the own one where it is there, which AGENTS.md need not know. @throws CortexError `not-found` when there is none at all */
export function stacksAround(stacks: Stacks): { stacks: readonly RoutedStack[]; problems: readonly string[] } {
  const own = stacks.agentsText === null ? ownStack(stacks) : stacks.own();
  const { stacks: all, problems: ofStacks } = stacks.all();
  const problems = [...stacks.conflicts, ...ofStacks];
  const isKnown = !own.store.exists() || all.some(({ store }) => store.directory === own.store.directory);
  return { stacks: isKnown ? all : [own, ...all], problems };
}
