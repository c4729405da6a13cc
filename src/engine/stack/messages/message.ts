import type { HashedFields } from './message-id.ts';

/** A line `Key: value` of a header. */
export interface HeaderField {
  readonly key: string;
  readonly value: string;
}

/** Position in a text: offsets in UTF-16 code units, and the 1-based line of `from`. */
export interface TextPlace {
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

/** A message (seed 3, "INBOX.md / OUTBOX.md"; seed 4, "File Format Extensions"). */
export interface Message extends HashedFields {
  /** From the header, or derived from the message when the header has none. */
  readonly id: string;
  /** All fields of the header in order, unknown ones included. */
  readonly fields: readonly HeaderField[];
}

/** A message in a file, from the first line of its header to the next message. */
export interface PlacedMessage extends Message {
  readonly place: TextPlace;
  /** Whether the header contains the id. */
  readonly hasId: boolean;
}

/** A message without its id. */
export type MessageDraft = Omit<Message, 'id'>;

/** Fields that identify a message. The time does not count. */
export type Identified = Pick<Message, 'id' | 'from' | 'to' | 'thread' | 'replyTo' | 'type' | 'content'>;

/** Returns a key that is equal for messages with the same text to the same agent, whatever their ids. */
export function contentKey({ from, to, thread, replyTo, type, content }: Omit<Identified, 'id'>): string {
  return JSON.stringify([from, to, thread, replyTo, type, content]);
}

/** Returns a key that is equal for copies of one message. */
export function messageIdentity(message: Identified): string {
  return JSON.stringify([message.id, contentKey(message)]);
}
