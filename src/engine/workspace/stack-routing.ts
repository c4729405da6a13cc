import { hash } from 'node:crypto';
import { CortexIO, nearestProject } from '../crtx/index.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Routed, RouteReport } from '../stack/index.ts';
import { type NewEntry, Timeline } from '../timeline/index.ts';

/** Author of the entries (rulings, stack 5). The sender named in a message proves nothing. */
const ROUTER = 'manager';
/** Longest name in an entry, in characters. Names come from messages and may have any length. */
const SHOWN_CHARACTERS = 120;

function shown(text: string): string {
  const characters = [...text.slice(0, 2 * SHOWN_CHARACTERS)];
  return characters.length <= SHOWN_CHARACTERS ? characters.join('') : `${characters.slice(0, SHOWN_CHARACTERS).join('')}…`;
}

/** Returns an id that is the same each time a message is routed to a recipient, so that its entry is recorded once. */
function entryId({ id, from, to, outcome }: Routed): string {
  const state = outcome === 'kept' ? 'kept' : 'delivered';
  return `tle_route_${hash('sha256', JSON.stringify([id, from, to, state]), 'hex').slice(0, 32)}`;
}

function entryOf(routed: Routed): NewEntry {
  const { id, from, to, type, outcome, why } = routed;
  const [sender, recipient] = [shown(from), to === null ? 'no recipient' : shown(to)];
  const isKept = outcome === 'kept';
  const kind = type === '' ? 'message' : shown(type);
  return {
    id: entryId(routed),
    agentId: ROUTER,
    type: isKept || type === 'blocked' ? 'escalation' : 'delegation',
    action: isKept ? `Could not deliver ${kind} from ${sender} to ${recipient}` : `Delivered ${kind} from ${sender} to ${recipient}`,
    reasoning: why ?? 'It was in an OUTBOX.',
    confidence: 1,
    context: { trigger: shown(id), state: { message: shown(id), from: sender, to: recipient, type: kind } },
    outcome: isKept ? 'failure' : 'success',
  };
}

/**
 * Records routed messages in the timeline, one entry each, if the repository has a `.cortex/` (seed 4, "Multi-Agent Orchestration").
 * Idempotent.
 * @param folder the folder of AGENTS.md, a real path
 * @returns the number of messages recorded; 0 without a timeline
 * @throws CortexError when the timeline cannot be read or written; the messages stay routed
 */
export async function recordRouting(runtime: Runtime, folder: string, { routed }: RouteReport): Promise<number> {
  const project = routed.length === 0 ? null : nearestProject(runtime.fs, folder);
  if (project === null) return 0;
  const timeline = new Timeline(new CortexIO(project.root, runtime));
  try {
    for (const each of routed) timeline.record(entryOf(each));
  } finally {
    await timeline.close();
  }
  return routed.length;
}
