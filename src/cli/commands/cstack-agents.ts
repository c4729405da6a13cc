import { agentOperations } from '../../engine/stack/operations/agents.ts';
import { createCstack } from '../cstack-frame.ts';
import { agentTexts } from '../text/stack/stack-agents.ts';

/** Runs `cstack agents …`. */
export const runAgents = createCstack(agentOperations, agentTexts);
