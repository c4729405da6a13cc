import { decidingOperations } from '../../engine/crtx/operations/deciding.ts';
import { replayOperations } from '../../engine/crtx/operations/replay.ts';
import { steeringOperations } from '../../engine/crtx/operations/steering.ts';
import { swarmOperations } from '../../engine/crtx/operations/swarm.ts';
import { cortexWith } from '../cortex-frame.ts';
import { decidingTexts } from '../text/deciding.ts';
import { replayTexts } from '../text/replay.ts';
import { swarmTexts } from '../text/swarm.ts';

/** `cortex swarm …` */
export const runSwarm = cortexWith([...swarmOperations, ...decidingOperations, ...steeringOperations, ...replayOperations], {
  ...swarmTexts,
  ...decidingTexts,
  ...replayTexts,
});
