import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import path from 'node:path';

/** A program with its arguments and directory. It runs without a shell, so the arguments are not interpreted. */
export interface Program {
  readonly program: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface RunLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Receives output as it arrives. */
  output(bytes: Buffer): void;
}

/** How a program ended. */
export type ProgramEnd =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'signal'; readonly name: string }
  | { readonly kind: 'time-out' }
  | { readonly kind: 'cancelled' }
  /** It could not be started. */
  | { readonly kind: 'failed'; readonly why: string };

/** Time to wait for further output after the program ended, in milliseconds. Its child processes may keep the output open. */
const LAST_OUTPUT_MS = 1_000;

/** Timeout for listing or killing processes, in milliseconds. */
const LIST_MS = 2_000;

/** Returns all descendants of a process, including those that left its process group. */
function listDescendants(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8', timeout: LIST_MS });
  const children = new Map<number, number[]>();
  for (const line of (stdout ?? '').split('\n')) {
    const [own = 0, parent = 0] = line.trim().split(/ +/).map(Number);
    children.set(parent, [...(children.get(parent) ?? []), own]);
  }
  const found = [pid];
  for (const each of found) found.push(...(children.get(each) ?? []));
  return found.slice(1);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

/** Kills a process and all its descendants. */
function killTree({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    // Use the absolute path: the name alone might find a program in the working directory.
    const taskkill = path.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'taskkill.exe');
    spawnSync(taskkill, ['/pid', String(pid), '/t', '/f'], { windowsHide: true, timeout: LIST_MS });
    return;
  }
  // List the descendants first: after their parent ends, they can no longer be found.
  const others = listDescendants(pid);
  // Kill the process group too; see `detached`.
  for (const each of [-pid, ...others]) kill(each);
}

/** Runs a program until it ends, times out, or is cancelled. Kills the processes that it leaves in its group. */
export function runProgram(
  { program, args, directory, environment }: Program,
  { timeoutMs, signal, output }: RunLimits,
): Promise<ProgramEnd> {
  if (signal.aborted) return Promise.resolve({ kind: 'cancelled' });
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: directory,
      env: { ...environment },
      shell: false,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let ended: ProgramEnd | null = null;
    let last: NodeJS.Timeout | undefined;
    let isSettled = false;
    const settle = (ending: ProgramEnd) => {
      // Kill the group only once: its id may be reused later.
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      clearTimeout(last);
      signal.removeEventListener('abort', cancel);
      // Descendants outside of the group may still write; ignore that output.
      for (const stream of [child.stdout, child.stderr]) stream.off('data', output).destroy();
      if (process.platform !== 'win32' && child.pid !== undefined) kill(-child.pid);
      resolve(ended ?? ending);
    };
    const end = (ending: ProgramEnd) => {
      ended ??= ending;
      killTree(child);
      last ??= setTimeout(settle, LAST_OUTPUT_MS, ending);
    };
    const cancel = () => end({ kind: 'cancelled' });
    const timer = setTimeout(() => end({ kind: 'time-out' }), timeoutMs);
    signal.addEventListener('abort', cancel);
    child.stdout.on('data', output);
    child.stderr.on('data', output);
    child.on('error', (error) => settle({ kind: 'failed', why: error.message }));
    child.on('exit', (code, name) => {
      const ending: ProgramEnd = code === null ? { kind: 'signal', name: name ?? 'unknown' } : { kind: 'exit', code };
      last ??= setTimeout(settle, LAST_OUTPUT_MS, ending);
    });
    child.on('close', (code, name) => settle(code === null ? { kind: 'signal', name: name ?? 'unknown' } : { kind: 'exit', code }));
  });
}
