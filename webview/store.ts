import type { DashboardState, HostFunctions, Page, Range, Step, SwarmSnapshot, View } from '../src/contract/dashboard.ts';
import { Clock } from './clock.ts';
import { cursorAt, type KnownIds, settle } from './cursor.ts';
import { rangeAround, rangeFrom, sameRange } from './ranges.ts';
import { EMPTY_VIEW, LISTS, type ListName, ofLists, readSavedView, type SavedView } from './saved-view.ts';

/** What the store needs of the world around it. */
export interface Surroundings {
  readonly host: HostFunctions;
  /** What was saved before the last reload. */
  readonly saved: unknown;
  save(view: SavedView): void;
  /** Calls back once, before the next picture is drawn. */
  nextFrame(callback: () => void): void;
  /** Milliseconds that only grow. */
  monotonic(): number;
}

/** What is drawn. */
export interface Shown {
  /** `null` until the host has answered for the first time. */
  readonly state: DashboardState | null;
  readonly cursors: SavedView['cursors'];
}

const NOTHING: KnownIds = { total: 0, from: 0, ids: [] };

const idsOf = <Row>({ total, from, rows }: Page<Row>, idOf: (row: Row) => string): KnownIds => ({ total, from, ids: rows.map(idOf) });

/** One agent may share a path with others: a lock is known by both. */
export const lockId = ({ path, agentId }: { readonly path: string; readonly agentId: string }): string => `${path}\n${agentId}`;

const knownOf = (snapshot: SwarmSnapshot): Record<ListName, KnownIds> => ({
  decisions: idsOf(snapshot.decisions, ({ id }) => id),
  tasks: idsOf(snapshot.tasks, ({ id }) => id),
  agents: idsOf(snapshot.agents, ({ id }) => id),
  locks: idsOf(snapshot.locks, lockId),
});

const sameView = (one: View, other: View): boolean =>
  one.folded === other.folded && LISTS.every((list) => sameRange(one[list], other[list]));

/** All that the dashboard knows. The host's pushes are drawn at most once per frame, the last one of each frame only. */
export class DashboardStore {
  readonly clock: Clock;
  private readonly listeners = new Set<() => void>();
  private shown: Shown;
  private view: SavedView;
  private ranges: Record<ListName, Range>;
  private known: Record<ListName, KnownIds> = ofLists(() => NOTHING);
  private pushed: { readonly state: DashboardState; readonly at: number } | undefined;
  private scheduled = false;
  private asked: View | undefined;
  private saved: SavedView;

  constructor(private readonly around: Surroundings) {
    this.clock = new Clock(around.monotonic);
    this.view = readSavedView(around.saved);
    this.saved = this.view;
    this.shown = { state: null, cursors: this.view.cursors };
    const { tops } = this.view;
    this.ranges = ofLists((list) => rangeFrom(tops[list]));
    this.schedule();
  }

  readonly get = (): Shown => this.shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Takes what the host pushes. */
  show(state: DashboardState): void {
    this.pushed = { state, at: this.around.monotonic() };
    this.schedule();
  }

  take(step: Step): void {
    this.around.host.take(step);
  }

  /** The first row of a list that was in view before. */
  topOf(list: ListName): number {
    return this.view.tops[list];
  }

  /** Says which rows of a list are in view now, counted from 0, the last one included. */
  see(list: ListName, first: number, last: number): void {
    this.ranges = { ...this.ranges, [list]: rangeAround(first, last) };
    if (this.view.tops[list] !== first) this.view = { ...this.view, tops: { ...this.view.tops, [list]: first } };
    this.schedule();
  }

  /** Chooses a row by its place in the whole list. */
  choose(list: ListName, index: number): void {
    this.moveCursors({ ...this.view.cursors, [list]: cursorAt(index, this.known[list]) });
  }

  /** Hides the children of a task, or shows them again. */
  fold(task: string, hidden: boolean): void {
    const others = this.view.folded.filter((id) => id !== task);
    this.view = { ...this.view, folded: hidden ? [...others, task] : others };
    this.schedule();
  }

  private moveCursors(cursors: SavedView['cursors']): void {
    this.view = { ...this.view, cursors };
    this.publish({ ...this.shown, cursors });
    this.schedule();
  }

  private publish(shown: Shown): void {
    this.shown = shown;
    for (const listener of this.listeners) listener();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    this.around.nextFrame(() => {
      this.scheduled = false;
      this.draw();
      this.ask();
      if (this.saved === this.view) return;
      this.saved = this.view;
      this.around.save(this.view);
    });
  }

  private draw(): void {
    if (this.pushed === undefined) return;
    const { state, at } = this.pushed;
    this.pushed = undefined;
    if (state.kind === 'swarm') this.takeIn(state.snapshot, at);
    this.publish({ state, cursors: this.view.cursors });
  }

  private takeIn(snapshot: SwarmSnapshot, at: number): void {
    this.clock.set(snapshot.now, at);
    this.known = knownOf(snapshot);
    const swarm = snapshot.swarm?.id ?? null;
    // What was folded and chosen in another swarm means nothing in this one.
    if (swarm !== null && swarm !== this.view.swarm) this.view = { ...(this.view.swarm === null ? this.view : EMPTY_VIEW), swarm };
    this.view = { ...this.view, cursors: ofLists((list) => settle(this.view.cursors[list], this.known[list])) };
  }

  private ask(): void {
    const view: View = { ...this.ranges, folded: this.view.folded };
    if (this.asked !== undefined && sameView(this.asked, view)) return;
    this.asked = view;
    this.around.host.look(view);
  }
}
