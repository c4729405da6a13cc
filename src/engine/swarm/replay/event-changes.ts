import { shortLine } from '../../crtx/shorten.ts';
import { counted, duration } from '../../text/amounts.ts';
import type { SwarmEvent } from '../events/events.ts';
import type { Consequences } from '../events/timeline-entries.ts';
import { describeAnswer, explainWarning, list, WAITS } from '../wording.ts';
import type { ChangeDraft } from './change.ts';

function ofEvent(event: SwarmEvent): ChangeDraft {
  switch (event.event) {
    case 'vanished':
      return { kind: 'vanished', who: null, subject: event.agent, what: `no heartbeat for ${duration(event.silentMs)}` };
    case 'proposal': {
      const { id, agent, state, agree } = event.proposal;
      const what = `${shortLine(event.task)}: ${agree} of ${event.entitled} for it`;
      return { kind: state === 'won' ? 'agreed' : 'rejected', who: agent, subject: id, what };
    }
    case 'answered':
      return {
        kind: 'answered',
        who: event.by,
        subject: event.file ?? event.task,
        what: `${shortLine(event.pick.id)}, ${describeAnswer(event)}`,
      };
    case 'merge-waits':
      return { kind: 'merge-waits', who: null, subject: event.task, what: `for ${WAITS[event.for]}` };
    case 'merged':
      return {
        kind: 'merged',
        who: event.by.at(-1) ?? null,
        subject: event.task,
        what: list([
          ...(event.failed > 0 ? [`the swarm has failed: ${counted(event.failed, 'failed task')}`] : []),
          ...(event.isVoted ? ['by vote'] : []),
          ...event.by.map((by) => `approved by ${shortLine(by)}`),
        ]),
      };
    case 'merge-refused':
      return { kind: 'merge-refused', who: event.by, subject: event.task, what: shortLine(event.reason) };
  }
}

/** Returns the changes that the rules caused: `before` by time, before the record was applied; `after` by the record itself. */
export function listConsequences({ events, limits }: Consequences): { readonly before: ChangeDraft[]; readonly after: ChangeDraft[] } {
  const warned = limits.map((limit): ChangeDraft => ({ kind: 'budget', who: null, subject: limit.limit, what: explainWarning(limit) }));
  const isVanished = ({ event }: SwarmEvent) => event === 'vanished';
  const after = events.filter((event) => !isVanished(event)).map(ofEvent);
  return { before: events.filter(isVanished).map(ofEvent), after: [...after, ...warned] };
}
