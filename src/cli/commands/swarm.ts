import { controlOperations } from '../../engine/swarm/operations/control.ts';
import { decisionOperations } from '../../engine/swarm/operations/decisions.ts';
import { importOperation } from '../../engine/swarm/operations/import.ts';
import { planOperation } from '../../engine/swarm/operations/plan.ts';
import { replayOperations } from '../../engine/swarm/operations/replay.ts';
import { swarmOperations } from '../../engine/swarm/operations/swarm.ts';
import { createCortex } from '../cortex-frame.ts';
import { historyTexts } from '../text/swarm/history.ts';
import { importTexts } from '../text/swarm/import.ts';
import { planTexts } from '../text/swarm/plan.ts';
import { replayTexts } from '../text/swarm/replay.ts';
import { swarmTexts } from '../text/swarm/swarm.ts';

/** Runs `cortex swarm …` and `cortex import`. */
export const runSwarm = createCortex(
  [planOperation, ...swarmOperations, ...decisionOperations, ...controlOperations, ...replayOperations, importOperation],
  { ...swarmTexts, ...planTexts, ...replayTexts, ...importTexts, ...historyTexts },
);
