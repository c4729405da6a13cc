import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import path from 'node:path';

/** A program with its arguments, and where it runs. There is no shell that could read more out of them. */
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
  /** Told of what it writes, as it comes. */
  output(bytes: Buffer): void;
}

/** How a program has ended. */
export type Ending =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'signal'; readonly name: string }
  | { readonly kind: 'time-out' }
  | { readonly kind: 'cancelled' }
  /** It could not be begun. */
  | { readonly kind: 'failed'; readonly why: string };

/** A program that was ended may leave programs of its own that hold its output open: they are not waited for longer. */
const LAST_OUTPUT_MS = 1_000;

/** To list processes takes a moment; who cannot is not waited for. */
const LIST_MS = 2_000;

/** The processes that one has begun, and that those have, by what the system lists; also those that have left its group. */
function begunBy(pid: number): number[] {
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
    // It has ended by itself.
  }
}

/** Ends a process with all that it has begun. */
function endAll({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    // By its name alone it might be one that lies in the working directory.
    const taskkill = path.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'taskkill.exe');
    spawnSync(taskkill, ['/pid', String(pid), '/t', '/f'], { windowsHide: true, timeout: LIST_MS });
    return;
  }
  // Whose parent has ended is nobody's child: they are looked for before.
  const others = begunBy(pid);
  // A group of its own: see `detached`.
  for (const each of [-pid, ...others]) kill(each);
}

/** Runs a program until it has ended, its time is over, or it is cancelled. What it leaves running in its group is ended with it. */
export function runProgram({ program, args, directory, environment }: Program, { timeoutMs, signal, output }: RunLimits): Promise<Ending> {
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
    let ended: Ending | null = null;
    let last: NodeJS.Timeout | undefined;
    let isSettled = false;
    const settle = (ending: Ending) => {
      // Its group is ended once: the number may be another one's later.
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      clearTimeout(last);
      signal.removeEventListener('abort', cancel);
      // Who has left the group may still write: nobody takes it any more.
      for (const stream of [child.stdout, child.stderr]) stream.off('data', output).destroy();
      if (process.platform !== 'win32' && child.pid !== undefined) kill(-child.pid);
      resolve(ended ?? ending);
    };
    const end = (ending: Ending) => {
      ended ??= ending;
      endAll(child);
      last ??= setTimeout(settle, LAST_OUTPUT_MS, ending);
    };
    const cancel = () => end({ kind: 'cancelled' });
    const timer = setTimeout(() => end({ kind: 'time-out' }), timeoutMs);
    signal.addEventListener('abort', cancel);
    child.stdout.on('data', output);
    child.stderr.on('data', output);
    child.on('error', (error) => settle({ kind: 'failed', why: error.message }));
    child.on('exit', (code, name) => {
      const ending: Ending = code === null ? { kind: 'signal', name: name ?? 'unknown' } : { kind: 'exit', code };
      last ??= setTimeout(settle, LAST_OUTPUT_MS, ending);
    });
    child.on('close', (code, name) => settle(code === null ? { kind: 'signal', name: name ?? 'unknown' } : { kind: 'exit', code }));
  });
}
