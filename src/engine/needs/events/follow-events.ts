import path from 'node:path';
import { CORTEX_FOLDER } from '../../crtx/index.ts';
import { CoalescedWork } from '../../platform/coalesced-work.ts';
import type { OperationContext } from '../../platform/operation.ts';
import type { OpenProtocol, Protocol, ProtocolLocation } from '../../platform/protocol.ts';
import { PathWatch, watchDirectory } from '../../platform/watching.ts';
import type { LocationState } from '../../workspace/followed-location.ts';
import { FollowedProtocol } from '../../workspace/followed-protocol.ts';
import type { EventList } from './event-list.ts';

/** Shortest interval between two looks, in milliseconds. */
const LOOK_MS = 20;
/** Shortest interval between two writes of the cursor file, which may have megabytes. Milliseconds. */
const SAVE_MS = 1_000;
/** Longest single sleep, in milliseconds, because system timers are limited. */
const MAX_WAIT_MS = 3_600_000;

async function lookAt(list: EventList, protocol: Protocol, state: LocationState<OpenProtocol>, at: number | null): Promise<void> {
  if (state.kind === 'broken') list.failed(state.error);
  if (state.kind === 'open') await list.attempt(() => list.compare(protocol, state.opened, at));
}

/** Emits changes until the operation is aborted. @throws the first unexpected error, and CortexError if the cursor file cannot be written */
export async function followEvents(
  { runtime, signal, progress }: OperationContext,
  list: EventList,
  protocols: readonly Protocol[],
  locationOf: (protocol: Protocol) => ProtocolLocation,
): Promise<void> {
  const over = new AbortController();
  const ended = AbortSignal.any([signal, over.signal]);
  const failed = (error: unknown) => over.abort(error);
  const followed = protocols.map((protocol) => new FollowedProtocol(protocol, { runtime, watch: watchDirectory, failed }));
  let isOpen = false;
  let isFirst = true;
  const looking = new CoalescedWork(runtime, LOOK_MS, async () => {
    await list.readLogs();
    const at = isFirst ? null : runtime.clock.now();
    for (const { protocol, roots } of followed) for (const { state } of roots) await lookAt(list, protocol, state, at);
    isFirst = false;
    void saving.request().catch(failed);
  });
  const saving = new CoalescedWork(runtime, SAVE_MS, () => list.save());
  // Before all protocols are open, what they have would count as new.
  const look = () => (isOpen ? void looking.request().catch(failed) : undefined);
  const { folder: anchor } = list;
  const target = path.join(anchor, CORTEX_FOLDER, '.local', 'timeline');
  const timeline = new PathWatch({ fs: runtime.fs, watch: watchDirectory, anchor, target, changed: look, failed: look });
  try {
    for (const each of followed) each.onDidChange(look);
    await Promise.all(followed.map((each) => each.show([locationOf(each.protocol)])));
    isOpen = true;
    await looking.request();
    progress('Waiting for changes. Press Ctrl-C to stop.');
    while (!ended.aborted) await runtime.sleep(MAX_WAIT_MS, ended);
  } finally {
    timeline.dispose();
    await looking.end();
    await saving.end();
    await Promise.all(followed.map((each) => each.close()));
  }
  if (over.signal.aborted) throw over.signal.reason;
}
