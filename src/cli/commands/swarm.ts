import { controlOperations } from '../../engine/swarm/operations/control.ts';
import { decisionOperations } from '../../engine/swarm/operations/decisions.ts';
import { importOperation } from '../../engine/swarm/operations/import.ts';
import { replayOperations } from '../../engine/swarm/operations/replay.ts';
import { swarmOperations } from '../../engine/swarm/operations/swarm.ts';
import { createCortex } from '../cortex-frame.ts';
import { historyTexts } from '../text/swarm/history.ts';
import { importTexts } from '../text/swarm/import.ts';
import { replayTexts } from '../text/swarm/replay.ts';
import { swarmTexts } from '../text/swarm/swarm.ts';

/** Runs `cortex swarm …` and `cortex import`. */
export const runSwarm = createCortex(
  [...swarmOperations, ...decisionOperations, ...controlOperations, ...replayOperations, importOperation],
  { ...swarmTexts, ...replayTexts, ...importTexts, ...historyTexts },
);
