import { execFileSync } from 'node:child_process';

/** Part of every POSIX system, and of no package. */
const MAKE_PIPE = 'mkfifo';

/** Makes a named pipe. Who opens one without care waits for a writer for ever. */
export function makeNamedPipe(file: string): void {
  execFileSync(MAKE_PIPE, [file]);
}
