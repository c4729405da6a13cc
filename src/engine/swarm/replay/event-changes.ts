import { shortLine } from '../../crtx/shorten.ts';
import { counted, duration } from '../../text/amounts.ts';
import type { SwarmEvent } from '../events/events.ts';
import type { Consequences } from '../events/timeline-entries.ts';
import { describeAnswer, explainWarning, list, WAITS } from '../wording.ts';
import type { ChangeDraft } from './change.ts';

function ofEvent(event: SwarmEvent): ChangeDraft {
  switch (event.event) {
    case 'vanished':
      return { kind: 'unresponsive', agent: null, subject: event.agent, detail: `no heartbeat for ${duration(event.silentMs)}` };
    case 'proposal': {
      const { id, agent, state, agree } = event.proposal;
      const detail = `${shortLine(event.task)}: ${agree} of ${event.entitled} for it`;
      return { kind: state === 'won' ? 'agreed' : 'rejected', agent, subject: id, detail };
    }
    case 'answered':
      return {
        kind: 'answered',
        agent: event.by,
        subject: event.file ?? event.task,
        detail: `${shortLine(event.pick.id)}, ${describeAnswer(event)}`,
      };
    case 'merge-waits':
      return { kind: 'merge-pending', agent: null, subject: event.task, detail: `for ${WAITS[event.for]}` };
    case 'merged':
      return {
        kind: 'merged',
        agent: event.by.at(-1) ?? null,
        subject: event.task,
        detail: list([
          ...(event.failed > 0 ? [`the swarm has failed: ${counted(event.failed, 'failed task')}`] : []),
          counted(event.results, 'result'),
          ...(event.isVoted ? ['by vote'] : []),
          ...event.by.map((by) => `approved by ${shortLine(by)}`),
          ...(event.isVoted || event.by.length > 0 ? [] : ['no approval was needed']),
        ]),
      };
    case 'merge-refused':
      return { kind: 'merge-refused', agent: event.by, subject: event.task, detail: shortLine(event.reason) };
  }
}

/** Returns the changes that the rules caused: `before` by time, before the record was applied; `after` by the record itself. */
export function listConsequences({ events, limits }: Consequences): { readonly before: ChangeDraft[]; readonly after: ChangeDraft[] } {
  const warned = limits.map(
    (limit): ChangeDraft => ({ kind: 'budget-warning', agent: null, subject: limit.limit, detail: explainWarning(limit) }),
  );
  const isVanished = ({ event }: SwarmEvent) => event === 'vanished';
  const after = events.filter((event) => !isVanished(event)).map(ofEvent);
  return { before: events.filter(isVanished).map(ofEvent), after: [...after, ...warned] };
}
