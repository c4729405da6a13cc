import { storeContext } from '../store-context.ts';
import type { TimelineStore } from './timeline-store.ts';

export const { Context: TimelineContext, use: useTimeline } = storeContext<TimelineStore>();
