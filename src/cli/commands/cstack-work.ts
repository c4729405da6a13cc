import { messageOperations } from '../../engine/stack/operations/messages.ts';
import { planOperations } from '../../engine/stack/operations/plan.ts';
import { createCstack } from '../cstack-frame.ts';
import { messageTexts } from '../text/stack/stack.ts';
import { planTexts } from '../text/stack/stack-plan.ts';

/** Runs `cstack init`, `send`, `recv`, `status` and `watch`. */
export const runMessages = createCstack(messageOperations, messageTexts);

/** Runs `cstack plan …`, and the queries on a plan. In one file with the messages, because they share most of their code. */
export const runPlan = createCstack(planOperations, { texts: planTexts });
