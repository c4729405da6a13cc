/** Which agent a session of a coding agent works as: a fact of this machine (docs/decisions/0050-agents-take-part.md). */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { localFolder } from '../../crtx/local-folder.ts';
import { isPerson } from '../../crtx/people.ts';
import { CORTEX_FOLDER, LOCAL_FOLDER } from '../../crtx/root.ts';
import { readFileBounded, writeFileDurable } from '../../files/atomic-file.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { CortexError, systemCode } from '../../platform/errors.ts';
import { type Ancestor, ancestors, isCertainlyDead, type ProcessIdentity } from '../../platform/process-identity.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type Check, isText, orNull, shaped } from '../../text/shape.ts';

/** A session of a coding agent, as its file says it. */
export interface AgentSession {
  readonly agent: string;
  readonly vendor: string;
  readonly session: string;
  /** The process of the coding agent; `null` where the system does not say it. */
  readonly process: ProcessIdentity | null;
  /** The working tree that it works in, a real path. */
  readonly tree: string;
}

const FOLDER = 'sessions';
const MOST_BYTES = 16_384;
/** More than anybody runs at once; what somebody put there is not read for ever. */
const MOST_SESSIONS = 500;
/** How long a session counts whose process is not known, milliseconds. */
const UNKNOWN_LASTS = 24 * 3_600_000;

const isProcess = shaped<ProcessIdentity>({
  boot: isText,
  namespace: isText,
  pid: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  started: orNull(isText),
});
/** Nobody becomes a person by what a file says. */
const isAgent: Check = (value) => typeof value === 'string' && value !== '' && !isPerson(value);
const isSession = shaped<AgentSession>({ agent: isAgent, vendor: isText, session: isText, process: orNull(isProcess), tree: isText });

/** Under what a session is kept: whatever a vendor calls it, this is a file name. The hooks of several vendors may report one session. */
export const sessionKey = (session: string): string => createHash('sha256').update(session).digest('hex');

/** The agent of a session that nobody has named. */
export const unnamedAgent = (vendor: string, key: string): string => `${vendor}-${key.slice(0, 6)}`;

/** The folder of the sessions of a project. @throws CortexError `outside-root` where it leads elsewhere */
export const sessionFolder = ({ fs }: Runtime, root: string): string => localFolder(fs, root, FOLDER);

function parsed(bytes: Buffer): AgentSession | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isSession(value) ? value : null;
  } catch {
    return null;
  }
}

/** The session of one key; `null` where there is none, or none that can be read. */
export function readSession(runtime: Runtime, root: string, key: string): AgentSession | null {
  const file = path.join(sessionFolder(runtime, root), `${key}.json`);
  const content = readFileBounded(runtime.fs, file, { maxBytes: MOST_BYTES, root });
  return content === null ? null : parsed(content.bytes);
}

function sessionFiles(runtime: Runtime, folder: string): string[] {
  try {
    return runtime.fs
      .readdirSync(folder)
      .filter((name) => /^[0-9a-f]{64}\.json$/.test(name))
      .slice(0, MOST_SESSIONS);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Whether a session may still go on. @param changed when its file was written, milliseconds */
function mayLive({ process }: AgentSession, changed: number, { process: self, clock }: Runtime): boolean {
  return process === null ? clock.now() - changed < UNKNOWN_LASTS : !isCertainlyDead(process, self);
}

/** A session whose hooks have fired. */
export interface SeenSession {
  readonly session: AgentSession;
  /** When its start was recorded, milliseconds since 1970 UTC. */
  readonly startedAt: number;
  /** False once its process is certainly gone. */
  readonly mayRun: boolean;
  /** Absolute. */
  readonly file: string;
}

/** The recorded sessions of a project, the latest first. Those that have ended stay until the next one begins. */
export function seenSessions(runtime: Runtime, root: string): SeenSession[] {
  const folder = sessionFolder(runtime, root);
  const seen = sessionFiles(runtime, folder).flatMap((name): SeenSession[] => {
    const file = path.join(folder, name);
    const content = readFileBounded(runtime.fs, file, { maxBytes: MOST_BYTES, root });
    const session = content && parsed(content.bytes);
    if (content === null || session === null) return [];
    const startedAt = Number(content.stat.mtimeNs / 1_000_000n);
    return [{ session, startedAt, mayRun: mayLive(session, startedAt, runtime), file }];
  });
  return seen.sort((one, other) => other.startedAt - one.startedAt);
}

/** The sessions of a project that may still run. */
export function sessionsOf(runtime: Runtime, root: string): AgentSession[] {
  return seenSessions(runtime, root).flatMap(({ session, mayRun }) => (mayRun ? [session] : []));
}

const isSame = (one: ProcessIdentity, other: ProcessIdentity): boolean =>
  one.boot === other.boot && one.namespace === other.namespace && one.pid === other.pid && one.started === other.started;

/** The agent of the one session among whose processes is one above this; `null` where there is none, or more than one agent. */
export function agentOfAncestors(runtime: Runtime, root: string): string | null {
  const above = ancestors();
  const isAbove = ({ process }: AgentSession) => process !== null && above.some(({ identity }) => isSame(identity, process));
  const agents = new Set(
    sessionsOf(runtime, root)
      .filter(isAbove)
      .map(({ agent }) => agent),
  );
  const [agent] = agents;
  return agents.size === 1 && agent !== undefined ? agent : null;
}

/** What starts a hook, and is not the agent. */
const WRAPPERS =
  /^(?:cortex|sh|bash|dash|zsh|ksh|fish|busybox|cmd(?:\.exe)?|pwsh|powershell|env|timeout|nice|sudo|doas|setsid|npx|npm .*)$/;

/** The process of the coding agent that has started this one: the first ancestor that is no shell or wrapper. */
export function agentProcess(above: readonly Ancestor[] = ancestors()): ProcessIdentity | null {
  return above.find(({ name }) => !WRAPPERS.test(name))?.identity ?? null;
}

/** Vendors whose process has one session at a time: another one in it takes the place of the one before, and goes on as its agent. */
const ONE_AT_A_TIME: ReadonlySet<string> = new Set(['claude', 'codex', 'copilot', 'gemini']);

/** A session that begins. */
export interface NewSession {
  readonly vendor: string;
  readonly session: string;
  readonly tree: string;
  /** The agent that the machine names; `null`: the session is given a name. */
  readonly agent: string | null;
}

/**
 * Keeps which agent a session works as, and removes the sessions that have ended.
 * @returns its agent, and whether other sessions that go on have the same one @throws CortexError when it cannot be written
 */
export async function beginSession(
  runtime: Runtime,
  root: string,
  { vendor, session, tree, agent: named }: NewSession,
): Promise<{ agent: string; isShared: boolean }> {
  const folder = sessionFolder(runtime, root);
  makeFolder(runtime.fs, folder);
  const key = sessionKey(session);
  const file = path.join(folder, `${key}.json`);
  const process = agentProcess();
  const seen = seenSessions(runtime, root);
  for (const each of seen) if (!each.mayRun) remove(runtime, each.file);
  const others = seen.filter((each) => each.mayRun && each.file !== file);
  const before = others.find((each) => isEarlier(each.session, vendor, process));
  if (before !== undefined) remove(runtime, before.file);
  const name = named ?? before?.session.agent ?? null;
  const content: AgentSession = { agent: name ?? unnamedAgent(vendor, key), vendor, session, process, tree };
  const agent = await keepSession(runtime, root, file, { content, isNamed: name !== null });
  return { agent, isShared: others.some((each) => each !== before && each.session.agent === agent) };
}

/**
 * Writes a session. One that is known keeps the agent that it was given first: hooks of several vendors may start it at the same time.
 * @returns its agent @throws CortexError when it cannot be written
 */
async function keepSession(
  runtime: Runtime,
  root: string,
  file: string,
  { content, isNamed }: { readonly content: AgentSession; readonly isNamed: boolean },
): Promise<string> {
  const write = async (session: AgentSession, exclusive: boolean): Promise<string> => {
    await writeFileDurable(runtime, file, Buffer.from(`${JSON.stringify(session)}\n`), { root, exclusive });
    return session.agent;
  };
  if (isNamed) return write(content, false);
  const known = () => readSession(runtime, root, path.basename(file, '.json'));
  try {
    if (known() === null) return await write(content, true);
  } catch (error) {
    if (!(error instanceof CortexError) || error.code !== 'already-exists') throw error;
  }
  const first = known();
  return write(first === null ? content : { ...content, agent: first.agent, vendor: first.vendor }, false);
}

function isEarlier(other: AgentSession, vendor: string, process: ProcessIdentity | null): boolean {
  const isOwn = other.vendor === vendor && process !== null && other.process !== null && isSame(other.process, process);
  return isOwn && ONE_AT_A_TIME.has(vendor);
}

/** Others may be sweeping here. */
function remove({ fs }: Runtime, file: string): void {
  for (const each of [file, refusalsFile(file)]) {
    try {
      fs.unlinkSync(each);
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
  }
}

const refusalsFile = (file: string): string => file.replace(/\.json$/, '.refused');

/** A path that was refused to a session, as the log knows it, and when (milliseconds). */
export interface RefusedPath {
  readonly path: string;
  readonly at: number;
}

const isRefusedPath = shaped<RefusedPath>({ path: isText, at: Number.isFinite });
const MOST_REFUSED = 32;
/** How long the mention of a refused path is refused, too. Milliseconds. */
const REFUSED_FOR = 600_000;

/** What was refused to a session within the last ten minutes. */
export function refusedPaths(runtime: Runtime, root: string, key: string): RefusedPath[] {
  const file = path.join(sessionFolder(runtime, root), `${key}.refused`);
  const content = readFileBounded(runtime.fs, file, { maxBytes: MOST_REFUSED * 2_048, root });
  if (content === null) return [];
  try {
    const value: unknown = JSON.parse(content.bytes.toString('utf8'));
    const now = runtime.clock.now();
    return Array.isArray(value) ? value.filter(isRefusedPath).filter(({ at }) => Math.abs(now - at) < REFUSED_FOR) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** Keeps what was refused to a session. @throws CortexError when it cannot be written */
export async function rememberRefused(runtime: Runtime, root: string, key: string, paths: readonly string[]): Promise<void> {
  const folder = sessionFolder(runtime, root);
  makeFolder(runtime.fs, folder);
  const at = runtime.clock.now();
  const before = refusedPaths(runtime, root, key).filter(({ path: each }) => !paths.includes(each));
  const kept = [...before, ...paths.map((each) => ({ path: each, at }))].slice(-MOST_REFUSED);
  await writeFileDurable(
    runtime,
    path.join(root, CORTEX_FOLDER, LOCAL_FOLDER, FOLDER, `${key}.refused`),
    Buffer.from(JSON.stringify(kept)),
    {
      root,
    },
  );
}
