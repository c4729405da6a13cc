import type { TimelineEntry } from '../crtx/schema/timeline.ts';
import { CortexError } from '../platform/errors.ts';
import type { PageRequest, TimelinePage, TimelineQuery } from './query.ts';
import { type SelectionOptions, TimelineSelection } from './selection.ts';
import type { ReadScope, TimelineView } from './view.ts';

/** Maximum number of attempts to read while archives are being changed. */
const READINGS = 5;

/** Retries a read while archives are being changed. @throws CortexError `busy` if that does not end, or the read was aborted */
async function again<T>(read: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await read();
    } catch (error) {
      const isOver = !(error instanceof CortexError) || error.code !== 'busy' || signal?.aborted === true;
      if (isOver || n === READINGS) throw error;
    }
  }
}

/** Source of a timeline: the log of its project, or its files alone. */
export abstract class TimelineSource {
  /** Skipped data, and archives that could not be read. */
  abstract get problems(): readonly string[];

  /** Reads changes of other processes. @throws CortexError if they cannot be read */
  abstract refresh(): Promise<void>;

  abstract close(): Promise<void>;

  /** Returns the timeline as of the last read. @param scope as in `TimelineView.of` */
  protected abstract view(scope: ReadScope): Promise<TimelineView>;

  /**
   * Returns the newest matching entries, current and archived, newest first, as of the last read. Reads only entries that pass the indexed
   * fields; free text is searched in one archive after the other. Unreadable archives are listed in `problems`.
   * @throws CortexError `invalid-input` for an invalid cursor, `busy` if it was cancelled
   */
  query(query: TimelineQuery, request: PageRequest): Promise<TimelinePage> {
    return this.#withView('newest', (view) => view.page(query, request), request.signal);
  }

  /**
   * Returns one entry, current or archived, as of the last read.
   * @throws CortexError if an archive cannot be read, which might contain it
   */
  find(id: string): Promise<TimelineEntry | undefined> {
    return this.#withView('all', async (view) => view.find(id));
  }

  /**
   * Returns all matching entries as a list whose rows are read on demand, as of the last read. Must be closed.
   * @throws CortexError as `query`
   */
  select(query: TimelineQuery, options: SelectionOptions = {}): Promise<TimelineSelection> {
    return again(async () => TimelineSelection.of(await this.view('some'), query, options), options.signal);
  }

  #withView<T>(scope: ReadScope, read: (view: TimelineView) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return again(async () => {
      const view = await this.view(scope);
      try {
        return await read(view);
      } finally {
        view.close();
      }
    }, signal);
  }
}
