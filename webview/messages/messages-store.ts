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
import { PageStore, type Surroundings } from '../page-store.ts';
import { storeContext } from '../store-context.ts';
import { type ListName, ofLists, readSavedMessages, type SavedMessages } from './saved-messages.ts';

const NO_MESSAGES = { total: 0, from: 0, rows: [] };

/** What a message is at first. */
const NEW_TYPE = 'task';
/** What an answer to these is at first; any other one is a new task. */
const REPLY_TYPES: ReadonlyMap<string, string> = new Map([
  ['task', 'done'],
  ['question', 'done'],
]);

/** All that the Messages dashboard knows. */
export class MessagesStore extends PageStore<ListName, MessagesState, MessagesView, MessagesStep, SavedMessages> {
  /** The thread that was chosen, of which nothing has come yet. */
  private awaited: string | null = null;
  /** The draft that was sent last from this page. */
  private lastSent: string | null = null;
  /** The same, until it is known what became of it. */
  private onItsWay: string | null = null;
  /** How often somebody has begun to write here. */
  begun = 0;

  constructor(around: Surroundings<MessagesView, MessagesStep>) {
    super(around, ofLists, readSavedMessages(around.saved));
  }

  /** Shows other threads from now on, from the first one. */
  filter(change: Partial<MessagesFilter>): void {
    this.ranges = { ...this.ranges, threads: rangeFrom(0) };
    this.change({ ...this.view, filter: { ...this.view.filter, ...change }, tops: { ...this.view.tops, threads: 0 } });
  }

  override choose(list: ListName, index: number): void {
    super.choose(list, index);
    this.follow();
  }

  /** Shows a long message whole, or its beginning again. */
  unfold(message: string, whole: boolean): void {
    const others = this.view.unfolded.filter((id) => id !== message);
    this.change({ ...this.view, unfolded: whole ? [...others, message] : others });
  }

  /** Begins a message to whoever is chosen. */
  compose(): void {
    this.begin({ to: '', type: NEW_TYPE, replyTo: null });
  }

  /** Begins an answer to a message; what was written already stays. */
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
    // What was refused and is changed is another message.
    this.change({ ...this.view, draft: { ...this.view.draft, ...change, id: crypto.randomUUID() } });
  }

  discard(): void {
    this.change({ ...this.view, draft: null });
  }

  /** Once, however often it is asked for. */
  send(): void {
    const { draft } = this.view;
    if (draft === null || this.isOnItsWay(draft)) return;
    this.lastSent = draft.id;
    this.onItsWay = draft.id;
    this.take({ kind: 'send', draft });
    this.change({ ...this.view });
  }

  /** Whether it has been sent, and nobody knows yet what became of it. */
  isOnItsWay({ id }: Draft): boolean {
    return id === this.onItsWay;
  }

  /** Whether something that was sent is what stands here, or went from here. */
  isOurs({ draft }: Sending): boolean {
    return draft === this.lastSent || draft === this.view.draft?.id;
  }

  /** The messages of the thread that was chosen are shown. */
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

  /** Shows what was asked for elsewhere in the editor; once, also when the page is made anew. */
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

  /** Where one begins to read a thread is in view, and chosen. */
  private arrive(thread: OpenThread | null): void {
    if (thread === null || thread.id !== this.awaited || thread.id !== this.view.thread) return;
    // What was on its way when something else was asked for is not what was asked for.
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

  /** A message that was sent is no draft any more; one that was begun meanwhile is. */
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
