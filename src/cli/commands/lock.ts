import { lockOperations } from '../../engine/crtx/operations/locks.ts';
import { cortexWith } from '../cortex-frame.ts';
import { lockTexts } from '../text/lock.ts';

/** `cortex lock …` */
export const runLock = cortexWith(lockOperations, lockTexts);
