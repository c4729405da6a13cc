import { hash } from 'node:crypto';
import path from 'node:path';
import { shortLine } from '../../crtx/shorten.ts';
import type { TrackedItem } from '../../platform/tracked-item.ts';
import { findRecipient, type StackMessage } from '../messages/all-messages.ts';
import { exactTime } from '../messages/message-time.ts';
import type { PlanTask } from '../plan/plan.ts';
import { STACK_FILES } from '../store.ts';
import type { StackFiles } from './stack-files.ts';

/** A message keeps its key when it is delivered, so its delivery is a change of its state. */
function messageItem(message: StackMessage): TrackedItem {
  const { id, from, to, box, unread, file, place } = message;
  return {
    key: `message ${from} ${to ?? ''} ${id}`,
    kind: 'message',
    title: `to ${findRecipient(message) ?? '(no recipient)'}: ${shortLine(message.content)}`,
    state: box === 'outbox' ? 'sent' : unread ? 'unread' : 'read',
    version: '',
    agent: from,
    file,
    line: place.line,
    since: exactTime(message),
  };
}

function taskItem(task: PlanTask, agent: string, file: string): TrackedItem {
  const { id, title, status, text, line } = task;
  return {
    key: `plan ${agent} ${id ?? title}`,
    kind: 'plan task',
    title: `${agent}: ${shortLine(title)}`,
    state: status,
    version: hash('sha256', text, 'base64url'),
    agent,
    file,
    line,
    since: null,
  };
}

/** Returns the messages and plan tasks of all stacks. */
export function listStackItems(files: readonly StackFiles[], messages: readonly StackMessage[]): readonly TrackedItem[] {
  const tasks = files.flatMap(({ name, directory, tasks: own }) =>
    own.map((task) => taskItem(task, name, path.join(directory, STACK_FILES.plan))),
  );
  return [...messages.map(messageItem), ...tasks];
}
