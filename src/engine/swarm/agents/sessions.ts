/** The agents that sessions of coding agents work as, recorded on this machine (docs/decisions/0050-agent-integration.md). */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { resolveLocalFolder } from '../../crtx/local-folder.ts';
import { looksLikePerson } from '../../crtx/people.ts';
import { CORTEX_FOLDER, LOCAL_FOLDER } from '../../crtx/root.ts';
import { readFileBounded, writeFileDurable } from '../../files/atomic-file.ts';
import { makeIgnoredFolder } from '../../files/local-folder.ts';
import { CortexError, systemCode } from '../../platform/errors.ts';
import { type Ancestor, ancestors, isCertainlyDead, type ProcessIdentity } from '../../platform/process-identity.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type Check, isText, orNull, shapeGuard } from '../../text/shape.ts';

/** A session of a coding agent, as stored in its file. */
export interface AgentSession {
  readonly agent: string;
  readonly vendor: string;
  readonly session: string;
  /** The process of the coding agent; `null` if the system does not report it. */
  readonly process: ProcessIdentity | null;
  /** Real path of the working tree that it works in. */
  readonly tree: string;
}

const FOLDER = 'sessions';
const MAX_BYTES = 16_384;
/** Most session files that are read: more than anyone runs at once, and an upper bound for a folder full of foreign files. */
const MAX_SESSIONS = 500;
/** How long a session with an unknown process counts as alive, in milliseconds. */
const UNKNOWN_LASTS = 24 * 3_600_000;

const isProcess = shapeGuard<ProcessIdentity>({
  boot: isText,
  namespace: isText,
  pid: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  started: orNull(isText),
});
/** A file must not be able to make a session a person. */
const isAgent: Check = (value) => typeof value === 'string' && value !== '' && !looksLikePerson(value);
const isSession = shapeGuard<AgentSession>({ agent: isAgent, vendor: isText, session: isText, process: orNull(isProcess), tree: isText });

/** Returns the key of a session: a hash, so that any id is a valid file name. Hooks of several vendors may report the same session. */
export const sessionKey = (session: string): string => createHash('sha256').update(session).digest('hex');

/** Returns the generated agent name for a session without a configured one. */
export const unnamedAgent = (vendor: string, key: string): string => `${vendor}-${key.slice(0, 6)}`;

/** Returns the folder of a project's sessions. @throws CortexError `outside-root` if it leads out of the project */
export const sessionFolder = ({ fs }: Runtime, root: string): string => resolveLocalFolder(fs, root, FOLDER);

function parsed(bytes: Buffer): AgentSession | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isSession(value) ? value : null;
  } catch {
    return null;
  }
}

/** Reads the session of a key; `null` if it is missing or cannot be read. */
export function readSession(runtime: Runtime, root: string, key: string): AgentSession | null {
  const file = path.join(sessionFolder(runtime, root), `${key}.json`);
  const content = readFileBounded(runtime.fs, file, { maxBytes: MAX_BYTES, root });
  return content === null ? null : parsed(content.bytes);
}

function sessionFiles(runtime: Runtime, folder: string): string[] {
  try {
    return runtime.fs
      .readdirSync(folder)
      .filter((name) => /^[0-9a-f]{64}\.json$/.test(name))
      .slice(0, MAX_SESSIONS);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Reports whether a session may still run. @param changed when its file was written, in milliseconds since 1970 UTC */
function mayLive({ process }: AgentSession, changed: number, { process: self, clock }: Runtime): boolean {
  return process === null ? clock.now() - changed < UNKNOWN_LASTS : !isCertainlyDead(process, self);
}

/** A session that a hook has reported. */
export interface RecordedSession {
  readonly session: AgentSession;
  /** When its start was recorded, in milliseconds since 1970 UTC. */
  readonly startedAt: number;
  /** False once its process is certainly dead. */
  readonly mayRun: boolean;
  /** Absolute path. */
  readonly file: string;
}

/** Returns the recorded sessions of a project, the latest first. Ended sessions stay until the next one starts. */
export function listRecordedSessions(runtime: Runtime, root: string): RecordedSession[] {
  const folder = sessionFolder(runtime, root);
  const seen = sessionFiles(runtime, folder).flatMap((name): RecordedSession[] => {
    const file = path.join(folder, name);
    const content = readFileBounded(runtime.fs, file, { maxBytes: MAX_BYTES, root });
    const session = content && parsed(content.bytes);
    if (content === null || session === null) return [];
    const startedAt = Number(content.stat.mtimeNs / 1_000_000n);
    return [{ session, startedAt, mayRun: mayLive(session, startedAt, runtime), file }];
  });
  return seen.sort((one, other) => other.startedAt - one.startedAt);
}

/** Returns the sessions of a project that may still run. */
export function listRunningSessions(runtime: Runtime, root: string): AgentSession[] {
  return listRecordedSessions(runtime, root).flatMap(({ session, mayRun }) => (mayRun ? [session] : []));
}

const isSame = (one: ProcessIdentity, other: ProcessIdentity): boolean =>
  one.boot === other.boot && one.namespace === other.namespace && one.pid === other.pid && one.started === other.started;

/** Returns the agent whose session process is an ancestor of this process; `null` if there is none, or more than one agent. */
export function agentOfAncestors(runtime: Runtime, root: string): string | null {
  const above = ancestors();
  const isAbove = ({ process }: AgentSession) => process !== null && above.some(({ identity }) => isSame(identity, process));
  const agents = new Set(
    listRunningSessions(runtime, root)
      .filter(isAbove)
      .map(({ agent }) => agent),
  );
  const [agent] = agents;
  return agents.size === 1 && agent !== undefined ? agent : null;
}

/** Programs that start hooks but are not the coding agent. */
const WRAPPERS =
  /^(?:cortex|sh|bash|dash|zsh|ksh|fish|busybox|cmd(?:\.exe)?|pwsh|powershell|env|timeout|nice|sudo|doas|setsid|npx|npm .*)$/;

/** Returns the process of the coding agent that started this one: the first ancestor that is no shell or wrapper. */
export function agentProcess(above: readonly Ancestor[] = ancestors()): ProcessIdentity | null {
  return above.find(({ name }) => !WRAPPERS.test(name))?.identity ?? null;
}

/** Vendors whose process runs one session at a time. A new session in the same process replaces the old one and keeps its agent. */
const ONE_AT_A_TIME: ReadonlySet<string> = new Set(['claude', 'codex', 'copilot', 'gemini']);

/** A session that starts. */
export interface NewSession {
  readonly vendor: string;
  readonly session: string;
  readonly tree: string;
  /** The agent that this machine configures; `null` if a name must be generated. */
  readonly agent: string | null;
}

/**
 * Records which agent a session works as, and removes the sessions that have ended.
 * @returns its agent, and whether other live sessions have the same one @throws CortexError when the session cannot be written
 */
export async function beginSession(
  runtime: Runtime,
  root: string,
  { vendor, session, tree, agent: named }: NewSession,
): Promise<{ agent: string; isShared: boolean }> {
  const folder = sessionFolder(runtime, root);
  makeIgnoredFolder(runtime.fs, folder);
  const key = sessionKey(session);
  const file = path.join(folder, `${key}.json`);
  const process = agentProcess();
  const seen = listRecordedSessions(runtime, root);
  for (const each of seen) if (!each.mayRun) remove(runtime, each.file);
  const others = seen.filter((each) => each.mayRun && each.file !== file);
  const before = others.find((each) => isEarlier(each.session, vendor, process));
  if (before !== undefined) remove(runtime, before.file);
  const name = named ?? before?.session.agent ?? null;
  const content: AgentSession = { agent: name ?? unnamedAgent(vendor, key), vendor, session, process, tree };
  const agent = await writeSession(runtime, root, file, { content, isNamed: name !== null });
  return { agent, isShared: others.some((each) => each !== before && each.session.agent === agent) };
}

/**
 * Writes a session. A known session keeps its first agent, because hooks of several vendors may start it at the same time.
 * @returns its agent @throws CortexError when it cannot be written
 */
async function writeSession(
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

/** Removes the files of a session. Other processes may remove them at the same time. */
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

/** A path that was refused to a session, as spelled in the log, and when, in milliseconds since 1970 UTC. */
export interface RefusedPath {
  readonly path: string;
  readonly at: number;
}

const isRefusedPath = shapeGuard<RefusedPath>({ path: isText, at: Number.isFinite });
const MAX_REFUSED = 32;
/** How long mentions of a refused path are refused, too, in milliseconds. */
const REFUSED_FOR = 600_000;

/** Returns the paths that were refused to a session within the last ten minutes. */
export function readRefusedPaths(runtime: Runtime, root: string, key: string): RefusedPath[] {
  const file = path.join(sessionFolder(runtime, root), `${key}.refused`);
  const content = readFileBounded(runtime.fs, file, { maxBytes: MAX_REFUSED * 2_048, root });
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

/** Records paths that were refused to a session. @throws CortexError when they cannot be written */
export async function recordRefusedPaths(runtime: Runtime, root: string, key: string, paths: readonly string[]): Promise<void> {
  const folder = sessionFolder(runtime, root);
  makeIgnoredFolder(runtime.fs, folder);
  const at = runtime.clock.now();
  const before = readRefusedPaths(runtime, root, key).filter(({ path: each }) => !paths.includes(each));
  const kept = [...before, ...paths.map((each) => ({ path: each, at }))].slice(-MAX_REFUSED);
  await writeFileDurable(
    runtime,
    path.join(root, CORTEX_FOLDER, LOCAL_FOLDER, FOLDER, `${key}.refused`),
    Buffer.from(JSON.stringify(kept)),
    {
      root,
    },
  );
}
