import { CortexError } from '../../kernel/errors.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import type { Sides } from '../git-conflict.ts';
import { parseBase, parseSide } from '../merge-sides.ts';
import type { TimelineEntry } from '../schema/timeline.ts';
import type { TolerantFile } from '../tolerant-format.ts';
import { entryMachine } from './machine.ts';
import { type Entries, mergedEndings } from './merged-endings.ts';
import { type EntryFile, entryProjection } from './projection.ts';

type Parsed = TolerantFile<EntryFile['type']>;

const entriesOf = (file: Parsed | null): Entries => new Map(file?.value.data.map((entry) => [entry.id, entry]));

/** A file with the entries of all sides. */
interface United {
  readonly bytes: Buffer;
  readonly entries: number;
  /** An entry for each that the two sides have ended differently; these are among the others. */
  readonly conflicts: readonly TimelineEntry[];
}

/**
 * The entries of all sides, united by id as the log of the file unites them, except that of two endings it does not matter whose is whose.
 * @param place with the name of the file below `.cortex/`
 * @param settled what somebody has made of the conflict by hand: an ending there is the last word
 * @throws CortexError when a side cannot be read
 */
export function unite(
  { ids }: Pick<Runtime, 'ids'>,
  place: EntryFile & { readonly name: string },
  sides: Sides,
  settled: Buffer | null,
): United {
  const { parse: parseTolerant, time, difference, render } = entryProjection(place);
  // What is left out of a side would be nowhere.
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
  const endings = mergedEndings(place.name, entriesOf(ours), entriesOf(theirs), entriesOf(parseBase(parse, sides)));
  for (const each of endings) ledger.change(each);
  const conflicts = endings.flatMap(({ conflict }) => conflict ?? []);
  ledger.add(conflicts);
  take(settled && parse(settled), 2);
  const rendered = render(ledger, latest);
  if (rendered === null)
    throw new CortexError('broken-file', 'git gives neither side of the conflict', { file: place.file, next: 'Restore the file.' });
  return { bytes: rendered.bytes, entries: ledger.size, conflicts };
}
