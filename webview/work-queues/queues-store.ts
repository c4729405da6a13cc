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
import { PageStore, type StoreOptions } from '../page-store.ts';
import { storeContext } from '../store-context.ts';
import { type FormKind, ofLists, type QueueForm, readSavedQueues, type SavedQueues } from './saved-queues.ts';
import { filledForm, formFor, isDecided, isUndecided, toExpectedTask, toRequest } from './task-actions.ts';

/** Store of the Work Queues dashboard. */
export class QueuesStore extends PageStore<QueueList, QueuesState, QueuesView, QueuesStep, SavedQueues> {
  /** Id of the last request of this page. */
  private lastRequest: string | null = null;
  /** Id of the last moved task, until its new position is known. */
  private sought: string | null = null;
  /** Whether the person has selected another card since the last request. Then the selection stays. */
  private isElsewhere = false;
  /** Id of the last finished request that was processed. */
  private settled: string | null = null;
  /** Task being changed, until the host has sent the result. */
  private changing: string | null = null;
  /** Latest state from the host. */
  private received: QueuesState | null = null;

  constructor(around: StoreOptions<QueuesView, QueuesStep>) {
    super(around, ofLists, readSavedQueues(around.saved));
  }

  /** Applies an update from the host. */
  override show(push: QueuesPush): void {
    this.received = push.kind === 'changes' ? withChanges(this.received, push.changes) : push;
    if (this.received !== null) super.show(this.received);
  }

  /** Changes the filter, and scrolls to the first tasks. */
  filter(change: Partial<QueueFilter>): void {
    this.ranges = ofLists(() => rangeFrom(0));
    this.change({ ...this.view, filter: { ...this.view.filter, ...change }, tops: ofLists(() => 0) });
  }

  override choose(list: QueueList, index: number): void {
    this.isElsewhere = true;
    this.sought = null;
    super.choose(list, index);
  }

  /** Moves or changes a task without a form. */
  move(card: QueueCard, move: QueueMove): void {
    this.request({ kind: 'move', request: crypto.randomUUID(), task: toExpectedTask(card), move });
  }

  /** Opens the form for a change. */
  begin(kind: FormKind, card: QueueCard | null): void {
    const { state } = this.get();
    const [first = ''] = state?.kind === 'queues' ? state.snapshot.projects : [];
    this.change({ ...this.view, form: formFor(kind, card, this.view.filter.project ?? first) });
  }

  write(change: Partial<QueueForm>): void {
    if (this.view.form === null) return;
    this.change({ ...this.view, form: { ...this.view.form, ...change, request: crypto.randomUUID() } });
  }

  /** Closes the form. A task that was moved by somebody else meanwhile is selected at its new place. */
  discard(): void {
    const { state } = this.get();
    const detail = state?.kind === 'queues' ? state.snapshot.detail : null;
    const task = this.view.form?.task;
    if (detail !== null && detail.id === task?.id && detail.list !== task.list) this.sought = detail.id;
    this.change({ ...this.view, form: null });
  }

  submit(): void {
    const step = this.view.form === null ? null : toRequest(this.view.form);
    if (step !== null) this.request(step);
  }

  private request(step: Extract<QueuesStep, { kind: 'move' | 'dispatch' }>): void {
    const task = step.kind === 'move' ? step.task.id : null;
    // A second drop or key press would act on the card's old state.
    if (task !== null && task === this.changing) return;
    this.changing = task;
    this.isElsewhere = false;
    this.lastRequest = step.request;
    this.take(step);
  }

  /** Reports whether a request came from this page. */
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

  /** Fills the open form with the details of its task. A claim with one possible agent is made at once. */
  private fill({ detail }: QueuesSnapshot): void {
    const { form } = this.view;
    const filled = form === null ? null : filledForm(form, detail);
    if (filled === form) return;
    this.view = { ...this.view, form: filled };
    if (form === null || filled === null || !isUndecided(form) || !isDecided(filled, detail)) return;
    this.submit();
    this.view = { ...this.view, form: null };
  }

  /** After a change succeeded, closes its form and searches for the new place of its card. */
  private seek({ doing }: QueuesSnapshot): void {
    if (doing === null || doing.outcome !== 'done' || doing.request === this.settled || !this.isOurs(doing)) return;
    this.settled = doing.request;
    if (!this.isElsewhere) this.sought = doing.task;
    if (doing.request === this.view.form?.request) this.view = { ...this.view, form: null };
  }

  /** Selects the card once its place is known. */
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

/** Applies changes to a snapshot. Without one, the changes belong to a snapshot of another page and are dropped. */
function withChanges(state: QueuesState | null, { lists, ...changes }: QueuesChanges): QueuesState | null {
  if (state?.kind !== 'queues') return state;
  const { snapshot } = state;
  return { kind: 'queues', snapshot: { ...snapshot, ...changes, lists: { ...snapshot.lists, ...lists } } };
}

export const { Context: QueuesContext, use: useQueues } = storeContext<QueuesStore>();
