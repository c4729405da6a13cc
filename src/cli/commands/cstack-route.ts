import { stackRouteOperations } from '../../engine/workspace/stack-route.ts';
import { createCstack } from '../cstack-frame.ts';
import { routeTexts } from '../text/stack/stack-route.ts';

/** Runs `cstack route`. */
export const runRoute = createCstack(stackRouteOperations, routeTexts);
