import { isDeepStrictEqual } from 'node:util';
import { FolderWatch } from '../files/folder-watch.ts';
import { TextEdits } from '../files/second-look/text-edits.ts';
import { CoalescedWork } from '../platform/coalesced-work.ts';
import { CortexError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Disposable } from '../platform/watching.ts';
import { inCodePointOrder } from '../text/code-point-order.ts';
import { leaveConflictsOut } from '../text/conflicts/left-out-conflicts.ts';
import { maskConflicts } from '../text/conflicts/merge-conflicts.ts';
import { splitHeader } from '../text/frontmatter/split-header.ts';
import { LOCAL_FOLDER, readCache } from './cache/cache.ts';
import { sameIdentity } from './cache/file-identity.ts';
import { IndexWriter } from './cache/index-writer.ts';
import type { KnownNote, RememberedNote } from './cache/remembered-note.ts';
import { Remembering } from './cache/remembering.ts';
import { requireVault } from './cache/scan.ts';
import { VaultIndex } from './cache/vault-index.ts';
import { type VaultProblem, VaultTree } from './cache/vault-tree.ts';
import type { VaultConfig } from './config/config.ts';
import { MEMORY_MAP, mapConflicts } from './links/memory-map.ts';
import type { Note } from './notes/note.ts';
import { isUnread, type NoteReading, type ReadAhead, readNoteFile, readUnseenNote, textInFile } from './notes/note-file.ts';
import { requireWritable } from './require-writable.ts';
import { atOnce, inSlices, type Steps } from './slices.ts';
import type { VaultOptions } from './vault-options.ts';

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

/** A vault on the disk: the only one who reads and writes there. The index is what it was at the last look. */
export class VaultStore {
  readonly index = new VaultIndex();
  readonly #tree: VaultTree;
  readonly #watch: FolderWatch | null;
  readonly #looking: CoalescedWork;
  readonly #listeners = new Set<(changes: VaultChanges) => void>();
  /** Notes whose files may change without a sign in their stat. */
  readonly #unsettled = new Set<string>();
  readonly #ended = new AbortController();
  #edits: TextEdits | null = null;
  /** From an earlier start, until everything was looked at. */
  #cache: ReadonlyMap<string, RememberedNote> = new Map();
  readonly #reading: NoteReading;
  /** What another thread reads, while the vault is opened. */
  #ahead: ReadAhead | null = null;
  readonly #remembering: Remembering;
  readonly #writer: IndexWriter;
  #isMapNoticed = false;
  /** Ends with the look that began last. */
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
    this.#remembering = new Remembering(runtime, config, this.index);
    this.#writer = new IndexWriter(runtime, config, watch !== undefined);
  }

  /**
   * Reads a vault; of notes that have not changed since `writeIndexes` only the stat. It is done in slices, so that the process does other
   * things meanwhile. @throws CortexError when the vault is not there; what `signal` is aborted with
   */
  static async open(runtime: Runtime, config: VaultConfig, options: VaultOptions = {}): Promise<VaultStore> {
    requireVault(runtime, config.root);
    const store = new VaultStore(runtime, config, options);
    try {
      await store.#inTurn(() => inSlices(runtime, store.#begin(options), options.signal));
    } catch (error) {
      await store.close();
      throw error;
    }
    return store;
  }

  /** What cannot be looked at or watched. Problems of notes are in the notes. */
  get problems(): readonly VaultProblem[] {
    const error = this.#watch?.problem ?? null;
    return error === null ? this.#tree.problems : [...this.#tree.problems, { path: '', error }];
  }

  /** Symbolic links by which notes would be found that are not in the vault: they are not followed. */
  get links(): readonly VaultProblem[] {
    return this.#tree.links;
  }

  /** Git's conflicts in the map that is no note, as the file is now. */
  readonly mapConflicts = () => mapConflicts(this.runtime, this.config.root);

  /** How many notes could not be read: of these no more than the path is known. They are never settled. */
  get unread(): number {
    return [...this.#unsettled].filter((path) => this.index.get(path)?.problems.some(isUnread) === true).length;
  }

  /** By which texts are changed. Call `lookAt` after an edit to see it in the index. @throws CortexError as `requireWritable` */
  get edits(): TextEdits {
    this.requireWritable();
    this.#edits ??= new TextEdits(this.runtime, { root: this.config.root, local: LOCAL_FOLDER });
    return this.#edits;
  }

  /** What became of texts that others wrote meanwhile; see `TextEdits`. */
  get editProblems(): readonly string[] {
    return this.#edits?.problems ?? [];
  }

  /** @throws CortexError `outside-root` for a vault that only a file of a project names, outside of that project */
  requireWritable(): void {
    requireWritable(this.config);
  }

  /** Looks at all files, whether or not something was noticed, in slices as `open` does. */
  async refresh(): Promise<VaultChanges> {
    try {
      return this.#notify(await this.#inTurn(() => inSlices(this.runtime, this.#lookAtAll(), this.#ended.signal)));
    } catch (error) {
      if (this.#ended.signal.aborted) return { changed: [], removed: [] };
      throw error;
    }
  }

  /** Looks at one note that may have come, gone or changed. */
  lookAt(path: string): VaultChanges {
    return this.#notify(atOnce(this.#take(this.#lookAgain('', new Set([path])))));
  }

  /**
   * Writes the files of `index/` and `layers/` that are not right by what is known of the notes, and what the next start needs. What has
   * happened to the notes since they were looked at is not noticed here.
   * @returns the paths of those that were written @throws CortexError `read-only`, `disk-full`, `outside-root`, `io`
   */
  async writeIndexes(): Promise<readonly string[]> {
    this.requireWritable();
    if (this.#reading.part === 'names') throw new TypeError('An index is made of whole notes.');
    const written = await this.#writer.write(this.index);
    if (this.#watch === null || this.#remembering.isFarBehind) await this.remember();
    return written;
  }

  /** Writes what the next start needs, if that is not there. A vault that is watched does so now and then only. @throws CortexError */
  async remember(): Promise<void> {
    if (!this.#mayRemember) return;
    // By now their stat will show the next change.
    this.#notify(atOnce(this.#take(this.#unsettled)));
    await this.#remembering.all(({ path }) => !this.#unsettled.has(path));
  }

  /** Writes for the next start what had to be read in this one. What cannot be written is read again. */
  async rememberRead(): Promise<void> {
    if (this.#mayRemember) await this.#remembering.whatWasRead(({ path }) => !this.#unsettled.has(path));
  }

  get #mayRemember(): boolean {
    return !this.config.isOutside && this.#reading.part !== 'names';
  }

  /** The text of a note as its file is now, with line feeds where it has the line ends of old Macs. @throws CortexError `not-found`, `broken-file`, `read-only`, `io` */
  text(path: string): string {
    const note = this.index.get(path);
    const text = note === undefined ? null : textInFile(this.runtime, this.config.root, note);
    if (text === null) throw new CortexError('not-found', 'there is no such note', { file: path, next: 'Search for it by its name.' });
    return text;
  }

  /** The text of a note without its header, as `text`, and without what stands between git's conflict marks. */
  body(path: string): string {
    const text = this.text(path);
    return leaveConflictsOut(text, splitHeader(maskConflicts(text)).bodyFrom);
  }

  /** Tells what has changed in the index, and when the map may have. */
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

  /** One look after the other: each finds what is known as the one before has left it. */
  #inTurn<T>(look: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(look);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  *#begin({ thread }: VaultOptions): Steps<void> {
    this.#cache = yield* readCache(this.runtime, this.config);
    this.#remembering.begin(this.#cache.size);
    const found = inCodePointOrder(yield* this.#tree.scan());
    this.#ahead = thread?.readAhead(found.filter((path) => !this.#cache.has(path))) ?? null;
    yield* this.#take(found);
    this.#ahead = null;
    this.#cache = new Map();
  }

  *#lookAtAll(): Steps<VaultChanges> {
    const found = yield* this.#tree.scan();
    return yield* this.#take([...found, ...this.#unsettled]);
  }

  async #lookSoon(): Promise<void> {
    await this.runtime.sleep(HALF_WRITTEN_MS, this.#ended.signal);
    await this.#inTurn(async () => {
      if (!this.#ended.signal.aborted) this.#notify(await inSlices(this.runtime, this.#lookAtNoticed()));
    });
  }

  *#lookAtNoticed(): Steps<VaultChanges> {
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
      // A note that was noticed is read even where its stat is as it was.
      return [...this.#tree.lookAt(path), ...(this.#unsettled.has(path) ? [path] : [])];
    });
  }

  /** Brings the index to what the files are now, a note a step. @param paths of notes that may have come, gone or changed */
  *#take(paths: Iterable<string>): Steps<VaultChanges> {
    const changed: string[] = [];
    const removed: string[] = [];
    // In an index that is filled for the first time there is nothing to be found, while nobody else puts anything into it.
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

  /** The note as it is now; the one that is known when nothing has changed. */
  #noteAt(path: string, before: Note | undefined): KnownNote | null {
    const known = before ?? this.#cache.get(path);
    const unseen = known === undefined ? readUnseenNote(this.runtime, this.#reading, this.#tree, path, this.#ahead) : null;
    const found = this.#tree.identityOf(path, known?.file);
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
