import { decidingOperations } from '../../engine/swarm/operations/deciding.ts';
import { replayOperations } from '../../engine/swarm/operations/replay.ts';
import { steeringOperations } from '../../engine/swarm/operations/steering.ts';
import { swarmOperations } from '../../engine/swarm/operations/swarm.ts';
import { cortexWith } from '../cortex-frame.ts';
import { decidingTexts } from '../text/swarm/deciding.ts';
import { replayTexts } from '../text/swarm/replay.ts';
import { swarmTexts } from '../text/swarm/swarm.ts';

/** Runs `cortex swarm …`. */
export const runSwarm = cortexWith([...swarmOperations, ...decidingOperations, ...steeringOperations, ...replayOperations], {
  ...swarmTexts,
  ...decidingTexts,
  ...replayTexts,
});
