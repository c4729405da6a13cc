import { dnaOperations } from '../dna/operations/dna.ts';
import type { Operation } from '../platform/operation.ts';
import { controlOperations } from '../swarm/operations/control.ts';
import { decisionOperations } from '../swarm/operations/decisions.ts';
import { lockOperations } from '../swarm/operations/locks.ts';
import { replayOperations } from '../swarm/operations/replay.ts';
import { swarmOperations } from '../swarm/operations/swarm.ts';
import { reasoningOperations } from '../timeline/operations/reasoning.ts';
import { timelineOperations } from '../timeline/operations/timeline.ts';
import { projectOperations } from './operations/project.ts';

/** Every command of the Cortex Protocol (seed 1). */
export const crtxOperations: readonly Operation[] = [
  ...projectOperations,
  ...swarmOperations,
  ...decisionOperations,
  ...controlOperations,
  ...replayOperations,
  ...lockOperations,
  ...timelineOperations,
  ...reasoningOperations,
  ...dnaOperations,
];
