import * as vscode from 'vscode';
import type { Checked } from '../../engine/platform/on-demand.ts';
import {
  findRecipient,
  MESSAGE_TYPES,
  markRead,
  markUnread,
  routeOutput,
  type StackMessage,
  type Stacks,
  sendOutput,
} from '../../engine/stack/index.ts';
import { askText, type Choice, choose, NothingToChoose, requireNonEmpty } from '../commands/ask.ts';
import { required } from '../commands/forms/pickers.ts';
import type { Handlers } from '../commands/handlers.ts';
import { reportDone, showWarning } from '../commands/notifications.ts';
import { runStackOperation, type Work } from '../commands/operations.ts';
import { requireTrust } from '../commands/trust.ts';
import type { RegisteredId } from '../manifest/manifest.ts';
import type { Subject } from '../model/row.ts';
import { oneLine, pickText } from '../model/text.ts';
import { messageIcon, messageLabel, routedText } from './model/message-text.ts';
import type { StackSession } from './stack-session.ts';
import { messageIn, stackAt, stackFor, stacksFor, userNameIn } from './which-stack.ts';

/** Handlers of the commands for messages, by id. */
export function messageCommands(session: StackSession, log: vscode.LogOutputChannel) {
  return {
    'cortex.stack.send': (subject) => send(session, subject, log),
    'cortex.stack.reply': (subject) => reply(session, subject, log),
    'cortex.stack.route': (subject) => route(session, subject, log),
    'cortex.stack.sendAny': () => send(session, null, log),
    'cortex.stack.routeAll': () => route(session, null, log),
    'cortex.stack.markRead': (subject) => mark(session, subject, true),
    'cortex.stack.markUnread': (subject) => mark(session, subject, false),
  } satisfies Partial<Handlers<RegisteredId>>;
}

async function pickType(title: string): Promise<string> {
  const choices: Choice<string | null>[] = MESSAGE_TYPES.map((type) => ({ label: `$(${messageIcon(type)}) ${type}`, value: type }));
  choices.push({ label: '$(edit) Another type…', value: null });
  const chosen = await choose(choices, { title, placeHolder: 'Choose a message type' });
  return chosen ?? askText({ title, prompt: 'Message type, in one word', check: requireNonEmpty });
}

interface Written {
  readonly from: string;
  readonly to: string;
  readonly replyTo?: string;
}

/** Asks for the text of a message, and sends it. @param said its type, if known */
async function writeAndSend(work: Work, title: string, written: Written, said: string | undefined): Promise<void> {
  const type = said ?? (await pickType(title));
  const text = await askText({
    title,
    prompt: `Message from ${oneLine(written.from, 40)} to ${oneLine(written.to, 40)}`,
    check: requireNonEmpty,
  });
  const { output, warnings = [] } = await runStackOperation(work, 'send', { ...written, type, text });
  const { to, isNew } = sendOutput().parse(output);
  for (const warning of warnings) work.log.warn(`send: ${warning}`);
  if (warnings.length > 0) return showWarning(warnings.join(' '));
  reportDone(isNew ? `Sent to ${oneLine(to, 60)}.` : `${oneLine(to, 60)} already has this message.`);
}

const typeIn = (subject: Subject | null) => (subject !== null && 'type' in subject ? subject.type : undefined);

function workIn(session: StackSession, { root }: Stacks, log: vscode.LogOutputChannel): Work {
  return { runtime: session.session.runtime, directory: root, log };
}

async function send(session: StackSession, subject: Subject | null, log: vscode.LogOutputChannel): Promise<void> {
  requireTrust();
  const title = 'Send Message';
  const { files, stacks } = await stackFor(session, subject, title);
  await writeAndSend(workIn(session, stacks, log), title, { from: userNameIn(stacks), to: files.name }, typeIn(subject));
}

/** Maximum number of messages to choose from. The dashboard lists all of them. */
const MAX_PICKED = 500;

/** Asks for one of the newest messages of an inbox. */
async function pickMessage(session: StackSession, title: string): Promise<StackMessage> {
  const { files } = await stackFor(session, null, title);
  const { inbox } = files.boxes;
  const choices = inbox
    .slice(-MAX_PICKED)
    .toReversed()
    .map((message) => ({
      label: `$(${messageIcon(message.type)}) ${pickText(messageLabel(message))}`,
      description: pickText(`from ${message.from}${message.unread ? ' · unread' : ''}`),
      value: message,
    }));
  return choose(required(choices, 'This inbox is empty.'), {
    title,
    placeHolder: inbox.length > MAX_PICKED ? `Choose one of the newest ${MAX_PICKED} messages` : 'Choose a message',
  });
}

/** Replies to a message as its recipient. */
async function reply(session: StackSession, subject: Subject | null, log: vscode.LogOutputChannel): Promise<void> {
  requireTrust();
  const title = 'Reply to Message';
  const message = subject?.kind === 'stack-message' ? messageIn(session, subject) : await pickMessage(session, title);
  const { stacks } = await stackOf(session, message);
  const from = findRecipient(message) ?? userNameIn(stacks);
  await writeAndSend(workIn(session, stacks, log), title, { from, to: message.from, replyTo: message.id }, typeIn(subject));
}

async function stackOf(session: StackSession, { file }: StackMessage) {
  return stackAt(session, vscode.Uri.joinPath(vscode.Uri.file(file), '..').fsPath);
}

async function mark(session: StackSession, subject: Subject | null, isRead: boolean): Promise<void> {
  requireTrust();
  const title = isRead ? 'Mark as Read' : 'Mark as Unread';
  const message = subject?.kind === 'stack-message' ? messageIn(session, subject) : await pickMessage(session, title);
  const { files } = await stackOf(session, message);
  if (message.box === 'outbox') throw new NothingToChoose('This message has not been delivered yet.');
  await (isRead ? markRead : markUnread)(files.stack.store, [message.id]);
}

/** Delivers the messages in all outboxes, in every repository, and reports the result. */
async function route(session: StackSession, subject: Subject | null, log: vscode.LogOutputChannel): Promise<void> {
  requireTrust();
  const done: { readonly routed: Checked<typeof routeOutput>['routed']; readonly warnings: readonly string[] }[] = [];
  for (const stacks of stacksFor(session, subject)) {
    const { output, warnings = [] } = await runStackOperation(workIn(session, stacks, log), 'route', {});
    done.push({ routed: routeOutput().parse(output).routed, warnings });
  }
  const routed = done.flatMap((each) => each.routed);
  const warnings = done.flatMap((each) => each.warnings);
  for (const { id, outcome, why } of routed)
    if (why !== undefined) log.warn(`route: ${id} ${outcome === 'kept' ? 'was not delivered' : 'was delivered'}: ${why}`);
  for (const warning of warnings) log.warn(`route: ${warning}`);
  const { text, isUrgent } = routedText(routed, warnings);
  if (isUrgent) showWarning(text);
  else reportDone(text);
}
