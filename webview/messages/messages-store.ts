import type {
  Draft,
  MessageRequest,
  MessageRow,
  MessagesFilter,
  MessagesSnapshot,
  MessagesState,
  MessagesStep,
  MessagesView,
  OpenThread,
  Sending,
} from '../../src/host/dashboards/messages/protocol.ts';
import { cursorAt, knownIds } from '../cursor.ts';
import { rangeFrom } from '../grid/ranges.ts';
import { PageStore, type StoreOptions } from '../page-store.ts';
import { storeContext } from '../store-context.ts';
import { type ListName, ofLists, readSavedMessages, type SavedMessages } from './saved-messages.ts';

const NO_MESSAGES = { total: 0, from: 0, rows: [] };

/** Type of a new message. */
const NEW_TYPE = 'task';
/** Initial type of a reply, by the type of its message; any other gets the type of a new message. */
const REPLY_TYPES: ReadonlyMap<string, string> = new Map([
  ['task', 'done'],
  ['question', 'done'],
]);

/** Store of the Messages dashboard. */
export class MessagesStore extends PageStore<ListName, MessagesState, MessagesView, MessagesStep, SavedMessages> {
  /** Selected thread whose messages have not arrived yet. */
  private awaited: string | null = null;
  /** Id of the draft that was last sent from this page. */
  private lastSent: string | null = null;
  /** Id of the draft being sent, until its result is known. */
  private onItsWay: string | null = null;
  /** Counts how often a draft was begun, so that the form can set the focus each time. */
  begun = 0;

  constructor(around: StoreOptions<MessagesView, MessagesStep>) {
    super(around, ofLists, readSavedMessages(around.saved));
  }

  /** Changes the filter, and scrolls to the first thread. */
  filter(change: Partial<MessagesFilter>): void {
    this.ranges = { ...this.ranges, threads: rangeFrom(0) };
    this.change({ ...this.view, filter: { ...this.view.filter, ...change }, tops: { ...this.view.tops, threads: 0 } });
  }

  override choose(list: ListName, index: number): void {
    super.choose(list, index);
    this.follow();
  }

  /** Expands a long message, or collapses it. */
  unfold(message: string, whole: boolean): void {
    const others = this.view.unfolded.filter((id) => id !== message);
    this.change({ ...this.view, unfolded: whole ? [...others, message] : others });
  }

  /** Begins a message without a recipient. */
  compose(): void {
    this.begin({ to: '', type: NEW_TYPE, replyTo: null });
  }

  /** Begins a reply; text that was already written stays. */
  reply({ id, from, type }: MessageRow): void {
    this.begin({ to: from, type: REPLY_TYPES.get(type.toLowerCase()) ?? NEW_TYPE, replyTo: id });
  }

  private begin(change: Pick<Draft, 'to' | 'type' | 'replyTo'>): void {
    const { draft } = this.view;
    const text = draft === null || this.isOnItsWay(draft) ? '' : draft.text;
    this.begun += 1;
    this.change({ ...this.view, draft: { id: crypto.randomUUID(), thread: '', text, ...change } });
  }

  write(change: Partial<Draft>): void {
    if (this.view.draft === null || this.isOnItsWay(this.view.draft)) return;
    // A changed draft is another message than a rejected one, so it gets a new id.
    this.change({ ...this.view, draft: { ...this.view.draft, ...change, id: crypto.randomUUID() } });
  }

  discard(): void {
    this.change({ ...this.view, draft: null });
  }

  /** Sends the draft, at most once. */
  send(): void {
    const { draft } = this.view;
    if (draft === null || this.isOnItsWay(draft)) return;
    this.lastSent = draft.id;
    this.onItsWay = draft.id;
    this.take({ kind: 'send', draft });
    this.change({ ...this.view });
  }

  /** Reports whether a draft was sent and its result is not known yet. */
  isOnItsWay({ id }: Draft): boolean {
    return id === this.onItsWay;
  }

  /** Reports whether a send belongs to this page: its draft is open here, or was sent from here. */
  isOurs({ draft }: Sending): boolean {
    return draft === this.lastSent || draft === this.view.draft?.id;
  }

  /** Shows the messages of the selected thread. */
  private follow(): void {
    const thread = this.view.cursors.threads?.id ?? null;
    if (thread === null || thread === this.view.thread) return;
    this.awaited = thread;
    const { cursors, tops } = this.view;
    this.change({
      ...this.view,
      thread,
      start: null,
      unfolded: [],
      cursors: { ...cursors, messages: null },
      tops: { ...tops, messages: 0 },
    });
  }

  protected override takeIn(state: MessagesState, at: number): void {
    if (state.kind !== 'messages') return;
    const { snapshot } = state;
    this.clock.set(snapshot.now, at);
    this.arrive(snapshot.thread);
    this.settle({
      threads: knownIds(snapshot.threads, ({ id }) => id),
      messages: knownIds(snapshot.thread?.messages ?? NO_MESSAGES, ({ id }) => id),
    });
    this.follow();
    this.forgetSent(snapshot);
    this.grant(snapshot.request);
  }

  /** Shows a message that was requested elsewhere in the editor, only once even when the page is reloaded. */
  private grant(request: MessageRequest | null): void {
    if (request === null || request.id === this.view.granted) return;
    const { filter, place } = request;
    this.ranges = { ...this.ranges, threads: rangeFrom(place?.index ?? 0) };
    const tops = { ...this.view.tops, threads: place?.index ?? 0 };
    const view = { ...this.view, granted: request.id, filter, tops };
    if (place === null) {
      this.view = view;
      return;
    }
    const { thread, index, message } = place;
    this.awaited = thread;
    this.wantsKeys = true;
    const cursors = { threads: { index, id: thread, awaited: false }, messages: null };
    this.view = { ...view, thread, start: message, unfolded: [], cursors, tops: { ...tops, messages: 0 } };
  }

  /** Selects the message at which reading begins, and scrolls to it. */
  private arrive(thread: OpenThread | null): void {
    if (thread === null || thread.id !== this.awaited || thread.id !== this.view.thread) return;
    // Ignore a thread that was requested with another start.
    if (thread.wanted !== this.view.start) return;
    this.awaited = null;
    const { start, messages } = thread;
    this.ranges = { ...this.ranges, messages: { from: messages.from, count: messages.rows.length } };
    const cursor = cursorAt(
      start,
      knownIds(messages, ({ id }) => id),
    );
    const { cursors, tops } = this.view;
    this.view = { ...this.view, cursors: { ...cursors, messages: cursor }, tops: { ...tops, messages: start } };
  }

  /** Discards the draft once it was sent; a draft begun meanwhile stays. */
  private forgetSent({ sending }: MessagesSnapshot): void {
    if (sending === null || sending.outcome === 'sending') return;
    if (sending.draft === this.onItsWay) this.onItsWay = null;
    if (sending.outcome === 'sent' && sending.draft === this.view.draft?.id) this.view = { ...this.view, draft: null };
  }

  protected override wanted(): MessagesView {
    const { filter, thread, start, unfolded, draft } = this.view;
    const { threads, messages } = this.ranges;
    return {
      filter,
      threads,
      thread,
      start,
      messages: this.awaited === null ? messages : null,
      unfolded,
      answering: draft?.replyTo ?? null,
    };
  }
}

export const { Context: MessagesContext, use: useMessages } = storeContext<MessagesStore>();
