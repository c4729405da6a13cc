import { CortexError, describeError, systemCode } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { applyToOther, undoSpan } from '../../text/text-span.ts';
import { type FileContent, readFileBounded } from '../atomic-file.ts';
import { removeIfThere } from '../folder-entries.ts';
import type { Turn } from '../mutex.ts';
import { resolveInside } from '../safe-path.ts';
import { isMissedIn } from './change-details.ts';
import { type Content, type NotedChange, toContent } from './change-note.ts';
import { gitChangeSince } from './git-state.ts';
import { MAX_TEXT_SIZE, type ReplacedFile, relativePath } from './replaced-file.ts';
import type { AbandonedChange, RecentChange, TextTools } from './replaced-files.ts';
import { keptBesideProblem, type TextReplacements } from './text-replacements.ts';

const PATIENCE_MS = 30_000;

/**
 * Settles what processes left that died within a second of a change: merges what other programs wrote into the replaced file since into the
 * present one, or else puts it into a file beside it. Reports what cannot be settled.
 */
export async function finishAbandoned(runtime: Runtime, tools: TextTools, replacements: TextReplacements): Promise<void> {
  const finish = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      tools.report(describeError(error));
    }
  };
  for (const { replacedFile, note } of takenFirst(withForeignFirst(tools.replacedFiles.abandoned()))) {
    await finish(async () => {
      if (note === null) discardUnnamed(replacedFile);
      else await new Leftover(runtime, tools, replacements, replacedFile, targetOf(runtime, tools, replacedFile, note.path)).finish();
    });
  }
  for (const recent of tools.replacedFiles.recent()) await finish(() => lookAtRecent(runtime, tools, replacements, recent));
}

/** How long a program that writes the file in several parts may take, in milliseconds. */
const WRITING_MS = 50;

/**
 * Looks at a change of the last second: if it is gone already, makes it again or reports it, so that the next command says so. Late text in
 * the replaced file is taken over when the second has passed.
 */
async function lookAtRecent(runtime: Runtime, tools: TextTools, replacements: TextReplacements, recent: RecentChange): Promise<void> {
  const { replacedFile, note, now } = recent;
  const target = targetOf(runtime, tools, replacedFile, note.path);
  const present = readFileBounded(runtime.fs, target, { maxBytes: MAX_TEXT_SIZE });
  if (present === null || now - Number(present.stat.mtimeNs) / 1e6 < WRITING_MS || !isMissedIn(present, replacedFile, note)) return;
  const turn = await tools.turns.acquire(target, PATIENCE_MS);
  try {
    const unchanged = replacedFile.note() ?? null;
    if (unchanged === null) return;
    await replacements.secondLook.check(turn, { replacedFile, target });
    replacedFile.rewrite({ ...unchanged, what: null, addition: null });
  } finally {
    turn.release();
  }
}

/**
 * Sorts replaced files with late text first: the untouched ones after them show by which changes the present text came about. Then sorts by
 * time, so that lost changes are made again in their order.
 */
function withForeignFirst(abandoned: readonly AbandonedChange[]): AbandonedChange[] {
  return abandoned.toSorted((one, other) => Number(one.isUntouched) - Number(other.isUntouched) || one.writtenAt - other.writtenAt);
}

/** Sorts each replaced file before the replacement that took over its late text, because the note of that replacement proves it. */
function takenFirst(abandoned: readonly AbandonedChange[]): AbandonedChange[] {
  const byId = new Map(abandoned.map((each) => [each.replacedFile.id, each]));
  const ordered = new Set<AbandonedChange>();
  for (const start of abandoned) {
    const way: AbandonedChange[] = [];
    for (
      let each: AbandonedChange | undefined = start;
      each !== undefined && !way.includes(each);
      each = byId.get(each.note?.takes?.id ?? '')
    )
      way.push(each);
    for (const each of way.reverse()) ordered.add(each);
  }
  return [...ordered];
}

/** @throws CortexError if there is a text from an unknown file */
function discardUnnamed(replacedFile: ReplacedFile): void {
  if (replacedFile.isUntouched()) {
    discard(replacedFile, 'cannot read the record of a change');
    return;
  }
  const next = 'It may contain text that was written at that moment. Compare it with the file that it was copied from, then remove it.';
  throw new CortexError('io', 'a file was being replaced when the machine went down; it is unknown which one', {
    file: replacedFile.link,
    next,
  });
}

/** @throws CortexError if it cannot be removed */
function discard(replacedFile: ReplacedFile, why: string): void {
  try {
    replacedFile.discard();
  } catch (cause) {
    throw new CortexError('io', `${why}, and it cannot be removed`, { file: replacedFile.file, next: 'Remove it.' }, { cause });
  }
}

/**
 * Returns the file of a note. Notes may come with a project that another person made, so none may lead out of the root, or into `.git`: no
 * checkout contains that folder, and it names programs that git runs.
 * @throws CortexError `outside-root`; the note is removed then, unless it belongs to a text
 */
function targetOf({ fs }: Runtime, { root }: TextTools, replacedFile: ReplacedFile, noted: string): string {
  try {
    const target = resolveInside(fs, root, noted);
    if (!relativePath(root, target).toLowerCase().split('/').includes('.git')) return target;
  } catch (error) {
    if (!(error instanceof CortexError) || error.code !== 'outside-root') throw error;
  }
  const message = 'the record of a change names a path outside its folder or inside .git, so this program did not write it';
  const isAlone = replacedFile.bytes() === null;
  if (isAlone) discard(replacedFile, message);
  throw new CortexError('outside-root', message, { file: replacedFile.file, next: isAlone ? 'It was removed.' : 'Remove it.' });
}

class Leftover {
  constructor(
    private readonly runtime: Runtime,
    private readonly tools: TextTools,
    private readonly replacements: TextReplacements,
    readonly replacedFile: ReplacedFile,
    readonly target: string,
  ) {}

  async finish(): Promise<void> {
    const turn = await this.tools.turns.acquire(this.target, PATIENCE_MS);
    try {
      // Another process may have settled it meanwhile.
      const note = this.replacedFile.note();
      if (note === undefined) return;
      if (note?.addition) await this.replacements.secondLook.check(turn, this);
      else await this.#takeOver(turn);
      removeIfThere(this.runtime.fs, this.replacedFile.temporaryOf(this.target));
      this.replacedFile.discard();
    } finally {
      turn.release();
    }
  }

  async #takeOver(turn: Turn): Promise<void> {
    const { replacedFile, target } = this;
    const foreign = replacedFile.bytes();
    // If the dead process did not replace the file, the process that did is responsible for it.
    if (foreign === null || !this.#isMade(replacedFile) || !replacedFile.isReplaced(target)) return;
    await this.replacements.secondLook.check(turn, this);
    // Usually no program has written into it: then the notes of others need not be searched.
    if (replacedFile.note()?.hash === toContent(foreign).hash) return;
    const seen = this.#seen().filter(({ size, hash }) => size <= foreign.length && toContent(foreign.subarray(0, size)).hash === hash);
    const most = seen.length === 0 ? null : Math.max(...seen.map(({ size }) => size));
    if (most === foreign.length) return;
    const content = readFileBounded(this.runtime.fs, target, { maxBytes: MAX_TEXT_SIZE });
    // A power loss may bring back text that was settled already.
    const isSameBoot = this.replacedFile.note()?.process.boot === this.runtime.process.boot;
    const after =
      content === null || !isSameBoot
        ? null
        : most === null
          ? this.#madeAgain(foreign, content.bytes)
          : this.#extended(content, foreign.subarray(most));
    if (content === null || after === null) {
      this.tools.report(keptBesideProblem(target, replacedFile.moveBeside(target)));
      return;
    }
    const takes = { id: replacedFile.id, ...toContent(foreign) };
    await this.replacements.replace(turn, { target, before: content.bytes, after, change: null, takes });
  }

  /**
   * Returns the late text with our changes made in it: this one and those after it, if nothing else has led to the present text; `null` if
   * something has, or if the late writer changed the same lines.
   */
  #madeAgain(foreign: Buffer, present: Buffer): Buffer | null {
    const changes = this.#changesTo(toContent(present).hash);
    const texts = [present];
    for (const change of changes.toReversed()) texts.unshift(undoSpan(change, texts[0] ?? present));
    let text = changes.length === 0 ? null : foreign;
    for (const [n, change] of changes.entries()) text = text && applyToOther(change, texts[n] ?? present, text);
    return text;
  }

  /** Returns the present text with what was added to an earlier one; `null` if git has written the file, as of another branch. */
  #extended({ bytes, stat }: FileContent, added: Buffer): Buffer | null {
    const isOurs = this.#changesTo(toContent(bytes).hash).length > 0;
    const git = isOurs ? null : gitChangeSince(this.runtime.fs, this.replacedFile.note()?.git ?? null, this.target, stat);
    return git === null ? Buffer.concat([bytes, added]) : null;
  }

  /** Returns our changes that led, in order, from the replaced text to another; none if they do not lead there. @param hash of that text */
  #changesTo(hash: string): NotedChange[] {
    const notes = this.tools.replacedFiles.notesOf(relativePath(this.tools.root, this.target));
    const following = new Map(notes.flatMap(({ note: { change } }) => (change === null ? [] : [[change.before.hash, change]])));
    const changes: NotedChange[] = [];
    const own = this.replacedFile.note()?.change;
    for (
      let change = own;
      change !== undefined && change !== null && !changes.includes(change);
      change = following.get(change.after.hash)
    ) {
      changes.push(change);
      if (change.after.hash === hash) return changes;
    }
    return [];
  }

  /** Returns the contents of the replaced file that are in the present one: what was read of it, and what was taken over since. */
  #seen(): Content[] {
    const note = this.replacedFile.note() ?? null;
    const takers = this.tools.replacedFiles.takersOf(this.replacedFile.id).filter((each) => this.#isMade(each.replacedFile));
    return [...(note === null ? [] : [note]), ...takers.map(({ takes }) => takes)];
  }

  /** Returns whether a replacement was made: then its temporary file was renamed. */
  #isMade(replacement: ReplacedFile): boolean {
    if (replacement.bytes() === null) return false;
    try {
      this.runtime.fs.lstatSync(replacement.temporaryOf(this.target), { bigint: true });
      return false;
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return true;
      throw error;
    }
  }
}
