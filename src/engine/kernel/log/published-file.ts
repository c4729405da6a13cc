import { join } from 'node:path';
import { CortexError } from '../errors.ts';
import type { FileStat } from '../file-system.ts';
import { Mutex } from '../mutex.ts';
import type { Runtime } from '../runtime.ts';
import { Adoption, type AdoptionOptions } from './adoption.ts';
import { removeIfThere } from './checkpoint.ts';
import { fileSystemNow, passTick } from './clock-guard.ts';
import { asideName, type Content, identityOf, milliseconds, readContent, statOf } from './file-content.ts';
import { listDirectory } from './layout.ts';
import type { Log } from './log.ts';

/** The published file as it is now, and everything in it in the log. */
export type Present =
  | { readonly kind: 'missing' }
  | { readonly kind: 'ours'; readonly identity: string; readonly hash: string }
  | { readonly kind: 'broken'; readonly identity: string; readonly error: CortexError };

export type PublishedFileOptions<Operation, State, Answer, Foreign> = AdoptionOptions<Operation, State, Answer, Foreign>;

/** Somebody else wrote the file, and another process is bringing that into the log. */
export interface ForeignFile {
  readonly kind: 'foreign';
  readonly identity: string;
}

interface TornFile {
  readonly kind: 'torn';
  readonly identity: string;
  readonly error: CortexError;
}

/** Content that another process is adopting, and until when it is left to it (monotonic milliseconds). */
interface Awaited {
  readonly identity: string;
  readonly hash: string;
  readonly until: number;
}

/** A file larger than this is not read, in bytes; the largest that we write stays far below. */
export const FILE_LIMIT = 64n * 1024n * 1024n;
/** A foreign writer may be at work on a file that cannot be read: look again after this. */
const SECOND_LOOK_MS = 200;
/** Pauses while another process finds out what a foreign writer changed, milliseconds: the first, and the one before helping it. */
const FIRST_PAUSE_MS = 10;
const RETRY_MS = 80;
/** A file that is another one each time is not looked at for ever. */
const LOOKS = 5;
/** Somebody may still write into a replaced file for this long. */
export const SETTLE_MS = 1_000;
const GIVE_UP_MS = 10_000;
const KEPT = /^kept-[0-9a-f]{16}-(\d+)-(\d+-\d+-\d+-\d+)$/;

/** The name under which a replaced file stays until it is sure that nobody wrote into it. */
export function keptName(nonce: string, at: number, identity: string): string {
  return `kept-${nonce}-${at}-${identity}`;
}

/** Watches over a log's published file: notices what others wrote into it, and brings that into the log. */
export class PublishedFile<Operation extends { readonly op: string }, State, Answer, Foreign> {
  /** The last answer that is good for as long as the file's identity stays. */
  #known: Exclude<Present, { kind: 'missing' }> | null = null;
  #awaited: Awaited | null = null;
  readonly #adopting: Mutex;
  readonly #adoption: Adoption<Operation, State, Answer, Foreign>;

  constructor(
    private readonly runtime: Runtime,
    private readonly log: Log<Operation, State, Answer>,
    private readonly options: PublishedFileOptions<Operation, State, Answer, Foreign>,
  ) {
    this.#adoption = new Adoption(runtime, log, options);
    this.#adopting = new Mutex(runtime, join(options.directory, 'adopt'));
  }

  /**
   * Looks at the file and adopts what is foreign in it; costs a stat while nothing changed. Finding out what changed is dear,
   * so one process does it for all; the others learn that the file is `foreign`, or wait.
   */
  async look(whileForeign: 'wait' | 'go on'): Promise<Present | ForeignFile> {
    let torn = '';
    let pause = FIRST_PAUSE_MS;
    for (let looks = 1; ; ) {
      const present = await this.#examine();
      if (present.kind === 'foreign' && whileForeign === 'wait') {
        await this.runtime.sleep(pause);
        pause = Math.min(2 * pause, RETRY_MS);
      } else if (present.kind === 'torn') {
        const { identity, error } = present;
        if (identity === torn || looks === LOOKS) return this.#keepInMind({ kind: 'broken', identity, error });
        torn = identity;
        looks += 1;
        await this.runtime.sleep(SECOND_LOOK_MS);
      } else return present;
    }
  }

  async #examine(): Promise<Present | ForeignFile | TornFile> {
    const { file } = this.options.projection;
    const stat = statOf(this.runtime.fs, file);
    if (stat === null) return { kind: 'missing' };
    const identity = identityOf(stat);
    if (this.#known?.identity === identity && this.#holds(this.#known)) return this.#known;
    this.#known = null;
    if (!stat.isFile() || stat.size > FILE_LIMIT) return this.#refused(identity, stat);
    this.log.refresh();
    const { published } = this.log.core;
    if (published?.identity === identity) return this.#keepInMind({ kind: 'ours', identity, hash: published.hash });
    return this.#awaited?.identity === identity ? this.#stillAwaited(this.#awaited) : this.#adoptContent(stat, identity);
  }

  /** Another process was adopting this content: it has by now, or is given some more time, or is helped. */
  #stillAwaited({ identity, hash: contentHash, until }: Awaited): Present | ForeignFile | Promise<Present | ForeignFile | TornFile> {
    if (this.log.core.knows(contentHash)) return this.#keepInMind({ kind: 'ours', identity, hash: contentHash });
    if (this.runtime.clock.monotonic() < until) return { kind: 'foreign', identity };
    const stat = statOf(this.runtime.fs, this.options.projection.file);
    return stat === null ? { kind: 'missing' } : this.#adoptContent(stat, identityOf(stat));
  }

  async #adoptContent(stat: FileStat, identity: string): Promise<Present | ForeignFile | TornFile> {
    await this.#passTick(stat);
    const content = readContent(this.runtime, this.options.projection.file, identity);
    if (content === null) return { kind: 'torn', identity, error: this.#restless() };
    this.log.refresh();
    if (!this.log.core.knows(content.hash)) {
      const turn = this.#adopting.tryAcquire();
      if (turn === null) {
        this.#awaited = { identity, hash: content.hash, until: this.runtime.clock.monotonic() + RETRY_MS };
        return { kind: 'foreign', identity };
      }
      try {
        const error = this.#take(content, identity);
        if (error !== null) return { kind: 'torn', identity, error };
      } finally {
        turn.release();
      }
    }
    return this.#keepInMind({ kind: 'ours', identity, hash: content.hash });
  }

  #keepInMind(known: Exclude<Present, { kind: 'missing' }>): Present {
    this.#known = known;
    return known;
  }

  /** What was ours is ours no more when the log was begun anew: then it is to be adopted. */
  #holds(known: Present): boolean {
    return known.kind !== 'ours' || this.log.core.knows(known.hash);
  }

  /** Where nothing can be written, nothing can be adopted or replaced either: then identities need not be exact. */
  async #passTick(stat: FileStat): Promise<void> {
    try {
      await passTick(this.runtime, this.options.directory, milliseconds(stat.mtimeNs));
    } catch (error) {
      if (!(error instanceof CortexError && error.code === 'read-only')) throw error;
    }
  }

  /** Adopts content that is not in the log. Gives the error when it cannot be read. @param identity if it is published */
  #take({ bytes, hash: contentHash }: Content, identity: string | null): CortexError | null {
    // Every publication is logged before its file appears: a log that was read after the file knows it.
    this.log.refresh();
    if (this.log.core.knows(contentHash)) return null;
    let foreign: Foreign;
    try {
      foreign = this.options.projection.parse(bytes);
    } catch (error) {
      if (error instanceof CortexError && error.code === 'broken-file') return error;
      throw error;
    }
    this.#adoption.adopt(foreign, contentHash, identity);
    return null;
  }

  /** Settles what earlier publications replaced: adopts what was written into it since, then removes it. True when all is settled. */
  settle(): boolean {
    const { directory } = this.options;
    const kept = listDirectory(this.runtime.fs, directory).filter((name) => KEPT.test(name));
    if (kept.length === 0) return true;
    const now = fileSystemNow(this.runtime, directory);
    return kept.filter((name) => !this.#settleOne(name, now)).length === 0;
  }

  #settleOne(name: string, now: number): boolean {
    const { fs } = this.runtime;
    const path = join(this.options.directory, name);
    const [, at = '', identity = ''] = KEPT.exec(name) ?? [];
    // A time far in the future is as old as one far in the past: the clock was set back.
    const age = Math.abs(now - Number(at));
    const stat = statOf(this.runtime.fs, path);
    if (stat === null) return true;
    if (identityOf(stat) !== identity && !this.#takeKept(path, identityOf(stat), age)) return false;
    if (age < SETTLE_MS) return false;
    removeIfThere(fs, path);
    return true;
  }

  /** False while the content cannot be read and its writer may still be at work. */
  #takeKept(path: string, identity: string, age: number): boolean {
    const content = readContent(this.runtime, path, identity);
    if (content === null) return false;
    if (this.#take(content, null) === null) return true;
    if (age > GIVE_UP_MS) this.runtime.fs.renameSync(path, asideName(this.runtime, this.options.projection.file, identity));
    return false;
  }

  #refused(identity: string, stat: FileStat): Present {
    const { file } = this.options.projection;
    const value = `${stat.size} bytes`;
    const error = stat.isFile()
      ? new CortexError('broken-file', 'the file is too large', {
          file,
          value,
          allowed: `at most ${FILE_LIMIT} bytes`,
          next: 'Move it away.',
        })
      : new CortexError('outside-root', 'this must be a regular file, not a link or a folder', {
          file,
          next: 'Move it away; it was not followed or changed.',
        });
    return { kind: 'broken', identity, error };
  }

  #restless(): CortexError {
    return new CortexError('busy', 'the file changes all the time', {
      file: this.options.projection.file,
      next: 'Try again when the program that writes it has finished.',
    });
  }
}
