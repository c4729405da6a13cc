import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import { CoalescedWork } from '../../platform/coalesced-work.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { TimelineQuery } from '../query.ts';
import type { EntryDetail, TimelineWindow } from '../schemas/timeline-window.ts';
import type { TimelineSelection } from '../selection.ts';
import { TimelineStore } from '../store.ts';
import { TimelineFiles } from '../timeline-files.ts';
import type { TimelineSource } from '../timeline-source.ts';
import { readDetail } from './details.ts';
import type { TimelineData, WindowRequest } from './messages.ts';
import { Precedents } from './precedents.ts';
import { toEntryRow } from './rows.ts';
import { RunningSearch } from './search.ts';

const MAX_ROWS = 500;
/** How long an answer waits for results, in milliseconds. Later results are announced by `renewed`. */
const PATIENCE_MS = 150;
/** Minimum time between two announcements, in milliseconds. */
const NOTIFY_MS = 100;

/** Opens the timeline of a project on the first question, and returns the part that is in view. */
export class TimelineReading {
  #source: Promise<TimelineSource> | null = null;
  /** The timeline has changed since it was read. */
  #isStale = false;
  #search: { readonly key: string; readonly search: RunningSearch } | null = null;
  readonly #precedents: Precedents;
  readonly #notifying: CoalescedWork;

  /** @param renewed called when the last question may have a new answer */
  constructor(
    private readonly runtime: Runtime,
    private readonly data: TimelineData,
    renewed: () => void,
  ) {
    this.#notifying = new CoalescedWork(runtime, NOTIFY_MS, async () => renewed());
    this.#precedents = new Precedents(runtime, () => this.#notify());
  }

  /** @throws CortexError if the timeline cannot be read; the next question tries again */
  async look(request: WindowRequest): Promise<TimelineWindow> {
    const source = await this.#open();
    const search = this.#searchIn(source, request);
    search.hold(request.held);
    await this.#read(source);
    await this.#wait(search, request.rows);
    const shown = search.selection;
    const { newest } = search;
    if (shown === null || newest === null) {
      return { total: 0, isSearching: true, fresh: 0, from: 0, rows: [], detail: null, problems: source.problems };
    }
    const { from, count } = request.rows;
    const entries = search.read(() => shown.rows(from, Math.min(count, MAX_ROWS)).map((entry) => newest.view.find(entry.id) ?? entry), []);
    return {
      total: shown.total,
      isSearching: search.isSearching,
      fresh: freshIn(search, shown),
      from,
      rows: entries.map(toEntryRow),
      detail: this.#detail(search, shown, newest, request),
      problems: [...source.problems, ...search.problems],
    };
  }

  /** Returns the newest matching entries, newest first. @throws as `look` */
  async newest(query: TimelineQuery, limit: number): Promise<readonly TimelineEntry[]> {
    const source = await this.#open();
    await this.#read(source);
    return (await source.query(query, { limit })).entries;
  }

  /** Marks the timeline as changed. It is read again for the next question. */
  changed(): void {
    this.#isStale = true;
  }

  #notify(): void {
    void this.#notifying.request();
  }

  async #open(): Promise<TimelineSource> {
    const { root, read } = this.data;
    this.#source ??= read === 'log' ? TimelineStore.open(this.runtime, root) : TimelineFiles.open(this.runtime, root);
    const opening = this.#source;
    try {
      return await opening;
    } catch (error) {
      if (this.#source === opening) this.#source = null;
      throw error;
    }
  }

  async #read(source: TimelineSource): Promise<void> {
    if (!this.#isStale) return;
    this.#isStale = false;
    try {
      await source.refresh();
    } catch (error) {
      this.#isStale = true;
      throw error;
    }
    this.#search?.search.renew();
    this.#precedents.renew();
  }

  #searchIn(source: TimelineSource, { query }: WindowRequest): RunningSearch {
    const key = JSON.stringify(query);
    if (this.#search?.key !== key) {
      this.#search?.search.close();
      this.#search = { key, search: new RunningSearch(source, query, () => this.#notify()) };
    }
    const { search } = this.#search;
    if (search.isLost) search.renew();
    return search;
  }

  async #wait(search: RunningSearch, { from, count }: WindowRequest['rows']): Promise<void> {
    const end = new AbortController();
    const patience = this.runtime.sleep(PATIENCE_MS, end.signal).then(() => true);
    try {
      for (let isOver = false; !isOver && !search.has(from + count); ) {
        isOver = await Promise.race([patience, search.next().then(() => false)]);
      }
    } finally {
      end.abort();
    }
  }

  #detail(search: RunningSearch, shown: TimelineSelection, newest: TimelineSelection, { chosen }: WindowRequest): EntryDetail | null {
    const entry = chosen === null ? undefined : search.read(() => newest.view.find(chosen), undefined);
    const detail = entry === undefined ? null : search.read(() => readDetail(entry, newest.view, shown), null);
    return entry === undefined || detail === null ? null : { ...detail, precedents: this.#precedents.of(search.source, entry) };
  }
}

function freshIn(search: RunningSearch, shown: TimelineSelection): number {
  return search.read(() => search.freshAbove(shown.rows(0, 1)[0]), 0);
}
