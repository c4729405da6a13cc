import { hash } from 'node:crypto';
import path from 'node:path';
import type { Runtime } from '../platform/runtime.ts';
import { Mutex, type Turn } from './mutex.ts';
import { sameFileNameKey } from './safe-path.ts';

/** Hexadecimal digits of a file's share: so many files can have one mutex that their folders stay few. */
const DIGITS = 2;

/** The mutexes of many files: one for each, or for several that share one. Nobody holds two at a time. */
export class TextTurns {
  readonly #mutexes = new Map<string, Mutex>();

  constructor(
    private readonly runtime: Runtime,
    private readonly folder: string,
  ) {}

  /** @param file its real path @throws CortexError `busy` after `timeoutMs` */
  acquire(file: string, timeoutMs: number): Promise<Turn> {
    const share = hash('sha256', sameFileNameKey(file), 'hex').slice(0, DIGITS);
    let mutex = this.#mutexes.get(share);
    if (mutex === undefined) {
      mutex = new Mutex(this.runtime, path.join(this.folder, share));
      this.#mutexes.set(share, mutex);
    }
    return mutex.acquire({ timeoutMs });
  }
}
