import type { LiveProtocol } from '../../platform/protocol.ts';
import { OpenedStacks } from './opened-stacks.ts';

/** Where nothing is there yet, what is open follows the folder until there is. */
export const liveStacks: LiveProtocol<OpenedStacks> = {
  find: (runtime, { folder }) => (folder === null ? null : { key: folder, open: (options) => new OpenedStacks(runtime, folder, options) }),
};
