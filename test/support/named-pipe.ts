import { execFileSync } from 'node:child_process';

/** Part of every POSIX system, and of no npm package. */
const MAKE_PIPE = 'mkfifo';

/** Creates a named pipe. Opening it without O_NONBLOCK waits forever for a writer. */
export function makeNamedPipe(file: string): void {
  execFileSync(MAKE_PIPE, [file]);
}
