import { agentOperations } from '../../engine/stack/operations/agents.ts';
import { cstackWith } from '../cstack-frame.ts';
import { agentTexts } from '../text/stack/stack-agents.ts';

/** Runs `cstack agents …`. */
export const runAgents = cstackWith(agentOperations, agentTexts);
