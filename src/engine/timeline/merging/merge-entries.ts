import type { TolerantFile } from '../../crtx/invalid/tolerant-format.ts';
import { parseBase, parseSide } from '../../crtx/merging/merge-sides.ts';
import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import { CortexError } from '../../platform/errors.ts';
import type { ConflictSides } from '../../platform/git/conflict-stages.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Ledger } from '../ledger.ts';
import { entryMachine } from '../machine.ts';
import { type EntryFile, entryProjection } from '../projection.ts';
import { type Entries, mergeOutcomes } from './merge-outcomes.ts';
import { toDecidedOutcome, UNDECIDED } from './outcome-conflicts.ts';

type Parsed = TolerantFile<EntryFile['type']>;

const entriesOf = (file: Parsed | null): Entries => new Map(file?.value.data.map((entry) => [entry.id, entry]));

/** An entry that two sides ended differently. */
export interface DisputedEntry {
  readonly id: string;
  readonly conflict: TimelineEntry;
}

/** A file with the entries of all sides. */
interface United {
  readonly bytes: Buffer;
  readonly entries: number;
  /** Entries that were ended differently and are undecided, each with its conflict entry, which is among the entries. */
  readonly conflicts: readonly DisputedEntry[];
}

/**
 * Merges the entries of all sides by id, as the file's log does, except that the result for two endings does not depend on the sides.
 * @param place with the name of the file below `.cortex/`
 * @param settled the file after the conflict was resolved by hand: its endings are final
 * @throws CortexError if a side cannot be read
 */
export function mergeEntries(
  { ids, clock }: Pick<Runtime, 'ids' | 'clock'>,
  place: EntryFile & { readonly name: string },
  sides: ConflictSides,
  settled: Buffer | null,
): United {
  const { parse: parseTolerant, time, difference, render } = entryProjection(place);
  // Entries left out of a side would be lost.
  const parse = (bytes: Buffer): Parsed => {
    const parsed = parseTolerant(bytes);
    const [error] = parsed.errors;
    if (error !== undefined) throw error;
    return parsed;
  };
  const machine = entryMachine(place.name);
  const ledger = machine.create();
  let latest = 0;
  const take = (foreign: Parsed | null, ordinal: number) => {
    if (foreign === null) return;
    latest = Math.max(latest, time(foreign));
    machine.apply(ledger, difference(foreign, ledger, 'elsewhere').operation(''), { ordinal, time: latest, id: ids('rec') });
  };
  const ours = parseSide(parse, sides, 'ours');
  const theirs = parseSide(parse, sides, 'theirs');
  take(ours, 0);
  take(theirs, 1);
  const endings = mergeOutcomes(
    { name: place.name, now: clock.now() },
    entriesOf(ours),
    entriesOf(theirs),
    entriesOf(parseBase(parse, sides)),
  );
  for (const each of endings) ledger.change(each);
  const disputed = endings.flatMap(({ id, conflict }) => (conflict === undefined ? [] : { id, conflict }));
  ledger.add(disputed.map(({ conflict }) => conflict));
  const byHand = settled && parse(settled);
  take(byHand, 2);
  decideByHand(ledger, disputed, entriesOf(byHand));
  const rendered = render(ledger, latest);
  if (rendered === null)
    throw new CortexError('broken-file', 'git has neither side of the conflict', { file: place.file, next: 'Restore the file.' });
  const conflicts = disputed.filter(({ conflict }) => ledger.get(conflict.id)?.outcome === UNDECIDED);
  return { bytes: rendered.bytes, entries: ledger.size, conflicts };
}

/** A file that was resolved by hand decides the endings of its entries. */
function decideByHand(ledger: Ledger, disputed: readonly DisputedEntry[], byHand: Entries): void {
  for (const { id, conflict } of disputed) {
    const outcome = byHand.get(id);
    if (outcome !== undefined) ledger.change({ id: conflict.id, ending: toDecidedOutcome(outcome) });
  }
}
