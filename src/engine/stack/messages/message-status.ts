import { parseMessages } from './format.ts';
import type { HeaderField, Message, PlacedMessage } from './message.ts';

/** Read status in a message's own header (later revisions of the public project: rulings, stack 1). */
export type MessageStatus = 'read' | 'unread';

const KEY = 'status';

const isStatus = ({ key }: HeaderField): boolean => key.toLowerCase() === KEY;

/** Returns the status in a header; `null` when it has none. */
export function statusIn({ fields }: Pick<Message, 'fields'>): MessageStatus | null {
  const status = fields.find(isStatus)?.value.toLowerCase();
  return status === 'read' || status === 'unread' ? status : null;
}

const VALUE = /^([^:]*:[ \t]*)\S+/;

/** Sets the status in the headers of the chosen messages that have such a line; no other byte changes. */
export function withStatus(text: string, isMeant: (message: PlacedMessage) => boolean, status: MessageStatus): string {
  const wrong = parseMessages(text).messages.filter((each) => isMeant(each) && (statusIn(each) ?? status) !== status);
  if (wrong.length === 0) return text;
  const lines = text.split('\n');
  for (const { place, fields } of wrong) {
    const at = place.line + fields.findIndex(isStatus);
    lines[at] = (lines[at] ?? '').replace(VALUE, (_, before: string) => before + status);
  }
  return lines.join('\n');
}

/** Returns a message as its recipient gets it: unread, whatever status the sender wrote. */
export function markUnreadForRecipient<M extends Message>(message: M): M {
  if (statusIn(message) !== 'read') return message;
  const first = message.fields.findIndex(isStatus);
  return { ...message, fields: message.fields.map((field, n) => (n === first ? { ...field, value: 'unread' } : field)) };
}
