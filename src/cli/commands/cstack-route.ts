import { stackRouteOperations } from '../../engine/workspace/stack-route.ts';
import { cstackWith } from '../cstack-frame.ts';
import { routeTexts } from '../text/stack/stack-route.ts';

/** Runs `cstack route`. */
export const runRoute = cstackWith(stackRouteOperations, routeTexts);
