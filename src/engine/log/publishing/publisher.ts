import { hash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { waitTick } from '../../files/file-clock.ts';
import { backupName, FILE_LIMIT, hasIdentity, identityOf, milliseconds, statOf } from '../../files/file-content.ts';
import { removeIfThere } from '../../files/folder-entries.ts';
import { Mutex } from '../../files/mutex.ts';
import { syncDescriptor, syncDirectory, writeAll } from '../../platform/descriptor.ts';
import { CortexError, describeError, fileError, systemCode } from '../../platform/errors.ts';
import { OPEN } from '../../platform/file-system.ts';
import { nonce } from '../../platform/ids.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { CoreOperation } from '../core-operations.ts';
import type { CoreState } from '../core-state.ts';
import { allDone } from '../durability.ts';
import type { Log } from '../log.ts';
import type { Loggable } from '../machine.ts';
import type { AdoptionOptions } from './adoption.ts';
import type { ForeignFile, PublishedFile, PublishedState } from './published-file.ts';
import type { ReplacedPublications } from './replaced-publications.ts';

const FILE_MODE = 0o666;
/** An identity that no file has. */
const NOT_SEEN = '0-0-0-0';
/** Attempts before a file that changes at each look is left alone. */
const KEEPS = 5;
/** Minimum time between publications of all processes together, in milliseconds, so that one publication serves many. */
const GROUP_MS = 50;
/** A change that is unpublished for this long was left by a process that died, in milliseconds. */
export const ABANDONED_MS = 1_000;
/** Most rebuilt files that are reported, the latest ones. */
const REBUILT_KEPT = 20;
/** Errors of `link` if there are no hard links. EISDIR is the one of Windows on FAT. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EISDIR']);

/**
 * Result of `publish`: the file already showed the record, this process published it, another process is publishing, or the file is still
 * behind.
 */
export type PublishOutcome = 'current' | 'published' | 'busy' | 'behind';

interface View {
  readonly bytes: Buffer;
  readonly checksum: string;
}

/** Writes the published file of a log. One process at a time does, to save work; several at once do no harm. */
export class Publisher<Operation extends Loggable, State, Answer, Foreign> {
  readonly #mutex: Mutex;
  /** The message about each rebuilt file, by the path of the copy of its bytes. */
  readonly #rebuilt = new Map<string, string>();
  #cost = 0;

  constructor(
    private readonly runtime: Runtime,
    private readonly log: Log<Operation, State, Answer>,
    private readonly file: PublishedFile<Operation, State, Answer, Foreign>,
    private readonly replacedFiles: ReplacedPublications<Operation, State, Answer, Foreign>,
    private readonly options: AdoptionOptions<Operation, State, Answer, Foreign>,
  ) {
    this.#mutex = new Mutex(runtime, join(options.directory, 'publish'));
  }

  /** Duration of the last publication without the initial pause, in milliseconds. */
  get cost(): number {
    return this.#cost;
  }

  /** Messages about files that were unreadable and rebuilt, while the copies of their bytes exist. Removing a copy resolves its message. */
  get rebuilt(): readonly string[] {
    for (const aside of this.#rebuilt.keys()) if (statOf(this.runtime.fs, aside) === null) this.#rebuilt.delete(aside);
    return [...this.#rebuilt.values()].slice(-REBUILT_KEPT);
  }

  /**
   * Publishes so that the file shows the record with the ordinal `upTo`, unless another process is publishing. The lock is taken before the
   * pause, so that processes that arrive meanwhile can leave their records to this one. Afterwards the caller must check for such records.
   */
  async publish(upTo: number): Promise<PublishOutcome> {
    if (await this.#shows(upTo)) return 'current';
    const turn = this.#mutex.tryAcquire(this.log.fileTime);
    if (turn === null) return 'busy';
    const { clock } = this.runtime;
    let begun = clock.monotonic();
    try {
      await this.runtime.sleep(this.pause);
      begun = clock.monotonic();
      this.replacedFiles.adoptLateWrites();
      await this.#once();
    } finally {
      this.#cost = clock.monotonic() - begun;
      turn.release();
    }
    return (await this.#shows(upTo)) ? 'published' : 'behind';
  }

  /** Milliseconds until the next publication of any process is due. */
  get pause(): number {
    const since = this.runtime.clock.now() - this.log.core.publishedAt;
    return since >= 0 && since < GROUP_MS ? GROUP_MS - since : 0;
  }

  /** A logged publication is not enough: its file must have appeared. */
  async #shows(upTo: number): Promise<boolean> {
    const present = await this.#look('go on');
    if (present.kind === 'foreign') return false;
    return !this.due(present) || (present.kind === 'ours' && this.log.core.content(present.hash).upTo >= upTo);
  }

  /** @throws CortexError if the file must not be replaced, or no log can rebuild it */
  async #look(whileForeign: 'wait' | 'go on'): Promise<PublishedState | ForeignFile> {
    this.log.refresh();
    const present = await this.file.look(whileForeign);
    const refused = present.kind === 'broken' && (this.log.core.published === null || present.error.code !== 'broken-file');
    if (refused) throw present.error;
    return present;
  }

  /** Returns whether the file should be published again. */
  due(present: PublishedState | ForeignFile): boolean {
    const { core } = this.log;
    if (present.kind === 'foreign') return core.published !== null && core.changed > core.published.upTo;
    if (present.kind === 'missing') return core.changed > 0;
    if (present.kind === 'broken') return core.published !== null && present.error.code === 'broken-file';
    const { identity, upTo } = core.content(present.hash);
    // An older publication that came back (a checkout) stays until there is something new to show.
    const broughtBack = identity !== '' && identity !== present.identity;
    return core.changed > (broughtBack ? (core.published?.upTo ?? 0) : upTo);
  }

  /** Whether any process may publish: no writer did so within a second of the last change, or the file broke after its publication. */
  isLeft(present: PublishedState): boolean {
    const isOld = this.runtime.clock.now() - this.log.core.changedAt > ABANDONED_MS;
    return (isOld || present.kind === 'broken') && this.due(present);
  }

  async #once(): Promise<void> {
    const present = await this.#look('wait');
    const { core, state } = this.log;
    const { projection } = this.options;
    const upTo = core.ordinal;
    const view = this.#isWhole(present) && this.due(present) ? projection.render(state, core.time) : null;
    if (view === null) return;
    this.#requireReadable(view.bytes);
    const path = join(this.options.directory, `${nonce(this.runtime.random)}.tmp`);
    try {
      try {
        // The record of this publication may have ended a damaged line.
        if (!(await this.#prepare(path, view, core, upTo)) || !this.#isWhole(present)) return;
        await this.#replace(present, path);
      } finally {
        removeIfThere(this.runtime.fs, path);
      }
    } catch (error) {
      throw fileError(error, projection.file, 'publish the file');
    }
  }

  /** Returns false while the present file may show what damaged lines of the log did. */
  #isWhole({ kind }: PublishedState | ForeignFile): boolean {
    return this.log.core.damaged.length === 0 || kind === 'missing' || kind === 'broken';
  }

  /** Rejects bytes that would be too large to read again. @throws CortexError */
  #requireReadable(bytes: Buffer): void {
    if (bytes.length <= FILE_LIMIT) return;
    throw new CortexError('io', `the file is not updated: it would need ${bytes.length} bytes`, {
      file: this.options.projection.file,
      allowed: `at most ${FILE_LIMIT} bytes`,
      next: 'Nothing is lost: the log has everything. Create a new swarm with less text.',
    });
  }

  /**
   * Writes the bytes to a temporary file and logs the publication. When this resolves, both are durable, and the tick of the file's mtime
   * is over. The file is in the log's directory, where it triggers no watcher. Returns false if there is nothing to publish.
   */
  async #prepare(path: string, { bytes, checksum }: View, core: Readonly<CoreState>, upTo: number): Promise<boolean> {
    const { fs } = this.runtime;
    const fd = fs.openSync(path, OPEN.createNew, FILE_MODE);
    try {
      writeAll(fs, fd, bytes);
      const stat = fs.fstatSync(fd, { bigint: true });
      const operation: CoreOperation = { op: 'publish', hash: hash('sha256', bytes, 'hex'), checksum, upTo, identity: identityOf(stat) };
      // If the log was reopened, it may be a new log without what these bytes show.
      if (this.log.appendFrom(() => (this.log.core === core ? operation : null)) === 'nothing') return false;
      // In parallel, because a process that waits may also have to wait for the processor.
      await allDone([syncDescriptor(fs, fd), this.log.sync(), waitTick(this.runtime, this.options.directory, milliseconds(stat.mtimeNs))]);
      return true;
    } finally {
      fs.closeSync(fd);
    }
  }

  /** Replaces the file that was looked at with the new one; does nothing if it has changed since. */
  async #replace(present: PublishedState | ForeignFile, temporary: string): Promise<void> {
    const { fs } = this.runtime;
    const { file } = this.options.projection;
    if (present.kind === 'missing') {
      if (!this.#link(temporary, file)) return;
    } else {
      if (present.kind === 'broken' && !(await this.#moveAside(present))) return;
      // What is not in the log must be durable in a copy before the file is replaced.
      await this.replacedFiles.syncAside();
      if (!(await this.#keep(present.kind === 'foreign' ? NOT_SEEN : present.identity))) return;
      fs.renameSync(temporary, file);
    }
    await syncDirectory(fs, dirname(file));
    this.replacedFiles.adoptLateWrites();
  }

  /** Gives unreadable bytes a durable second name before their present one is replaced. Returns false if the file has changed. */
  async #moveAside({ identity, error }: Extract<PublishedState, { kind: 'broken' }>): Promise<boolean> {
    const aside = backupName(this.runtime, this.options.projection.file, identity);
    const linked = this.#link(this.options.projection.file, aside);
    if (!hasIdentity(this.runtime.fs, aside, identity)) {
      if (linked) removeIfThere(this.runtime.fs, aside);
      return false;
    }
    await syncDirectory(this.runtime.fs, dirname(aside));
    const { next: _next, ...place } = error.data;
    const next = `${basename(this.options.projection.file)} was rebuilt from the log. Copy what is missing from this file, then remove it.`;
    // The line number is that of the copy: the rebuilt file has other lines.
    this.#rebuilt.set(aside, describeError(new CortexError(error.code, error.message, { ...place, file: aside, next })));
    return true;
  }

  /**
   * Keeps a second name of the present file. Changes since it was looked at are adopted first, and published next time. Otherwise a program
   * that writes often enough could prevent every publication. Returns false if the file cannot be kept.
   */
  async #keep(expected: string): Promise<boolean> {
    const { file } = this.options.projection;
    let identity = expected;
    for (let n = 0; n < KEEPS; n++) {
      const replaced = this.replacedFiles.name(identity, this.log.core.hashOf(identity));
      if (!this.#link(file, replaced)) return false;
      if (hasIdentity(this.runtime.fs, replaced, identity)) return true;
      const adopted = await this.replacedFiles.adopt(replaced);
      removeIfThere(this.runtime.fs, replaced);
      if (adopted === null) return false;
      // A power loss must not take the file together with its record in the log, or with what was left out.
      await allDone([this.log.sync(), this.replacedFiles.syncAside()]);
      identity = adopted;
    }
    return false;
  }

  /** Returns false if there is nothing to link, or `path` exists already. */
  #link(existing: string, path: string): boolean {
    try {
      this.runtime.fs.linkSync(existing, path);
      return true;
    } catch (error) {
      const code = systemCode(error);
      if (code === 'ENOENT' || code === 'EEXIST') return false;
      if (!NO_LINKS.has(code ?? '')) throw error;
      throw new CortexError(
        'io',
        'this file system has no hard links',
        { file: path, next: 'Keep the repository on a local disk.' },
        { cause: error },
      );
    }
  }
}
