import { agentOperations } from '../../engine/stack/operations/agents.ts';
import { readingOperations } from '../../engine/stack/operations/reading.ts';
import { completionOperation } from '../completion/completion-operation.ts';
import { createCstack } from '../cstack-frame.ts';
import { completionTexts } from '../text/completion.ts';
import { agentTexts } from '../text/stack/stack-agents.ts';
import { readingTexts } from '../text/stack/stack-reading.ts';

/** Runs `cstack agents …`, the queries on all stacks, and their maintenance. */
export const runReading = createCstack([...agentOperations, ...readingOperations, completionOperation('cstack')], {
  texts: { ...agentTexts, ...readingTexts, ...completionTexts },
});
