import { CortexError } from '../platform/errors.ts';
import { type Need, needForError, sortByRank } from '../platform/need.ts';
import type { Protocol, ProtocolLocation } from '../platform/protocol.ts';
import type { Runtime } from '../platform/runtime.ts';
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

/** Returns all items that wait for a person, most pressing first (docs/decisions/0018-needs-you.md). A read failure is an item too. */
export async function readNeeds(runtime: Runtime, place: NeedsPlace, options: NeedsOptions = {}): Promise<Need[]> {
  const { directory, home, environment, named = {} } = place;
  const { protocols = PROTOCOLS } = options;
  const where = { folder: directory, home, environment, isTrusted: true };
  const found = await Promise.all(
    protocols.map((protocol) => needsOf(runtime, protocol, { ...where, named: placeOf(protocol, named, directory) }, options)),
  );
  return sortByRank(found.flat(), runtime.clock.now());
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
