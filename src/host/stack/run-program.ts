import { spawn } from 'node:child_process';

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

/** Ends a process with all that it has begun. */
function endAll(pid: number | undefined, kill: () => void): void {
  try {
    // A group of its own: see `detached`.
    if (process.platform === 'win32' || pid === undefined) kill();
    else process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** Runs a program until it has ended, its time is over, or it is cancelled. */
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
    const settle = (ending: Ending) => {
      clearTimeout(timer);
      clearTimeout(last);
      signal.removeEventListener('abort', cancel);
      resolve(ended ?? ending);
    };
    const end = (ending: Ending) => {
      ended ??= ending;
      endAll(child.pid, () => child.kill('SIGKILL'));
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
