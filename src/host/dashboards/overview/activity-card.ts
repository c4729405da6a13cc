import path from 'node:path';
import type { TimelineEntry } from '../../../engine/crtx/index.ts';
import { exactTime, type MessageThread, messageTime, type StackMessage } from '../../../engine/stack/index.ts';
import { typeAndOutcome } from '../../model/entry-text.ts';
import { entryTone } from '../../model/entry-tone.ts';
import { oneLine } from '../../model/text.ts';
import { messageIcon, messageLabel } from '../../stack/model/message-text.ts';
import { entryIcon } from '../timeline/state.ts';
import { type CardWithTargets, createLine, type LineWithTarget, viewAction } from './lines.ts';

/** Maximum number of entries and messages together. */
export const MAX_HAPPENED = 5;

/** The last entries of the timeline. */
export type LastEntries =
  | { readonly kind: 'none' }
  | { readonly kind: 'broken'; readonly message: string }
  | { readonly kind: 'entries'; readonly entries: readonly TimelineEntry[] };

/** A message with its time. A date without a time of day is its start. */
export interface TimedMessage {
  readonly message: StackMessage;
  readonly at: number;
  /** Name of the folder that contains its stack, if several folders have stacks. */
  readonly folder: string | null;
}

/** Returns the newest messages. Does not examine threads that are too old. @param threads newest first @param folder of the stacks */
export function lastMessages(threads: readonly MessageThread[], folder: string | null): readonly TimedMessage[] {
  const found: TimedMessage[] = [];
  for (const { messages, last } of threads) {
    const oldest = found.length < MAX_HAPPENED ? Number.NEGATIVE_INFINITY : (found.at(-1)?.at ?? 0);
    if (last === null || last <= oldest) break;
    const timed = messages.slice(-MAX_HAPPENED).flatMap((message): TimedMessage | [] => {
      const at = messageTime(message);
      return at === null ? [] : { message, at, folder };
    });
    found.push(...timed);
    found.sort((one, other) => other.at - one.at);
    found.length = Math.min(found.length, MAX_HAPPENED);
  }
  return found;
}

/** Returns the card of recent activity: timeline entries and messages, newest first. */
export function activityCard(last: LastEntries, messages: readonly TimedMessage[]): CardWithTargets {
  const entries = last.kind === 'entries' ? last.entries : [];
  const all = [
    ...entries.map((entry) => ({ at: entry.timestamp, line: happenedLine(entry) })),
    ...messages.map((message) => ({ at: message.at, line: messageLine(message) })),
  ];
  const sorted = all.sort((one, other) => other.at - one.at).slice(0, MAX_HAPPENED);
  const newest = sorted.map((each) => each.line);
  const notes = noteLines(last);
  const nothing = createLine({ id: 'nothing', icon: 'history', label: 'No entries yet.' });
  return {
    name: 'happened',
    count: null,
    lines: newest.length + notes.length === 0 ? [nothing] : [...notes, ...newest],
    ways: [
      ...(entries.length === 0 ? [] : [viewAction('Timeline', 'history', 'cortex.timeline.open')]),
      ...(messages.length === 0 ? [] : [viewAction('Messages', 'comment-discussion', 'cortex.messages.open')]),
    ],
  };
}

function noteLines(last: LastEntries): LineWithTarget[] {
  if (last.kind === 'broken') {
    const text = oneLine(last.message, 600);
    return [
      createLine({
        id: 'broken',
        icon: 'error',
        tone: 'bad',
        label: 'The timeline cannot be read',
        said: text,
        to: { command: 'cortex.problem.open', subject: { kind: 'message', text: last.message } },
      }),
    ];
  }
  return [];
}

function happenedLine(entry: TimelineEntry): LineWithTarget {
  const { id, type, action, agentId, outcome, timestamp } = entry;
  const facts = outcome === 'pending' ? [type] : typeAndOutcome(entry);
  const parts = [oneLine(agentId, 60), ...facts.map((fact) => oneLine(fact, 30))];
  return createLine({
    id: `entry/${id}`,
    icon: entryIcon(type),
    label: oneLine(action, 300) || oneLine(type, 60),
    tone: entryTone(entry),
    said: parts.filter((part) => part !== '').join(' · '),
    time: { kind: 'since', at: timestamp },
    to: { command: 'cortex.timeline.entry', subject: { kind: 'entry', id } },
  });
}

function messageLine({ message, folder }: TimedMessage): LineWithTarget {
  const { id, from, to, type, file, box, unread, time } = message;
  const at = exactTime(message);
  const parts = [
    oneLine(folder ?? '', 60),
    `${oneLine(from, 60)} to ${oneLine(to ?? 'no recipient', 60)}`,
    oneLine(type, 30),
    unread ? 'unread' : '',
    at === null ? oneLine(time ?? '', 30) : '',
  ];
  const subject = { kind: 'stack-message', directory: path.dirname(file), box, id } as const;
  return createLine({
    id: `message/${file}/${id}`,
    icon: messageIcon(type),
    tone: unread ? 'busy' : 'quiet',
    label: messageLabel(message),
    said: parts.filter((part) => part !== '').join(' · '),
    time: at === null ? null : { kind: 'since', at },
    to: { command: 'cortex.messages.show', subject },
  });
}
