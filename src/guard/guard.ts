import { statSync } from 'node:fs';
import { findProject, namedAgent, type Workplace } from '../engine/crtx/index.ts';
import { CortexError, describeError } from '../engine/platform/errors.ts';
import type { Runtime } from '../engine/platform/runtime.ts';
import {
  beginSession,
  type LockReading,
  readingLocks,
  readSession,
  refusedPaths,
  rememberRefused,
  sessionKey,
  sessionsOf,
} from '../engine/swarm/index.ts';
import { type Action, type Payload, WrongPayload } from './action.ts';
import type { Codec, Reply } from './codecs/codec.ts';
import { type Asking, decide, type Verdict } from './decide.ts';
import { intentOf } from './intent.ts';
import { Places } from './places.ts';
import { refusalText } from './refusals.ts';
import { startText, stopText } from './session-events.ts';

/** Where a hook was started, and how it is asked. */
export interface Hook {
  readonly vendor: string;
  readonly codec: Codec;
  readonly runtime: Runtime;
  readonly directory: string;
  readonly exactDirectory: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readInput(): Promise<string>;
}

/** What is said to the agent's program. */
export interface Said {
  readonly reply: Reply | null;
  /** For a person. */
  readonly problem: string | null;
}

const kinds = new Set<string>();

/** The kinds of hooks and actions that this process has answered. */
export const kindsAnswered = (): string => [...kinds].join(' ');

const NOTHING: Said = { reply: null, problem: null };

/** A payload that is larger is not read; characters. */
const LONGEST_PAYLOAD = 8 * 1_048_576;
/** The folders of the project, as vendors name them to their hooks. */
const PROJECT_FOLDERS = ['CLAUDE_PROJECT_DIR', 'GEMINI_PROJECT_DIR', 'CURSOR_PROJECT_DIR'];
const MOST_READY = 3;

/** Answers one hook. Throws nothing: whatever goes wrong, the answer is as `CORTEX_GUARD` says. */
export async function answerHook(hook: Hook): Promise<Said> {
  let value: unknown = null;
  try {
    const project = projectOf(hook, [hook.directory, ...PROJECT_FOLDERS.flatMap((name) => hook.environment[name] ?? [])]);
    if (project === null) return NOTHING;
    value = parsed(await hook.readInput());
    const payload = hook.codec.read(value, hook.directory);
    const place = (payload.folder === null ? null : projectOf(hook, [payload.folder])) ?? project;
    return { reply: await replyTo(payload, value, place, hook), problem: null };
  } catch (error) {
    return failed(error, value, hook);
  }
}

function failed(error: unknown, value: unknown, { codec, environment }: Hook): Said {
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
  if (text.length > LONGEST_PAYLOAD) throw new WrongPayload('the payload is too large');
  try {
    return JSON.parse(text);
  } catch {
    throw new WrongPayload('the payload is no JSON');
  }
}

/** The project of the first of some folders that is in one; `null` where none is. */
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

async function replyTo(payload: Payload, value: unknown, place: Workplace, hook: Hook): Promise<Reply | null> {
  const { event, session } = payload;
  const { runtime, codec } = hook;
  kinds.add(event.kind);
  const key = session === null ? null : sessionKey(session);
  if (event.kind === 'start') return codec.context(await started(session, place, hook));
  const agent = agentOf(key, place, hook);
  if (event.kind === 'tool') {
    if (event.actions.length === 0) return null;
    const reason = await refusal(event.actions, { agent, key }, place, hook);
    return reason === null ? null : codec.refuse(reason, value);
  }
  if (event.kind === 'other' || event.isRepeated || agent === null) return null;
  const text = readingLocks(runtime, place.root, (reading) => stopText(reading, agent));
  return text === null ? null : codec.remind(text);
}

function agentOf(key: string | null, { root }: Workplace, { runtime, environment }: Hook): string | null {
  return namedAgent(environment) ?? (key === null ? null : (readSession(runtime, root, key)?.agent ?? null));
}

/** The vendor whose program asks: Copilot CLI also runs the hooks of others. Claude Code names itself to what it starts, also in a shell of Copilot. */
function programOf({ vendor, environment }: Hook): string {
  return environment.COPILOT_CLI !== undefined && environment.CLAUDECODE === undefined ? 'copilot' : vendor;
}

/** Keeps who works in a session, and says how that agent stands. */
async function started(session: string | null, place: Workplace, hook: Hook): Promise<string> {
  const { runtime, environment } = hook;
  const vendor = programOf(hook);
  const named = namedAgent(environment);
  if (session === null && named === null) throw new WrongPayload('it names no session');
  const begun =
    session === null
      ? { agent: named ?? '', isShared: false }
      : await beginSession(runtime, place.root, { vendor, session, tree: place.tree, agent: named });
  return readingLocks(runtime, place.root, (reading) => startText(reading, begun));
}

interface Who {
  readonly agent: string | null;
  readonly key: string | null;
}

/** Why some actions may not be done; `null` where they may. */
async function refusal(actions: readonly Action[], who: Who, place: Workplace, hook: Hook): Promise<string | null> {
  const { runtime } = hook;
  const found = readingLocks(runtime, place.root, (reading) => {
    const verdict = verdictOn(actions, who, place, { hook, reading });
    return verdict.allowed ? null : { verdict, text: refusalText(verdict, who.agent, reading.readyTasks(MOST_READY)) };
  });
  if (found === null) return null;
  kinds.add('refused');
  if (found.verdict.why === 'held' && who.key !== null) await remember(runtime, place.root, who.key, found.verdict.paths);
  return found.text;
}

/** What cannot be kept changes nothing of the denial. */
async function remember(runtime: Runtime, root: string, key: string, paths: readonly string[]): Promise<void> {
  try {
    await rememberRefused(runtime, root, key, paths);
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
  }
}

function verdictOn(
  actions: readonly Action[],
  { agent, key }: Who,
  place: Workplace,
  { hook, reading }: { readonly hook: Hook; readonly reading: LockReading },
): Verdict {
  const { runtime, environment } = hook;
  const locks = reading.locks();
  const places = new Places(runtime.fs, place, reading, environment.HOME ?? environment.USERPROFILE);
  const asking: Asking = {
    agent,
    refused: key === null ? [] : refusedBefore(runtime, place.root, key),
    worksIn: workplaces(runtime, place),
  };
  for (const action of actions) {
    kinds.add(action.kind);
    const intent = intentOf(action, { places, environment, look });
    const verdict = decide(intent, { holders: (path) => reading.holders(path), all: () => locks }, asking);
    if (!verdict.allowed) return verdict;
  }
  return { allowed: true };
}

function refusedBefore(runtime: Runtime, root: string, key: string): string[] {
  return refusedPaths(runtime, root, key).map(({ path }) => path);
}

/** Whether an agent may work in a working tree: not one whose sessions are all known to be in others. */
function workplaces(runtime: Runtime, { root }: Workplace): Asking['worksIn'] {
  let sessions: ReturnType<typeof sessionsOf> | null = null;
  return (agent, tree) => {
    sessions ??= sessionsOf(runtime, root);
    const own = sessions.filter((each) => each.agent === agent);
    return own.length === 0 || own.some((each) => each.tree === tree);
  };
}

function look(file: string): 'file' | 'folder' | null {
  const stat = statOf(file);
  if (stat === undefined) return null;
  return stat.isDirectory() ? 'folder' : 'file';
}

function statOf(file: string) {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
