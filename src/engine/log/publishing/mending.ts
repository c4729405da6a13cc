import { hash } from 'node:crypto';
import type { Content } from '../../files/file-content.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { CoreState } from '../core-state.ts';
import { replay } from '../history.ts';
import type { Loggable } from '../machine.ts';
import type { DifferenceOptions } from './foreign-difference.ts';

/** The current state of a log, and a published file that it knows. */
interface Damaged<State, Foreign> {
  readonly core: Readonly<CoreState>;
  readonly state: State;
  readonly foreign: Foreign;
  readonly content: Content;
}

/**
 * Returns the operation that takes back what damaged lines did, as far as the published file shows it; `null` if there are none. The file
 * is put in the place of the state that it shows, and the later records are applied to that: what they ended since does not come back
 * (docs/decisions/0055-damaged-log-lines.md).
 */
export function mendingOperation<Operation extends Loggable, State, Answer, Foreign>(
  runtime: Runtime,
  options: DifferenceOptions<Operation, State, Answer, Foreign>,
  damaged: Damaged<State, Foreign>,
): (Operation & { readonly after: number; readonly mends: number }) | null {
  const { projection } = options;
  const { core, state, content } = damaged;
  const mends = core.damaged.at(-1);
  if (mends === undefined) return null;
  const name = hash('sha256', `${core.lineage} ${mends} ${content.hash}`, 'hex');
  const upTo = shownUpTo(core, content);
  const repaired = repairedState(runtime, options, damaged, upTo);
  const view = repaired === null ? null : projection.render(repaired, core.time);
  const shown = view === null ? damaged.foreign : projection.parse(view.bytes);
  const operation = projection.difference(shown, state).operation(name);
  return { ...(projection.restored?.(operation, repaired, state, upTo) ?? operation), after: core.adopted, mends };
}

/** Returns the ordinal of the last record that the content shows. */
function shownUpTo(core: Readonly<CoreState>, { hash: known }: Content): number {
  const { upTo, checksum, adoption } = core.content(known);
  if (upTo > 0) return upTo;
  const edited = core.publications().findLast((publication) => publication.checksum === checksum);
  return edited?.upTo ?? Math.max(0, (adoption?.ordinal ?? 1) - 1);
}

/** Returns the state as it would be if the file had been adopted when it was published; `null` if the log does not reach back to then. */
function repairedState<Operation extends Loggable, State, Answer, Foreign>(
  runtime: Runtime,
  { directory, machine, projection }: DifferenceOptions<Operation, State, Answer, Foreign>,
  { core, state: present, foreign, content }: Damaged<State, Foreign>,
  upTo: number,
): State | null {
  const lost = core.damaged.findLast((ordinal) => ordinal <= upTo);
  // The file is older than the damaged lines, and shows nothing of them.
  if (lost === undefined) return present;
  const shown = Math.min(core.time, projection.time(foreign));
  let isTaken = false;
  let last: { readonly state: State; readonly time: number } | null = null;
  const take = (state: State): void => {
    if (isTaken) return;
    isTaken = true;
    const operation = projection.difference(foreign, state).operation(content.hash);
    // A lock of the file gets the place of the damaged line as its fencing token.
    const place = { ordinal: lost, time: Math.max(last?.time ?? 0, shown), id: `rec_${content.hash}` };
    machine.apply(state, projection.restored?.(operation, null, state, upTo) ?? operation, place);
  };
  const apply: typeof machine.apply = (state, operation, place) => {
    if (place.ordinal > upTo) take(state);
    return machine.apply(state, operation, place);
  };
  const problems = replay(runtime, { directory, machine: { ...machine, apply } }, ({ ordinal }) => ordinal <= upTo, {
    begin: () => {
      isTaken = false;
    },
    visit: (state, { time }) => {
      last = { state, time };
    },
    end: (state, { time }) => {
      take(state);
      last = { state, time };
    },
  });
  return problems === null ? null : stateOf(last);
}

/** The compiler does not see that a callback assigned it. */
const stateOf = <State>(last: { readonly state: State } | null): State | null => last?.state ?? null;
