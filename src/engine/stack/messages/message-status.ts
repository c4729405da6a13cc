import { parseMessages } from './format.ts';
import type { HeaderField, Message, PlacedMessage } from './message.ts';

/** What a header says of its message (later revisions of the public project: rulings, stack 1). */
export type MessageStatus = 'read' | 'unread';

const KEY = 'status';

const isStatus = ({ key }: HeaderField): boolean => key.toLowerCase() === KEY;

/** What a header says itself; `null` where it says nothing of the kind. */
export function statusIn({ fields }: Pick<Message, 'fields'>): MessageStatus | null {
  const said = fields.find(isStatus)?.value.toLowerCase();
  return said === 'read' || said === 'unread' ? said : null;
}

const VALUE = /^([^:]*:[ \t]*)\S+/;

/** Says in the headers of messages that have such a line what they are; no other byte changes. */
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

/** A message as it comes to whom it is for: new to them, whatever its sender has noted. */
export function asUnread<M extends Message>(message: M): M {
  if (statusIn(message) !== 'read') return message;
  const first = message.fields.findIndex(isStatus);
  return { ...message, fields: message.fields.map((field, n) => (n === first ? { ...field, value: 'unread' } : field)) };
}
