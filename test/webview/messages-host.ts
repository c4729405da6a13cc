import type { MessageFolder } from '../../src/host/dashboards/messages/message-index.ts';
import type { MessagesState, MessagesStep, MessagesView, Sending } from '../../src/host/dashboards/messages/protocol.ts';
import { messagesStepSchema, messagesViewSchema } from '../../src/host/dashboards/messages/protocol.ts';
import type { RequestedMessage } from '../../src/host/dashboards/messages/state.ts';
import { MessagesViewModel } from '../../src/host/dashboards/messages/state.ts';
import type { ProblemRow } from '../../src/host/dashboards/protocol.ts';
import type { PageHost } from './dashboard-page.ts';

/** All messages that there are; the dashboard gets the part of them that it looks at, as the editor's host makes it. */
export interface Mail {
  readonly folders: readonly MessageFolder[];
  readonly now: number;
  readonly readOnly: string | null;
  readonly sending: Sending | null;
  readonly requested: RequestedMessage | null;
  readonly problems: readonly ProblemRow[];
}

/** What a stand-in has to show. */
export type MailContent = Mail | Exclude<MessagesState, { kind: 'messages' }>;

/** Answers the Messages dashboard as the contract says, from messages that a test makes up. */
export class MessagesHost implements PageHost<MessagesState, MessagesView, MessagesStep> {
  readonly page = 'messages';
  readonly views: MessagesView[] = [];
  readonly steps: MessagesStep[] = [];
  readonly #model = new MessagesViewModel();
  #show: (state: MessagesState) => void = () => undefined;

  constructor(private content: MailContent) {}

  connect(show: (state: MessagesState) => void): void {
    this.#show = show;
  }

  look(view: MessagesView): void {
    this.views.push(messagesViewSchema.parse(view));
    this.#push();
  }

  take(step: MessagesStep): void {
    this.steps.push(messagesStepSchema.parse(step));
  }

  /** Changes what there is, and tells the dashboard. */
  change(content: MailContent): void {
    this.content = content;
    this.#push();
  }

  #push(): void {
    const view = this.views.at(-1);
    if (view !== undefined) this.#show(this.#stateFor(view));
  }

  #stateFor(view: MessagesView): MessagesState {
    if ('kind' in this.content) return this.content;
    const { folders, ...circumstances } = this.content;
    this.#model.point(folders);
    return { kind: 'messages', snapshot: this.#model.take(view, circumstances) };
  }
}
