import { waitTick } from '../../files/file-clock.ts';
import { FILE_LIMIT, identityOf, milliseconds, readContent, statOf } from '../../files/file-content.ts';
import { CortexError } from '../../platform/errors.ts';
import type { FileStat } from '../../platform/file-system.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Log } from '../log.ts';
import type { Loggable } from '../machine.ts';
import type { Adoption, AdoptionOptions } from './adoption.ts';

/** State of the published file, after its content was adopted into the log. */
export type PublishedState =
  | { readonly kind: 'missing' }
  | { readonly kind: 'ours'; readonly identity: string; readonly hash: string }
  | { readonly kind: 'broken'; readonly identity: string; readonly error: CortexError };

/** Another program wrote the file, and another process is adopting that. */
export interface ForeignFile {
  readonly kind: 'foreign';
  readonly identity: string;
}

/** Content that cannot be read, since when it exists, and since when no readable content existed (monotonic milliseconds). */
interface Unreadable {
  readonly identity: string;
  readonly error: CortexError;
  readonly since: number;
  readonly first: number;
}

/** Content that is left to another process, and until when (monotonic milliseconds). */
interface Awaited {
  readonly identity: string;
  /** `null` until it was read. */
  readonly hash: string | null;
  readonly until: number;
}

/** How long a foreign writer may still be writing an unreadable file that does not change, in milliseconds. */
const TORN_MS = 200;
/** How long a file that changes at each look is looked at, in milliseconds. */
const RESTLESS_MS = 1_000;
/** Longest wait for another process that is adopting a foreign change, in milliseconds. */
const MAX_WAIT_MS = 200;
/** The same if the log is new, in milliseconds: no answer is possible without the file. A dead process loses its lock before that. */
const MAX_FIRST_WAIT_MS = 20_000;
/** First pause while another process adopts, and longest pause, after which this process helps. Milliseconds. */
const FIRST_PAUSE_MS = 10;
const RETRY_MS = 80;
/** Watches the published file of a log: detects what others wrote into it, and adopts that into the log. */
export class PublishedFile<Operation extends Loggable, State, Answer, Foreign> {
  /** The last result that is valid while the file's identity stays the same. */
  #known: Exclude<PublishedState, { kind: 'missing' }> | null = null;
  #awaited: Awaited | null = null;
  #unreadable: Unreadable | null = null;

  constructor(
    private readonly runtime: Runtime,
    private readonly log: Log<Operation, State, Answer>,
    private readonly adoption: Adoption<Operation, State, Answer, Foreign>,
    private readonly options: AdoptionOptions<Operation, State, Answer, Foreign>,
  ) {}

  /**
   * Looks at the file and adopts foreign content; costs one stat while nothing changed. Finding the differences is expensive, so one
   * process does it for all. The others get `foreign`, or wait until the content that they saw is in the log.
   * @throws CortexError `busy` if the file of a new log is not in the log in time
   */
  async look(whileForeign: 'wait' | 'go on'): Promise<PublishedState | ForeignFile> {
    const { clock } = this.runtime;
    const start = clock.monotonic();
    let seen: string | null = null;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, RETRY_MS)) {
      const present = await this.#examine(whileForeign);
      if (present.kind !== 'foreign' || whileForeign === 'go on') return present;
      // Unreadable content has its own time limits.
      const waited = clock.monotonic() - start;
      if (this.#unreadable === null && waited >= MAX_WAIT_MS && !this.#isNew()) return present;
      if (waited >= MAX_FIRST_WAIT_MS) throw this.#notTakenOver();
      // The content may change at every look. This call waits only for the content that it saw first.
      if (seen !== null && this.#isWhole && this.log.core.knows(seen)) return present;
      if (this.#awaited?.identity === present.identity) seen ??= this.#awaited.hash;
      await this.runtime.sleep(pause);
    }
  }

  async #examine(whileForeign: 'wait' | 'go on'): Promise<PublishedState | ForeignFile> {
    const { file } = this.options.projection;
    const stat = statOf(this.runtime.fs, file);
    if (stat === null) return { kind: 'missing' };
    const identity = identityOf(stat);
    if (this.#known?.identity === identity && this.#holds(this.#known)) return this.#known;
    this.#known = null;
    if (!stat.isFile() || stat.size > FILE_LIMIT) return this.#refused(identity, stat);
    this.log.refresh();
    const { published, adoptedFile } = this.log.core;
    const ours = [published, adoptedFile].find((each) => each?.identity === identity);
    if (ours && this.#isWhole) return this.#keepInMind({ kind: 'ours', identity, hash: ours.hash });
    const read = this.#awaited?.identity === identity ? this.#awaited.hash : null;
    if (read !== null && this.#isWhole && this.log.core.knows(read)) return this.#keepInMind({ kind: 'ours', identity, hash: read });
    if (this.#isLeft(identity, whileForeign)) return { kind: 'foreign', identity };
    return this.#unreadable?.identity === identity ? this.#stillUnreadable(this.#unreadable) : this.#adoptContent(stat, identity);
  }

  /**
   * Returns true while the file is left to other processes. A caller that does not wait leaves it to them for a short random time first, so
   * that not all processes read it at once.
   */
  #isLeft(identity: string, whileForeign: 'wait' | 'go on'): boolean {
    const now = this.runtime.clock.monotonic();
    if (whileForeign === 'go on' && this.#awaited?.identity !== identity) {
      const share = (this.runtime.random(1)[0] ?? 0) / 255;
      this.#awaited = { identity, hash: null, until: now + share * RETRY_MS };
    }
    return this.#awaited?.identity === identity && now < this.#awaited.until && (this.#awaited.hash !== null || whileForeign === 'go on');
  }

  async #adoptContent(stat: FileStat, identity: string): Promise<PublishedState | ForeignFile> {
    await this.#passTick(stat);
    const content = readContent(this.runtime, this.options.projection.file, identity);
    if (content === null) return this.#notReadable(identity, this.#restless());
    const outcome = this.adoption.take(content, identity);
    if (outcome === 'busy') {
      this.#awaited = { identity, hash: content.hash, until: this.runtime.clock.monotonic() + RETRY_MS };
      return { kind: 'foreign', identity };
    }
    if (outcome !== null) return this.#notReadable(identity, outcome);
    return this.#keepInMind({ kind: 'ours', identity, hash: content.hash });
  }

  /** Gives a foreign writer time to finish. */
  #notReadable(identity: string, error: CortexError): PublishedState | ForeignFile {
    const now = this.runtime.clock.monotonic();
    const unreadable = { identity, error, since: now, first: this.#unreadable?.first ?? now };
    this.#unreadable = unreadable;
    return this.#stillUnreadable(unreadable);
  }

  #stillUnreadable({ identity, error, since, first }: Unreadable): PublishedState | ForeignFile {
    const now = this.runtime.clock.monotonic();
    if (now - since >= TORN_MS) return this.#keepInMind({ kind: 'broken', identity, error });
    if (now - first >= RESTLESS_MS) return this.#keepInMind({ kind: 'broken', identity, error: this.#restless() });
    return { kind: 'foreign', identity };
  }

  #keepInMind(known: Exclude<PublishedState, { kind: 'missing' }>): PublishedState {
    this.#known = known;
    this.#unreadable = null;
    return known;
  }

  /** A log that was begun anew does not know the hash of our earlier file, so the file must be adopted. */
  #holds(known: PublishedState): boolean {
    return known.kind !== 'ours' || (this.#isWhole && this.log.core.knows(known.hash));
  }

  /** False while the log has damaged lines whose effect may only be in the file. */
  get #isWhole(): boolean {
    return this.log.core.damaged.length === 0;
  }

  /** Does nothing where nothing can be written: nothing can be adopted or replaced there, so identities need not be exact. */
  async #passTick(stat: FileStat): Promise<void> {
    try {
      await waitTick(this.runtime, this.options.directory, milliseconds(stat.mtimeNs));
    } catch (error) {
      if (!(error instanceof CortexError && error.code === 'read-only')) throw error;
    }
  }

  #refused(identity: string, stat: FileStat): PublishedState {
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
          next: 'Move it away. It was not followed or changed.',
        });
    return { kind: 'broken', identity, error };
  }

  /** Returns true if the log has nothing of the file yet. */
  #isNew(): boolean {
    return this.log.core.published === null && this.log.core.adopted === 0;
  }

  #notTakenOver(): CortexError {
    return new CortexError('busy', 'another process is adopting the file and has not finished', {
      file: this.options.projection.file,
      next: 'Try again in a few seconds.',
    });
  }

  #restless(): CortexError {
    return new CortexError('busy', 'the file keeps changing', {
      file: this.options.projection.file,
      next: 'Try again when the program that writes it has finished.',
    });
  }
}
