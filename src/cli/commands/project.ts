import { projectOperations } from '../../engine/crtx/operations/project.ts';
import { needsOperations } from '../../engine/needs-operations.ts';
import { cortexWith } from '../cortex-frame.ts';
import { projectTexts } from '../text/project.ts';

/** `cortex init`, `cortex verify`, and the program as a whole, whose help tells of `cortex needs-you`, too. */
export const runProject = cortexWith([...projectOperations, ...needsOperations], projectTexts);
