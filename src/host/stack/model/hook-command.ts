import path from 'node:path';
import { CortexError } from '../../../engine/platform/errors.ts';
import { AGENT_VARIABLE, type StackHook } from '../../../engine/stack/index.ts';
import type { Program } from '../run-program.ts';

export interface HookPlace {
  readonly platform: NodeJS.Platform;
  /** Folder of the agent, absolute. */
  readonly home: string;
  readonly agent: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns the command that runs a hook, with the script that suits the system.
 * @throws CortexError if there is no script, or its command line contains invisible characters
 */
export function hookCommand({ skill, files }: StackHook, { platform, home, agent, environment }: HookPlace): Program {
  const isWindows = platform === 'win32';
  const shell = files.sh === undefined ? null : { program: isWindows ? gitBashIn(environment) : 'bash', args: [files.sh] };
  const powershell =
    files.ps1 === undefined ? null : { program: isWindows ? powershellIn(environment) : 'pwsh', args: [...POWERSHELL, files.ps1] };
  const found = isWindows ? (powershell ?? shell) : (shell ?? powershell);
  if (found === null) {
    const next = `Write ${path.join('.claude', 'hooks', `${skill}.sh`)} in the stack.`;
    throw new CortexError('not-found', 'the hook has no script', { value: skill, next });
  }
  const command = { ...found, directory: home, environment: { ...ownVariables(environment), [AGENT_VARIABLE]: agent } };
  if ([...found.args, home].some((part) => UNSEEN.test(part))) {
    const next = 'Rename the file or its folder.';
    throw new CortexError('denied', 'the command line of the hook contains characters that cannot be shown', {
      value: found.args.join(' '),
      next,
    });
  }
  return command;
}

/** Characters that are invisible or look like a space. A hook with such a command line does not run, since the user could not verify it. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u;

/** Variables that VS Code sets for its own processes. Other programs would change their behavior because of them. */
const OF_EDITOR = /^(?:ELECTRON|VSCODE)_/;

function ownVariables(environment: HookPlace['environment']): HookPlace['environment'] {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !OF_EDITOR.test(name)));
}

/** Returns the absolute path, because Windows would otherwise prefer a program of this name in the agent's folder. */
function powershellIn({ SystemRoot = 'C:\\Windows' }: HookPlace['environment']): string {
  return path.win32.join(SystemRoot, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');
}

/** Returns the absolute path of Git for Windows' bash, for the same reason. */
function gitBashIn({ ProgramFiles = 'C:\\Program Files' }: HookPlace['environment']): string {
  return path.win32.join(ProgramFiles, 'Git', 'bin', 'bash.exe');
}

const POWERSHELL = ['-NoProfile', '-NonInteractive', '-File'];

const PLAIN = /^[\w@%+=:,./\\-]+$/;

/** Formats the whole command line. Arguments with special characters are quoted. */
export function commandLine({ program, args }: Pick<Program, 'program' | 'args'>): string {
  return [program, ...args].map((part) => (PLAIN.test(part) ? part : `'${part.replaceAll("'", `'\\''`)}'`)).join(' ');
}
