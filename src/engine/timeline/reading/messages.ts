import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import type { ThreadReply } from '../../platform/answering-thread.ts';
import type { TimelineQuery } from '../query.ts';
import type { TimelineWindow } from '../schemas/timeline-window.ts';

/** The part of a timeline that is in view. */
export interface WindowRequest {
  readonly query: TimelineQuery;
  /** At most 500 rows are returned. */
  readonly rows: { readonly from: number; readonly count: number };
  /** Id of the entry to return in full; `null` for none. */
  readonly chosen: string | null;
  /** Whether the rows stay in place: new entries are then only counted. */
  readonly held: boolean;
}

/** Functions of the thread. */
export interface TimelineFunctions {
  /** As `TimelineReader.look`. */
  look(request: WindowRequest): Promise<ThreadReply<TimelineWindow>>;
  /** As `TimelineReader.newest`. */
  newest(query: TimelineQuery, limit: number): Promise<ThreadReply<readonly TimelineEntry[]>>;
  /** The timeline has changed and is read again for the next question. */
  changed(): void;
}

/** Events of the thread. */
export interface TimelineEvents {
  /** The last question may have a new answer. */
  renewed(): void;
}

/** `workerData` of the thread. */
export interface TimelineData {
  readonly root: string;
  /** `files`: writes nothing, and reads only the `.crtx` files. */
  readonly read: 'log' | 'files';
}
