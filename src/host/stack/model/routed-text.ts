import type { Routed } from '../../../engine/stack/index.ts';
import { counted, oneLine } from '../../model/text.ts';

interface RoutedText {
  readonly text: string;
  /** Whether a message was not delivered, or something else went wrong. */
  readonly isUrgent: boolean;
}

/** Describes the result of routing: how many messages were delivered, and why the first remaining one was not. */
export function routedText(
  routed: readonly (Pick<Routed, 'to' | 'outcome'> & { readonly why?: string | null })[],
  problems: readonly string[],
): RoutedText {
  const kept = routed.filter(({ outcome }) => outcome === 'kept');
  const brought = routed.length - kept.length;
  if (routed.length === 0 && problems.length === 0) return { text: 'There are no messages to route.', isUrgent: false };
  const stays =
    kept.length === 0 ? [] : [kept.length === 1 ? '1 message was not delivered.' : `${kept.length} messages were not delivered.`];
  const [first] = kept;
  const reason =
    first === undefined ? problems.slice(0, 1) : [`To ${oneLine(first.to ?? 'no recipient', 40)}: ${oneLine(first.why ?? '', 300)}`];
  const said = brought === 0 ? 'No messages were delivered.' : `Delivered ${counted(brought, 'message')}.`;
  return { text: [said, ...stays, ...reason].join(' '), isUrgent: kept.length > 0 || problems.length > 0 };
}
