import { type Codec, claudeAnswers, names, readFields } from './codec.ts';
import { copilotReaders } from './copilot.ts';

const own = names(
  `Read Glob Grep LS NotebookRead WebFetch WebSearch TodoWrite TodoRead Task Agent BashOutput KillShell KillBash TaskOutput TaskStop
  ExitPlanMode EnterPlanMode AskUserQuestion Skill SlashCommand ListMcpResourcesTool ReadMcpResourceTool ToolSearch LSP`,
);

/** Copilot CLI also runs these hooks, with its own tool names. */
const readers = new Set([...own, ...copilotReaders]);

/** Claude Code, and other agents that read its `.claude/settings.json`. */
export const claude: Codec = { ...claudeAnswers, read: (value, folder) => readFields(value, folder, { readers }) };
