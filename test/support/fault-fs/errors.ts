import { constants } from 'node:os';
import { getSystemErrorMap } from 'node:util';

/** A system error code, such as `ENOENT`. */
export type ErrnoCode = keyof typeof constants.errno;

/** A stack of Vitest's length takes longer than the call that failed. */
function withFrames<T>(frames: number, make: () => T): T {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = frames;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/** An internal error with a code. The caller adds the system call and the path. */
export class Errno extends Error {
  constructor(readonly code: ErrnoCode) {
    const limit = Error.stackTraceLimit;
    // Nobody sees where it came from.
    Error.stackTraceLimit = 0;
    super(code);
    Error.stackTraceLimit = limit;
  }
}

/** Cached, because this lookup costs as much as the rest of an error. */
const texts = getSystemErrorMap();

/** The process that made the call is dead. None of its later calls has any effect. */
export class SimulatedCrash extends Error {
  override readonly name = 'SimulatedCrash';
}

/** Enough to find the caller of the simulated file system. */
const FRAMES = 8;

/** Returns an error like that of Node: the same message, `errno`, `code`, `syscall`, `path` and `dest`. */
export function systemError(code: ErrnoCode, syscall: string, path?: string, dest?: string): NodeJS.ErrnoException {
  const errno = -constants.errno[code];
  const text = texts.get(errno)?.[1] ?? code;
  const place = [path, dest].filter((part) => part !== undefined).map((part) => `'${part}'`);
  const message = `${code}: ${text}, ${[syscall, place.join(' -> ')].join(' ').trim()}`;
  const error: NodeJS.ErrnoException = withFrames(FRAMES, () => new Error(message));
  return Object.assign(error, { errno, code, syscall, ...(path === undefined ? {} : { path }), ...(dest === undefined ? {} : { dest }) });
}
