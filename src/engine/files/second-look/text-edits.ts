import path from 'node:path';
import { CortexError, describeError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import { readFileBounded, syncNames, writeFileDurable } from '../atomic-file.ts';
import { makeLocalFolder } from '../local-folder.ts';
import { makeFolder } from '../make-folder.ts';
import { Mutex, type Turn } from '../mutex.ts';
import { isInside, linkInPlace, requireSameWay, resolveInside } from '../safe-path.ts';
import { type AppendChange, inSight } from '../text-append.ts';
import { TextTurns } from '../text-turns.ts';
import type { TextChange } from './merge-foreign-write.ts';
import { LARGEST_TEXT, type ReplacedFile, relativeOf, SETTLE_MS } from './replaced-file.ts';
import { holdsNotes, ReplacedFiles, type TextTools } from './replaced-files.ts';
import { TextReplacements } from './text-replacements.ts';
import { finishAbandoned } from './unfinished-edits.ts';

export type { TextChange } from './merge-foreign-write.ts';

export interface EditResult {
  readonly changed: boolean;
  /** What the file holds now; `null` when it is missing. */
  readonly text: string | null;
}

export interface TextEditsOptions {
  /** The folder that all files are in. */
  readonly root: string;
  /** Whether `root` is a real path: then a link that takes its place, or that of a folder above it, is not followed. */
  readonly isReal?: boolean;
  /** A folder of our own below `root`, for mutexes and for what is kept; git ignores it. */
  readonly local: string;
}

export interface EditOptions {
  /** Asked when the change was made. */
  readonly what?: () => string;
  /** What it inserts is nowhere else: when it is gone, it is put beside the file. */
  readonly isOnlyCopy?: boolean;
}

const KEPT_FOLDER = 'kept';
/** By then a change that was made at the same moment is due. Milliseconds. */
const LOOK_LATER_MS = SETTLE_MS + 200;

/** So long a change waits for other processes, and is applied anew because others were faster. Milliseconds. */
const PATIENCE_MS = 30_000;

interface Ready {
  readonly tools: TextTools;
  /** Besides those of single files, of which nobody holds two at a time. */
  readonly whole: Mutex;
  readonly replacements: TextReplacements;
}

/**
 * Changes text files that others write as well, with tools that know of no lock (rulings, all protocols 2; decision 0011). Every change
 * is made whole or not at all, by one process at a time. What somebody writes into the replaced file within a second is taken over.
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

  /** What could not be settled, in words: where a text is that somebody wrote and that is in no file now. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /**
   * Applies a change to a file; makes the file where it is missing and the change gives a text.
   * @param relative below the root, `/`-separated
   * @param options.what the change, as "the claim of …": a second later somebody looks whether it is still there (this process if it lives,
   *   else the next one), makes it again where the file is otherwise as before, and else reports it. Default: nobody does
   * @throws CortexError `outside-root`; `broken-file` for what is no UTF-8, no file or larger than 16 MiB; `invalid-input` for what would
   *   become so large; `busy` after 30 s; `disk-full`, `read-only`, `io`; and whatever the change throws. The file is as it was then,
   *   unless the message says that it is written and may not survive power loss.
   */
  edit(relative: string, change: TextChange, options: EditOptions = {}): Promise<EditResult> {
    return this.#inTurn(relative, (ready, turn, target) => this.#apply(ready, turn, target, { change, ...options }));
  }

  /**
   * Adds to the end of a file by one write, which is on the disk when this resolves; makes the file where it is missing.
   * @param change called in the file's turn, and once more when another file was put in its place meanwhile
   * @returns whether something was added @throws CortexError as `edit`
   */
  append(relative: string, change: AppendChange): Promise<boolean> {
    return this.#inTurn(relative, ({ replacements }, turn, target) => replacements.additions.append(turn, target, change));
  }

  /**
   * Does what concerns all files at once, such as to give out a name that none of them has, while no other process does. Files are changed
   * within it as ever. Who takes longer than a turn of the mutex is not alone any more.
   * @throws CortexError `busy` after 30 s; `read-only`, `outside-root`, `io`; and whatever the work throws
   */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const { whole } = await this.#prepared();
    const turn = await whole.acquire({ timeoutMs: PATIENCE_MS });
    try {
      return await work();
    } finally {
      turn.release();
    }
  }

  /**
   * Takes the second look at what processes changed that have ended since, where there is such: for whoever lives on, and for commands that
   * only read. What cannot be looked at is among the problems, and keeps nobody from reading. @returns whether there was any
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
    // Only listed: where it truly lies is seen before anything is read or changed.
    if (!holdsNotes(this.#runtime.fs, path.join(root, local, KEPT_FOLDER))) return false;
    const isNew = this.#ready === null;
    const { tools, replacements } = await this.#prepared();
    if (!isNew) await finishAbandoned(this.#runtime, tools, replacements);
    return true;
  }

  /** As `look`, as soon as it is due: for whoever lives on and sees that a file has changed. Any number of calls is one look. */
  lookLater(): void {
    this.#later ??= this.#runtime
      .sleep(LOOK_LATER_MS, undefined, { ref: false })
      .then(() => {
        this.#later = null;
        return this.look();
      })
      .catch((error: unknown) => this.#report(describeError(error)));
  }

  /** Whether nothing is left of which this process has to take the second look. */
  get isSettled(): boolean {
    return this.#replacements?.isSettled ?? true;
  }

  /** Resolves when this process has taken the second look at all that it has changed. */
  async settled(): Promise<void> {
    await (await this.#ready)?.replacements.settled();
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
      kept: new ReplacedFiles(this.#runtime, resolveInside(this.#runtime.fs, folder, KEPT_FOLDER)),
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

  /** Does something with a file in its turn, anew when others were faster: `null` says so, too. */
  async #inTurn<T>(relative: string, work: (ready: Ready, turn: Turn, target: string) => Promise<T | null>): Promise<T> {
    const { clock } = this.#runtime;
    this.#targetOf(relative);
    const ready = await this.#prepared();
    const deadline = clock.monotonic() + PATIENCE_MS;
    for (;;) {
      // Anew each time: a link may have taken the place of the file, or of a folder on the way to it.
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

  /** The real path of a file. @throws CortexError `outside-root` */
  #targetOf(relative: string): string {
    const { root, isReal = false } = this.#options;
    const target = resolveInside(this.#runtime.fs, root, relative);
    if (isReal && !isInside(root, target)) throw linkInPlace(root);
    return target;
  }

  async #apply(
    ready: Ready,
    turn: Turn,
    target: string,
    { change, what, isOnlyCopy = false }: EditOptions & { change: TextChange },
  ): Promise<EditResult> {
    const content = readFileBounded(this.#runtime.fs, target, { maxBytes: LARGEST_TEXT });
    const text = content === null ? null : decodeUtf8(content.bytes, target);
    const next = applied(change, text);
    if (next === null || next === text) return { changed: false, text };
    const after = Buffer.from(next);
    if (after.length > LARGEST_TEXT) throw tooLarge(target, after.length);
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

  async #create({ kept, root }: TextTools, turn: Turn, target: string, bytes: Buffer): Promise<void> {
    const folder = path.dirname(target);
    const made = makeFolder(this.#runtime.fs, folder);
    const note = kept.begin(relativeOf(root, target), Buffer.alloc(0));
    try {
      const beforeRename = () => {
        turn.assertCurrent();
        requireSameWay(this.#runtime.fs, target);
      };
      const options = { exclusive: true, temporaryId: note.id, opened: inSight(this.#runtime, target), beforeRename };
      await writeFileDurable(this.#runtime, target, bytes, options);
    } finally {
      abandon(note, target);
    }
    // A file is only as durable as the names on the way to it.
    for (let inner = folder; made !== undefined && inner.length >= made.length; inner = path.dirname(inner))
      await syncNames(this.#runtime.fs, path.dirname(inner), target);
  }
}

/** What a change has thrown: it is passed on, and whatever its code is, it does not mean that others were faster. */
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

/** What is larger could be neither read nor changed again. */
function tooLarge(file: string, size: number): CortexError {
  const data = { file, value: size, allowed: `at most ${LARGEST_TEXT} bytes`, next: 'Divide the text; nothing was changed.' };
  return new CortexError('invalid-input', 'the text would be too large', data);
}

/** Nothing is kept of a file that was not there before; what cannot be removed is left to the next process. */
function abandon(note: ReplacedFile, target: string): void {
  try {
    note.abandon(target);
  } catch {
    // Whether the file was made does not depend on it.
  }
}

/** Others were faster: the change is applied to what they left. */
function mayRetry(error: unknown): boolean {
  return error instanceof CortexError && (error.code === 'busy' || error.code === 'already-exists');
}
