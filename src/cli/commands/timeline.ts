import { reasoningOperations } from '../../engine/timeline/operations/reasoning.ts';
import { timelineOperations } from '../../engine/timeline/operations/timeline.ts';
import { createCortex } from '../cortex-frame.ts';
import { reasoningTexts, timelineTexts } from '../text/timeline.ts';

/** Runs `cortex timeline …` and `cortex reasoning …`, which share most of their code. */
export const runTimeline = createCortex([...timelineOperations, ...reasoningOperations], { ...timelineTexts, ...reasoningTexts });
