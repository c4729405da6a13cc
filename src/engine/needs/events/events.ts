import type { OperationContext, Outcome } from '../../platform/operation.ts';
import type { Protocol } from '../../platform/protocol.ts';
import { requireNamed } from '../../workspace/named-places.ts';
import { PROTOCOLS } from '../../workspace/protocols.ts';
import { locationOf } from '../needs-use-cases.ts';
import { EventList } from './event-list.ts';
import type { ChangeEvent, EventsInput, EventsOutput } from './events-schemas.ts';
import { followEvents } from './follow-events.ts';

const NO_EARLIER_STATE =
  'Plans, work queues and notes have no history: their changes are printed from one run to the next. Add --cursor-file FILE.';

/** Finds the changes up to now. */
async function listOnce(context: OperationContext, list: EventList, input: EventsInput, protocols: readonly Protocol[]): Promise<void> {
  await list.readLogs();
  for (const protocol of protocols) {
    const place = locationOf(context, input, protocol);
    await list.attempt(async () => {
      const { find } = await protocol.load();
      const opened = await find(context.runtime, place)?.open({ watch: null, warn: list.warn });
      if (opened === undefined) return;
      try {
        requireNamed(opened, place.named);
        await list.compare(protocol, opened, null);
      } finally {
        await opened.close();
      }
    });
  }
}

/**
 * Lists what changed in all protocols (docs/decisions/0059-events.md). Emits each change; without a receiver they are in the output.
 * `ok` is false if something could not be read.
 * @throws CortexError `invalid-input` for a wrong time or cursor file
 */
export async function listEvents(
  context: OperationContext,
  input: EventsInput,
  protocols: readonly Protocol[] = PROTOCOLS,
): Promise<Outcome<EventsOutput>> {
  const events: ChangeEvent[] = [];
  const list = EventList.open(context, input, context.emit ?? ((event) => void events.push(event)));
  try {
    if (input.follow) await followEvents(context, list, protocols, (protocol) => locationOf(context, input, protocol));
    else await listOnce(context, list, input, protocols);
    list.emitFound();
    await list.save();
  } finally {
    await list.close();
  }
  const isNoted = list.hasNoEarlierState && input.cursorFile === undefined && !input.follow;
  return { ok: !list.hasFailed, output: { events }, isEmitted: context.emit !== undefined, warnings: isNoted ? [NO_EARLIER_STATE] : [] };
}
