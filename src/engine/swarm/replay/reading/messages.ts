import type { Reply } from '../../../platform/answering-thread.ts';
import type { Burnt, HistorySpan, PastView } from './past-view.ts';

/** What the thread can be called for. */
export interface HistoryFunctions {
  burnDown(): Promise<Reply<Burnt | null>>;
  span(): Promise<Reply<HistorySpan | null>>;
  at(time: number): Promise<Reply<PastView>>;
}

/** The thread tells nothing by itself. */
export type HistoryEvents = Readonly<Record<never, never>>;

/** What the thread is told when it begins. */
export interface HistoryData {
  /** The folder that has `.cortex/`. */
  readonly root: string;
}
