import { exactTime, type Message, type MessageDraft, type Routed } from '../../../engine/stack/index.ts';
import type { Row } from '../../model/row.ts';
import { clockTime, counted, oneLine } from '../../model/text.ts';

const ICONS: ReadonlyMap<string, string> = new Map([
  ['task', 'tasklist'],
  ['question', 'question'],
  ['milestone', 'milestone'],
  ['blocked', 'error'],
  ['done', 'pass'],
]);

/** Returns the codicon of a message type. */
export function messageIcon(type: string): string {
  return ICONS.get(type.toLowerCase()) ?? 'mail';
}

/** Matches the line breaks that editors recognize. */
const LINE_END = /[\n\r\u2028\u2029]/;
/** Number of UTF-16 code units to search for the first line. */
const LOOKED_AT = 400;

/** Returns the first line of a message that is not blank, or its id. */
export function messageLabel({ content, id }: Pick<Message, 'content' | 'id'>): string {
  const lines = content.slice(0, LOOKED_AT).split(LINE_END);
  const first = lines.map((line) => oneLine(line, 80)).find((line) => line !== '');
  return first ?? (oneLine(id, 60) || 'no text');
}

/** Formats the time of a message as `14:05`, or as written if it has no time of day or is invalid. Empty if it is missing. */
export function messageTime({ time }: Pick<Message, 'time'>, now: number): string {
  const at = exactTime({ time });
  return at === null ? oneLine(time ?? '', 30) : clockTime(at, now);
}

/** Returns the tooltip of a message; plain text. */
export function messageTooltip(message: Omit<MessageDraft, 'fields'> & Pick<Message, 'id'>, now: number): string {
  const { id, from, to, type, thread, replyTo, content } = message;
  const shown = (key: string, value: string | null) => (value === null || value === '' ? [] : [`${key} ${oneLine(value, 100)}`]);
  const head = [`${oneLine(type, 30) || 'message'} from ${oneLine(from, 60)}`, ...shown('to', to), messageTime(message, now)];
  const links = [...shown('thread', thread), ...shown('answers', replyTo), oneLine(id, 60)];
  return [oneLine(content, 500), head.filter((part) => part !== '').join(' · '), links.join(' · ')]
    .filter((line) => line !== '')
    .join('\n');
}

/** Returns the icon of a message. An overdue one is highlighted. */
export function messageLook({ type }: Pick<Message, 'type'>, isOverdue: boolean): Row['icon'] {
  return isOverdue ? { name: 'watch', color: 'charts.yellow' } : { name: messageIcon(type) };
}

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
