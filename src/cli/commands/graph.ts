import { dnaOperations } from '../../engine/dna/operations/dna.ts';
import { graphOperations } from '../../engine/graph/operations/graph.ts';
import { cortexWith } from '../cortex-frame.ts';
import { dnaTexts } from '../text/dna.ts';
import { graphTexts } from '../text/graph.ts';

/** `cortex graph …` and `cortex dna …`, which both read the project and have much of their code in common. */
export const runGraph = cortexWith([...graphOperations, ...dnaOperations], { ...graphTexts, ...dnaTexts });
