import type { Operation } from '../platform/operation.ts';
import { agentOperations } from './operations/agents.ts';
import { messageOperations } from './operations/messages.ts';
import { planOperations } from './operations/plan.ts';
import { readingOperations } from './operations/reading.ts';

/**
 * All commands of a stack except routing, which also records in the timeline and is therefore defined in a higher layer (seeds 3 and 4).
 */
export const stackOperations: readonly Operation[] = [...messageOperations, ...planOperations, ...readingOperations, ...agentOperations];
