import type { Checked } from '../../kernel/on-demand.ts';
import type { MessageFile } from '../format.ts';
import type { Message } from '../message.ts';
import type { messageSchema } from '../operations/common.ts';
import { readMarks } from '../read-marks.ts';
import { STACK_FILES, type StackStore } from '../store.ts';

export type MessageView = Checked<typeof messageSchema>;

/** A message as programs are given it. */
export function messageView(message: Message, isRead: (id: string) => boolean): MessageView {
  const { id, from, to, thread, replyTo, type, time, content } = message;
  return { id, from, to, thread, replyTo, type, time, content, unread: !isRead(id) };
}

/** All messages in INBOX, in their order. */
export function inboxViews(store: StackStore): { file: MessageFile; messages: MessageView[] } {
  const file = store.mailbox.read();
  const marks = readMarks(store);
  return { file, messages: file.messages.map((message) => messageView(message, (id) => marks.has(id))) };
}

/** Half a message at the end of INBOX is none, and is not kept silent. */
export function tornWarning({ torn }: MessageFile): string[] {
  if (torn === null) return [];
  return [`${STACK_FILES.inbox}:${torn.line}: here a message begins that is not whole: somebody writes it just now, or died writing it.`];
}
