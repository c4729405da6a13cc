import { ownProperty } from '../../engine/text/foreign-data.ts';
import { type Codec, claudeAnswers, names, type Reply, readFields, textField } from './codec.ts';

/** Tools that only read. Some hooks get the names of Claude Code for them. */
export const copilotReaders = names(
  `view grep glob ls rg read_file read_bash stop_bash list_bash read_powershell stop_powershell list_powershell web_fetch web_search fetch
  ask_user task report_intent update_todo show_file search_code_subagent store_memory
  Read Glob Grep LS WebFetch WebSearch TodoWrite Task`,
);

/** Infers the event, because payloads in camelCase do not name it. */
function eventOf(value: unknown): string | null {
  if (textField(value, 'toolName') !== null) return ownProperty(value, 'toolResult') === undefined ? 'preToolUse' : 'postToolUse';
  if (textField(value, 'stopReason') !== null || textField(value, 'transcriptPath') !== null) return 'agentStop';
  if (textField(value, 'source') !== null) return 'sessionStart';
  return ownProperty(value, 'cwd') === undefined ? null : 'other';
}

function refuse(reason: string, value: unknown): Reply {
  const own = { permissionDecision: 'deny', permissionDecisionReason: reason };
  return textField(value, 'hook_event_name') === null ? own : { ...own, ...claudeAnswers.refuse(reason) };
}

/** Copilot CLI. Any failure of a hook refuses every tool there, so problems are not reported. */
export const copilot: Codec = {
  read: (value, folder) => readFields(value, folder, { readers: copilotReaders, eventOf }),
  refuse,
  note: (text, value) => ({ additionalContext: text, ...claudeAnswers.note(text, value) }),
  context: (text) => ({ additionalContext: text, ...claudeAnswers.context(text) }),
  remind: claudeAnswers.remind,
  isSilent: true,
};
