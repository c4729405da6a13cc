import type { Operation } from '../platform/operation.ts';
import { agentOperations } from './operations/agents.ts';
import { messageOperations } from './operations/messages.ts';
import { planOperations } from './operations/plan.ts';
import { readingOperations } from './operations/reading.ts';

/** Every use-case of a stack but routing, which is told to the timeline and therefore stands above (seeds 3 and 4). */
export const stackOperations: readonly Operation[] = [...messageOperations, ...planOperations, ...readingOperations, ...agentOperations];
