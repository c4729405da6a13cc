import path from 'node:path';
import { CortexError, describeError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { readFileBounded, writeFileDurable } from '../atomic-file.ts';
import type { Turn } from '../mutex.ts';
import { requireUnchangedPath } from '../safe-path.ts';
import { temporaryFileCheck } from '../text-append.ts';
import { describeChange, markMissed, type Replacement, removeFromNotes } from './change-details.ts';
import { toContent } from './change-note.ts';
import { gitChangeSince } from './git-state.ts';
import { mergeForeignWrite, type ReplacedVersion, type TextChange } from './merge-foreign-write.ts';
import { MAX_TEXT_SIZE, type ReplacedFile, relativePath, SETTLE_MS } from './replaced-file.ts';
import type { TextTools } from './replaced-files.ts';
import { SecondLook } from './second-look.ts';
import { TextAdditions } from './text-additions.ts';

/** How long to wait for a turn, in milliseconds. */
const PATIENCE_MS = 30_000;
/** Text that could not be taken over for this long, in milliseconds, and this often, is put beside the file. */
const GIVE_UP_MS = 10_000;
const MAX_FAILURES = 10;

/** Result of a replacement. */
export interface ReplacementResult {
  /** Content of the file afterwards, which is more if another program wrote into it at this moment. */
  readonly bytes: Buffer;
  /** The error if it may not survive power loss; otherwise `null`. */
  readonly doubt: unknown;
}

type Origin = Pick<ReplacedVersion, 'takenFrom' | 'redone'>;
const OURS: Origin = { takenFrom: null, redone: false };

/** Returns the message about text that could not be taken over. */
export function keptBesideProblem(target: string, beside: string): string {
  const next = `Copy what is missing here from ${path.basename(beside)}, then remove that file.`;
  return describeError(new CortexError('busy', 'another program changed the file while it was being replaced', { file: target, next }));
}

/**
 * Replaces files, and watches the replaced ones for a second, because other programs may still write into them. If this process ends before
 * that, others continue with its notes.
 */
export class TextReplacements {
  readonly secondLook: SecondLook;
  readonly additions: TextAdditions;
  #replaced: ReplacedVersion[] = [];
  #checking: Promise<void> | null = null;

  constructor(
    private readonly runtime: Runtime,
    private readonly tools: TextTools,
  ) {
    this.additions = new TextAdditions(runtime, tools, (turn, added) => this.secondLook.check(turn, added, { make: null }));
    this.secondLook = new SecondLook(runtime, tools, this);
  }

  /** Resolves when nothing is watched any more; keeps the process running until then. */
  async whenIdle(): Promise<void> {
    while (this.#checking !== null) await Promise.race([this.#checking, this.runtime.sleep(SETTLE_MS)]);
    await this.additions.whenIdle();
  }

  /** True if nothing is watched. */
  get isIdle(): boolean {
    return this.#checking === null && this.additions.isIdle;
  }

  /**
   * Replaces the bytes that were read.
   * @throws CortexError `busy` if the file does not contain what was read, or the turn is over; nothing is changed then
   */
  async replace(turn: Turn, replacement: Replacement): Promise<ReplacementResult> {
    const { replaced, doubt } = await this.#replace(turn, replacement);
    try {
      const now = replaced.replacedFile.bytes();
      // A file that is empty at this moment is being written.
      if (now === null || now.length === 0 || now.equals(replaced.seen)) return { bytes: replacement.after, doubt };
      return { bytes: (await this.#takeOver(turn, replaced, now)) ?? this.#read(replacement.target) ?? replacement.after, doubt };
    } catch {
      // The next look is in a second.
      return { bytes: replacement.after, doubt };
    }
  }

  async #replace(
    turn: Turn,
    replacement: Replacement,
    origin = OURS,
  ): Promise<Pick<ReplacementResult, 'doubt'> & { replaced: ReplacedVersion }> {
    const { target, before, after, change } = replacement;
    const relative = relativePath(this.tools.root, target);
    markMissed(this.runtime.fs, this.tools.replacedFiles, relative, target);
    removeFromNotes(this.tools.replacedFiles, relative, { before: before.toString(), after: after.toString() });
    const replacedFile = this.tools.replacedFiles.begin(relative, before, describeChange(this.runtime.fs, replacement));
    const now = this.runtime.clock.monotonic();
    const replaced: ReplacedVersion = {
      replacedFile,
      target,
      change,
      ...origin,
      before,
      after,
      seen: before,
      since: now,
      first: now,
      failures: 0,
    };
    const beforeRename = () => {
      turn.assertCurrent();
      requireUnchangedPath(this.runtime.fs, target);
      replacedFile.take(target, before);
    };
    let doubt: unknown = null;
    try {
      await writeFileDurable(this.runtime, target, after, {
        opened: temporaryFileCheck(this.runtime, target),
        beforeRename,
        temporaryId: replacedFile.id,
      });
    } catch (error) {
      if (!this.#isMade(replaced)) throw error;
      doubt = error;
    }
    this.#watch(replaced);
    return { replaced, doubt };
  }

  /** Returns whether the file was replaced although a later step failed. If not, removes everything of the replacement. */
  #isMade({ replacedFile, target, after }: ReplacedVersion): boolean {
    try {
      if (replacedFile.isReplaced(target) && this.#read(target)?.equals(after) === true) return true;
      replacedFile.abandon(target);
    } catch {
      // The caller reports the original error. What is left is for the next process.
    }
    return false;
  }

  #read(target: string): Buffer | null {
    return readFileBounded(this.runtime.fs, target, { maxBytes: MAX_TEXT_SIZE })?.bytes ?? null;
  }

  #watch(replaced: ReplacedVersion): void {
    this.#replaced.push(replaced);
    this.#begin();
  }

  #begin(): void {
    this.#checking ??= this.#checkAll().finally(() => {
      this.#checking = null;
    });
  }

  async #checkAll(): Promise<void> {
    const { clock } = this.runtime;
    for (let next = this.#next(); next !== null; next = this.#next()) {
      const wait = next.since + SETTLE_MS - clock.monotonic();
      if (wait > 0) await this.runtime.sleep(wait, undefined, { ref: false });
      else await this.#check(next);
    }
  }

  #next(): ReplacedVersion | null {
    return this.#replaced.length === 0 ? null : this.#replaced.reduce((first, each) => (each.since < first.since ? each : first));
  }

  /** @param end removes the note. Called in the turn of the file: others rewrite notes in that turn, and would bring a removed one back */
  async #lookAgain(
    { replacedFile, target }: { replacedFile: ReplacedFile; target: string },
    own: { make: TextChange | null },
    end: () => void,
  ): Promise<void> {
    const note = replacedFile.note() ?? null;
    if (note === null || (note.what === null && note.addition === null)) return end();
    const turn = await this.tools.turns.acquire(target, PATIENCE_MS);
    try {
      await this.secondLook.check(turn, { replacedFile, target }, own);
      end();
    } finally {
      turn.release();
    }
  }

  #forget(replaced: ReplacedVersion): void {
    this.#replaced = this.#replaced.filter((each) => each !== replaced);
  }

  /** Forgets a file if no program wrote into it for a second, otherwise takes over the late text. */
  async #check(replaced: ReplacedVersion): Promise<void> {
    const { replacedFile, target, seen, takenFrom } = replaced;
    try {
      const now = replacedFile.bytes();
      if (now === null || now.equals(seen)) {
        // As long as more text may be taken over from its source, the replacements in between must be known.
        if (takenFrom !== null && this.#replaced.includes(takenFrom)) {
          replaced.since = this.runtime.clock.monotonic();
          return;
        }
        await this.#lookAgain(replaced, { make: replaced.change }, () => {
          // Also keep the note if the source of a dead process still exists: it shows the next process that the text was taken over.
          if (!this.tools.replacedFiles.has(replacedFile.note()?.takes?.id)) replacedFile.discard();
        });
        this.#forget(replaced);
        return;
      }
      const turn = await this.tools.turns.acquire(target, PATIENCE_MS);
      try {
        // Another process may have settled it meanwhile, if it considered this one dead.
        const foreign = replacedFile.bytes();
        if (foreign === null || (await this.#takeOver(turn, replaced, foreign)) !== null) return;
        await this.secondLook.check(turn, replaced, { make: replaced.change });
        this.#forget(replaced);
        this.#moveBeside(replaced);
      } finally {
        turn.release();
      }
    } catch (error) {
      await this.#putOff(replaced, error);
    }
  }

  /** Delays a file, or, after too many failures, puts its bytes beside the present one. */
  async #putOff(replaced: ReplacedVersion, error: unknown): Promise<void> {
    replaced.since = this.runtime.clock.monotonic();
    replaced.failures += 1;
    if (replaced.failures < MAX_FAILURES || replaced.since - replaced.first < GIVE_UP_MS) return;
    this.#forget(replaced);
    try {
      await this.#lookAgain(replaced, { make: replaced.change }, () => this.#moveBeside(replaced));
    } catch {
      // It stays where it is, for the next process.
      this.tools.report(describeError(error));
    }
  }

  #moveBeside({ replacedFile, target }: { readonly replacedFile: ReplacedFile; readonly target: string }): void {
    this.tools.report(keptBesideProblem(target, replacedFile.moveBeside(target)));
  }

  /** Brings late text of a replaced file into the present one. Returns the content of that afterwards, `null` if it is not possible. */
  async #takeOver(turn: Turn, replaced: ReplacedVersion, foreign: Buffer): Promise<Buffer | null> {
    const { target, replacedFile } = replaced;
    const content = readFileBounded(this.runtime.fs, target, { maxBytes: MAX_TEXT_SIZE });
    if (content === null) return null;
    const { bytes: present, stat } = content;
    const later = this.#replaced.slice(this.#replaced.indexOf(replaced) + 1).filter((each) => each.target === target);
    const isOfGit = gitChangeSince(this.runtime.fs, replacedFile.note()?.git ?? null, target, stat) !== null;
    const merged = mergeForeignWrite({ foreign, present, isOfGit, chain: [replaced, ...later] });
    if (merged === null) return null;
    if (!merged.bytes.equals(present)) {
      const takes = { id: replacedFile.id, ...toContent(foreign) };
      const origin = { takenFrom: replaced, redone: merged.redone };
      await this.#replace(turn, { target, before: present, after: merged.bytes, change: null, takes }, origin);
    }
    replaced.seen = foreign;
    replaced.since = this.runtime.clock.monotonic();
    // Keep the details, because the change must still be looked for in the present file.
    replacedFile.write(relativePath(this.tools.root, target), foreign, replacedFile.note() ?? {});
    return merged.bytes;
  }
}
