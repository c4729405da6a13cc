import type { HashedFields } from './message-id.ts';

/** A line `Key: value` of a header. */
export interface HeaderField {
  readonly key: string;
  readonly value: string;
}

/** Where something stands in a text: offsets in UTF-16 code units, and the 1-based line that it begins in. */
export interface TextPlace {
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

/** What a message says (seed 3, "INBOX.md / OUTBOX.md"; seed 4, "File Format Extensions"). */
export interface Message extends HashedFields {
  /** Of the header, or made from the message where that has none. */
  readonly id: string;
  /** All fields of the header in their order, also those that we do not know. */
  readonly fields: readonly HeaderField[];
}

/** A message in a file, from its header's first line to the next message. */
export interface PlacedMessage extends Message {
  readonly place: TextPlace;
  /** Whether the id stands in the header. */
  readonly hasId: boolean;
}

/** A message without its id. */
export type MessageDraft = Omit<Message, 'id'>;

/** What two messages have in common that are one; when they were written does not count. */
export type Identified = Pick<Message, 'id' | 'from' | 'to' | 'thread' | 'replyTo' | 'type' | 'content'>;

/** Equal for messages that say the same to the same agent, whatever their ids. */
export function wordingOf({ from, to, thread, replyTo, type, content }: Omit<Identified, 'id'>): string {
  return JSON.stringify([from, to, thread, replyTo, type, content]);
}

/** Equal for messages that are one. */
export function identityOf(message: Identified): string {
  return JSON.stringify([message.id, wordingOf(message)]);
}
