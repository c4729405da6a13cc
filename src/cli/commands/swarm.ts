import { swarmOperations } from '../../engine/crtx/operations/swarm.ts';
import { cortexWith } from '../cortex-frame.ts';
import { swarmTexts } from '../text/swarm.ts';

/** `cortex swarm …` */
export const runSwarm = cortexWith(swarmOperations, swarmTexts);
