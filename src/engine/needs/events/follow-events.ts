import { CoalescedWork } from '../../platform/coalesced-work.ts';
import type { OperationContext } from '../../platform/operation.ts';
import type { OpenProtocol, Protocol, ProtocolLocation } from '../../platform/protocol.ts';
import { followProtocols } from '../../workspace/follow-protocols.ts';
import type { LocationState } from '../../workspace/followed-location.ts';
import { FollowedProtocol } from '../../workspace/followed-protocol.ts';
import type { EventList } from './event-list.ts';

/** Shortest interval between two looks, in milliseconds. */
const LOOK_MS = 20;
/** Shortest interval between two writes of the cursor file, which may have megabytes. Milliseconds. */
const SAVE_MS = 1_000;
/** Nothing changes with the time alone. */
const AT_LEAST_EVERY_MS = 3_600_000;

async function lookAt(list: EventList, protocol: Protocol, state: LocationState<OpenProtocol>, at: number | null): Promise<void> {
  if (state.kind === 'broken') list.failed(state.error);
  if (state.kind === 'open') await list.attempt(() => list.compare(protocol, state.opened, at));
}

/** Emits changes until the operation is aborted. @throws the first unexpected error, and CortexError if the cursor file cannot be written */
export async function followEvents(
  context: OperationContext,
  list: EventList,
  protocols: readonly Protocol[],
  locationOf: (protocol: Protocol) => ProtocolLocation,
): Promise<void> {
  const { runtime, progress } = context;
  const unsaved = new AbortController();
  const saving = new CoalescedWork(runtime, SAVE_MS, () => list.save());
  let isFirst = true;
  try {
    await followProtocols(
      { runtime, signal: AbortSignal.any([context.signal, unsaved.signal]) },
      {
        folder: list.folder,
        gapMs: LOOK_MS,
        atLeastEveryMs: AT_LEAST_EVERY_MS,
        create: (options) => protocols.map((protocol) => new FollowedProtocol(protocol, options)),
        locationOf,
        look: async (followed) => {
          await list.readLogs();
          const at = isFirst ? null : runtime.clock.now();
          for (const { protocol, roots } of followed) for (const { state } of roots) await lookAt(list, protocol, state, at);
          list.emitFound();
          isFirst = false;
          void saving.request().catch((error: unknown) => unsaved.abort(error));
        },
        begun: () => progress('Waiting for changes. Press Ctrl-C to stop.'),
      },
    );
  } finally {
    await saving.end();
  }
  if (unsaved.signal.aborted) throw unsaved.signal.reason;
}
