import type { Checked } from '../../../engine/platform/on-demand.ts';
import { routeEvent, routeOutput } from '../../../engine/stack/index.ts';
import type { StackTexts } from '../../cstack-frame.ts';
import { counted, escapeText, table, textOutput } from '../layout.ts';

type Answer = Checked<typeof routeOutput>;
type Routed = Answer['routed'][number];
type Blocked = Answer['blocked'][number];

const OUTCOMES = { delivered: 'delivered', already: 'already delivered', kept: 'stays in the outbox' } as const;

const NOTHING = {
  whole: 'Nothing to route: every outbox is empty.',
  partial: 'No message was routed: not all outboxes could be read, see the warnings. Exit code: 1',
} as const;

const whom = ({ from, to }: Routed) => `${from} → ${to ?? '(no recipient)'}`;

/** Returns why an agent is blocked: its message and its tasks. */
function reasons({ tasks, message }: Blocked): string[] {
  const said = message === null ? [] : [`message ${JSON.stringify(message.title)} (${message.id})`];
  return [...said, ...tasks.map(({ number, title, why }) => `task #${number} ${title}${why === null ? '' : `: ${why}`}`)];
}

function routedText({ routed, isPartial, blocked, logged }: Answer): string {
  const kept = routed.filter(({ outcome }) => outcome === 'kept');
  const delivered = routed.filter(({ outcome }) => outcome === 'delivered').length;
  const stays = kept.length === 0 ? '' : `, ${kept.length} ${kept.length === 1 ? 'stays in the outbox' : 'stay in the outbox'}`;
  const told = logged === 0 ? '' : '; recorded in the timeline';
  const rows = routed.map((each) => [each.id, each.type || 'message', whom(each), OUTCOMES[each.outcome]]);
  const names = blocked.flatMap((each) => reasons(each).map((reason, n) => [n === 0 ? `  ${each.agent}` : '', reason]));
  return [
    routed.length === 0 ? NOTHING[isPartial ? 'partial' : 'whole'] : `${counted(delivered, 'message')} delivered${stays}${told}.`,
    ...(rows.length === 0 ? [] : [table(rows)]),
    ...routed.filter(({ why }) => why !== null).map(({ id, why }) => escapeText(`${id}: ${why}`)),
    ...(isPartial && routed.length > 0 ? ['Not all outboxes could be read: see the warnings. Exit code: 1'] : []),
    ...(names.length === 0 ? [] : ['', 'Blocked', table(names)]),
  ].join('\n');
}

function eventText(event: Checked<typeof routeEvent>): string {
  if ('agent' in event) return escapeText(`blocked  ${event.agent}  ${reasons(event).join('; ')}`);
  const { outcome, id, type, why } = event;
  return escapeText([OUTCOMES[outcome], id, type || 'message', whom(event), why ?? ''].filter((each) => each !== '').join('  '));
}

export const routeTexts: StackTexts = {
  texts: { route: textOutput(routeOutput, routedText) },
  parts: { route: textOutput(routeEvent, eventText) },
};
