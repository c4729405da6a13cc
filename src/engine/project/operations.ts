import { dnaOperations } from '../dna/operations/dna.ts';
import type { Operation } from '../platform/operation.ts';
import { decidingOperations } from '../swarm/operations/deciding.ts';
import { lockOperations } from '../swarm/operations/locks.ts';
import { replayOperations } from '../swarm/operations/replay.ts';
import { steeringOperations } from '../swarm/operations/steering.ts';
import { swarmOperations } from '../swarm/operations/swarm.ts';
import { reasoningOperations } from '../timeline/operations/reasoning.ts';
import { timelineOperations } from '../timeline/operations/timeline.ts';
import { projectOperations } from './operations/project.ts';

/** Every command of the Cortex Protocol (seed 1). */
export const crtxOperations: readonly Operation[] = [
  ...projectOperations,
  ...swarmOperations,
  ...decidingOperations,
  ...steeringOperations,
  ...replayOperations,
  ...lockOperations,
  ...timelineOperations,
  ...reasoningOperations,
  ...dnaOperations,
];
