import { messageOperations } from '../../engine/stack/operations/messages.ts';
import { cstackWith } from '../cstack-frame.ts';
import { messageTexts } from '../text/stack/stack.ts';

/** Runs `cstack init`, `send`, `recv`, `status` and `watch`. */
export const runMessages = cstackWith(messageOperations, messageTexts);
