/** Project DNA (seed 1, "Project DNA"): the only door of this folder. */

export type { Description } from './describe.ts';
export type { Detection } from './detection.ts';
export { DNAManager, type LearnedLesson, type Refreshed } from './manager.ts';
export type { NewDna } from './new-dna.ts';
export type { DnaChange } from './refresh.ts';
export { constraintOutput, describeOutput, detectOutput, patternOutput, purposeOutput, showDnaOutput } from './schemas/dna.ts';
