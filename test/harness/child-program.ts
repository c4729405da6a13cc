import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fromRoot } from '../../scripts/lib/project.mjs';

/** A program that is killed, with its child processes, when this process ends. */
export interface ChildProgram {
  readonly pid: number;
  /** All that it has written so far, both streams. */
  output(): string;
  /**
   * The first match of a pattern in what it writes.
   * @throws Error when it ends, or the time is up, before; with what it wrote
   */
  waitForOutput(pattern: RegExp, timeoutMs: number): Promise<RegExpExecArray>;
  /** Settles with its exit code when it has ended, by itself or not. */
  readonly exited: Promise<number>;
  /** Ends its whole process group; resolves when it is gone. May be called twice. */
  stop(): Promise<void>;
}

export interface ChildProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Folders to clear away if this process is killed and can no longer do it itself. */
  readonly removeIfKilled?: readonly string[];
}

/** Collects what a program writes and lets others wait for it. */
class OutputLog {
  text = '';
  private readonly listeners = new Set<() => void>();

  add(chunk: string): void {
    this.text += chunk;
    for (const listener of this.listeners) listener();
  }

  async waitFor(pattern: RegExp, timeoutMs: number, ended: Promise<number>): Promise<RegExpExecArray> {
    let timer: NodeJS.Timeout | undefined;
    let look = (): void => undefined;
    const found = new Promise<RegExpExecArray>((resolve, reject) => {
      const fail = (how: string): void => reject(new Error(`no ${pattern} in the output: ${how}\n${this.text}`));
      look = () => {
        const match = pattern.exec(this.text);
        if (match !== null) resolve(match);
      };
      timer = setTimeout(() => fail(`waited for ${timeoutMs} ms`), timeoutMs);
      void ended.then((code) => fail(`ended with exit code ${code}`));
    });
    this.listeners.add(look);
    look();
    return found.finally(() => {
      clearTimeout(timer);
      this.listeners.delete(look);
    });
  }
}

/** Our environment, less what an editor, a test runner or a debugger around us has set for its own children only. */
export function outerEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(VSCODE_|VITEST|ELECTRON_|NODE_OPTIONS$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

/** Starts a program that must not outlive this process; see scripts/lib/kill-on-exit.mjs. */
export function startChildProgram(program: string, args: readonly string[], options: ChildProgramOptions): ChildProgram {
  const remove = (options.removeIfKilled ?? []).map((folder) => `--remove=${folder}`);
  const child = spawn(process.execPath, [fromRoot('scripts', 'lib', 'kill-on-exit.mjs'), ...remove, program, ...args], {
    env: options.env,
    stdio: ['pipe', 'pipe', 'pipe'],
    // Not reached by Ctrl-C in the terminal: kill-on-exit.mjs must outlive us to kill the program.
    detached: true,
  });
  const log = new OutputLog();
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => log.add(chunk));
  // It may end before it has read our last word.
  child.stdin.on('error', () => undefined);
  const exited = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : 128));
  return {
    pid: child.pid ?? -1,
    output: () => log.text,
    waitForOutput: (pattern, timeoutMs) => log.waitFor(pattern, timeoutMs, exited),
    exited,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.stdin.end('stop\n');
      await exited;
    },
  };
}
