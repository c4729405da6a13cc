import { CoalescedWork } from '../platform/coalesced-work.ts';
import type { FileProblem } from '../platform/file-problem.ts';
import type { Opened, Place, Protocol } from '../platform/protocol.ts';
import type { Disposable } from '../platform/watching.ts';
import { type FollowedOptions, FollowedPlace } from './followed-place.ts';

/** Between two looks at what has changed, milliseconds. */
const NOTIFY_MS = 50;

/** What the next turn has to do besides reading what was noticed. */
interface Due {
  /** Signs may have come or gone, or there are other places. */
  look: boolean;
  /** All files are looked at, whether or not something was noticed; `missing`: of those whose changes may have gone unnoticed. */
  refresh: 'all' | 'missing' | null;
  notify: boolean;
}

const nothingDue = (): Due => ({ look: false, refresh: null, notify: false });

/**
 * A protocol at several places, open and followed: its engine is loaded with the first sign of it, or when somebody asks for it. All is
 * done in turns, one after the other; what happens in a burst is one turn (docs/decisions/0047-one-registry.md).
 */
export class FollowedProtocol<O extends Opened> implements Disposable {
  #places: readonly FollowedPlace<O>[] = [];
  #wanted: readonly Place[] = [];
  #isAsked = false;
  #due = nothingDue();
  readonly #listeners = new Set<() => void>();
  readonly #turns: CoalescedWork;
  readonly #ended = new AbortController();

  constructor(
    readonly protocol: Protocol<O>,
    private readonly options: FollowedOptions,
  ) {
    this.#turns = new CoalescedWork(options.runtime, NOTIFY_MS, () => this.#turn());
  }

  /** In the order of the places. While others are being opened it is what was there before. */
  get places(): readonly FollowedPlace<O>[] {
    return this.#places;
  }

  /** The places, each root once: several folders of it may be open. */
  get roots(): readonly FollowedPlace<O>[] {
    const roots = new Map<string, FollowedPlace<O>>();
    for (const each of this.#places) if (!roots.has(each.root)) roots.set(each.root, each);
    return [...roots.values()];
  }

  /** Whether any place is looked at. */
  get isUsed(): boolean {
    return this.#isAsked || this.#places.some(({ isUsed }) => isUsed);
  }

  problems(): readonly FileProblem[] {
    return this.roots.flatMap((each) => each.problems());
  }

  /** Tells that a state, or something in what is open, is different. */
  onDidChange(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  /** Follows these places and no others. Resolves when what is there is open. */
  show(places: readonly Place[]): Promise<void> {
    this.#wanted = places;
    return this.#request({ look: true });
  }

  /** Looks at the places from now on, whether or not there are signs. */
  async use(): Promise<void> {
    if (this.isUsed) return;
    this.#isAsked = true;
    await this.#request({ look: true, notify: true });
  }

  /** Looks at all files again. */
  refresh(): Promise<void> {
    return this.#request({ look: true, refresh: 'all', notify: true });
  }

  /** Looks again where changes may have gone unnoticed. */
  comeBack(): Promise<void> {
    return this.#request({ look: true, refresh: 'missing' });
  }

  #request(due: Partial<Due>): Promise<void> {
    const { look, refresh, notify } = this.#due;
    this.#due = {
      look: look || due.look === true,
      refresh: refresh === 'all' ? refresh : (due.refresh ?? refresh),
      notify: notify || due.notify === true,
    };
    return this.#turns.request();
  }

  #happened(isSign: boolean): void {
    if (!this.#ended.signal.aborted) void this.#request({ look: isSign });
  }

  async #turn(): Promise<void> {
    const { look, refresh, notify } = this.#due;
    this.#due = nothingDue();
    const left = look ? this.#replacePlaces() : [];
    let isDifferent = notify || left.length > 0;
    for (const each of this.#places) {
      const isNews = await this.#try(() => this.#turnAt(each, look, refresh), false);
      isDifferent ||= isNews;
    }
    if (isDifferent) this.#notify();
    await Promise.all(left.map((each) => this.#try(() => each.close(), undefined)));
  }

  /** @returns the places that are not followed any more */
  #replacePlaces(): FollowedPlace<O>[] {
    const before = new Map(this.#places.map((each) => [each.place.folder, each]));
    this.#places = this.#wanted.map((place) => {
      const kept = before.get(place.folder);
      before.delete(place.folder);
      if (kept === undefined) return new FollowedPlace(this.protocol, this.options, place, (isSign) => this.#happened(isSign));
      kept.place = place;
      return kept;
    });
    for (const each of this.#places) each.watchSigns();
    // Of several places all are looked at as soon as one has a sign: a person who uses the protocol may start it in the others, too.
    const isUsed = this.isUsed || this.#places.some((each) => each.hasSigns());
    for (const each of this.#places) each.isUsed ||= isUsed;
    return [...before.values()];
  }

  /** @returns whether something is different */
  async #turnAt(each: FollowedPlace<O>, look: boolean, refresh: Due['refresh']): Promise<boolean> {
    const isRefreshed = refresh === 'all' || (refresh === 'missing' && each.mayMissChanges);
    const seen = each.opened;
    if (isRefreshed) await each.refresh();
    const settled = await each.settle();
    if (!each.isUsed || !(look || settled === 'another')) return settled !== 'same' || isRefreshed;
    const isOther = await each.look(settled === 'another', this.#ended.signal);
    if (!isOther) return settled === 'changed' || isRefreshed;
    if (seen !== null) {
      // It is closed after the listeners have taken the new one.
      this.#notify();
      await seen.close();
    }
    return true;
  }

  async #try<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!this.#ended.signal.aborted) this.options.failed(error);
      return otherwise;
    }
  }

  #notify(): void {
    if (this.#ended.signal.aborted) return;
    for (const listener of [...this.#listeners]) listener();
  }

  /** Nothing is told any more; `close` lets go of the files, too. */
  dispose(): void {
    this.#ended.abort();
    this.#turns.dispose();
    this.#listeners.clear();
  }

  async close(): Promise<void> {
    this.dispose();
    await this.#turns.end();
    const places = this.#places;
    this.#places = [];
    for (const each of places) await this.#try(() => each.close(), undefined);
  }
}
