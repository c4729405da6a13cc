import type { Clock } from '../../platform/clock.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import type { OpenProtocol } from '../../platform/protocol.ts';
import { stackProtocol } from '../../stack/index.ts';
import { teamProtocol } from '../../team/index.ts';
import { vaultProtocol } from '../../vault/index.ts';
import { cortexProtocol } from '../../workspace/cortex-protocol.ts';
import { followProtocols } from '../../workspace/follow-protocols.ts';
import type { FollowedOptions } from '../../workspace/followed-location.ts';
import { FollowedProtocol } from '../../workspace/followed-protocol.ts';
import type { NamedPlaces } from '../../workspace/named-places.ts';
import { openSource } from '../../workspace/project-files.ts';
import { findProjectAround } from '../../workspace/project-reading.ts';
import type { SwarmSource } from '../../workspace/swarm-source.ts';
import { locationOf } from '../needs-use-cases.ts';
import { type Look, type Looks, readStatus } from './status.ts';
import type { StatusOutput } from './status-schemas.ts';

/** Shortest interval between two readings, in milliseconds. */
const GAP_MS = 200;
/** The texts have ages in minutes, and locks and heartbeats end with the time alone. Milliseconds. */
const AT_LEAST_EVERY_MS = 30_000;

/** Uses what is open now. */
function lookAt<O extends OpenProtocol>(followed: FollowedProtocol<O>): Look<O> {
  return async (use) => {
    const state = followed.roots[0]?.state ?? { kind: 'none' };
    if (state.kind === 'broken') throw state.error;
    return state.kind === 'open' ? use(state.opened) : null;
  };
}

const create = (options: FollowedOptions) => ({
  cortex: new FollowedProtocol(cortexProtocol, options),
  stack: new FollowedProtocol(stackProtocol, options),
  team: new FollowedProtocol(teamProtocol, options),
  vault: new FollowedProtocol(vaultProtocol, options),
});

/** The swarm of the project around a folder. It stays open, because opening it may write to its folder, which is watched. */
class FollowedSwarm {
  #source: SwarmSource | null = null;

  constructor(private readonly context: OperationContext) {}

  /** @throws CortexError if it cannot be read; it is then opened again the next time */
  readonly look: Looks['swarm'] = async (use) => {
    const { runtime, directory } = this.context;
    const root = this.#source === null ? findProjectAround(runtime, directory)?.root : undefined;
    if (root !== undefined) this.#source = await openSource(runtime, root, 'log');
    if (this.#source === null) return null;
    try {
      return await use(this.#source);
    } catch (error) {
      await this.close();
      throw error;
    }
  };

  async close(): Promise<void> {
    const source = this.#source;
    this.#source = null;
    await source?.close();
  }
}

/** Passes on what differs, and at least every 30 s. */
class Changes {
  #last = '';
  #at = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly emit: (status: StatusOutput) => void,
  ) {}

  pass(status: StatusOutput): void {
    const [text, now] = [JSON.stringify(status), this.clock.now()];
    if (text === this.#last && now - this.#at < AT_LEAST_EVERY_MS) return;
    [this.#last, this.#at] = [text, now];
    this.emit(status);
  }
}

/**
 * Emits the status of a folder now, after each change, and every 30 s. `ok` is that of the last one.
 * @throws the first unexpected error
 */
export async function watchStatus(
  context: OperationContext,
  named: NamedPlaces,
  emit: (status: StatusOutput) => void,
): Promise<Outcome<StatusOutput>> {
  const { runtime, directory, signal } = context;
  const swarm = new FollowedSwarm(context);
  const changes = new Changes(runtime.clock, emit);
  let last: Outcome<StatusOutput> | null = null;
  try {
    await followProtocols(context, {
      folder: findProjectAround(runtime, directory)?.root ?? directory,
      gapMs: GAP_MS,
      atLeastEveryMs: AT_LEAST_EVERY_MS,
      create,
      locationOf: (protocol) => locationOf(context, named, protocol),
      look: async ({ cortex, stack, team, vault }) => {
        const looks = { cortex: lookAt(cortex), stack: lookAt(stack), team: lookAt(team), vault: lookAt(vault) };
        last = await readStatus(context, named, { ...looks, swarm: swarm.look });
        if (!signal.aborted) changes.pass(last.output);
      },
      begun: () => undefined,
    });
  } finally {
    await swarm.close();
  }
  // `null` if the operation was aborted before the first look.
  return { ...(last ?? (await readStatus(context, named))), isEmitted: true };
}
