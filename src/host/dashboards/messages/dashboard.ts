import path from 'node:path';
import * as vscode from 'vscode';
import { CortexError } from '../../../engine/platform/errors.ts';
import { markRead, markUnread, type StackMessage, type StackStore } from '../../../engine/stack/index.ts';
import { openPlace } from '../../commands/open.ts';
import { runCommand } from '../../commands/run-command.ts';
import { requireTrust } from '../../commands/trust.ts';
import { problemRows } from '../../model/pages.ts';
import { UNTRUSTED } from '../../session.ts';
import type { StackSession } from '../../stack/stack-session.ts';
import { stackAt } from '../../stack/which-stack.ts';
import { PageContent, type PageStep } from '../page-content.ts';
import { STEP_COMMANDS } from '../step-commands.ts';
import type { MessageFolder } from './message-index.ts';
import type { Draft, MessagesState, MessagesStep, MessagesView, Sending } from './protocol.ts';
import { messagesStepSchema, messagesViewSchema } from './protocol.ts';
import { send } from './send.ts';
import { listProblems, messageFolders, stacksAt } from './source.ts';
import type { RequestedMessage } from './state.ts';
import { MessagesViewModel } from './state.ts';

const GONE = { next: 'The list shows the current state.' };

/** Inputs of the Messages dashboard. */
export interface MessagesParts {
  readonly stacks: StackSession;
  readonly memory: vscode.Memento;
  readonly log: vscode.LogOutputChannel;
}

/** The Messages dashboard: the threads of all stacks (seed 4, "Thread Support"). */
export class MessagesDashboard extends PageContent<MessagesState, MessagesView, PageStep<MessagesStep>> {
  readonly #model = new MessagesViewModel();
  #sending: Sending | null = null;
  /** Ids of drafts that are being sent, or were sent. */
  readonly #sent = new Set<string>();

  constructor(private readonly parts: MessagesParts) {
    const { stacks } = parts;
    const schemas = { viewSchema: messagesViewSchema, stepSchema: messagesStepSchema };
    super({ page: 'messages', ...schemas, session: stacks.session }, [stacks.onDidChange, vscode.workspace.onDidGrantWorkspaceTrust]);
  }

  override stateFor(view: MessagesView): MessagesState {
    const { opened, session } = this.parts.stacks;
    if (opened.length === 0) return { kind: 'no-folder' };
    const folders = messageFolders(opened);
    const readOnly = vscode.workspace.isTrusted ? null : UNTRUSTED;
    const problems = problemRows(listProblems(opened));
    this.#model.point(folders);
    if (folders.length === 0) return { kind: 'no-stack', readOnly, problems };
    const now = session.runtime.clock.now();
    const requested = this.#requested();
    return { kind: 'messages', snapshot: this.#model.take(view, { sending: this.#sending, requested, problems, now, readOnly }) };
  }

  /** Returns the message or stack that the Stacks view requested, or `null` if it no longer exists. */
  #requested(): RequestedMessage | null {
    const { stacks } = this.parts;
    if (stacks.request === null) return null;
    const { id, subject } = stacks.request;
    const files = stacks.filesAt(subject.directory);
    const own = stacks.opened.find(({ opened }) => opened.files.some((each) => each === files));
    if (files === undefined || own === undefined) return null;
    const { root } = own.opened;
    if (subject.kind !== 'stack-message') return { id, root, stack: files.name, message: null };
    const message = files.boxes[subject.box].find((each) => each.id === subject.id);
    return message === undefined ? null : { id, root, stack: files.name, message };
  }

  override async take(step: PageStep<MessagesStep>): Promise<void> {
    switch (step.kind) {
      case 'init':
        return runCommand(STEP_COMMANDS.messages.init);
      case 'mark':
        return this.#mark([this.#find(step.message).message], step.read);
      case 'mark-thread': {
        const { thread } = this.#model.book.thread(step.thread) ?? this.#gone();
        return this.#mark(
          thread.messages.filter(({ unread }) => unread),
          true,
        );
      }
      case 'open-message': {
        const { message } = this.#find(step.message);
        return openPlace(message.file, message.place.line, 1);
      }
      case 'send':
        return this.#send(step.draft);
    }
  }

  /** @throws CortexError `not-found` */
  #find(id: string) {
    return this.#model.book.message(id) ?? this.#gone();
  }

  #gone(): never {
    throw new CortexError('not-found', 'this message no longer exists', GONE);
  }

  async #mark(messages: readonly StackMessage[], read: boolean): Promise<void> {
    requireTrust();
    const ids = new Map<StackStore, string[]>();
    for (const { file, id } of messages) {
      const { store } = stackAt(this.parts.stacks, path.dirname(file)).files.stack;
      ids.set(store, [...(ids.get(store) ?? []), id]);
    }
    for (const [store, own] of ids) await (read ? markRead(store, own) : markUnread(store, own));
  }

  async #send(draft: Draft): Promise<void> {
    // A key pressed twice, or a restored page, may request the same draft again.
    if (this.#sent.has(draft.id)) return;
    this.#sent.add(draft.id);
    this.#show({ draft: draft.id, outcome: 'sending', message: 'Sending …' });
    this.#model.expect(draft.text);
    const { memory, log, stacks } = this.parts;
    const stacksOf = ({ root }: MessageFolder) => stacksAt(stacks.opened, root);
    const sending = await send(draft, { book: this.#model.book, stacksOf, memory, log });
    if (sending.outcome === 'refused') {
      this.#sent.delete(draft.id);
      this.#model.forget(draft.text);
    }
    this.#show(sending);
  }

  #show(sending: Sending): void {
    this.#sending = sending;
    this.changed();
  }
}
