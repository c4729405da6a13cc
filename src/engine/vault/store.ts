import { isDeepStrictEqual } from 'node:util';
import { FolderWatch } from '../files/folder-watch.ts';
import { TextEdits } from '../files/second-look/text-edits.ts';
import { CoalescedWork } from '../platform/coalesced-work.ts';
import { CortexError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Disposable } from '../platform/watching.ts';
import { inCodePointOrder } from '../text/code-point-order.ts';
import { unescapeMarkers } from '../text/conflicts/escaped-markers.ts';
import { LOCAL_FOLDER, readCache } from './cache/cache.ts';
import { CacheWriting } from './cache/cache-writing.ts';
import type { CachedNote, KnownNote } from './cache/cached-note.ts';
import { sameIdentity } from './cache/file-identity.ts';
import { IndexWriter } from './cache/index-writer.ts';
import { requireVault } from './cache/scan.ts';
import { VaultIndex } from './cache/vault-index.ts';
import { type VaultProblem, VaultTree } from './cache/vault-tree.ts';
import type { VaultConfig } from './config/config.ts';
import { MEMORY_MAP, readMapConflicts } from './links/memory-map.ts';
import type { Note } from './notes/note.ts';
import { bodyInFile, isUnread, type NoteReading, type ReadAhead, readNoteFile, readTextInFile, readUnseenNote } from './notes/note-file.ts';
import { requireWritable } from './require-writable.ts';
import { runAtOnce, runInSlices, type StepwiseWork } from './slices.ts';
import type { VaultOptions } from './vault-options.ts';

/** Interval between checks of noticed changes, in milliseconds. */
const LOOK_MS = 50;
/** Delay before a changed file is read, in milliseconds. Editors often empty a file before they write it. */
const HALF_WRITTEN_MS = 20;

/** Changes of notes, each list in code point order of path. */
export interface VaultChanges {
  /** New or changed notes, already updated in the index. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** A vault on disk. All reads and writes go through it. The index reflects the last scan. */
export class VaultStore {
  readonly index = new VaultIndex();
  readonly #tree: VaultTree;
  readonly #watch: FolderWatch | null;
  readonly #looking: CoalescedWork;
  readonly #listeners = new Set<(changes: VaultChanges) => void>();
  /** Notes whose next change may not show in their stat. */
  readonly #unsettled = new Set<string>();
  readonly #ended = new AbortController();
  #edits: TextEdits | null = null;
  /** Notes of an earlier start, until the first scan is complete. */
  #cache: ReadonlyMap<string, CachedNote> = new Map();
  readonly #reading: NoteReading;
  /** Notes that another thread reads while the vault is opened. */
  #ahead: ReadAhead | null = null;
  readonly #remembering: CacheWriting;
  readonly #writer: IndexWriter;
  #isMapNoticed = false;
  /** Settles after the scan that was started last. */
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly runtime: Runtime,
    readonly config: VaultConfig,
    { watch, part }: VaultOptions,
  ) {
    this.#reading = { ...config, part: part ?? 'all' };
    this.#looking = new CoalescedWork(runtime, LOOK_MS, () => this.#lookSoon());
    this.#watch = watch === undefined ? null : new FolderWatch(runtime.fs, watch, config.root, () => void this.#looking.request());
    this.#tree = new VaultTree(runtime.fs, config.root, this.#watch ?? undefined);
    this.#remembering = new CacheWriting(runtime, config, this.index);
    this.#writer = new IndexWriter(runtime, config, watch !== undefined);
  }

  /**
   * Reads a vault in slices, so that the process stays responsive. Of notes unchanged since they were cached, only the stat is read.
   * @throws CortexError if the vault does not exist; the reason of `signal` if it is aborted
   */
  static async open(runtime: Runtime, config: VaultConfig, options: VaultOptions = {}): Promise<VaultStore> {
    requireVault(runtime, config.root);
    const store = new VaultStore(runtime, config, options);
    try {
      await store.#inTurn(() => runInSlices(runtime, store.#begin(options), options.signal));
    } catch (error) {
      await store.close();
      throw error;
    }
    return store;
  }

  /** Files and folders that cannot be read or watched. Problems of notes are in the notes. */
  get problems(): readonly VaultProblem[] {
    const error = this.#watch?.problem ?? null;
    return error === null ? this.#tree.problems : [...this.#tree.problems, { path: '', error }];
  }

  /** Symbolic links that could lead to notes outside of the vault. They are not followed. */
  get links(): readonly VaultProblem[] {
    return this.#tree.links;
  }

  /** Returns the merge conflicts in the current map, which is not a note. */
  readonly mapConflicts = () => readMapConflicts(this.runtime, this.config.root);

  /** Number of notes that could not be read, so that only their paths are known. They are never settled. */
  get unread(): number {
    return [...this.#unsettled].filter((path) => this.index.get(path)?.problems.some(isUnread) === true).length;
  }

  /** Edits files of the vault. Call `lookAt` after an edit to update the index. @throws CortexError as `requireWritable` */
  get edits(): TextEdits {
    this.requireWritable();
    this.#edits ??= new TextEdits(this.runtime, { root: this.config.root, local: LOCAL_FOLDER });
    return this.#edits;
  }

  /** Problems caused by concurrent writes of other programs; see `TextEdits`. */
  get editProblems(): readonly string[] {
    return this.#edits?.problems ?? [];
  }

  /** @throws CortexError `outside-root` if the vault is outside of the project and only a file of the project names it */
  requireWritable(): void {
    requireWritable(this.config);
  }

  /** Scans all files, whether or not a change was noticed, in slices as `open` does. @param scope `unknown`: ignores changes of known notes */
  async refresh(scope: 'all' | 'unknown' = 'all'): Promise<VaultChanges> {
    try {
      return this.#notify(await this.#inTurn(() => runInSlices(this.runtime, this.#lookAtAll(scope), this.#ended.signal)));
    } catch (error) {
      if (this.#ended.signal.aborted) return { changed: [], removed: [] };
      throw error;
    }
  }

  /** Checks one note that may have been added, removed or changed. */
  lookAt(path: string): VaultChanges {
    return this.#notify(runAtOnce(this.#take(this.#lookAgain('', new Set([path])))));
  }

  /**
   * Writes outdated files in `index/` and `layers/`, and the cache for the next start, from the index. Does not check the notes' files.
   * @returns the paths of the written files @throws CortexError `read-only`, `disk-full`, `outside-root`, `io`
   */
  async writeIndexes(): Promise<readonly string[]> {
    this.requireWritable();
    if (this.#reading.part === 'names') throw new TypeError('An index is made of whole notes.');
    const written = await this.#writer.write(this.index);
    if (this.#watch === null || this.#remembering.isFarBehind) await this.remember();
    return written;
  }

  /** Writes the cache if it is outdated. In a watched vault `writeIndexes` does so only if it is far behind. @throws CortexError */
  async remember(): Promise<void> {
    if (!this.#mayRemember) return;
    // Enough time has passed that the next change of these notes will show in their stat.
    this.#notify(runAtOnce(this.#take(this.#unsettled)));
    await this.#remembering.all(({ path }) => !this.#unsettled.has(path));
  }

  /** Writes the notes that had to be read to the cache for the next start. Failures are ignored: those notes are read again. */
  async rememberRead(): Promise<void> {
    if (this.#mayRemember) await this.#remembering.whatWasRead(({ path }) => !this.#unsettled.has(path));
  }

  get #mayRemember(): boolean {
    return !this.config.isOutside && this.#reading.part !== 'names';
  }

  /** Returns a note's text, with `\n` for the line ends of old Macs. @throws CortexError `not-found`, `broken-file`, `read-only`, `io` */
  text(path: string): string {
    return this.#inFile(path, readTextInFile);
  }

  /** Returns the text of a note without its header and conflicts, with escaped markers as they were typed. Throws as `text`. */
  body(path: string): string {
    return unescapeMarkers(this.#inFile(path, bodyInFile));
  }

  #inFile(path: string, read: typeof readTextInFile): string {
    const note = this.index.get(path);
    const text = note === undefined ? null : read(this.runtime, this.config.root, note);
    if (text === null) throw new CortexError('not-found', 'there is no such note', { file: path, next: 'Search for it by its name.' });
    return text;
  }

  /** Calls the listener after changes of the index, and when the map may have changed. */
  onChange(listener: (changes: VaultChanges) => void): Disposable {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  async close(): Promise<void> {
    this.#ended.abort();
    this.#watch?.dispose();
    this.#listeners.clear();
    await this.#looking.end();
    await this.#turn;
  }

  /** Runs scans one after the other, so that each starts from the result of the previous one. */
  #inTurn<T>(look: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(look);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  *#begin({ thread }: VaultOptions): StepwiseWork<void> {
    this.#cache = yield* readCache(this.runtime, this.config);
    this.#remembering.begin(this.#cache.size);
    const found = inCodePointOrder(yield* this.#tree.scan());
    this.#ahead = thread?.readAhead(found, (path) => this.#cache.has(path)) ?? null;
    yield* this.#take(found);
    [this.#ahead, this.#cache] = [null, new Map()];
  }

  *#lookAtAll(scope: 'all' | 'unknown'): StepwiseWork<VaultChanges> {
    const found = yield* this.#tree.scan(scope);
    return yield* this.#take(scope === 'all' ? [...found, ...this.#unsettled] : found);
  }

  async #lookSoon(): Promise<void> {
    await this.runtime.sleep(HALF_WRITTEN_MS, this.#ended.signal);
    await this.#inTurn(async () => {
      if (!this.#ended.signal.aborted) this.#notify(await runInSlices(this.runtime, this.#lookAtNoticed()));
    });
  }

  *#lookAtNoticed(): StepwiseWork<VaultChanges> {
    const changed = new Set<string>();
    for (const [folder, names] of this.#watch?.take() ?? []) {
      this.#isMapNoticed ||= folder === '' && names?.has(MEMORY_MAP) !== false;
      for (const path of this.#lookAgain(folder, names)) changed.add(path);
      yield;
    }
    return yield* this.#take(changed);
  }

  #lookAgain(folder: string, names: ReadonlySet<string> | null): string[] {
    if (names === null) return this.#tree.lookIn(folder);
    return [...names].flatMap((name) => {
      const path = folder === '' ? name : `${folder}/${name}`;
      // A note that was noticed is read even if its stat has not changed.
      return [...this.#tree.lookAt(path), ...(this.#unsettled.has(path) ? [path] : [])];
    });
  }

  /** Updates the index from the files, one note per step. @param paths notes that may have been added, removed or changed */
  *#take(paths: Iterable<string>): StepwiseWork<VaultChanges> {
    const changed: string[] = [];
    const removed: string[] = [];
    // While an empty index is filled in order and not changed by others, notes can be appended without a lookup.
    let filled = this.index.size === 0 ? this.index.revision : null;
    for (const path of inCodePointOrder(paths)) {
      const isFirst = this.index.revision === filled;
      const before = isFirst ? undefined : this.index.get(path);
      const note = this.#noteAt(path, before);
      if (note === null) {
        this.#unsettled.delete(path);
        if (this.index.delete(path)) removed.push(path);
      } else if (note !== before) {
        this.#put(note, isFirst);
        changed.push(path);
      }
      if (isFirst) filled = this.index.revision;
      yield;
    }
    this.#remembering.removed(removed.length);
    return { changed, removed };
  }

  #put(note: KnownNote, isLast: boolean): void {
    if (isLast) this.index.append(note);
    else this.index.set(note);
    if (this.#cache.has(note.path)) this.#remembering.met();
  }

  /** Returns the current note; the known object if nothing has changed. */
  #noteAt(path: string, before: Note | undefined): KnownNote | null {
    const known = before ?? this.#cache.get(path);
    const unseen = known === undefined ? readUnseenNote(this.runtime, this.#reading, this.#tree, path, this.#ahead) : null;
    if (known !== undefined && this.#ahead !== null) this.#tree.seeIfUnchanged(known, this.#ahead);
    const found = unseen?.note.file ?? this.#tree.identityOf(path, known?.file);
    if (found === null) return null;
    if (known !== undefined && sameIdentity(known.file, found) && !this.#unsettled.has(path)) return known;
    const read = unseen ?? readNoteFile(this.runtime, this.#reading, path, found);
    if (read === null) return null;
    if (read.settled) {
      this.#unsettled.delete(path);
      this.#remembering.read(path);
    } else this.#unsettled.add(path);
    return before !== undefined && isDeepStrictEqual(before, read.note) ? before : read.note;
  }

  #notify(changes: VaultChanges): VaultChanges {
    const count = changes.changed.length + changes.removed.length;
    if (count > 0 || this.#isMapNoticed) for (const listener of this.#listeners) listener(changes);
    this.#isMapNoticed = false;
    return changes;
  }
}
