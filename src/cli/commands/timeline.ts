import { timelineOperations } from '../../engine/crtx/operations/timeline.ts';
import { cortexWith } from '../cortex-frame.ts';
import { timelineTexts } from '../text/timeline.ts';

/** `cortex timeline …` */
export const runTimeline = cortexWith(timelineOperations, timelineTexts);
