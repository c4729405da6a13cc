import path from 'node:path';
import { CortexError, describeError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import { readFileBounded, syncNames, writeFileDurable } from '../atomic-file.ts';
import { makeFolder, makeLocalFolder } from '../local-folder.ts';
import { Mutex, type Turn } from '../mutex.ts';
import { isInside, linkError, requireUnchangedPath, resolveInside } from '../safe-path.ts';
import { type AppendChange, temporaryFileCheck } from '../text-append.ts';
import { TextTurns } from '../text-turns.ts';
import type { TextChange } from './merge-foreign-write.ts';
import { MAX_TEXT_SIZE, type ReplacedFile, relativePath, SETTLE_MS } from './replaced-file.ts';
import { hasNotes, ReplacedFiles, type TextTools } from './replaced-files.ts';
import { TextReplacements } from './text-replacements.ts';
import { finishAbandoned } from './unfinished-edits.ts';

export type { TextChange } from './merge-foreign-write.ts';

export interface EditResult {
  readonly changed: boolean;
  /** Present content of the file; `null` if it is missing. */
  readonly text: string | null;
}

export interface TextEditsOptions {
  /** The folder that all files are in. */
  readonly root: string;
  /** Whether `root` is a real path: then a link that takes its place, or that of a folder above it, is not followed. */
  readonly isReal?: boolean;
  /** A folder of our own below `root` for mutexes and replaced files; git ignores it. */
  readonly local: string;
}

export interface EditOptions {
  /** Describes the change. Called after `change`. */
  readonly what?: () => string;
  /** Whether the inserted text exists nowhere else: if it is gone, it is put beside the file. */
  readonly isOnlyCopy?: boolean;
}

const KEPT_FOLDER = 'kept';
/** Delay before a later look, in milliseconds. After it a change that was made at the same moment is due. */
const LOOK_LATER_MS = SETTLE_MS + 200;

/** How long a change waits for other processes, and is retried because others were faster, in milliseconds. */
const PATIENCE_MS = 30_000;

interface Ready {
  readonly tools: TextTools;
  /** For all files at once. It may be held together with the mutex of one file; no caller holds the mutexes of two files. */
  readonly whole: Mutex;
  readonly replacements: TextReplacements;
}

/**
 * Changes text files that other programs write as well, without locks (rulings, all protocols 2; decision 0011). Every change is atomic,
 * and made by one process at a time. What other programs write into the replaced file within a second is taken over.
 */
export class TextEdits {
  readonly #runtime: Runtime;
  readonly #options: TextEditsOptions;
  readonly #problems: string[] = [];
  #ready: Promise<Ready> | null = null;
  #replacements: TextReplacements | null = null;
  #later: Promise<unknown> | null = null;

  constructor(runtime: Runtime, options: TextEditsOptions) {
    this.#runtime = runtime;
    this.#options = options;
  }

  /** What could not be settled: where a text is that another program wrote and that is in no file now. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /**
   * Applies a change to a file; creates the file if it is missing and the change returns a text.
   * @param relative below the root, `/`-separated
   * @param options.what the change, as "the claim of …": a second later this process, or the next one if it has ended, checks whether it is
   *   still there. Makes it again if the file is otherwise as before, and reports it if not. Default: no check
   * @throws CortexError `outside-root`; `broken-file` for a file that is not UTF-8, not a regular file, or larger than 16 MiB;
   *   `invalid-input` if it would become so large; `busy` after 30 s; `disk-full`, `read-only`, `io`; and whatever the change throws. The
   *   file is unchanged then, unless the message says that it is written and may not survive power loss.
   */
  edit(relative: string, change: TextChange, options: EditOptions = {}): Promise<EditResult> {
    return this.#inTurn(relative, (ready, turn, target) => this.#apply(ready, turn, target, { change, ...options }));
  }

  /**
   * Appends to a file by one write, which is on the disk when this resolves; creates the file if it is missing.
   * @param change called in the file's turn, and again if another file took its place meanwhile
   * @returns whether something was appended @throws CortexError like `edit`
   */
  append(relative: string, change: AppendChange): Promise<boolean> {
    return this.#inTurn(relative, ({ replacements }, turn, target) => replacements.additions.append(turn, target, change));
  }

  /**
   * Runs work that concerns all files at once, such as choosing a name that none of them has, while no other process does. Files are
   * changed within it as usual. Work that takes longer than a turn of the mutex is no longer alone.
   * @throws CortexError `busy` after 30 s; `read-only`, `outside-root`, `io`; and whatever the work throws
   */
  async runExclusively<T>(work: () => Promise<T>): Promise<T> {
    const { whole } = await this.#prepared();
    const turn = await whole.acquire({ timeoutMs: PATIENCE_MS });
    try {
      return await work();
    } finally {
      turn.release();
    }
  }

  /**
   * Takes the second look at changes of processes that have ended, if there are any. For long-lived processes, and for commands that only
   * read. If the look fails, that is added to `problems`, and does not prevent reading. @returns whether there were any
   */
  async look(): Promise<boolean> {
    try {
      return await this.#look();
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      this.#report(describeError(error));
      return false;
    }
  }

  async #look(): Promise<boolean> {
    const { root, local } = this.#options;
    // Only lists names: the real path of the folder is checked before anything is read or changed.
    if (!hasNotes(this.#runtime.fs, path.join(root, local, KEPT_FOLDER))) return false;
    const isNew = this.#ready === null;
    const { tools, replacements } = await this.#prepared();
    if (!isNew) await finishAbandoned(this.#runtime, tools, replacements);
    return true;
  }

  /** Like `look`, as soon as it is due: for long-lived processes that see that a file has changed. Calls are coalesced. */
  lookLater(): void {
    this.#later ??= this.#runtime
      .sleep(LOOK_LATER_MS, undefined, { ref: false })
      .then(() => {
        this.#later = null;
        return this.look();
      })
      .catch((error: unknown) => this.#report(describeError(error)));
  }

  /** True if this process has no second look left to take. */
  get isIdle(): boolean {
    return this.#replacements?.isIdle ?? true;
  }

  /** Resolves when this process has taken the second look at all its changes. */
  async whenIdle(): Promise<void> {
    await (await this.#ready)?.replacements.whenIdle();
  }

  #prepared(): Promise<Ready> {
    this.#ready ??= this.#prepare().catch((error: unknown) => {
      // What fails now may succeed the next time.
      this.#ready = null;
      throw error;
    });
    return this.#ready;
  }

  async #prepare(): Promise<Ready> {
    const { root, local } = this.#options;
    const folder = await makeLocalFolder(this.#runtime, root, local);
    const tools = {
      root: resolveInside(this.#runtime.fs, root, ''),
      turns: new TextTurns(this.#runtime, resolveInside(this.#runtime.fs, folder, 'turns')),
      replacedFiles: new ReplacedFiles(this.#runtime, resolveInside(this.#runtime.fs, folder, KEPT_FOLDER)),
      report: (problem: string) => this.#report(problem),
    };
    const replacements = new TextReplacements(this.#runtime, tools);
    this.#replacements = replacements;
    await finishAbandoned(this.#runtime, tools, replacements);
    return { tools, replacements, whole: new Mutex(this.#runtime, resolveInside(this.#runtime.fs, folder, 'whole')) };
  }

  #report(problem: string): void {
    if (!this.#problems.includes(problem)) this.#problems.push(problem);
  }

  /** Runs work with a file in its turn. Retries if the work returns `null`, or fails because others were faster. */
  async #inTurn<T>(relative: string, work: (ready: Ready, turn: Turn, target: string) => Promise<T | null>): Promise<T> {
    const { clock } = this.#runtime;
    this.#targetOf(relative);
    const ready = await this.#prepared();
    const deadline = clock.monotonic() + PATIENCE_MS;
    for (;;) {
      // Resolved again each time: a link may have taken the place of the file, or of a folder on the way to it.
      const target = this.#targetOf(relative);
      const turn = await ready.tools.turns.acquire(target, Math.max(0, deadline - clock.monotonic()));
      try {
        const result = await work(ready, turn, target);
        if (result !== null) return result;
      } catch (error) {
        if (error instanceof ChangeFailed) throw error.failure;
        if (!mayRetry(error) || clock.monotonic() >= deadline) throw error;
      } finally {
        turn.release();
      }
    }
  }

  /** Returns the real path of a file. @throws CortexError `outside-root` */
  #targetOf(relative: string): string {
    const { root, isReal = false } = this.#options;
    const target = resolveInside(this.#runtime.fs, root, relative);
    if (isReal && !isInside(root, target)) throw linkError(root);
    return target;
  }

  async #apply(
    ready: Ready,
    turn: Turn,
    target: string,
    { change, what, isOnlyCopy = false }: EditOptions & { change: TextChange },
  ): Promise<EditResult> {
    const content = readFileBounded(this.#runtime.fs, target, { maxBytes: MAX_TEXT_SIZE });
    const text = content === null ? null : decodeUtf8(content.bytes, target);
    const next = applied(change, text);
    if (next === null || next === text) return { changed: false, text };
    const after = Buffer.from(next);
    if (after.length > MAX_TEXT_SIZE) throw tooLarge(target, after.length);
    if (content === null) {
      await this.#create(ready.tools, turn, target, after);
      return { changed: true, text: next };
    }
    const { bytes, doubt } = await ready.replacements.replace(turn, {
      target,
      before: content.bytes,
      after,
      change,
      ...(what && { what: what(), isOnlyCopy }),
    });
    if (doubt !== null) throw doubt;
    return { changed: true, text: bytes.toString() };
  }

  async #create({ replacedFiles, root }: TextTools, turn: Turn, target: string, bytes: Buffer): Promise<void> {
    const folder = path.dirname(target);
    const made = makeFolder(this.#runtime.fs, folder);
    const note = replacedFiles.begin(relativePath(root, target), Buffer.alloc(0));
    try {
      const beforeRename = () => {
        turn.assertCurrent();
        requireUnchangedPath(this.#runtime.fs, target);
      };
      const options = { exclusive: true, temporaryId: note.id, opened: temporaryFileCheck(this.#runtime, target), beforeRename };
      await writeFileDurable(this.#runtime, target, bytes, options);
    } finally {
      abandon(note, target);
    }
    // A file is only as durable as the names of the new folders above it.
    for (let inner = folder; made !== undefined && inner.length >= made.length; inner = path.dirname(inner))
      await syncNames(this.#runtime.fs, path.dirname(inner), target);
  }
}

/** Wraps an error of a change, which is passed on: whatever its code is, it does not mean that others were faster. */
class ChangeFailed extends Error {
  constructor(readonly failure: unknown) {
    super('the change failed');
  }
}

function applied(change: TextChange, text: string | null): string | null {
  try {
    return change(text);
  } catch (error) {
    throw new ChangeFailed(error);
  }
}

/** Returns the error for a text that is too large to be read or changed again. */
function tooLarge(file: string, size: number): CortexError {
  const data = { file, value: size, allowed: `at most ${MAX_TEXT_SIZE} bytes`, next: 'Split the text. Nothing was changed.' };
  return new CortexError('invalid-input', 'the text would be too large', data);
}

/** Removes the note of a file that did not exist before. What cannot be removed is left to the next process. */
function abandon(note: ReplacedFile, target: string): void {
  try {
    note.abandon(target);
  } catch {
    // Whether the file was created does not depend on it.
  }
}

/** Returns whether others were faster: then the change is applied to what they left. */
function mayRetry(error: unknown): boolean {
  return error instanceof CortexError && (error.code === 'busy' || error.code === 'already-exists');
}
