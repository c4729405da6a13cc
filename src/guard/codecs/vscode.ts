import { type Codec, claudeAnswers, names, readFields } from './codec.ts';
import { copilotReaders } from './copilot.ts';

const own = names(
  `read_file list_dir file_search grep_search semantic_search get_errors list_code_usages get_changed_files fetch_webpage manage_todo_list
  view_image get_search_view_results test_search test_failure read_notebook_cell_output copilot_getNotebookSummary get_terminal_output
  terminal_last_command terminal_selection think runSubagent get_project_setup_info get_vscode_api github_repo
  readFile listDirectory fileSearch textSearch codebase search usages problems changes fetch`,
);

/** Runs code of the project, which may change any file. The files in its input are only read. */
const runners = names('runTests run_tests');

/** Copilot CLI also runs these hooks, with its own tool names. */
const readers = new Set([...own, ...copilotReaders]);

/** Chat in VS Code. It ignores matchers, so the hook is called for every tool. */
export const vscode: Codec = { ...claudeAnswers, read: (value, folder) => readFields(value, folder, { readers, runners }) };
