import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import type { Reply } from '../../platform/answering-thread.ts';
import type { TimelineQuery } from '../query.ts';
import type { TimelineWindow } from '../schemas/timeline-window.ts';

/** What whoever looks at a timeline has in view. */
export interface WindowRequest {
  readonly query: TimelineQuery;
  /** At most 500 rows are given. */
  readonly rows: { readonly from: number; readonly count: number };
  /** The id of the entry of which all is wanted. */
  readonly chosen: string | null;
  /** The rows stay where they are: what is new is only counted. */
  readonly held: boolean;
}

/** What the thread can be called for. */
export interface TimelineFunctions {
  /** As `TimelineReader.look`. */
  look(request: WindowRequest): Promise<Reply<TimelineWindow>>;
  /** As `TimelineReader.newest`. */
  newest(query: TimelineQuery, limit: number): Promise<Reply<readonly TimelineEntry[]>>;
  /** The timeline is read anew with the next question. */
  changed(): void;
}

/** What the thread tells by itself. */
export interface TimelineEvents {
  /** The same question may have another answer now. */
  renewed(): void;
}

/** What the thread is told when it begins. */
export interface TimelineData {
  readonly root: string;
  /** `files`: nothing at all is written; what the `.crtx` files say is all that is known. */
  readonly read: 'log' | 'files';
}
