import { isDeepStrictEqual } from 'node:util';
import { CoalescedWork } from '../kernel/coalesced-work.ts';
import { compareCodePoints } from '../kernel/code-point-order.ts';
import { CortexError } from '../kernel/errors.ts';
import { splitHeader } from '../kernel/frontmatter.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { TextEdits } from '../kernel/text-edits.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import type { Disposable, WatchDirectory } from '../kernel/watching.ts';
import { LOCAL_FOLDER, readCache, writeCache } from './cache.ts';
import { calendarDay } from './calendar.ts';
import type { VaultConfig } from './config.ts';
import { writeDerivedFiles } from './derived-files.ts';
import { indexFiles } from './index-files.ts';
import type { FileIdentity, Note } from './note.ts';
import { readNoteBytes, readNoteFile } from './note-file.ts';
import { requireVault } from './scan.ts';
import { VaultIndex } from './vault-index.ts';
import { sameIdentity, type VaultProblem, VaultTree } from './vault-tree.ts';
import { VaultWatch } from './watch.ts';

/** Between two looks at what was noticed, milliseconds. */
const LOOK_MS = 50;
/** Who writes a file often empties it first; what is looked at after this is seldom half of it. Milliseconds. */
const HALF_WRITTEN_MS = 20;

/** The notes that differ from what was known, by path in code point order. */
export interface VaultChanges {
  /** New or changed: as they are now in the index. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

type Listener = (changes: VaultChanges) => void;

export interface VaultOptions {
  /** With it the index follows the files by itself. */
  readonly watch?: WatchDirectory;
}

/** A vault on the disk: the only one who reads and writes there. The index is what it was at the last look. */
export class VaultStore {
  readonly index = new VaultIndex();
  readonly #tree: VaultTree;
  readonly #watch: VaultWatch | null;
  readonly #looking: CoalescedWork;
  readonly #listeners = new Set<Listener>();
  /** Notes whose files may change without a sign in their stat. */
  readonly #unsettled = new Set<string>();
  readonly #ended = new AbortController();
  #edits: TextEdits | null = null;
  /** From an earlier start, until everything was looked at. */
  #cache: ReadonlyMap<string, Note>;

  private constructor(
    private readonly runtime: Runtime,
    readonly config: VaultConfig,
    { watch }: VaultOptions,
  ) {
    this.#looking = new CoalescedWork(runtime, LOOK_MS, () => this.#lookSoon());
    this.#watch = watch === undefined ? null : new VaultWatch(watch, config.root, () => void this.#looking.request());
    this.#tree = new VaultTree(runtime.fs, config.root, this.#watch ?? undefined);
    this.#cache = readCache(runtime, config);
    this.#take(this.#tree.scan());
    this.#cache = new Map();
  }

  /** Reads a vault; of notes that have not changed since `writeIndexes` only the stat. @throws CortexError when it is not there */
  static open(runtime: Runtime, config: VaultConfig, options: VaultOptions = {}): VaultStore {
    requireVault(runtime, config.root);
    return new VaultStore(runtime, config, options);
  }

  /** What cannot be looked at or watched. Problems of notes are in the notes. */
  get problems(): readonly VaultProblem[] {
    const unwatched = this.#watch?.problem ?? null;
    return unwatched === null ? this.#tree.problems : [...this.#tree.problems, { path: '', error: unwatched }];
  }

  /** By which texts are changed. Call `refresh` after an edit to see it in the index. */
  get edits(): TextEdits {
    this.#edits ??= new TextEdits(this.runtime, { root: this.config.root, local: LOCAL_FOLDER });
    return this.#edits;
  }

  /** Looks at all files, whether or not something was noticed. */
  refresh(): VaultChanges {
    return this.#tell(this.#take([...this.#tree.scan(), ...this.#unsettled]));
  }

  /**
   * Looks at everything, then writes the files of `index/` and `layers/` that are no longer right, and what the next start needs.
   * @returns the paths of those that were written @throws CortexError `read-only`, `disk-full`, `outside-root`, `io`
   */
  async writeIndexes(): Promise<readonly string[]> {
    this.refresh();
    const today = calendarDay(this.runtime.clock.now(), this.config.timeZone);
    const written = await writeDerivedFiles(this.runtime, this.config.root, indexFiles(this.index, this.config, today));
    const settled = Array.from(this.index.notes()).filter(({ path }) => !this.#unsettled.has(path));
    await writeCache(this.runtime, this.config, settled);
    return written;
  }

  /** The text of a note without its header, as it is now. @throws CortexError `not-found`, `broken-file`, `read-only`, `io` */
  body(path: string): string {
    const content = this.index.get(path) === undefined ? null : readNoteBytes(this.runtime, this.config.root, path);
    if (content === null) throw new CortexError('not-found', 'there is no such note', { file: path, next: 'Search for it by its name.' });
    const text = decodeUtf8(content.bytes, path);
    return text.slice(splitHeader(text).bodyFrom);
  }

  /** Tells what has changed in the index from now on. */
  onChange(listener: Listener): Disposable {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  /** Lets go of everything. */
  async close(): Promise<void> {
    this.#ended.abort();
    this.#watch?.dispose();
    this.#listeners.clear();
    await this.#looking.end();
    await this.#edits?.close();
  }

  async #lookSoon(): Promise<void> {
    await this.runtime.sleep(HALF_WRITTEN_MS, this.#ended.signal);
    if (this.#ended.signal.aborted) return;
    const changed = new Set<string>();
    for (const [folder, names] of this.#watch?.take() ?? []) {
      for (const path of this.#lookAgain(folder, names)) changed.add(path);
    }
    this.#tell(this.#take(changed));
  }

  #lookAgain(folder: string, names: ReadonlySet<string> | null): string[] {
    if (names === null) return this.#tree.lookIn(folder);
    return [...names].flatMap((name) => {
      const path = folder === '' ? name : `${folder}/${name}`;
      // A note that was noticed is read even where its stat is as it was.
      return [...this.#tree.lookAt(path), ...(this.#unsettled.has(path) ? [path] : [])];
    });
  }

  /** Brings the index to what the files are now. @param paths of notes that may have come, gone or changed */
  #take(paths: Iterable<string>): VaultChanges {
    const changed: string[] = [];
    const removed: string[] = [];
    for (const path of [...new Set(paths)].sort(compareCodePoints)) {
      const before = this.index.get(path);
      const found = this.#tree.identityOf(path);
      const note = found === null ? null : this.#noteAt(path, found, before);
      if (note === null) {
        this.#unsettled.delete(path);
        if (this.index.delete(path)) removed.push(path);
      } else if (note !== before) {
        this.index.set(note);
        changed.push(path);
      }
    }
    return { changed, removed };
  }

  /** The note as it is now; the one that is known when nothing has changed. */
  #noteAt(path: string, found: FileIdentity, before: Note | undefined): Note | null {
    const known = before ?? this.#cache.get(path);
    if (known !== undefined && sameIdentity(known.file, found) && !this.#unsettled.has(path)) return known;
    const read = readNoteFile(this.runtime, this.config, path, found);
    if (read === null) return null;
    if (read.settled) this.#unsettled.delete(path);
    else this.#unsettled.add(path);
    return before !== undefined && isDeepStrictEqual(before, read.note) ? before : read.note;
  }

  #tell(changes: VaultChanges): VaultChanges {
    if (changes.changed.length + changes.removed.length > 0) for (const listener of this.#listeners) listener(changes);
    return changes;
  }
}
