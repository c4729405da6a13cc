import { CortexError } from '../platform/errors.ts';
import { brokenNeed, type Need, ranked } from '../platform/need.ts';
import type { Place, Protocol } from '../platform/protocol.ts';
import type { Runtime } from '../platform/runtime.ts';
import { PROTOCOLS } from '../workspace/protocols.ts';

/** Where one looks for what waits for a person. */
export interface NeedsPlace {
  /** Absolute; what each protocol finds from there counts. */
  readonly directory: string;
  /** The person's home directory, absolute. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface NeedsOptions {
  /** Told where the bytes of a file are that could not be read, and was written anew as it was looked at. */
  readonly warn?: (warning: string) => void;
  readonly protocols?: readonly Protocol[];
}

/** All that waits for a person, the most pressing first (docs/decisions/0018-needs-you.md). What cannot be read is among it. */
export async function readNeeds(runtime: Runtime, place: NeedsPlace, options: NeedsOptions = {}): Promise<Need[]> {
  const { directory, home, environment } = place;
  const { protocols = PROTOCOLS } = options;
  const where = { folder: directory, home, named: '', environment, isTrusted: true };
  const found = await Promise.all(protocols.map((protocol) => needsOf(runtime, protocol, where, options)));
  return ranked(found.flat(), runtime.clock.now());
}

/** What cannot be read is a need itself, and the others are found all the same. */
async function needsOf(runtime: Runtime, protocol: Protocol, place: Place, { warn }: NeedsOptions): Promise<readonly Need[]> {
  try {
    const { find } = await protocol.load();
    const opened = await find(runtime, place)?.open({ watch: null, ...(warn !== undefined && { warn }) });
    try {
      return (await opened?.needs(runtime.clock.now())) ?? [];
    } finally {
      await opened?.close();
    }
  } catch (error) {
    if (error instanceof CortexError) return [brokenNeed(error, protocol.title)];
    throw error;
  }
}
