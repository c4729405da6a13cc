import { planOperations } from '../../engine/stack/operations/plan.ts';
import { createCstack } from '../cstack-frame.ts';
import { planTexts } from '../text/stack/stack-plan.ts';

/** Runs `cstack plan …`, and the queries on a plan. */
export const runPlan = createCstack(planOperations, { texts: planTexts });
