import path from 'node:path';
import type { Runtime } from '../platform/runtime.ts';
import { hash32 } from '../text/hash32.ts';
import { Mutex, type Turn } from './mutex.ts';
import { sameFileNameKey } from './safe-path.ts';

/** Hexadecimal digits that select a mutex. Few, so that many files share a mutex and the folders stay few. */
const DIGITS = 2;

/** The mutexes of many files; several files may share one, so a caller must not hold two at a time. */
export class TextTurns {
  readonly #mutexes = new Map<string, Mutex>();

  constructor(
    private readonly runtime: Runtime,
    private readonly folder: string,
  ) {}

  /** @param file real path @throws CortexError `busy` after `timeoutMs` */
  acquire(file: string, timeoutMs: number): Promise<Turn> {
    const share = hash32(sameFileNameKey(file)).toString(16).slice(-DIGITS).padStart(DIGITS, '0');
    let mutex = this.#mutexes.get(share);
    if (mutex === undefined) {
      mutex = new Mutex(this.runtime, path.join(this.folder, share));
      this.#mutexes.set(share, mutex);
    }
    return mutex.acquire({ timeoutMs });
  }
}
