import { timelineOperations } from '../../engine/timeline/operations/timeline.ts';
import { cortexWith } from '../cortex-frame.ts';
import { timelineTexts } from '../text/timeline.ts';

/** `cortex timeline …` */
export const runTimeline = cortexWith(timelineOperations, timelineTexts);
