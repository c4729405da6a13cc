import path from 'node:path';
import { writeAll } from '../../platform/descriptor.ts';
import { CortexError, describeError } from '../../platform/errors.ts';
import { OPEN } from '../../platform/file-system.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { applySpan, applyWhereUnique } from '../../text/text-span.ts';
import { readFileBounded } from '../atomic-file.ts';
import type { Turn } from '../mutex.ts';
import { appendText, readFileEnd } from '../text-append.ts';
import { isChangeIn, isReverted, isShortlyAfter, isStillIn, isUnmerged, type Replacement } from './change-details.ts';
import { type AdditionNote, type ChangeNote, type NotedChange, toContent } from './change-note.ts';
import { type GitStateChange, gitChangeSince } from './git-state.ts';
import type { TextChange } from './merge-foreign-write.ts';
import { MAX_TEXT_SIZE, type ReplacedFile, relativePath } from './replaced-file.ts';
import type { TextTools } from './replaced-files.ts';
import type { TextAdditions } from './text-additions.ts';

const MAX_TRIES = 3;
const WRITTEN_SINCE = 'it was changed or removed, or another program wrote the file without it';
const WRITTEN_BY_GIT = 'git (stash, reset, restore, pull) or another program restored an earlier version of the file';

/** Makes a change again. */
interface Again {
  replace(turn: Turn, replacement: Replacement): Promise<unknown>;
  readonly additions: Pick<TextAdditions, 'watch'>;
}

/** The file at the second look. */
interface SecondReading {
  readonly turn: Turn;
  readonly replacedFile: ReplacedFile;
  readonly target: string;
  readonly bytes: Buffer;
  readonly make: TextChange | null;
  /** What git has done to the file since. If not `null`, it may belong to another branch, and no change is made again (decision 0037). */
  readonly git: GitStateChange | null;
}

/**
 * Takes the second look at changes (rulings, all protocols 2): a program that had read the file before may have written it back without
 * our change. If the change is gone and the file is otherwise as before, makes it again. If it is gone from a different file, reports it.
 */
export class SecondLook {
  constructor(
    private readonly runtime: Runtime,
    private readonly tools: TextTools,
    private readonly by: Again,
  ) {}

  /**
   * Looks at one change, in the turn of the file.
   * @param own what made the change (`null`: an addition), if this process did: then it looks in time, whatever was written since
   * @throws CortexError if it cannot look
   */
  async check(
    turn: Turn,
    { replacedFile, target }: { replacedFile: ReplacedFile; target: string },
    own?: { make: TextChange | null },
  ): Promise<void> {
    const note = replacedFile.note() ?? null;
    if (note === null || (note.what === null && note.addition === null)) return;
    // Times of another start of the machine, or of another machine, cannot be compared.
    if (note.process.boot !== this.runtime.process.boot) return;
    const present = readFileBounded(this.runtime.fs, target, { maxBytes: MAX_TEXT_SIZE });
    if (present === null || isUnmerged(present.bytes)) return;
    const isRace = own !== undefined || note.isMissed || isShortlyAfter(replacedFile, present.stat);
    const git = gitChangeSince(this.runtime.fs, note.git, target, present.stat);
    const found = { turn, replacedFile, target, bytes: present.bytes, make: own?.make ?? null, git };
    if (note.change !== null && (isRace || isReverted(present.bytes.toString(), note.change)))
      await this.#change(found, note, note.change, isRace);
    if (note.addition !== null && isRace) await this.#addition(found, note, note.addition);
  }

  async #change(
    { turn, target, bytes, make, git }: SecondReading,
    { what, tries, isOnlyCopy }: ChangeNote,
    change: NotedChange,
    isRace: boolean,
  ): Promise<void> {
    const { hash } = toContent(bytes);
    if (hash === change.after.hash || what === null) return;
    const isAsBefore = hash === change.before.hash;
    if (!isAsBefore && isChangeIn(bytes.toString(), change)) return;
    const mayRepeat = git === null && isRace && tries < MAX_TRIES;
    const after = mayRepeat ? (isAsBefore ? applySpan(change, bytes) : applyWhereUnique(change, bytes)) : null;
    if (after !== null) {
      await this.by.replace(turn, { target, before: bytes, after, change: make, what, isOnlyCopy, tries: tries + 1 });
    } else {
      const why = isRace && git !== null ? WRITTEN_BY_GIT : WRITTEN_SINCE;
      this.#reportGone({ target, git }, [what], why, isOnlyCopy ? change.inserted : null);
    }
  }

  async #addition(
    { turn, replacedFile, target, bytes, git }: SecondReading,
    note: ChangeNote,
    { size, tail, parts }: AdditionNote,
  ): Promise<void> {
    const present = bytes.toString();
    const gone = parts.filter(({ text }) => !isStillIn(present, text));
    if (gone.length === 0) return;
    const text = gone.map((part) => part.text).join('');
    const end = readFileEnd({ size: bytes.length, read: (from, to) => bytes.subarray(from, to) });
    if (git === null && end.size === size && end.tail === tail && note.tries < MAX_TRIES) {
      // This process may die before the new note exists. Then this one must not be too old to notice that the text is gone again.
      replacedFile.rewrite({ ...note, isMissed: true });
      const added = await appendText(this.runtime, turn, target, () => ({ text }));
      if (added === true) this.by.additions.watch(target, { ...end, parts: gone }, note.tries + 1);
      // Another program replaced the file meanwhile.
      if (added === null) await this.check(turn, { replacedFile, target });
      return;
    }
    const whats = gone.map(({ what }) => what);
    this.#reportGone({ target, git }, whats, git === null ? WRITTEN_SINCE : WRITTEN_BY_GIT, text);
  }

  /**
   * Reports changes that are gone. After a switch of branches the text is in the branch or in the stash, because git refuses a switch that
   * would lose it. So it is not put beside the file, where it would soon be committed on the wrong branch.
   * @param onlyCopy the text, if it is in no other file
   */
  #reportGone(
    { target, git }: Pick<SecondReading, 'target' | 'git'>,
    whats: readonly string[],
    why: string,
    onlyCopy: string | null,
  ): void {
    const isSwitched = git?.kind === 'switched';
    const found = git === null ? 'Check the file' : 'Check the file and the stash';
    const again = isSwitched
      ? 'A merge of that branch brings it here. Repeat the change only if you will not merge that branch.'
      : `${found}. Repeat the change only if it is missing and still correct.`;
    const next = isSwitched || onlyCopy === null ? again : this.#setBeside(target, onlyCopy);
    const message = isSwitched
      ? `was written on ${git.from}, but ${git.to} is checked out now and does not have it`
      : `is no longer in the file as written: ${why}`;
    for (const what of whats) this.tools.report(describeError(new CortexError('not-found', `${what} ${message}`, { file: target, next })));
  }

  /** Puts text that is nowhere else by now into a copy beside the file. @returns where it is, and what to do with it */
  #setBeside(target: string, text: string): string {
    const { fs } = this.runtime;
    const bytes = Buffer.from(text);
    const replacedFile = this.tools.replacedFiles.begin(relativePath(this.tools.root, target), bytes);
    const fd = fs.openSync(replacedFile.link, OPEN.createNew);
    try {
      writeAll(fs, fd, bytes);
    } finally {
      fs.closeSync(fd);
    }
    return `Its text is in ${path.basename(replacedFile.moveBeside(target))}: add it again if no agent has read it yet, then remove that file.`;
  }
}
