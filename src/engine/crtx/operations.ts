import type { Operation } from '../kernel/operation.ts';
import { lockOperations } from './operations/locks.ts';
import { projectOperations } from './operations/project.ts';
import { swarmOperations } from './operations/swarm.ts';
import { timelineOperations } from './operations/timeline.ts';

/** Every use-case of the Cortex Protocol (seed 1). */
export const crtxOperations: readonly Operation[] = [...projectOperations, ...swarmOperations, ...lockOperations, ...timelineOperations];
