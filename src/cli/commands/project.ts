import { projectOperations } from '../../engine/project/operations/project.ts';
import { createCortex } from '../cortex-frame.ts';
import { projectTexts } from '../text/project.ts';

/** Runs `cortex init` and `cortex verify`, and prints the help, the version and usage errors of `cortex`. */
export const runProject = createCortex(projectOperations, projectTexts);
