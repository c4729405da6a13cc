import { projectOperations } from '../../engine/project/operations/project.ts';
import { cortexWith } from '../cortex-frame.ts';
import { projectTexts } from '../text/project.ts';

/** `cortex init`, `cortex verify`, and the program as a whole: its help, its version, and wrong usage. */
export const runProject = cortexWith(projectOperations, projectTexts);
