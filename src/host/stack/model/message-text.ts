import { type Message, momentOf } from '../../../engine/stack/index.ts';
import type { Row } from '../../model/row.ts';
import { clockTime, oneLine } from '../../model/text.ts';

const ICONS: ReadonlyMap<string, string> = new Map([
  ['task', 'tasklist'],
  ['question', 'question'],
  ['milestone', 'milestone'],
  ['blocked', 'error'],
  ['done', 'pass'],
]);

/** The codicon of a type of messages. */
export function messageIcon(type: string): string {
  return ICONS.get(type.toLowerCase()) ?? 'mail';
}

/** A line feed ends a line, and so does whatever an editor takes for one. */
const LINE_END = /[\n\r\u2028\u2029]/;
/** Longer first lines are cut anyway. */
const LOOKED_AT = 400;

/** What a message is about: its first line that says something. */
export function messageLabel({ content, id }: Pick<Message, 'content' | 'id'>): string {
  const lines = content.slice(0, LOOKED_AT).split(LINE_END);
  const first = lines.map((line) => oneLine(line, 80)).find((line) => line !== '');
  return first ?? (oneLine(id, 60) || 'no text');
}

/** `14:05`, as the message says it where that is a day alone or no time; empty where it says none. */
export function messageTime({ time }: Pick<Message, 'time'>, now: number): string {
  const at = momentOf({ time });
  return at === null ? oneLine(time ?? '', 30) : clockTime(at, now);
}

/** Everything about a message at a glance, as plain text. */
export function messageTooltip(message: Message, now: number): string {
  const { id, from, to, type, thread, replyTo, content } = message;
  const shown = (key: string, value: string | null) => (value === null || value === '' ? [] : [`${key} ${oneLine(value, 100)}`]);
  const head = [`${oneLine(type, 30) || 'message'} from ${oneLine(from, 60)}`, ...shown('to', to), messageTime(message, now)];
  const links = [...shown('thread', thread), ...shown('answers', replyTo), oneLine(id, 60)];
  return [oneLine(content, 500), head.filter((part) => part !== '').join(' · '), links.join(' · ')]
    .filter((line) => line !== '')
    .join('\n');
}

/** How the icon of a message looks: what waits for an answer too long stands out. */
export function messageLook({ type }: Pick<Message, 'type'>, isOverdue: boolean): Row['icon'] {
  return isOverdue ? { name: 'watch', color: 'charts.yellow' } : { name: messageIcon(type) };
}
