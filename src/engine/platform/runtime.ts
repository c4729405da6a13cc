import { setImmediate, setTimeout } from 'node:timers/promises';
import { type Clock, systemClock } from './clock.ts';
import { type FileSystem, nodeFileSystem } from './file-system.ts';
import { createIds, type IdFactory, type Random, systemRandom } from './ids.ts';
import { currentProcess, type ProcessIdentity } from './process-identity.ts';
import { nodeSockets, type Sockets } from './sockets.ts';

/** Everything that the engine takes from outside, in one object, so that a test can replace any of it. */
export interface Runtime {
  readonly fs: FileSystem;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: IdFactory;
  readonly process: ProcessIdentity;
  readonly sockets: Sockets;
  /**
   * Resolves after at least `ms` milliseconds of monotonic time, or at once when `signal` aborts; for the time between looks at something shared.
   * @param options `ref: false`: a process that has nothing else to do ends instead of waiting
   */
  sleep(ms: number, signal?: AbortSignal, options?: { readonly ref: boolean }): Promise<void>;
}

/** The runtime of a real process. @throws CortexError `invalid-input` for an unreadable `CORTEX_NOW` */
export function nodeRuntime(env: Readonly<Record<string, string | undefined>> = process.env): Runtime {
  const clock = systemClock(env);
  return {
    fs: nodeFileSystem,
    clock,
    random: systemRandom,
    ids: createIds(clock, systemRandom),
    process: currentProcess(),
    sockets: nodeSockets,
    // A timer of no time takes a millisecond, which is much between two slices of work.
    sleep: (ms, signal, options) =>
      (ms > 0 ? setTimeout(ms, undefined, { ...(signal && { signal }), ...options }) : setImmediate()).catch(() => undefined),
  };
}
