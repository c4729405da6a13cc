import { hash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { CortexError, describeError, fileError, systemCode } from '../errors.ts';
import { OPEN } from '../file-system.ts';
import { nonce } from '../ids.ts';
import { Mutex } from '../mutex.ts';
import type { Runtime } from '../runtime.ts';
import { removeIfThere, writeAll } from './checkpoint.ts';
import { fileSystemNow, passTick } from './clock-guard.ts';
import type { CoreOperation } from './core-state.ts';
import { syncDescriptor, syncDirectory } from './durability.ts';
import { asideName, identityOf, isAt, milliseconds } from './file-content.ts';
import type { Log } from './log.ts';
import { FILE_LIMIT, type ForeignFile, keptName, type Present, type PublishedFile, type PublishedFileOptions } from './published-file.ts';

const FILE_MODE = 0o666;
/** What `link` says where there are no hard links; EISDIR is how Windows puts it on FAT. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EISDIR']);

/** How a call of `publish` left the file: showing what it must, left to the process that is at it, or still behind. */
export type PublishOutcome = 'current' | 'busy' | 'behind';

interface Temporary {
  readonly path: string;
  readonly identity: string;
}

/** Writes a log's published file; one process at a time for economy, any number without harm. */
export class Publisher<Operation extends { readonly op: string }, State, Answer, Foreign> {
  readonly #mutex: Mutex;

  constructor(
    private readonly runtime: Runtime,
    private readonly log: Log<Operation, State, Answer>,
    private readonly file: PublishedFile<Operation, State, Answer, Foreign>,
    private readonly options: PublishedFileOptions<Operation, State, Answer, Foreign>,
  ) {
    this.#mutex = new Mutex(runtime, join(options.directory, 'publish'));
  }

  /**
   * Sees to it that the file shows the record with the ordinal `owed`, unless another process is at it. Others may have
   * written more by the end; that is theirs to publish.
   */
  async publish(owed: number): Promise<PublishOutcome> {
    if (await this.#shows(owed)) return 'current';
    const turn = this.#mutex.tryAcquire();
    if (turn === null) return 'busy';
    try {
      this.file.settle();
      await this.#once();
    } finally {
      turn.release();
    }
    return (await this.#shows(owed)) ? 'current' : 'behind';
  }

  /** That a publication was logged is not enough: its file must have appeared. */
  async #shows(owed: number): Promise<boolean> {
    const present = await this.#look();
    if (present.kind === 'foreign') return false;
    return !this.due(present) || (present.kind === 'ours' && this.log.core.content(present.hash).upTo >= owed);
  }

  /** @throws CortexError for a file that must not be replaced, or that no log can rebuild */
  async #look(): Promise<Present | ForeignFile> {
    this.log.refresh();
    const present = await this.file.look('go on');
    const refused = present.kind === 'broken' && (this.log.core.published === null || present.error.code !== 'broken-file');
    if (refused) throw present.error;
    return present;
  }

  /** Whether the file should be published anew. */
  due(present: Present): boolean {
    const { core } = this.log;
    if (present.kind === 'missing') return core.changed > 0;
    if (present.kind === 'broken') return core.published !== null && present.error.code === 'broken-file';
    const { identity, upTo } = core.content(present.hash);
    // A publication that somebody brought back (a checkout) stays until there is something new to show.
    const broughtBack = identity !== '' && identity !== present.identity;
    return core.changed > (broughtBack ? (core.published?.upTo ?? 0) : upTo);
  }

  async #once(): Promise<void> {
    const present = await this.#look();
    const { core, state } = this.log;
    const { projection } = this.options;
    const upTo = core.ordinal;
    if (present.kind === 'foreign') return;
    const view = this.due(present) ? projection.render(state, core.time) : null;
    if (view === null) return;
    this.#requireReadable(view.bytes);
    try {
      const { path, identity } = await this.#temporary(view.bytes);
      try {
        const contentHash = hash('sha256', view.bytes, 'hex');
        const publication: CoreOperation = { op: 'publish', hash: contentHash, checksum: view.checksum, upTo, identity };
        // A log that was opened anew may have been begun anew, without what these bytes show.
        if (this.log.appendFrom(() => (this.log.core === core ? publication : null)) === 'nothing') return;
        await this.log.sync();
        await this.#replace(present, path);
      } finally {
        removeIfThere(this.runtime.fs, path);
      }
    } catch (error) {
      throw fileError(error, projection.file, 'publish the file');
    }
  }

  /** What nobody could read again is not published. @throws CortexError */
  #requireReadable(bytes: Buffer): void {
    if (bytes.length <= FILE_LIMIT) return;
    throw new CortexError('io', `the file would take ${bytes.length} bytes, so it is not brought up to date`, {
      file: this.options.projection.file,
      allowed: `at most ${FILE_LIMIT} bytes`,
      next: 'Nothing is lost: the log has it all. Begin a new swarm with less text in it.',
    });
  }

  /** The bytes under a name of their own, durable. It stands in the log's directory, where no watcher is disturbed. */
  async #temporary(bytes: Buffer): Promise<Temporary> {
    const { fs } = this.runtime;
    const path = join(this.options.directory, `${nonce(this.runtime.random)}.tmp`);
    const fd = fs.openSync(path, OPEN.createNew, FILE_MODE);
    try {
      writeAll(this.runtime, fd, bytes);
      await syncDescriptor(fs, fd);
      const stat = fs.fstatSync(fd, { bigint: true });
      await passTick(this.runtime, this.options.directory, milliseconds(stat.mtimeNs));
      return { path, identity: identityOf(stat) };
    } catch (error) {
      removeIfThere(fs, path);
      throw error;
    } finally {
      fs.closeSync(fd);
    }
  }

  /** Puts the new file in the place of the one that was looked at; does nothing when that one has changed since. */
  async #replace(present: Present, temporary: string): Promise<void> {
    const { fs } = this.runtime;
    const { file } = this.options.projection;
    if (present.kind === 'missing') {
      if (!this.#link(temporary, file)) return;
    } else {
      if (present.kind === 'broken' && !(await this.#moveAside(present))) return;
      if (!this.#keep(present.identity)) return;
      fs.renameSync(temporary, file);
    }
    await syncDirectory(fs, dirname(file));
    this.file.settle();
  }

  /** Gives bytes that cannot be read a lasting name, before power loss can take their present one. */
  async #moveAside({ identity, error }: Extract<Present, { kind: 'broken' }>): Promise<boolean> {
    const aside = asideName(this.runtime, this.options.projection.file, identity);
    const linked = this.#link(this.options.projection.file, aside);
    if (!isAt(this.runtime.fs, aside, identity)) {
      if (linked) removeIfThere(this.runtime.fs, aside);
      return false;
    }
    await syncDirectory(this.runtime.fs, dirname(aside));
    const { next: _next, ...place } = error.data;
    const next = `It was rebuilt from the log; its bytes are in ${basename(aside)}.`;
    this.log.report(describeError(new CortexError(error.code, error.message, { ...place, next })));
    return true;
  }

  /** Keeps a second name of the present file. False when it is not the one that was looked at. */
  #keep(identity: string): boolean {
    const { directory, projection } = this.options;
    const kept = join(directory, keptName(nonce(this.runtime.random), fileSystemNow(this.runtime, directory), identity));
    if (!this.#link(projection.file, kept)) return false;
    if (isAt(this.runtime.fs, kept, identity)) return true;
    removeIfThere(this.runtime.fs, kept);
    return false;
  }

  /** False when there is nothing to link, or already something in its place. */
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
