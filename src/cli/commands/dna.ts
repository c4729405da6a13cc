import { dnaOperations } from '../../engine/dna/operations/dna.ts';
import { cortexWith } from '../cortex-frame.ts';
import { dnaTexts } from '../text/dna.ts';

/** `cortex dna …` */
export const runDna = cortexWith(dnaOperations, dnaTexts);
