import type { HostFunctions, Range } from '../src/host/dashboards/protocol.ts';
import { Clock } from './clock.ts';
import { cursorAt, type KnownIds, placeCursor } from './cursor.ts';
import { rangeAround, rangeFrom } from './grid/ranges.ts';
import { type OfLists, readField, type SavedLists } from './saved.ts';

/** Dependencies of a page's store. */
export interface StoreOptions<View, Step> {
  readonly host: HostFunctions<View, Step>;
  /** State saved before the last reload. */
  readonly saved: unknown;
  save(view: object): void;
  /** Calls back once, before the next frame. */
  nextFrame(callback: () => void): void;
  /** Returns a monotonic time in milliseconds. */
  monotonic(): number;
}

/** State to render. */
export interface RenderState<State, Saved> {
  /** `null` until the first answer of the host. */
  readonly state: State | null;
  readonly view: Saved;
}

/** Functions of a page's store that a list needs. */
export interface ListKeeper<List extends string> {
  topOf(list: List): number;
  see(list: List, first: number, last: number): void;
  choose(list: List, index: number): void;
}

const NOTHING: KnownIds = { total: 0, from: 0, ids: [] };

/** Store of a page. Renders at most once per frame, with only the latest push of the host. */
export abstract class PageStore<List extends string, State, View, Step, Saved extends SavedLists<List>> implements ListKeeper<List> {
  readonly clock: Clock;
  private readonly listeners = new Set<() => void>();
  private shown: RenderState<State, Saved>;
  protected ranges: Record<List, Range>;
  private known: Record<List, KnownIds>;
  private pushed: { readonly state: State; readonly at: number } | undefined;
  private scheduled = false;
  private asked: View | undefined;
  private saved: Saved;
  /** Whether the list should get the focus, because it shows something requested elsewhere. */
  protected wantsKeys = false;

  constructor(
    private readonly around: StoreOptions<View, Step>,
    protected readonly ofLists: OfLists<List>,
    /** State that is saved over reloads. */
    protected view: Saved,
  ) {
    this.clock = new Clock(around.monotonic);
    this.saved = view;
    this.shown = { state: null, view };
    this.known = ofLists(() => NOTHING);
    this.ranges = ofLists((list) => rangeFrom(view.tops[list]));
    this.schedule();
  }

  /** Applies the host's state. @param at when it arrived, as `monotonic` time */
  protected abstract takeIn(state: State, at: number): void;
  /** Returns the view to request from the host. */
  protected abstract wanted(): View;

  readonly get = (): RenderState<State, Saved> => this.shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Applies an update from the host. */
  show(state: State): void {
    this.pushed = { state, at: this.around.monotonic() };
    this.schedule();
  }

  /** Returns once whether the list should get the focus, because it shows something requested elsewhere. */
  takeKeys(): boolean {
    const { wantsKeys } = this;
    this.wantsKeys = false;
    return wantsKeys;
  }

  take(step: Step): void {
    this.around.host.take(step);
  }

  /** Returns the first row in view of a list, also before it is rendered. */
  topOf(list: List): number {
    return this.view.tops[list];
  }

  /** Reports the rows of a list that are in view: 0-based, `last` included. */
  see(list: List, first: number, last: number): void {
    this.ranges = { ...this.ranges, [list]: rangeAround(first, last) };
    if (this.view.tops[list] !== first) this.view = { ...this.view, tops: { ...this.view.tops, [list]: first } };
    this.schedule();
  }

  /** Selects a row by its index in the whole list. */
  choose(list: List, index: number): void {
    this.change({ ...this.view, cursors: { ...this.view.cursors, [list]: cursorAt(index, this.known[list]) } });
  }

  /** Finds the selected rows in the changed lists. */
  protected settle(known: Record<List, KnownIds>): void {
    this.known = known;
    this.view = { ...this.view, cursors: this.ofLists((list) => placeCursor(this.view.cursors[list], known[list])) };
  }

  /** Replaces the view, and renders it. */
  protected change(view: Saved): void {
    this.view = view;
    this.publish({ ...this.shown, view });
    this.schedule();
  }

  private publish(shown: RenderState<State, Saved>): void {
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

/** Compares two views deeply; unchanged parts are usually the same object. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const parts = Object.entries(one);
  return parts.length === Object.keys(other).length && parts.every(([name, part]) => isSame(part, readField(other, name)));
}
