import type { LiveProtocol } from '../../platform/protocol.ts';
import { OpenedStacks } from './opened-stacks.ts';

/** A folder without a stack is opened too: it is watched until a stack appears. */
export const liveStacks: LiveProtocol<OpenedStacks> = {
  find: (runtime, { folder }) => (folder === null ? null : { key: folder, open: (options) => new OpenedStacks(runtime, folder, options) }),
};
