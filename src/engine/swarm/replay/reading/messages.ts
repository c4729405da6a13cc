import type { ThreadReply } from '../../../platform/answering-thread.ts';
import type { Burnt, HistorySpan, PastView } from './past-view.ts';

/** The functions that the thread offers. */
export interface HistoryFunctions {
  burnDown(): Promise<ThreadReply<Burnt | null>>;
  span(): Promise<ThreadReply<HistorySpan | null>>;
  at(time: number): Promise<ThreadReply<PastView>>;
}

/** The thread sends no events. */
export type HistoryEvents = Readonly<Record<never, never>>;

/** The start data of the thread. */
export interface HistoryData {
  /** The folder that has `.cortex/`. */
  readonly root: string;
}
