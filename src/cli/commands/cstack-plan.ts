import { planOperations } from '../../engine/stack/operations/plan.ts';
import { cstackWith } from '../cstack-frame.ts';
import { planTexts } from '../text/stack/stack-plan.ts';

/** `cstack plan …`, and what is asked of a plan. */
export const runPlan = cstackWith(planOperations, { texts: planTexts });
