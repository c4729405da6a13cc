import { guardOperation } from '../../guard/index.ts';
import { cortexWith } from '../cortex-frame.ts';

/** `cortex guard` */
export const runGuard = cortexWith([guardOperation], {});
