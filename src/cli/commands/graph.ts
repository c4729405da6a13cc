import { dnaOperations } from '../../engine/dna/operations/dna.ts';
import { graphOperations } from '../../engine/graph/operations/graph.ts';
import { cortexWith } from '../cortex-frame.ts';
import { dnaTexts } from '../text/dna.ts';
import { graphTexts } from '../text/graph.ts';

/** Runs `cortex graph …` and `cortex dna …`. Both read the project and share most of their code. */
export const runGraph = cortexWith([...graphOperations, ...dnaOperations], { ...graphTexts, ...dnaTexts });
