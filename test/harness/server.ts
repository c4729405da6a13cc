import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureEditor } from '../../scripts/lib/editor-install.mjs';
import { WAIT_MS } from '../support/limits.ts';
import { fewBuiltIns } from './built-ins.ts';
import { outerEnvironment, startChildProgram } from './child-program.ts';
import type { Profile } from './profile.ts';

export interface ServerOptions {
  /** A secret in the URL without which nobody gets in: for everything that a person uses. Default: none, for tests. */
  readonly token?: boolean;
  /** Whether folders are trusted without asking (`everything`, the default), or start in Restricted Mode, as they do for people. */
  readonly trust?: 'everything' | 'restricted';
  /** For suites inside the extension host. Off for end-to-end tests: it hides notifications. */
  readonly smokeTestDriver?: boolean;
  /** `few`: only those extensions of VS Code itself that the tests need. Default: all. */
  readonly builtIns?: 'all' | 'few';
  readonly env?: Readonly<Record<string, string>>;
  /** Folders, besides the profile, to clear away if this process is killed and can no longer do it itself. */
  readonly removeIfKilled?: readonly string[];
  /** Progress of an installation, should one be needed. */
  readonly log?: (line: string) => void;
}

/** Pairs that the workbench takes from the URL, such as the extension under development. */
export type Payload = readonly (readonly [string, string])[];

export interface OpenTarget {
  /** A folder, or a `.code-workspace` file. */
  readonly workspace?: string;
  readonly payload?: Payload;
}

export interface EditorServer {
  readonly port: number;
  readonly listenMs: number;
  url(target?: OpenTarget): string;
  /** The address of a file of this machine as the browser's side of the editor knows it. */
  remoteUri(file: string): string;
  output(): string;
  /** Settles when the server has ended, by itself or not. */
  readonly exited: Promise<number>;
  stop(): Promise<void>;
}

const LISTENING = /Extension host agent listening on (\d+)/;
const HOST = '127.0.0.1';

const folderArgs = (profile: Profile): string[] => [
  '--user-data-dir',
  profile.userData,
  '--extensions-dir',
  profile.extensions,
  '--server-data-dir',
  profile.serverData,
  '--accept-server-license-terms',
];

function serverEnv(profile: Profile, more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return {
    ...outerEnvironment(),
    // No marketplace: nothing is looked up or downloaded.
    EXTENSIONS_GALLERY: '{}',
    TMPDIR: profile.scratch,
    XDG_RUNTIME_DIR: profile.scratch,
    ...more,
  };
}

/**
 * Installs a packaged extension into a profile, before its server is started.
 * @throws Error with the output of the installation
 */
export async function installVsix(profile: Profile, vsix: string, log?: (line: string) => void): Promise<void> {
  const { node, serverMain } = await ensureEditor({ log: log ?? (() => undefined) });
  const args = [serverMain, ...folderArgs(profile), '--install-extension', vsix, '--force'];
  const installer = startChildProgram(node, args, { env: serverEnv(profile), removeIfKilled: [profile.root] });
  const timer = setTimeout(() => void installer.stop(), WAIT_MS);
  const code = await installer.exited;
  clearTimeout(timer);
  if (code !== 0) throw new Error(`installing ${vsix} ended with exit code ${code}:\n${installer.output()}`);
}

/** A token goes through a file: arguments can be read by every user of the machine. */
async function tokenArgs(profile: Profile, token: string | undefined): Promise<string[]> {
  if (token === undefined) return ['--without-connection-token'];
  const file = path.join(profile.root, 'token');
  await writeFile(file, token, { mode: 0o600 });
  return ['--connection-token-file', file];
}

function urlOf(port: number, token: string | undefined, { workspace, payload = [] }: OpenTarget): string {
  const url = new URL(`http://${HOST}:${port}/`);
  if (token !== undefined) url.searchParams.set('tkn', token);
  if (workspace !== undefined) {
    url.searchParams.set(workspace.endsWith('.code-workspace') ? 'workspace' : 'folder', path.resolve(workspace));
  }
  const quiet: Payload = [
    ['skipWelcome', 'true'],
    ['skipReleaseNotes', 'true'],
  ];
  url.searchParams.set('payload', JSON.stringify([...quiet, ...payload]));
  return url.href;
}

/**
 * Starts the editor's server on a free port of the loopback interface. It ends with this process at the latest.
 * @throws Error with the server's output when it does not listen in a minute
 */
export async function startServer(profile: Profile, options: ServerOptions = {}): Promise<EditorServer> {
  const { node, serverMain } = await ensureEditor({ log: options.log ?? (() => undefined) });
  const token = options.token === true ? randomBytes(24).toString('hex') : undefined;
  const args = [serverMain, '--host', HOST, '--port', '0', ...folderArgs(profile), ...(await tokenArgs(profile, token))];
  args.push('--telemetry-level', 'off');
  if (options.trust !== 'restricted') args.push('--disable-workspace-trust');
  if (options.builtIns === 'few') args.push('--builtin-extensions-dir', await fewBuiltIns(profile.root, serverMain));
  if (options.smokeTestDriver === true) args.push('--enable-smoke-test-driver');
  const started = performance.now();
  const removeIfKilled = [profile.root, ...(options.removeIfKilled ?? [])];
  const server = startChildProgram(node, args, { env: serverEnv(profile, options.env), removeIfKilled });
  const match = await server.waitForOutput(LISTENING, WAIT_MS).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  const port = Number(match[1]);
  return {
    port,
    listenMs: performance.now() - started,
    url: (target = {}) => urlOf(port, token, target),
    remoteUri: (file) => `vscode-remote://${HOST}:${port}${path.resolve(file)}`,
    output: server.output,
    exited: server.exited,
    stop: server.stop,
  };
}
