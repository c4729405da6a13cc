import { ownProperty } from '../../engine/text/foreign-data.ts';
import { type Codec, names, readFields } from './codec.ts';

const readers = names('read grep glob list ls webfetch websearch codesearch todoread todowrite task skill question lsp');
const EVENTS: Readonly<Record<string, string>> = { tool: 'PreToolUse', after: 'PostToolUse', start: 'SessionStart', stop: 'Stop' };

/** OpenCode. Its plugin sends a payload that this project defines (docs/guides/agents.md). */
export const opencode: Codec = {
  read: (value, folder) => {
    const event = ownProperty(value, 'event');
    const known = typeof event === 'string' && Object.hasOwn(EVENTS, event) ? EVENTS[event] : event;
    const named = typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, event: known } : value;
    return readFields(named, folder, { readers, session: ['sessionID'] });
  },
  refuse: (reason) => ({ decision: 'deny', reason }),
  context: (text) => ({ context: text }),
  note: (text) => ({ context: text }),
  remind: (text) => ({ reminder: text }),
};
