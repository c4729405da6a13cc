import { constants } from 'node:os';
import { getSystemErrorMap } from 'node:util';

/** The name of a system error, `ENOENT` and so on. */
export type ErrnoCode = keyof typeof constants.errno;

/** An error on its way out: it has its code, and gets its system call and path where the call is known. */
export class Errno extends Error {
  constructor(readonly code: ErrnoCode) {
    super(code);
  }
}

/** Made once: to ask Node for it costs as much as all else of an error. */
const texts = getSystemErrorMap();

/** The process that made the call is dead. Nothing that it does from here on has any effect. */
export class SimulatedCrash extends Error {
  override readonly name = 'SimulatedCrash';
}

/** An error as Node gives it: the same message, `errno`, `code`, `syscall`, `path` and `dest`. */
export function systemError(code: ErrnoCode, syscall: string, path?: string, dest?: string): NodeJS.ErrnoException {
  const errno = -constants.errno[code];
  const text = texts.get(errno)?.[1] ?? code;
  const place = [path, dest].filter((part) => part !== undefined).map((part) => `'${part}'`);
  const error: NodeJS.ErrnoException = new Error(`${code}: ${text}, ${[syscall, place.join(' -> ')].join(' ').trim()}`);
  return Object.assign(error, { errno, code, syscall, ...(path === undefined ? {} : { path }), ...(dest === undefined ? {} : { dest }) });
}
