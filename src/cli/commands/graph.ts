import { dnaOperations } from '../../engine/dna/operations/dna.ts';
import { graphOperations } from '../../engine/graph/operations/graph.ts';
import { createCortex } from '../cortex-frame.ts';
import { dnaTexts } from '../text/dna.ts';
import { graphTexts } from '../text/graph.ts';

/** Runs `cortex graph …` and `cortex dna …`. Both read the project and share most of their code. */
export const runGraph = createCortex([...graphOperations, ...dnaOperations], { ...graphTexts, ...dnaTexts });
