import type { Overdue, StackMessage } from '../../../engine/stack/index.ts';
import { groupRow, limited, type MoreText, nothing, type Row } from '../../model/row.ts';
import { counted, duration, oneLine } from '../../model/text.ts';
import { messageLabel, messageLook, messageTime, messageTooltip } from './message-text.ts';
import type { ShownStack } from './stack-picture.ts';

interface ShownMessage {
  readonly message: StackMessage;
  /** The folder of the stack that it is in. */
  readonly directory: string;
  /** Whom it is from, or to. */
  readonly other: string;
  readonly note: string;
  readonly isOverdue: boolean;
}

function messageRow(parent: string, { message, directory, other, note, isOverdue }: ShownMessage, now: number): Row {
  const { id, box, unread } = message;
  const label = messageLabel(message);
  const about = [other, messageTime(message, now), note].filter((part) => part !== '');
  return {
    id: `${parent}/message/${id}`,
    subject: { kind: 'stack-message', directory, box, id },
    label,
    description: about.join(' · '),
    icon: messageLook(message, isOverdue),
    tooltip: messageTooltip(message, now),
    accessibility: [`${oneLine(message.type, 30) || 'message'}: ${label}`, ...about].join(', '),
    context: box === 'outbox' ? 'stack-message.outbox' : `stack-message.${unread ? 'unread' : 'read'}`,
    command: 'cortex.stack.open',
    unfolded: null,
    children: nothing,
  };
}

function inFile(directory: string, file: string): MoreText {
  const subject = { kind: 'stack-file', directory, file, line: 1 } as const;
  return { description: `in ${file}`, tooltip: `Open ${file}, which has them all.`, command: 'cortex.stack.open', subject };
}

interface Box {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly file: string;
}

/** A group that opens its file where nothing is below it. */
function boxRow(directory: string, { file, ...text }: Box, messages: readonly ShownMessage[], now: number): Row {
  const more = inFile(directory, file);
  const row = groupRow(text, () => limited(text.id, messages, (message) => messageRow(text.id, message, now), more));
  const empty = messages.length === 0 ? { unfolded: null, command: 'cortex.stack.open' } : {};
  return { ...row, subject: more.subject, context: 'stack-box', ...empty };
}

const fromText = ({ from }: StackMessage) => `from ${oneLine(from, 40)}`;
const toText = ({ to }: StackMessage) => (to === null ? 'to nobody' : `to ${oneLine(to, 40)}`);

/** What nobody has read yet, the newest first. */
export function inboxRow(parent: string, { files: { directory }, inbox, unread }: ShownStack, now: number): Row {
  const description = inbox.length === 0 ? 'empty' : `${unread.length} unread of ${inbox.length}`;
  const box = { id: `${parent}/inbox`, label: 'Inbox', description, icon: 'inbox', file: 'INBOX.md' };
  const shown = unread.toReversed().map((message) => ({ message, directory, other: fromText(message), note: '', isOverdue: false }));
  return boxRow(directory, box, shown, now);
}

/** What waits to be routed. */
export function outboxRow(parent: string, { files: { directory }, outbox }: ShownStack, now: number): Row {
  const description = outbox.length === 0 ? 'empty' : counted(outbox.length, 'message');
  const box = { id: `${parent}/outbox`, label: 'Outbox', description, icon: 'send', file: 'OUTBOX.md' };
  const shown = outbox.map((message) => ({ message, directory, other: toText(message), note: '', isOverdue: false }));
  return { ...boxRow(directory, box, shown, now), context: 'stack-outbox' };
}

/** What has had no answer for too long; nothing where all has. @param folderOf the folder of the stack that a message is in */
export function overdueRows(parent: string, { overdue }: ShownStack, folderOf: (message: StackMessage) => string, now: number): Row[] {
  if (overdue.length === 0) return [];
  const id = `${parent}/overdue`;
  const group = { id, label: 'Overdue', description: counted(overdue.length, 'answer'), icon: 'watch' };
  const shown = ({ message, since }: Overdue): ShownMessage => {
    const note = `overdue for ${duration(Math.max(0, now - since))}`;
    return { message, directory: folderOf(message), other: toText(message), note, isOverdue: true };
  };
  const [first] = overdue;
  const more = inFile(first === undefined ? '' : folderOf(first.message), 'INBOX.md');
  const row = groupRow(group, () => limited(id, overdue.map(shown), (message) => messageRow(id, message, now), more));
  return [{ ...row, context: 'stack-overdue' }];
}
