import type { Checked } from '../../platform/on-demand.ts';
import { conflictProblems } from '../conflicts.ts';
import type { MessageFile } from '../messages/format.ts';
import type { Identified, Message } from '../messages/message.ts';
import { isRead, readMarks } from '../messages/read-marks.ts';
import type { messageSchema } from '../schemas/common.ts';
import { STACK_FILES, type StackStore } from '../store.ts';

export type MessageView = Checked<typeof messageSchema>;

/** Returns a message in the form of JSON output. */
export function messageView(
  { id, from, to, thread, replyTo, type, time, content }: Identified & Pick<Message, 'time'>,
  unread: boolean,
): MessageView {
  return { id, from, to, thread, replyTo, type, time, content, unread };
}

/** Returns all messages of INBOX in file order. */
export function inboxViews(store: StackStore): { file: MessageFile; messages: MessageView[] } {
  const file = store.mailbox.read();
  const marks = readMarks(store);
  return { file, messages: file.messages.map((message) => messageView(message, !isRead(message, marks))) };
}

/**
 * Warns about an unfinished message at the end of INBOX, and about conflicts: their text is not read.
 * @param name absolute path of the file
 */
export function inboxWarnings({ torn, conflicts }: MessageFile, name: string): string[] {
  const unmerged = conflictProblems(name, conflicts);
  if (torn === null) return unmerged;
  return [
    ...unmerged,
    `${STACK_FILES.inbox}:${torn.line}: incomplete message: another program is writing it, or was stopped while writing it.`,
  ];
}
