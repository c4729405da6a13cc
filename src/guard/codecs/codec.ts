import { ownProperty } from '../../engine/text/foreign-data.ts';
import { type HookEvent, type Payload, WrongPayload } from '../action.ts';
import { toolActions } from '../tool-input.ts';

/** The reply to a hook, as JSON. */
export type Reply = Readonly<Record<string, unknown>>;

/** The hook format of one vendor. An action is allowed by an empty reply, so that the vendor's own rules still apply. */
export interface Codec {
  /** Parses a payload. @param folder where the hook was started @throws WrongPayload */
  read(value: unknown, folder: string): Payload;
  /** Returns the reply that refuses an action. @param value the payload */
  refuse(reason: string, value: unknown): Reply;
  /** Returns the reply that gives the agent a text at the start of its session. */
  context(text: string): Reply;
  /** Returns the reply that gives the agent a text after a tool. @param value the payload */
  note(text: string, value: unknown): Reply;
  /** Returns the reply that keeps the agent from stopping, once. */
  remind(text: string): Reply;
  /** Whether problems must not be printed, because the vendor refuses every tool after any failure of a hook. */
  readonly isSilent?: boolean;
}

/** Returns the first of some fields that is a non-empty string. */
export function textField(value: unknown, ...names: readonly string[]): string | null {
  const found = names.map((name) => ownProperty(value, name)).find((each) => typeof each === 'string' && each !== '');
  return typeof found === 'string' ? found : null;
}

/** Longest path in characters; operating systems refuse longer ones. */
const MAX_PATH_LENGTH = 4_096;
const STARTS = new Set(['sessionstart']);
const STOPS = new Set(['stop', 'agentstop', 'afteragent']);
const TOOLS = new Set(['pretooluse', 'beforetool', 'beforeshellexecution', 'beforemcpexecution', 'permissionrequest']);
const AFTER = new Set(['posttooluse', 'posttoolusefailure', 'aftertool']);
const RUNS = ['tool_use_id', 'toolUseId', 'tool_call_id', 'toolCallId', 'call_id', 'callID'];

/** The parts of a payload that differ between vendors. Field names may have either spelling: `session_id`, `sessionId`. */
export interface Fields {
  readonly readers: ReadonlySet<string>;
  /** Tools that change no file that their input names, but may change others. */
  readonly runners?: ReadonlySet<string>;
  /** Names of the fields with the session id. */
  readonly session?: readonly string[];
  /** Returns the event of a payload that does not name it. */
  eventOf?(value: unknown): string | null;
}

const isRepeated = (value: unknown): boolean =>
  ownProperty(value, 'stop_hook_active') === true ||
  ownProperty(value, 'stopHookActive') === true ||
  Number(ownProperty(value, 'loop_count') ?? 0) > 0;

function eventIn(value: unknown, name: string, { readers, runners }: Fields, folder: string): HookEvent {
  if (STARTS.has(name)) return { kind: 'start' };
  if (STOPS.has(name)) return { kind: 'stop', isRepeated: isRepeated(value) };
  if (!TOOLS.has(name) && !AFTER.has(name)) return { kind: 'other' };
  const tool = textField(value, 'tool_name', 'toolName', 'tool') ?? '';
  const input = ['tool_input', 'toolInput', 'toolArgs', 'args'].map((each) => ownProperty(value, each)).find((each) => each !== undefined);
  const line = textField(value, 'command');
  const given = input ?? (line === null ? {} : { command: line });
  const actions = runners?.has(tool) === true ? [{ kind: 'other' as const, tool }] : toolActions(tool, given, readers, folder);
  return { kind: AFTER.has(name) ? 'after' : 'tool', actions, run: textField(value, ...RUNS) };
}

/** Parses a payload by the fields that most vendors share. @throws WrongPayload */
export function readFields(value: unknown, started: string, fields: Fields): Payload {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new WrongPayload('the payload is not a JSON object');
  const event = textField(value, 'hook_event_name', 'hookEventName', 'event') ?? fields.eventOf?.(value) ?? null;
  if (event === null) throw new WrongPayload('the payload has no event');
  const [root] = [ownProperty(value, 'workspace_roots')].flat();
  const named = textField(value, 'cwd', 'directory') ?? (typeof root === 'string' ? root : null);
  const folder = named === null || named.length > MAX_PATH_LENGTH ? null : named;
  return {
    session: textField(value, ...(fields.session ?? ['session_id', 'sessionId'])),
    folder,
    event: eventIn(value, event.replaceAll('_', '').toLowerCase(), fields, folder ?? started),
  };
}

export const names = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Replies in the format of Claude Code, which other vendors share. */
export const claudeAnswers = {
  refuse: (reason: string): Reply => ({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: reason },
  }),
  context: (text: string): Reply => ({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: text } }),
  note: (text: string, value: unknown): Reply => ({
    hookSpecificOutput: { hookEventName: textField(value, 'hook_event_name') ?? 'PostToolUse', additionalContext: text },
  }),
  remind: (text: string): Reply => ({ decision: 'block', reason: text }),
};
