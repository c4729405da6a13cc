import { type Codec, names, readFields } from './codec.ts';

const readers = names(
  `Read Grep Glob LS Task WebSearch WebFetch TodoWrite SemanticSearch ReadLints AskQuestion SwitchMode
  read_file codebase_search grep_search list_dir file_search web_search fetch_rules`,
);

/** Cursor. */
export const cursor: Codec = {
  read: (value, folder) => readFields(value, folder, { readers, session: ['conversation_id', 'session_id'] }),
  refuse: (reason) => ({ permission: 'deny', user_message: reason, agent_message: reason }),
  context: (text) => ({ additional_context: text }),
  note: (text) => ({ additional_context: text }),
  remind: (text) => ({ followup_message: text }),
};
