import type { HostFunctions, Range } from '../src/host/dashboards/protocol.ts';
import { Clock } from './clock.ts';
import { cursorAt, type KnownIds, settle } from './cursor.ts';
import { rangeAround, rangeFrom } from './grid/ranges.ts';
import { fieldOf, type OfLists, type SavedLists } from './saved.ts';

/** What the store of a page needs of the world around it. */
export interface Surroundings<View, Step> {
  readonly host: HostFunctions<View, Step>;
  /** What was saved before the last reload. */
  readonly saved: unknown;
  save(view: object): void;
  /** Calls back once, before the next picture is drawn. */
  nextFrame(callback: () => void): void;
  /** Milliseconds that only grow. */
  monotonic(): number;
}

/** What is drawn. */
export interface Shown<State, Saved> {
  /** `null` until the host has answered for the first time. */
  readonly state: State | null;
  readonly view: Saved;
}

/** What a list needs of the store of its page. */
export interface ListKeeper<List extends string> {
  topOf(list: List): number;
  see(list: List, first: number, last: number): void;
  choose(list: List, index: number): void;
}

const NOTHING: KnownIds = { total: 0, from: 0, ids: [] };

/** All that a page knows. The host's pushes are drawn at most once per frame, the last one of each frame only. */
export abstract class PageStore<List extends string, State, View, Step, Saved extends SavedLists<List>> implements ListKeeper<List> {
  readonly clock: Clock;
  private readonly listeners = new Set<() => void>();
  private shown: Shown<State, Saved>;
  protected ranges: Record<List, Range>;
  private known: Record<List, KnownIds>;
  private pushed: { readonly state: State; readonly at: number } | undefined;
  private scheduled = false;
  private asked: View | undefined;
  private saved: Saved;
  /** Whether something was asked for elsewhere that is about to be shown. */
  protected wantsKeys = false;

  constructor(
    private readonly around: Surroundings<View, Step>,
    protected readonly ofLists: OfLists<List>,
    /** What outlives a reload. */
    protected view: Saved,
  ) {
    this.clock = new Clock(around.monotonic);
    this.saved = view;
    this.shown = { state: null, view };
    this.known = ofLists(() => NOTHING);
    this.ranges = ofLists((list) => rangeFrom(view.tops[list]));
    this.schedule();
  }

  /** Takes over what the host says, and when it came by our own clock. */
  protected abstract takeIn(state: State, at: number): void;
  /** What is to be asked of the host now. */
  protected abstract wanted(): View;

  readonly get = (): Shown<State, Saved> => this.shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Takes what the host pushes. */
  show(state: State): void {
    this.pushed = { state, at: this.around.monotonic() };
    this.schedule();
  }

  /** Whether the keys are to go into the list now: said once, when something was asked for elsewhere. */
  takeKeys(): boolean {
    const { wantsKeys } = this;
    this.wantsKeys = false;
    return wantsKeys;
  }

  take(step: Step): void {
    this.around.host.take(step);
  }

  /** The first row of a list that was in view before. */
  topOf(list: List): number {
    return this.view.tops[list];
  }

  /** Says which rows of a list are in view now, counted from 0, the last one included. */
  see(list: List, first: number, last: number): void {
    this.ranges = { ...this.ranges, [list]: rangeAround(first, last) };
    if (this.view.tops[list] !== first) this.view = { ...this.view, tops: { ...this.view.tops, [list]: first } };
    this.schedule();
  }

  /** Chooses a row by its place in the whole list. */
  choose(list: List, index: number): void {
    this.change({ ...this.view, cursors: { ...this.view.cursors, [list]: cursorAt(index, this.known[list]) } });
  }

  /** Finds the chosen rows again in the lists as they are now. */
  protected settle(known: Record<List, KnownIds>): void {
    this.known = known;
    this.view = { ...this.view, cursors: this.ofLists((list) => settle(this.view.cursors[list], known[list])) };
  }

  /** Keeps another view from now on, and draws what it shows. */
  protected change(view: Saved): void {
    this.view = view;
    this.publish({ ...this.shown, view });
    this.schedule();
  }

  private publish(shown: Shown<State, Saved>): void {
    this.shown = shown;
    for (const listener of this.listeners) listener();
  }

  protected schedule(): void {
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
    this.takeIn(state, at);
    this.publish({ state, view: this.view });
  }

  private ask(): void {
    const view = this.wanted();
    if (this.asked !== undefined && isSame(this.asked, view)) return;
    this.asked = view;
    this.around.host.look(view);
  }
}

/** Whether two views are the same for the host: what nobody has changed is the same object. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const parts = Object.entries(one);
  return parts.length === Object.keys(other).length && parts.every(([name, part]) => isSame(part, fieldOf(other, name)));
}
