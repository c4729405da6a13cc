import { reasoningOperations } from '../../engine/timeline/operations/reasoning.ts';
import { cortexWith } from '../cortex-frame.ts';
import { reasoningTexts } from '../text/reasoning.ts';

/** `cortex reasoning …` */
export const runReasoning = cortexWith(reasoningOperations, reasoningTexts);
