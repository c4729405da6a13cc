import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import type { Reply } from '../../platform/answering-thread.ts';
import type { TimelineQuery } from '../query.ts';
import type { Sight, SightRequest } from '../schemas/timeline-window.ts';

/** What the thread can be called for. */
export interface TimelineFunctions {
  /** As `TimelineReader.look`. */
  look(request: SightRequest): Promise<Reply<Sight>>;
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
