import { formatLateness, hasDayOnly, type Overdue, type StackMessage } from '../../../engine/stack/index.ts';
import { groupRow, limitRows, MAX_OF_ID, type MoreText, noRows, type Row } from '../../model/row.ts';
import { counted, duration, grouped, oneLine } from '../../model/text.ts';
import { messageLabel, messageLook, messageTime, messageTooltip } from './message-text.ts';
import type { ShownStack } from './stack-view-model.ts';

interface ShownMessage {
  readonly message: StackMessage;
  /** Folder of the stack that contains it. */
  readonly directory: string;
  /** Sender or recipient. */
  readonly other: string;
  readonly note: string;
  readonly isOverdue: boolean;
}

function messageRow(parent: string, { message, directory, other, note, isOverdue }: ShownMessage, now: number): Row {
  const { id, box, unread } = message;
  const label = messageLabel(message);
  const about = [other, messageTime(message, now), note].filter((part) => part !== '');
  return {
    id: `${parent}/message/${id.slice(0, MAX_OF_ID)}`,
    subject: { kind: 'stack-message', directory, box, id },
    label,
    description: about.join(' · '),
    icon: messageLook(message, isOverdue),
    tooltip: messageTooltip(message, now),
    accessibility: [`${oneLine(message.type, 30) || 'message'}: ${label}`, ...about].join(', '),
    context: box === 'outbox' ? 'stack-message.outbox' : `stack-message.${unread ? 'unread' : 'read'}`,
    command: 'cortex.stack.open',
    unfolded: null,
    children: noRows,
  };
}

function inDashboard(directory: string): MoreText {
  const tooltip = 'Open the Messages dashboard, which has them all.';
  return { description: 'in the dashboard', tooltip, command: 'cortex.messages.show', subject: { kind: 'stack', directory } };
}

interface Box {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly directory: string;
  readonly file: string;
}

/** Returns the row of a box. Without messages, a click opens its file. */
function boxRow<T>({ directory, file, ...text }: Box, messages: readonly T[], toRow: (message: T) => Row): Row {
  const row = groupRow(text, () => limitRows(text.id, messages, toRow, inDashboard(directory)));
  const empty = messages.length === 0 ? ({ unfolded: null, command: 'cortex.stack.open' } as const) : {};
  return { ...row, subject: { kind: 'stack-file', directory, file, line: 1 }, context: 'stack-box', ...empty };
}

const fromText = ({ from }: StackMessage) => `from ${oneLine(from, 40)}`;
const toText = ({ to }: StackMessage) => (to === null ? 'no recipient' : `to ${oneLine(to, 40)}`);

/** Returns the row of the inbox with the unread messages, newest first. */
export function inboxRow(parent: string, { files: { directory }, inbox, unread }: ShownStack, now: number): Row {
  const description = inbox.length === 0 ? 'empty' : `${grouped(unread.length)} unread of ${grouped(inbox.length)}`;
  const id = `${parent}/inbox`;
  const box = { id, label: 'Inbox', description, icon: 'inbox', directory, file: 'INBOX.md' };
  const shown = (message: StackMessage) => ({ message, directory, other: fromText(message), note: '', isOverdue: false });
  return boxRow(box, unread.toReversed(), (message) => messageRow(id, shown(message), now));
}

/** Returns the row of the outbox with the messages that wait to be routed. */
export function outboxRow(parent: string, { files: { directory }, outbox }: ShownStack, now: number): Row {
  const description = outbox.length === 0 ? 'empty' : counted(outbox.length, 'message');
  const id = `${parent}/outbox`;
  const box = { id, label: 'Outbox', description, icon: 'send', directory, file: 'OUTBOX.md' };
  const shown = (message: StackMessage) => ({ message, directory, other: toText(message), note: '', isOverdue: false });
  return { ...boxRow(box, outbox, (message) => messageRow(id, shown(message), now)), context: 'stack-outbox' };
}

/** Returns the group of overdue answers; empty if there are none. @param folderOf returns the folder of a message's stack */
export function overdueRows(
  parent: string,
  { overdue, files }: ShownStack,
  folderOf: (message: StackMessage) => string,
  now: number,
): Row[] {
  if (overdue.length === 0) return [];
  const id = `${parent}/overdue`;
  const group = { id, label: 'Overdue', description: counted(overdue.length, 'answer'), icon: 'watch' };
  const shown = ({ message, since }: Overdue): ShownMessage => {
    const note = `overdue for ${hasDayOnly(message) ? formatLateness(message.time, since, now) : duration(Math.max(0, now - since))}`;
    return { message, directory: folderOf(message), other: toText(message), note, isOverdue: true };
  };
  const row = groupRow(group, () => limitRows(id, overdue, (each) => messageRow(id, shown(each), now), inDashboard(files.directory)));
  return [{ ...row, context: 'stack-overdue' }];
}
