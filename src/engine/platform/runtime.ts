import { setImmediate, setTimeout } from 'node:timers/promises';
import { type Clock, systemClock } from './clock.ts';
import { type FileSystem, nodeFileSystem } from './file-system.ts';
import { createIds, type IdFactory, type Random, systemRandom } from './ids.ts';
import { currentProcess, type ProcessIdentity } from './process-identity.ts';
import { nodeSockets, type Sockets } from './sockets.ts';

/** All external dependencies of the engine in one object, so that tests can replace any of them. */
export interface Runtime {
  readonly fs: FileSystem;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: IdFactory;
  readonly process: ProcessIdentity;
  readonly sockets: Sockets;
  /**
   * Resolves after at least `ms` milliseconds of monotonic time, or at once if `signal` aborts. For polling of shared state.
   * @param options `ref: false`: the timer does not keep the process alive
   */
  sleep(ms: number, signal?: AbortSignal, options?: { readonly ref: boolean }): Promise<void>;
}

/** Creates the runtime of a real process. @throws CortexError `invalid-input` for an invalid `CORTEX_NOW` */
export function nodeRuntime(env: Readonly<Record<string, string | undefined>> = process.env): Runtime {
  const clock = systemClock(env);
  return {
    fs: nodeFileSystem,
    clock,
    random: systemRandom,
    ids: createIds(clock, systemRandom),
    process: currentProcess(),
    sockets: nodeSockets,
    // A timer of 0 ms takes a millisecond, which is too long between two slices of work.
    sleep: (ms, signal, options) =>
      (ms > 0 ? setTimeout(ms, undefined, { ...(signal && { signal }), ...options }) : setImmediate()).catch(() => undefined),
  };
}
