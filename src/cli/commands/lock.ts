import { lockOperations } from '../../engine/swarm/operations/locks.ts';
import { cortexWith } from '../cortex-frame.ts';
import { heldFileTexts } from '../text/swarm/held-files.ts';
import { lockTexts } from '../text/swarm/lock.ts';

/** Runs `cortex lock …`. */
export const runLock = cortexWith(lockOperations, { ...lockTexts, ...heldFileTexts });
