import path from 'node:path';
import { resolveCortexFolder } from '../../crtx/folder-inside.ts';
import { MAX_FILE_BYTES } from '../../crtx/inspect.ts';
import { ARCHIVE_FOLDER } from '../../crtx/names.ts';
import { CORTEX_FOLDER } from '../../crtx/root.ts';
import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import { waitTick } from '../../files/file-clock.ts';
import { identityOf, milliseconds, readContent, statOf } from '../../files/file-content.ts';
import { CortexError, describeError, type ErrorCode, fileError, systemCode } from '../../platform/errors.ts';
import type { FileStat } from '../../platform/file-system.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { hash32 } from '../../text/hash32.ts';
import { type ArchiveColumns, lowerBound, rowsOfId, type ScannedArchive, scanArchive } from './archive-index.ts';
import { ArchiveText, archiveChangedError } from './archive-text.ts';
import { describeColumns, type IndexHeader } from './index-file.ts';
import { IndexStore } from './index-store.ts';
import { timesInName } from './roll-plan.ts';

/** An archive as of the last `look`. */
export interface Archive {
  readonly name: string;
  /** Absolute: in the folder of archives, or the second copy of a missing one. */
  readonly file: string;
  readonly identity: string;
  /** `null` until the archive is read. */
  header: IndexHeader | null;
}

/** An archive that has been read. */
export type IndexedArchive = Archive & { readonly header: IndexHeader };

export const isIndexed = (archive: Archive | null): archive is IndexedArchive => archive !== null && archive.header !== null;

interface Known {
  readonly identity: string;
  readonly archive: Archive | null;
  readonly problem: CortexError | null;
  /** Messages about invalid entries that are left out. */
  readonly leftOut: readonly string[];
}

/** Errors that last as long as the file is unchanged. Any other may be gone at the next look. */
const LASTING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['broken-file', 'newer-version', 'outside-root']);

export interface ArchivesOptions {
  /** The project's root folder. */
  readonly root: string;
  /** The folder of the timeline's log. */
  readonly local: string;
  /** `files`: writes nothing, and reads only the archives themselves. */
  readonly read: 'log' | 'files';
}

/** The archives of a timeline with their indexes, including archives of other programs (docs/decisions/0007-large-timelines.md). */
export class Archives {
  /** The folder of archives. */
  readonly folder: string;
  /** Folder of second copies of this machine's archives, and of temporary files. */
  readonly backupFolder: string;
  /** `null` if only the archives are read. */
  readonly #indexes: IndexStore | null;
  readonly #columns = new WeakMap<Archive, ArchiveColumns>();
  readonly #ids = new WeakMap<Archive, Uint32Array>();
  #known = new Map<string, Known>();
  /** Why no archive can be read. */
  #problem: CortexError | null = null;

  constructor(
    private readonly runtime: Runtime,
    private readonly options: ArchivesOptions,
  ) {
    this.folder = path.join(options.root, CORTEX_FOLDER, ARCHIVE_FOLDER);
    this.backupFolder = path.join(options.local, ARCHIVE_FOLDER);
    this.#indexes = options.read === 'files' ? null : new IndexStore(runtime, path.join(options.local, 'index'), this.backupFolder);
  }

  /** Errors of archives and entries that cannot be read, as of the last look. */
  get problems(): readonly string[] {
    const of = (problem: CortexError | null): string[] => (problem === null ? [] : [describeError(problem)]);
    return [...of(this.#problem), ...[...this.#known.values()].flatMap(({ problem, leftOut }) => [...of(problem), ...leftOut])];
  }

  /** Readable archives, by name, as of the last look. */
  get list(): readonly IndexedArchive[] {
    return [...this.#known.values()].map(({ archive }) => archive).filter(isIndexed);
  }

  /** Lists the folder, and reads only new and changed archives. @throws CortexError if the folder cannot be read */
  async refresh(): Promise<readonly IndexedArchive[]> {
    await this.#refresh('all');
    return this.list;
  }

  /**
   * As `refresh`. If the folder cannot be read, returns no archives and adds the error to `problems`.
   * @param read `later`: an archive with times in its name is read on demand, by `indexed`
   */
  async refreshIfPossible(read: 'all' | 'later'): Promise<readonly Archive[]> {
    try {
      await this.#refresh(read);
      return [...this.#known.values()].map(({ archive }) => archive).filter((archive) => archive !== null);
    } catch (error) {
      if (!(error instanceof CortexError) || error.code === 'busy') throw error;
      this.#problem = error;
      return [];
    }
  }

  async #refresh(read: 'all' | 'later'): Promise<void> {
    const before = this.#known;
    this.#problem = null;
    const now = new Map<string, Known>();
    for (const [name, file] of this.#files()) {
      const stat = statOf(this.runtime.fs, file);
      if (stat === null) continue;
      const known = before.get(name);
      const holds = known?.identity === identityOf(stat) && this.#holds(known, file);
      const found = holds ? known : this.#find(name, file, stat);
      const isWanted = found.archive?.header === null && (read === 'all' || timesInName(name) === null);
      now.set(name, isWanted ? await this.#read(found.archive, stat) : found);
    }
    this.#known = now;
  }

  /** Whether what is known of a file is still valid. */
  #holds({ archive, problem }: Known, file: string): boolean {
    return archive === null ? problem !== null && LASTING.has(problem.code) : archive.file === file;
  }

  /** Returns the archives by name, with the second copies of missing ones. */
  #files(): [string, string][] {
    const own = resolveCortexFolder(this.runtime.fs, path.dirname(this.folder), ARCHIVE_FOLDER);
    const kept = this.#indexes === null ? [] : this.#names(this.backupFolder);
    const files = new Map(kept.map((name) => [name, path.join(this.backupFolder, name)]));
    for (const name of this.#names(own)) files.set(name, path.join(own, name));
    return [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  #names(folder: string): string[] {
    try {
      return this.runtime.fs.readdirSync(folder).filter((name) => name.endsWith('.crtx'));
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return [];
      throw fileError(error, folder, 'list the archives', 'read');
    }
  }

  /** Returns an archive that is not read yet, unless it has an index. */
  #find(name: string, file: string, stat: FileStat): Known {
    const identity = identityOf(stat);
    const indexed = stat.isFile() ? this.#indexes?.header(name) : null;
    const header = indexed?.identity === identity ? indexed : null;
    return { identity, problem: null, archive: { name, file, identity, header }, leftOut: [] };
  }

  async #read(archive: Archive, stat: FileStat): Promise<Known> {
    const { identity } = archive;
    try {
      return { identity, problem: null, archive, leftOut: await this.#index(archive, stat) };
    } catch (error) {
      if (!(error instanceof CortexError) || error.code === 'busy') throw error;
      return { identity, archive: null, problem: error, leftOut: [] };
    }
  }

  /** Reads an archive of the last look; `null` if that fails, with the error in `problems`. @throws CortexError `busy` if it has changed */
  async indexed(archive: Archive): Promise<IndexedArchive | null> {
    if (isIndexed(archive)) return archive;
    const stat = statOf(this.runtime.fs, archive.file);
    if (stat === null || identityOf(stat) !== archive.identity) throw archiveChangedError(archive.file);
    this.#known.set(archive.name, await this.#read(archive, stat));
    return isIndexed(archive) ? archive : null;
  }

  /**
   * Loads the index for this content, or builds it. The index of a file with invalid entries is not saved, so that each look reports them.
   * @returns messages about invalid entries that are left out
   */
  async #index(archive: Archive, stat: FileStat): Promise<readonly string[]> {
    const { name, file } = archive;
    if (!stat.isFile()) throw new CortexError('outside-root', 'is not a regular file', { file, next: 'Move it away. It was not read.' });
    if (stat.size > MAX_FILE_BYTES) {
      const allowed = `at most ${MAX_FILE_BYTES} bytes`;
      throw new CortexError('broken-file', 'the archive is too large', { file, value: `${stat.size} bytes`, allowed, next: 'Split it.' });
    }
    const settled = this.#indexes !== null && (await this.#passTick(stat));
    const content = readContent(this.runtime, file, archive.identity);
    if (content === null) throw archiveChangedError(file);
    const present = this.#indexes?.header(name);
    const columns = present?.hash === content.hash ? this.#indexes?.columns(name, present) : null;
    const scanned = present && columns ? { columns, plain: present.plain, problems: [] } : scanArchive(content.bytes, file);
    const header = headerOf(scanned, content.hash, settled ? archive.identity : '');
    archive.header = header;
    this.#columns.set(archive, scanned.columns);
    if (scanned.problems.length === 0) await this.#indexes?.save(name, header, scanned.columns);
    return scanned.problems;
  }

  /** Whether the identity determines the content from now on. That is unknown if nothing can be written. */
  async #passTick(stat: FileStat): Promise<boolean> {
    try {
      await waitTick(this.runtime, this.options.local, milliseconds(stat.mtimeNs));
      return true;
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      return false;
    }
  }

  /** Returns the index of an archive. @throws CortexError `busy` if it has changed */
  columns(archive: IndexedArchive): ArchiveColumns {
    const known = this.#columns.get(archive) ?? this.#indexes?.columns(archive.name, archive.header) ?? this.#rebuilt(archive);
    this.#columns.set(archive, known);
    return known;
  }

  /** Returns the hashes of its ids, ascending, without loading the rest of the index. @throws as `columns` */
  ids(archive: IndexedArchive): Uint32Array {
    const columns = this.#columns.get(archive);
    if (columns !== undefined) return columns.ids;
    const known = this.#ids.get(archive) ?? this.#indexes?.ids(archive.name, archive.header) ?? this.columns(archive).ids;
    this.#ids.set(archive, known);
    return known;
  }

  /** Whether the archive may contain an id. @throws as `columns` */
  mayHold(archive: IndexedArchive, id: string): boolean {
    const ids = this.ids(archive);
    const hash = hash32(id);
    return ids[lowerBound(ids, hash)] === hash;
  }

  /** Rebuilds a damaged index. */
  #rebuilt({ file, identity, header }: IndexedArchive): ArchiveColumns {
    const content = readContent(this.runtime, file, identity);
    if (content === null || content.hash !== header.hash) throw archiveChangedError(file);
    return scanArchive(content.bytes, file).columns;
  }

  /** Opens an archive to read entries by row; must be closed. @throws CortexError `busy` if it has changed */
  open(archive: IndexedArchive): ArchiveText {
    return new ArchiveText(this.runtime.fs, archive.file, archive.identity, this.columns(archive));
  }

  /** Returns the copies of an entry in the listed archives, in their order. @throws as `open` */
  copies(archives: readonly IndexedArchive[], id: string): { readonly archive: IndexedArchive; readonly entry: TimelineEntry }[] {
    return archives.flatMap((archive) => {
      const rows = this.mayHold(archive, id) ? rowsOfId(this.columns(archive), id) : [];
      if (rows.length === 0) return [];
      const text = this.open(archive);
      try {
        return rows.map((row) => ({ archive, entry: text.entry(row) })).filter(({ entry }) => entry.id === id);
      } finally {
        text.close();
      }
    });
  }
}

function headerOf({ columns, plain }: ScannedArchive, hash: string, identity: string): IndexHeader {
  return { version: 1, identity, hash, plain, ...describeColumns(columns) };
}
