import { hash } from 'node:crypto';
import { join } from 'node:path';
import { systemCode } from '../../errors.ts';
import { nonce } from '../../ids.ts';
import { Mutex } from '../../mutex.ts';
import type { Runtime } from '../../runtime.ts';
import type { Wire, WireEnd } from '../../sockets.ts';
import { removeIfThere } from '../checkpoint.ts';
import { identityOf, statOf } from '../file-content.ts';
import { listDirectory } from '../layout.ts';

/** A folder of its own: earlier versions refuse a log whose directory holds anything but files and folders. */
const FOLDER = 'answers';
const SEAT = 'socket';
/** What all systems take for the path of a socket, in bytes. */
const MOST_BYTES = 100;
/** Whoever has the seat looks so often whether it is still its own, in milliseconds. */
const LOOK_MS = 1_000;

/** Where the leader of the log in a directory listens; `null` where a socket cannot have such a path. */
export function seatAddress(directory: string, platform: NodeJS.Platform = process.platform): string | null {
  if (platform === 'win32') return `\\\\.\\pipe\\cortex-${hash('sha256', directory.toLowerCase(), 'hex')}`;
  const address = join(directory, FOLDER, SEAT);
  return Buffer.byteLength(address) <= MOST_BYTES ? address : null;
}

/** The place from which a log's leader answers: a socket, made and removed in a turn of a mutex. */
export class Seat {
  /** `null` where nobody can lead. */
  readonly address: string | null;
  readonly #mutex: Mutex;
  /** The holder that this process is, where others can take the seat away from it. */
  #own: string | null = null;
  #lookedAt = 0;

  constructor(
    private readonly runtime: Runtime,
    private readonly directory: string,
  ) {
    this.address = seatAddress(directory);
    this.#mutex = new Mutex(runtime, join(directory, 'lead'));
  }

  /** Whose seat it is: another text for each leader, `null` for nobody. What is no socket leads nowhere: whoever takes the seat removes it. */
  get holder(): string | null {
    if (this.address === null) return null;
    try {
      const stat = this.runtime.fs.lstatSync(this.address, { bigint: true });
      return stat.isFile() || stat.isDirectory() || stat.isSymbolicLink() ? null : identityOf(stat);
    } catch (error) {
      return systemCode(error) === 'ENOENT' ? null : '';
    }
  }

  /** True when this process has found that its seat was taken away: it was stopped for long, or somebody removed the folder. */
  wasTaken(): boolean {
    const now = this.runtime.clock.monotonic();
    if (this.#own === null || now - this.#lookedAt < LOOK_MS) return false;
    this.#lookedAt = now;
    return this.#own !== this.holder;
  }

  /**
   * Takes the seat.
   * @returns how to leave it; `taken` while somebody else has it or is about to, `impossible` where nobody can
   */
  async take(accept: (wire: Wire) => WireEnd): Promise<(() => void) | 'taken' | 'impossible'> {
    const { address } = this;
    // Nothing is made in the place of a project that was moved away.
    if (address === null || statOf(this.runtime.fs, this.directory) === null) return 'impossible';
    try {
      const turn = this.#mutex.tryAcquire();
      if (turn === null) return 'taken';
      try {
        if (await this.#isAnswered(address)) return 'taken';
        return (await this.#sit(address, accept)) ?? 'impossible';
      } finally {
        turn.release();
      }
    } catch {
      // Where nothing can be written nobody leads, and whoever writes is told why.
      return 'impossible';
    }
  }

  /**
   * Listens under a name of its own, which then becomes the seat's: whoever stops listening removes the name under which it began, and
   * after a long stop the seat's may be another leader's.
   */
  async #sit(address: string, accept: (wire: Wire) => WireEnd): Promise<(() => void) | null> {
    const { fs, random, sockets } = this.runtime;
    if (process.platform === 'win32') return sockets.listen(address, accept);
    const folder = join(this.directory, FOLDER);
    fs.mkdirSync(folder, { recursive: true });
    // Through a link that took its place since the log was opened others' files would be removed.
    if (!fs.lstatSync(folder, { bigint: true }).isDirectory()) return null;
    for (const left of listDirectory(fs, folder)) removeIfThere(fs, join(folder, left));
    // As short as the seat's own name.
    const own = join(folder, nonce(random).slice(0, SEAT.length));
    const stop = await sockets.listen(own, accept);
    if (stop === null) return null;
    try {
      fs.renameSync(own, address);
    } catch (error) {
      stop();
      throw error;
    }
    const { holder } = this;
    this.#own = holder;
    return () => {
      this.#own = null;
      this.vacate(holder ?? '');
      stop();
    };
  }

  /**
   * Takes the seat away from a leader that hangs or has died: whoever calls then finds nobody.
   * @param holder as it was when that leader was called: another one may have the seat by now
   */
  vacate(holder: string): void {
    if (this.address === null) return;
    try {
      const turn = this.#mutex.tryAcquire();
      if (turn !== null && this.holder === holder) removeIfThere(this.runtime.fs, this.address);
      turn?.release();
    } catch {
      // Somebody else will.
    }
  }

  /** Whether somebody takes a call, without a word. */
  async #isAnswered(address: string): Promise<boolean> {
    if (this.holder === null) return false;
    const wire = await this.runtime.sockets.call(address, { line: () => undefined, silent: () => undefined, closed: () => undefined });
    if (typeof wire === 'string') return false;
    wire.close();
    return true;
  }
}
