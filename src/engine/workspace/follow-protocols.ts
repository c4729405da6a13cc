import path from 'node:path';
import { CORTEX_FOLDER } from '../crtx/index.ts';
import { CoalescedWork } from '../platform/coalesced-work.ts';
import type { OperationContext } from '../platform/operation.ts';
import type { OpenProtocol, Protocol, ProtocolLocation } from '../platform/protocol.ts';
import { PathWatch, watchDirectory } from '../platform/watching.ts';
import type { FollowedOptions } from './followed-location.ts';
import type { FollowedProtocol } from './followed-protocol.ts';

type Followed = FollowedProtocol<OpenProtocol>;

export interface FollowingOptions<Protocols> {
  /** The project, or the folder where there is none yet. */
  readonly folder: string;
  /** Shortest and longest interval between two looks, in milliseconds. */
  readonly gapMs: number;
  readonly atLeastEveryMs: number;
  create(options: FollowedOptions): Protocols;
  locationOf(protocol: Protocol): ProtocolLocation;
  /** Looks at what is open now. First called when all protocols are open, because what they have would count as new before. */
  look(protocols: Protocols): Promise<void>;
  /** Called after the first look. */
  begun(): void;
}

/**
 * Follows protocols and the timeline of a folder, and looks at them after each change, until the operation is aborted.
 * @throws the first unexpected error
 */
export async function followProtocols<Protocols extends readonly Followed[] | Readonly<Record<string, Followed>>>(
  { runtime, signal }: Pick<OperationContext, 'runtime' | 'signal'>,
  { folder, gapMs, atLeastEveryMs, create, locationOf, look, begun }: FollowingOptions<Protocols>,
): Promise<void> {
  const over = new AbortController();
  const ended = AbortSignal.any([signal, over.signal]);
  const failed = (error: unknown) => over.abort(error);
  const protocols = create({ runtime, watch: watchDirectory, failed });
  const followed: readonly Followed[] = Object.values(protocols);
  const looking = new CoalescedWork(runtime, gapMs, () => look(protocols));
  let isOpen = false;
  const request = () => (isOpen ? void looking.request().catch(failed) : undefined);
  const target = path.join(folder, CORTEX_FOLDER, '.local', 'timeline');
  const timeline = new PathWatch({ fs: runtime.fs, watch: watchDirectory, anchor: folder, target, changed: request, failed: request });
  try {
    for (const each of followed) each.onDidChange(request);
    await Promise.all(followed.map((each) => each.show([locationOf(each.protocol)])));
    isOpen = true;
    await looking.request();
    begun();
    while (!ended.aborted) {
      await runtime.sleep(atLeastEveryMs, ended);
      if (!ended.aborted) request();
    }
  } finally {
    timeline.dispose();
    await looking.end();
    await Promise.all(followed.map((each) => each.close()));
  }
  if (over.signal.aborted) throw over.signal.reason;
}
