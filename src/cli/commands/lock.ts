import { lockOperations } from '../../engine/swarm/operations/locks.ts';
import { createCortex } from '../cortex-frame.ts';
import { heldFileTexts } from '../text/swarm/held-files.ts';
import { lockTexts } from '../text/swarm/lock.ts';

/** Runs `cortex lock …`. */
export const runLock = createCortex(lockOperations, { ...lockTexts, ...heldFileTexts });
