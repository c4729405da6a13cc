import { CoalescedWork } from '../platform/coalesced-work.ts';
import type { FileProblem } from '../platform/file-problem.ts';
import type { OpenProtocol, Protocol, ProtocolLocation } from '../platform/protocol.ts';
import type { Disposable } from '../platform/watching.ts';
import { FollowedLocation, type FollowedOptions } from './followed-location.ts';

/** Shortest interval between two turns, in milliseconds. */
const NOTIFY_MS = 50;

/** Work for the next turn, besides processing noticed changes. */
interface Due {
  /** Signs may have appeared or vanished, or the places changed. */
  look: boolean;
  /** Read all files again; `missing`: only where changes may have gone unnoticed. */
  refresh: 'all' | 'missing' | null;
  notify: boolean;
}

const nothingDue = (): Due => ({ look: false, refresh: null, notify: false });

/**
 * A protocol at several places, opened and followed. Its engine is loaded with its first sign, or on demand. All work is done in sequential
 * turns, and a burst of events is one turn (docs/decisions/0047-protocol-registry.md).
 */
export class FollowedProtocol<O extends OpenProtocol> implements Disposable {
  #places: readonly FollowedLocation<O>[] = [];
  #wanted: readonly ProtocolLocation[] = [];
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

  /** In the order given to `show`. While new places are opened, the previous ones stay. */
  get places(): readonly FollowedLocation<O>[] {
    return this.#places;
  }

  /** One place for each root: several open folders may share a root. */
  get roots(): readonly FollowedLocation<O>[] {
    const roots = new Map<string, FollowedLocation<O>>();
    for (const each of this.#places) if (!roots.has(each.root)) roots.set(each.root, each);
    return [...roots.values()];
  }

  /** Whether any place is searched. */
  get isUsed(): boolean {
    return this.#isAsked || this.#places.some(({ isUsed }) => isUsed);
  }

  problems(): readonly FileProblem[] {
    return this.roots.flatMap((each) => each.problems());
  }

  /** Registers a listener for changes of a state, or in what is open. */
  onDidChange(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  /** Follows exactly these places. Resolves when they are open. */
  show(places: readonly ProtocolLocation[]): Promise<void> {
    this.#wanted = places;
    return this.#request({ look: true });
  }

  /** Searches the places from now on, even without signs. */
  async use(): Promise<void> {
    if (this.isUsed) return;
    this.#isAsked = true;
    await this.#request({ look: true, notify: true });
  }

  /** Reads all files again. */
  refresh(): Promise<void> {
    return this.#request({ look: true, refresh: 'all', notify: true });
  }

  /** Reads files again where changes may have gone unnoticed. */
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

  /** @returns the places that are no longer followed */
  #replacePlaces(): FollowedLocation<O>[] {
    const before = new Map(this.#places.map((each) => [each.place.folder, each]));
    this.#places = this.#wanted.map((place) => {
      const kept = before.get(place.folder);
      before.delete(place.folder);
      if (kept === undefined) return new FollowedLocation(this.protocol, this.options, place, (isSign) => this.#happened(isSign));
      kept.place = place;
      return kept;
    });
    for (const each of this.#places) each.watchSigns();
    // If one place has a sign, all are searched: a person who uses the protocol may start it in the others, too.
    const isUsed = this.isUsed || this.#places.some((each) => each.hasSigns());
    for (const each of this.#places) each.isUsed ||= isUsed;
    return [...before.values()];
  }

  /** @returns whether something changed */
  async #turnAt(each: FollowedLocation<O>, look: boolean, refresh: Due['refresh']): Promise<boolean> {
    const isRefreshed = refresh === 'all' || (refresh === 'missing' && each.mayMissChanges);
    const seen = each.opened;
    if (isRefreshed) await each.refresh();
    const settled = await each.settle();
    if (!each.isUsed || !(look || settled === 'another')) return settled !== 'same' || isRefreshed;
    const isOther = await each.look(settled === 'another', this.#ended.signal);
    if (!isOther) return settled === 'changed' || isRefreshed;
    if (seen !== null) {
      // Close the old one only after the listeners have switched to the new one.
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

  /** Stops all notifications. `close` also closes the files. */
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
