import type { Runtime } from '../../platform/runtime.ts';
import type { CoreState } from '../core-state.ts';
import { visitBases } from '../history.ts';
import type { Loggable, LogMachine } from '../machine.ts';
import type { Projection } from './projection.ts';

/** What a log is, and how it is published. */
export interface DifferenceOptions<Operation, State, Answer, Foreign> {
  readonly directory: string;
  readonly machine: LogMachine<Operation, State, Answer>;
  readonly projection: Projection<Operation, State, Foreign>;
}

/** A log as it is now. */
interface Present<State> {
  readonly core: Readonly<CoreState>;
  readonly state: State;
}

/** The checksum that a content carries, if it is one of a publication: another one says nothing, and may be of any length. */
export function originOf(core: Readonly<CoreState>, checksum: string): string | null {
  return core.publications().some((publication) => publication.checksum === checksum) ? checksum : null;
}

/**
 * The smallest of the differences between a foreign content and what it may have been made from.
 * @param written when it was, in milliseconds
 */
export function foreignDifference<Operation extends Loggable, State, Answer, Foreign>(
  runtime: Runtime,
  options: DifferenceOptions<Operation, State, Answer, Foreign>,
  { core, state }: Present<State>,
  foreign: Foreign,
  written: number,
): (hash: string) => Operation {
  const { projection } = options;
  const checksum = projection.checksum(foreign);
  const from = originOf(core, checksum) === null ? 'elsewhere' : 'here';
  if (core.published === null && core.adopted === 0) return projection.difference(foreign, null).operation;
  const present = projection.difference(foreign, state, from);
  if (present.size === 0) return present.operation;
  let best: typeof present | null = null;
  visitBases(runtime, options, core, { checksum, written }, (base) => {
    const difference = projection.difference(foreign, base, from);
    if (difference.size <= (best?.size ?? Number.POSITIVE_INFINITY)) best = difference;
    return difference.size;
  });
  // Of what was there then nothing may be left.
  return (best ?? present).operation;
}
