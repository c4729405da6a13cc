import { messageOperations } from '../../engine/stack/operations/messages.ts';
import { createCstack } from '../cstack-frame.ts';
import { messageTexts } from '../text/stack/stack.ts';

/** Runs `cstack init`, `send`, `recv`, `status` and `watch`. */
export const runMessages = createCstack(messageOperations, messageTexts);
