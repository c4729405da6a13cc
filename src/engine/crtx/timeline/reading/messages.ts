import type { Reply } from '../../../kernel/answering-thread.ts';
import type { Sight, SightRequest } from './sight.ts';

/** What the thread is asked. */
export interface LookRequest extends SightRequest {
  /** Whether the timeline is read anew. */
  readonly isChanged: boolean;
}

/** What the thread can be called for. */
export interface TimelineFunctions {
  look(request: LookRequest): Promise<Reply<Sight>>;
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
