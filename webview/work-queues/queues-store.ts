import type {
  QueueCard,
  QueueFilter,
  QueueList,
  QueueMove,
  QueueRequest,
  QueuesChanges,
  QueuesPush,
  QueuesSnapshot,
  QueuesState,
  QueuesStep,
  QueuesView,
} from '../../src/host/dashboards/work-queues/protocol.ts';
import { cursorAt, type KnownIds, knownIds } from '../cursor.ts';
import { rangeAround, rangeFrom } from '../grid/ranges.ts';
import { PageStore, type Surroundings } from '../page-store.ts';
import { storeContext } from '../store-context.ts';
import { type FormKind, ofLists, type QueueForm, readSavedQueues, type SavedQueues } from './saved-queues.ts';
import { filledForm, formFor, seenOf, stepOf } from './task-actions.ts';

/** All that the Work Queues dashboard knows. */
export class QueuesStore extends PageStore<QueueList, QueuesState, QueuesView, QueuesStep, SavedQueues> {
  /** What this page has asked for last. */
  private lastRequest: string | null = null;
  /** The task that was moved last, whose place is looked for. */
  private sought: string | null = null;
  /** Whether the person has chosen another card since they asked for something last: then nothing takes that one out of their hand. */
  private isElsewhere = false;
  /** What has been seen done already. */
  private settled: string | null = null;
  /** The task that is being changed, until the host has said what became of it. */
  private changing: string | null = null;
  /** What the host has told by now. */
  private received: QueuesState | null = null;

  constructor(around: Surroundings<QueuesView, QueuesStep>) {
    super(around, ofLists, readSavedQueues(around.saved));
  }

  /** Takes what the host pushes. */
  override show(push: QueuesPush): void {
    this.received = push.kind === 'changes' ? withChanges(this.received, push.changes) : push;
    if (this.received !== null) super.show(this.received);
  }

  /** Shows other tasks from now on, from the first ones. */
  filter(change: Partial<QueueFilter>): void {
    this.ranges = ofLists(() => rangeFrom(0));
    this.change({ ...this.view, filter: { ...this.view.filter, ...change }, tops: ofLists(() => 0) });
  }

  override choose(list: QueueList, index: number): void {
    this.isElsewhere = true;
    this.sought = null;
    super.choose(list, index);
  }

  /** Moves or changes a task without further questions. */
  move(card: QueueCard, move: QueueMove): void {
    this.request({ kind: 'move', request: crypto.randomUUID(), task: seenOf(card), move });
  }

  /** Asks the person for what a change needs. */
  begin(kind: FormKind, card: QueueCard | null): void {
    const { state } = this.get();
    const [first = ''] = state?.kind === 'queues' ? state.snapshot.projects : [];
    this.change({ ...this.view, form: formFor(kind, card, this.view.filter.project ?? first) });
  }

  write(change: Partial<QueueForm>): void {
    if (this.view.form === null) return;
    this.change({ ...this.view, form: { ...this.view.form, ...change, request: crypto.randomUUID() } });
  }

  /** Closes the form; a task that somebody has moved meanwhile is chosen where it is by now. */
  discard(): void {
    const { state } = this.get();
    const detail = state?.kind === 'queues' ? state.snapshot.detail : null;
    const task = this.view.form?.task;
    if (detail !== null && detail.id === task?.id && detail.list !== task.list) this.sought = detail.id;
    this.change({ ...this.view, form: null });
  }

  submit(): void {
    const step = this.view.form === null ? null : stepOf(this.view.form);
    if (step !== null) this.request(step);
  }

  private request(step: Extract<QueuesStep, { kind: 'move' | 'dispatch' }>): void {
    const task = step.kind === 'move' ? step.task.id : null;
    // A card that is dropped twice, a key that is pressed twice: the second is of a card that is not there any more.
    if (task !== null && task === this.changing) return;
    this.changing = task;
    this.isElsewhere = false;
    this.lastRequest = step.request;
    this.take(step);
  }

  /** Whether something was asked for here. */
  isOurs({ request }: QueueRequest): boolean {
    return request === this.lastRequest || request === this.view.form?.request;
  }

  protected override takeIn(state: QueuesState, at: number): void {
    if (state.kind !== 'queues') return;
    const { snapshot } = state;
    this.clock.set(snapshot.now, at);
    const known = ofLists((list) => knownIds(snapshot.lists[list], ({ id }) => id));
    this.settle(known);
    if (snapshot.doing?.request === this.lastRequest && snapshot.doing.outcome !== 'doing') this.changing = null;
    this.fill(snapshot);
    this.seek(snapshot);
    this.arrive(snapshot, known);
  }

  /** A form that is about a task says what the task says. */
  private fill({ detail }: QueuesSnapshot): void {
    const { form } = this.view;
    const filled = form === null ? null : filledForm(form, detail);
    if (filled !== form) this.view = { ...this.view, form: filled };
  }

  /** What was done here is no form any more, and its card is looked for where it is now. */
  private seek({ doing }: QueuesSnapshot): void {
    if (doing === null || doing.outcome !== 'done' || doing.request === this.settled || !this.isOurs(doing)) return;
    this.settled = doing.request;
    if (!this.isElsewhere) this.sought = doing.task;
    if (doing.request === this.view.form?.request) this.view = { ...this.view, form: null };
  }

  /** The card that was looked for is the one that is chosen. */
  private arrive({ sought }: QueuesSnapshot, known: Record<QueueList, KnownIds>): void {
    if (sought === null || sought.id !== this.sought) return;
    this.sought = null;
    const { list, index } = sought;
    const { from, count } = this.ranges[list];
    if (index < from || index >= from + count) this.ranges = { ...this.ranges, [list]: rangeAround(index, index) };
    const chosen = cursorAt(index, known[list]);
    this.view = { ...this.view, cursors: ofLists((each) => (each === list ? chosen : null)) };
  }

  protected override wanted(): QueuesView {
    const { filter, form } = this.view;
    return { filter, lists: this.ranges, detail: form?.task?.id ?? null, sought: this.sought };
  }
}

/** Changes are of a snapshot: where there is none, another page had it. */
function withChanges(state: QueuesState | null, { lists, ...changes }: QueuesChanges): QueuesState | null {
  if (state?.kind !== 'queues') return state;
  const { snapshot } = state;
  return { kind: 'queues', snapshot: { ...snapshot, ...changes, lists: { ...snapshot.lists, ...lists } } };
}

export const { Context: QueuesContext, use: useQueues } = storeContext<QueuesStore>();
