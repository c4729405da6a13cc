import type { Runtime } from '../../platform/runtime.ts';
import type { CoreState } from '../core-state.ts';
import { visitBaseStates } from '../history.ts';
import type { Loggable, LogMachine } from '../machine.ts';
import type { Projection } from './projection.ts';

/** A log and its projection. */
export interface DifferenceOptions<Operation, State, Answer, Foreign> {
  readonly directory: string;
  readonly machine: LogMachine<Operation, State, Answer>;
  readonly projection: Projection<Operation, State, Foreign>;
}

/** The current state of a log. */
interface CurrentState<State> {
  readonly core: Readonly<CoreState>;
  readonly state: State;
}

/** Returns the checksum of a content if a known publication has it. A foreign checksum means nothing, and may be of any length. */
export function findOrigin(core: Readonly<CoreState>, checksum: string): string | null {
  return core.publications().some((publication) => publication.checksum === checksum) ? checksum : null;
}

/**
 * Returns the smallest of the differences between a foreign content and the states that it may have been made from.
 * @param written when the content was written, in milliseconds
 */
export function foreignDifference<Operation extends Loggable, State, Answer, Foreign>(
  runtime: Runtime,
  options: DifferenceOptions<Operation, State, Answer, Foreign>,
  { core, state }: CurrentState<State>,
  foreign: Foreign,
  written: number,
): (hash: string) => Operation {
  const { projection } = options;
  const checksum = projection.checksum(foreign);
  const from = findOrigin(core, checksum) === null ? 'elsewhere' : 'here';
  if (core.published === null && core.adopted === 0) return projection.difference(foreign, null).operation;
  const present = projection.difference(foreign, state, from);
  if (present.size === 0) return present.operation;
  let best: typeof present | null = null;
  visitBaseStates(runtime, options, core, { checksum, written }, (base) => {
    const difference = projection.difference(foreign, base, from);
    if (difference.size <= (best?.size ?? Number.POSITIVE_INFINITY)) best = difference;
    return difference.size;
  });
  // The log may not reach back to any of these states.
  return (best ?? present).operation;
}
