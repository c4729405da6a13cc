import type { LiveProtocol, OpenProtocol } from '../platform/protocol.ts';
import { ProjectReading } from './project-reading.ts';
import { Workspace } from './workspace.ts';

/** A folder without a project is watched until it has one. */
export const liveProject: LiveProtocol<OpenProtocol> = {
  find: (runtime, { folder, isTrusted }) => {
    if (folder === null) return null;
    const read = isTrusted ? 'log' : 'files';
    return {
      key: JSON.stringify([folder, read]),
      open: ({ watch, warn = () => undefined }) =>
        watch === null ? ProjectReading.open({ runtime, folder, warn }) : Workspace.open({ runtime, watch, folder, read }),
    };
  },
};
