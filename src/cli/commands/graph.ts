import { graphOperations } from '../../engine/graph/operations/graph.ts';
import { cortexWith } from '../cortex-frame.ts';
import { graphTexts } from '../text/graph.ts';

/** `cortex graph …` */
export const runGraph = cortexWith(graphOperations, graphTexts);
