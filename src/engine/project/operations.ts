import type { Operation } from '../kernel/operation.ts';
import { decidingOperations } from './operations/deciding.ts';
import { dnaOperations } from './operations/dna.ts';
import { lockOperations } from './operations/locks.ts';
import { projectOperations } from './operations/project.ts';
import { reasoningOperations } from './operations/reasoning.ts';
import { replayOperations } from './operations/replay.ts';
import { steeringOperations } from './operations/steering.ts';
import { swarmOperations } from './operations/swarm.ts';
import { timelineOperations } from './operations/timeline.ts';

/** Every use-case of the Cortex Protocol (seed 1). */
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
