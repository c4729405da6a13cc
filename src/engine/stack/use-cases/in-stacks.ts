import { CortexError } from '../../platform/errors.ts';
import { type OperationContext, type OperationFunction, type Outcome, withWarnings } from '../../platform/operation.ts';
import type { RoutedStack } from '../messages/route.ts';
import { Stacks } from '../stacks.ts';

/** Opens the stacks of the current folder. */
export function openStacks({ runtime, directory, exactDirectory }: OperationContext): Stacks {
  return Stacks.open(runtime, directory, { exact: exactDirectory, namedFolder: exactDirectory ? directory : null });
}

type UseCase<Input, Output> = (stacks: Stacks, input: Input, context: OperationContext) => Promise<Outcome<Output>>;

/** Turns a use case into an operation: opens the stacks, and first reports what became of earlier writes. */
export function stackOperation<Input, Output>(work: UseCase<Input, Output>): OperationFunction<Input, Output> {
  return async (context, input) => {
    const stacks = openStacks(context);
    await stacks.look();
    return withWarnings(
      () => stacks.problems,
      () => work(stacks, input, context),
    );
  };
}

/** Returns the caller's own stack. @throws CortexError `not-found` when it does not exist */
export function requireOwnStack(stacks: Stacks): RoutedStack {
  const own = stacks.own();
  if (own.store.exists()) return own;
  const next = 'Create one with "cstack init", or go to the folder of an agent.';
  throw new CortexError('not-found', 'no stack here', { file: own.store.directory, next });
}

/**
 * Returns all stacks, and the own stack even if AGENTS.md does not define it.
 * @throws CortexError `not-found` when there is no stack at all
 */
export function stacksAround(stacks: Stacks): { stacks: readonly RoutedStack[]; problems: readonly string[] } {
  const own = stacks.agentsText === null ? requireOwnStack(stacks) : stacks.own();
  const { stacks: all, problems: ofStacks } = stacks.all();
  const problems = [...stacks.conflicts, ...ofStacks];
  const isKnown = !own.store.exists() || all.some(({ store }) => store.directory === own.store.directory);
  return { stacks: isKnown ? all : [own, ...all], problems };
}
