import { type Codec, claudeAnswers, names, readFields } from './codec.ts';

const readers = names(
  `read_file read_many_files list_directory glob search_file_content grep_search google_web_search web_fetch save_memory write_todos ask_user
  activate_skill get_internal_docs enter_plan_mode exit_plan_mode codebase_investigator`,
);

/** Gemini CLI. */
export const gemini: Codec = {
  read: (value, folder) => readFields(value, folder, { readers }),
  refuse: (reason) => ({ decision: 'deny', reason }),
  context: claudeAnswers.context,
  note: claudeAnswers.note,
  remind: (text) => ({ decision: 'deny', reason: text }),
};
