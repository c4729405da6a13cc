import { findProject, namedAgent, type Workplace } from '../engine/crtx/index.ts';
import { CortexError, describeError } from '../engine/platform/errors.ts';
import type { Runtime } from '../engine/platform/runtime.ts';
import { beginSession, readSession, sessionKey, withLockReading } from '../engine/swarm/index.ts';
import { type Payload, WrongPayload } from './action.ts';
import type { Codec, Reply } from './codecs/codec.ts';
import { afterSession, afterTool, beforeTool, reportChanges } from './held-files.ts';
import type { Actor, HookContext, ToolUse } from './hook-context.ts';
import { decideToolUse } from './refusal.ts';
import { startText, stopText } from './session-events.ts';

/** The context of a hook, and its format. */
export interface Hook {
  readonly vendor: string;
  readonly codec: Codec;
  readonly runtime: Runtime;
  readonly directory: string;
  readonly exactDirectory: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readInput(): Promise<string>;
}

/** The output of a hook. */
export interface HookOutput {
  readonly reply: Reply | null;
  /** A message for a person. */
  readonly problem: string | null;
}

const kinds = new Set<string>();

/** Returns the kinds of hooks and actions that this process has answered. */
export const kindsAnswered = (): string => [...kinds].join(' ');

const NOTHING: HookOutput = { reply: null, problem: null };

/** Maximum length of a payload, in characters. */
const MAX_PAYLOAD_LENGTH = 8 * 1_048_576;
/** Environment variables in which vendors give their hooks the project's folder. */
const PROJECT_FOLDERS = ['CLAUDE_PROJECT_DIR', 'GEMINI_PROJECT_DIR', 'CURSOR_PROJECT_DIR'];

/** Answers one hook. Never throws: on failure the answer depends on `CORTEX_GUARD`. */
export async function answerHook(hook: Hook): Promise<HookOutput> {
  let value: unknown = null;
  try {
    const project = projectOf(hook, [hook.directory, ...PROJECT_FOLDERS.flatMap((name) => hook.environment[name] ?? [])]);
    if (project === null) return NOTHING;
    value = parsed(await hook.readInput());
    const payload = hook.codec.read(value, hook.directory);
    const place = (payload.folder === null ? null : projectOf(hook, [payload.folder])) ?? project;
    return await replyTo(payload, value, place, hook);
  } catch (error) {
    return failureOutput(error, value, hook);
  }
}

function failureOutput(error: unknown, value: unknown, { codec, environment }: Hook): HookOutput {
  const isClosed = environment.CORTEX_GUARD === 'closed';
  const what = error instanceof WrongPayload ? error.message : describeError(error);
  if (isClosed)
    return {
      reply: codec.refuse(`Refused: cortex guard cannot tell whether this is allowed (CORTEX_GUARD=closed): ${what}`, value),
      problem: null,
    };
  return {
    reply: null,
    problem: codec.isSilent === true ? null : `cortex guard cannot tell whether this is allowed, and allows it: ${what}`,
  };
}

function parsed(text: string): unknown {
  if (text.length > MAX_PAYLOAD_LENGTH) throw new WrongPayload('the payload is too large');
  try {
    return JSON.parse(text);
  } catch {
    throw new WrongPayload('the payload is not JSON');
  }
}

/** Returns the project of the first folder that is in one; `null` if none is. */
function projectOf({ runtime: { fs }, exactDirectory }: Hook, folders: readonly string[]): Workplace | null {
  for (const folder of folders) {
    try {
      return { ...findProject(fs, folder, exactDirectory && folder === folders[0]), folder: null };
    } catch (error) {
      if (!(error instanceof CortexError) || error.code !== 'not-found') throw error;
    }
  }
  return null;
}

async function replyTo(payload: Payload, value: unknown, place: Workplace, hook: Hook): Promise<HookOutput> {
  const { event, session } = payload;
  const { runtime, environment, codec } = hook;
  kinds.add(event.kind);
  const key = session === null ? null : sessionKey(session);
  if (event.kind === 'start') return replyOutput(codec.context(await startSession(session, place, hook)));
  const who = { agent: agentOf(key, place, hook), key };
  if (event.kind === 'other' || (event.kind !== 'stop' && event.actions.length === 0)) return NOTHING;
  const scene: HookContext = { runtime, environment, place, reading: withLockReading(runtime, place.root, (reading) => reading) };
  if (event.kind === 'stop') return stopSession(who, event.isRepeated, scene, codec);
  const use: ToolUse = { who, run: event.run, actions: event.actions, vendor: programOf(hook) };
  if (event.kind === 'after') return watchOutput(await tryWatch(afterTool(use, scene)), codec, (text) => codec.note(text, value));
  const { reason, kinds: found, mayWrite } = await decideToolUse(use, scene);
  for (const kind of found) kinds.add(kind);
  if (reason !== null) return replyOutput(codec.refuse(reason, value));
  if (!mayWrite) return NOTHING;
  const { problem } = await tryWatch(beforeTool(use, scene).then(() => null));
  return { reply: null, problem: codec.isSilent === true ? null : problem };
}

const replyOutput = (reply: Reply): HookOutput => ({ reply, problem: null });

/** The text that was found, or the problem. Neither changes whether a tool may run. */
interface Watched {
  readonly text: string | null;
  readonly problem: string | null;
}

async function tryWatch(work: Promise<string | null>): Promise<Watched> {
  try {
    return { text: await work, problem: null };
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    return { text: null, problem: `changes to held files are not watched: ${describeError(error)}` };
  }
}

const watchOutput = ({ text, problem }: Watched, { isSilent }: Codec, reply: (text: string) => Reply): HookOutput => ({
  reply: text === null ? null : reply(text),
  problem: isSilent === true ? null : problem,
});

async function stopSession(who: Actor, isRepeated: boolean, scene: HookContext, codec: Codec): Promise<HookOutput> {
  const { text, problem } = await tryWatch(afterSession(who, scene));
  const standing = who.agent === null ? null : stopText(scene.reading, who.agent);
  const texts = [text, standing].filter((each) => each !== null);
  return watchOutput({ text: isRepeated || texts.length === 0 ? null : texts.join('\n'), problem }, codec, (said) => codec.remind(said));
}

function agentOf(key: string | null, { root }: Workplace, { runtime, environment }: Hook): string | null {
  return namedAgent(environment) ?? (key === null ? null : (readSession(runtime, root, key)?.agent ?? null));
}

/** Returns the vendor of the calling program. Copilot CLI also runs hooks of others. Claude Code sets CLAUDECODE, even inside Copilot. */
function programOf({ vendor, environment }: Hook): string {
  return environment.COPILOT_CLI !== undefined && environment.CLAUDECODE === undefined ? 'copilot' : vendor;
}

/** Records the agent of a session, and returns the text for the start of the session. */
async function startSession(session: string | null, place: Workplace, hook: Hook): Promise<string> {
  const { runtime, environment } = hook;
  const vendor = programOf(hook);
  const named = namedAgent(environment);
  if (session === null && named === null) throw new WrongPayload('the payload has no session id');
  const begun =
    session === null
      ? { agent: named ?? '', isShared: false }
      : await beginSession(runtime, place.root, { vendor, session, tree: place.tree, agent: named });
  const news = await tryWatch(reportChanges(begun.agent, { runtime, place }));
  const start = withLockReading(runtime, place.root, (reading) => startText(reading, begun));
  return news.text === null ? start : `${start}\n${news.text}`;
}
