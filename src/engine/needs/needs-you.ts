import { CortexError } from '../platform/errors.ts';
import { type Need, needForError, sortByRank } from '../platform/need.ts';
import type { Protocol, ProtocolLocation } from '../platform/protocol.ts';
import type { Runtime } from '../platform/runtime.ts';
import { unnamedConflicts } from '../workspace/merging/unnamed-conflicts.ts';
import { type NamedPlaces, placeOf, requireNamed } from '../workspace/named-places.ts';
import { PROTOCOLS } from '../workspace/protocols.ts';

/** Where to search for items that wait for a person. */
export interface NeedsPlace {
  /** Absolute folder from which each protocol searches. */
  readonly directory: string;
  /** Absolute home directory of the person. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where the person said that the team and the vault are. */
  readonly named?: NamedPlaces;
}

export interface NeedsOptions {
  /** Called with the location of the original bytes when reading replaced a broken file. */
  readonly warn?: (warning: string) => void;
  readonly protocols?: readonly Protocol[];
}

/** Returns the items of the protocols that wait for a person, in no order. A read failure is an item too. */
async function readProtocolNeeds(runtime: Runtime, place: NeedsPlace, options: NeedsOptions = {}): Promise<Need[]> {
  const { directory, home, environment, named = {} } = place;
  const { protocols = PROTOCOLS } = options;
  const where = { folder: directory, home, environment, isTrusted: true };
  const found = await Promise.all(
    protocols.map((protocol) => needsOf(runtime, protocol, { ...where, named: placeOf(protocol, named, directory) }, options)),
  );
  return found.flat();
}

/** Returns only the items that no protocol has: unmerged files that are in none that is used here. */
export async function readUnnamedConflicts(runtime: Runtime, place: NeedsPlace): Promise<readonly Need[]> {
  const context = { runtime, directory: place.directory };
  // The protocols are read only during a merge.
  return (await unnamedConflicts(context, [])).length === 0 ? [] : unnamedConflicts(context, await readProtocolNeeds(runtime, place));
}

/** Returns all items that wait for a person, most pressing first (docs/decisions/0018-needs-you.md). */
export async function readNeeds(runtime: Runtime, place: NeedsPlace, options: NeedsOptions = {}): Promise<Need[]> {
  const found = await readProtocolNeeds(runtime, place, options);
  const conflicts = await unnamedConflicts({ runtime, directory: place.directory }, found);
  return sortByRank([...found, ...conflicts], runtime.clock.now());
}

/** Reads the needs of one protocol. A failure becomes a need, and the others are still read. */
async function needsOf(runtime: Runtime, protocol: Protocol, place: ProtocolLocation, { warn }: NeedsOptions): Promise<readonly Need[]> {
  try {
    const { find } = await protocol.load();
    const opened = await find(runtime, place)?.open({ watch: null, ...(warn !== undefined && { warn }) });
    try {
      if (opened !== undefined) requireNamed(opened, place.named);
      return (await opened?.needs(runtime.clock.now())) ?? [];
    } finally {
      await opened?.close();
    }
  } catch (error) {
    if (error instanceof CortexError) return [needForError(error, protocol.title)];
    throw error;
  }
}
