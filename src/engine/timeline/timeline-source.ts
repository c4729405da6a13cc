import type { TimelineEntry } from '../crtx/schema/timeline.ts';
import { CortexError } from '../platform/errors.ts';
import type { PageRequest, TimelinePage, TimelineQuery } from './query.ts';
import { type SelectionOptions, TimelineSelection } from './selection.ts';
import type { Need, TimelineView } from './view.ts';

/** How often a reading begins anew because somebody changes archives meanwhile. */
const READINGS = 5;

/** Reads anew as long as archives are changed meanwhile. @throws CortexError `busy` when that does not end, or nobody waits for it any more */
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

/** What a timeline is read from: the log of its project, or its files alone. */
export abstract class TimelineSource {
  /** What was skipped, and which archives could not be read. */
  abstract get problems(): readonly string[];

  /** Reads what others have written meanwhile. @throws CortexError when it cannot be read */
  abstract refresh(): Promise<void>;

  abstract close(): Promise<void>;

  /** The timeline as of the last look. @param need as `TimelineView.of` */
  protected abstract view(need: Need): Promise<TimelineView>;

  /**
   * The newest entries that are asked for, current and archived, newest first; as of the last look. Reads only what the indexed fields
   * let through; free text is looked for in archive after archive. What cannot be read is among the `problems`.
   * @throws CortexError `invalid-input` for a wrong cursor, `busy` when it was cancelled
   */
  query(query: TimelineQuery, request: PageRequest): Promise<TimelinePage> {
    return this.#withView('newest', (view) => view.page(query, request), request.signal);
  }

  /** One entry, wherever it stands, as of the last look. @throws CortexError where archives cannot be read: it may stand in one */
  find(id: string): Promise<TimelineEntry | undefined> {
    return this.#withView('all', async (view) => view.find(id));
  }

  /**
   * All that is asked for, as a list of which only what is wanted is read; as of the last look. To be closed.
   * @throws CortexError as `query`
   */
  select(query: TimelineQuery, options: SelectionOptions = {}): Promise<TimelineSelection> {
    return again(async () => TimelineSelection.of(await this.view('some'), query, options), options.signal);
  }

  #withView<T>(need: Need, read: (view: TimelineView) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return again(async () => {
      const view = await this.view(need);
      try {
        return await read(view);
      } finally {
        view.close();
      }
    }, signal);
  }
}
