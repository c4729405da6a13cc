import { CortexError, describeError } from '../../platform/errors.ts';
import { type FileSystem, OPEN } from '../../platform/file-system.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { identityOf } from '../file-content.ts';
import type { Turn } from '../mutex.ts';
import { type AppendChange, appendText, type OpenText, openText, readFileEnd } from '../text-append.ts';
import { markMissed } from './change-details.ts';
import { type AdditionNote, isInPlace, joinParts } from './change-note.ts';
import { readGitState } from './git-state.ts';
import { type ReplacedFile, relativePath, SETTLE_MS } from './replaced-file.ts';
import type { TextTools } from './replaced-files.ts';

/** How long to wait for a turn, in milliseconds. */
const PATIENCE_MS = 30_000;
const MAX_FAILURES = 10;
/** Most additions that are looked at in one turn, because others wait for it. */
const MAX_IN_A_TURN = 16;

/** Text that was added less than a second ago. */
interface Added {
  readonly replacedFile: ReplacedFile;
  readonly target: string;
  readonly addition: AdditionNote;
  since: number;
  failures: number;
}

function isInPlaceOf(fs: FileSystem, { target, addition }: Added): boolean {
  const fd = fs.openSync(target, OPEN.readHere);
  try {
    const file = openText(fs, fd);
    return file.stat.isFile() && isInPlace(addition, file.read);
  } finally {
    fs.closeSync(fd);
  }
}

/**
 * Checks a second later whether text that was added to the end of files is still there. The cost of an addition must not grow with the
 * number of earlier ones: text that is where it was written needs no search of the rest of the file.
 */
export class TextAdditions {
  #added: Added[] = [];
  #checking: Promise<void> | null = null;
  /**
   * How this process left the files that it added to. If a file is still the same, no other change has been lost from it since. File times
   * are coarse, so the end counts too: a program that wrote the file back without our last addition left another end.
   */
  readonly #left = new Map<string, string>();

  /** @param look takes the second look at text that is not where it was written */
  constructor(
    private readonly runtime: Runtime,
    private readonly tools: TextTools,
    private readonly look: (turn: Turn, added: Pick<Added, 'replacedFile' | 'target'>) => Promise<void>,
  ) {}

  get isIdle(): boolean {
    return this.#checking === null;
  }

  /** Resolves when nothing is watched any more; keeps the process running until then. */
  async whenIdle(): Promise<void> {
    while (this.#checking !== null) await Promise.race([this.#checking, this.runtime.sleep(SETTLE_MS)]);
  }

  /** Appends to a file (`appendText`), and watches the addition. */
  append(turn: Turn, target: string, change: AppendChange): Promise<boolean | null> {
    const { fs } = this.runtime;
    const { root, replacedFiles: replacedFile } = this.tools;
    const looked: AppendChange = (file) => {
      if (this.#left.get(target) !== nameOf(file)) markMissed(fs, replacedFile, relativePath(root, target), target);
      return change(file);
    };
    return appendText(this.runtime, turn, target, looked, (addition, after) => {
      const isOnlyOurs = after.size === addition.size + joinParts(addition).length && isInPlace(addition, after.read);
      if (isOnlyOurs) this.#left.set(target, nameOf(after));
      else this.#left.delete(target);
      this.watch(target, addition);
    });
  }

  /** Watches an addition. If no note can be written, that is only reported, since the text itself is in the file. */
  watch(target: string, addition: AdditionNote, tries = 0): void {
    try {
      const git = readGitState(this.runtime.fs, target);
      const replacedFile = this.tools.replacedFiles.begin(relativePath(this.tools.root, target), Buffer.from(addition.tail), {
        addition,
        git,
        tries,
      });
      this.#added.push({ replacedFile, target, addition, since: this.runtime.clock.monotonic(), failures: 0 });
      this.#begin();
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      const message = `the text was added, but it is not checked again, so a removal by another program at this moment is not noticed: ${error.message}`;
      this.tools.report(describeError(new CortexError(error.code, message, { file: target })));
    }
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
      else await this.#check(next.target, clock.monotonic() - SETTLE_MS);
    }
  }

  #next(): Added | null {
    return this.#added.length === 0 ? null : this.#added.reduce((first, each) => (each.since < first.since ? each : first));
  }

  /** Looks at the additions to a file up to a moment, all in one turn. */
  async #check(target: string, until: number): Promise<void> {
    const due = this.#added.filter((each) => each.target === target && each.since <= until).slice(0, MAX_IN_A_TURN);
    try {
      const turn = await this.tools.turns.acquire(target, PATIENCE_MS);
      try {
        for (const each of due) await this.#lookAt(turn, each);
      } finally {
        turn.release();
      }
    } catch {
      for (const each of due) if (this.#added.includes(each)) this.#putOff(each);
    }
  }

  async #lookAt(turn: Turn, added: Added): Promise<void> {
    try {
      if (!this.#isInPlace(added)) await this.look(turn, added);
      // In the turn of the file: others rewrite notes in that turn, and would bring a removed one back.
      added.replacedFile.discard();
      this.#forget(added);
    } catch {
      this.#putOff(added);
    }
  }

  /** Returns false if the file cannot be read: the second look finds out why. */
  #isInPlace(added: Added): boolean {
    try {
      return isInPlaceOf(this.runtime.fs, added);
    } catch {
      return false;
    }
  }

  #putOff(added: Added): void {
    added.since = this.runtime.clock.monotonic();
    added.failures += 1;
    // The note remains for the next process.
    if (added.failures >= MAX_FAILURES) this.#forget(added);
  }

  #forget(added: Added): void {
    this.#added = this.#added.filter((each) => each !== added);
  }
}

/** Returns a text that identifies the state of a file. */
function nameOf(file: OpenText): string {
  return `${identityOf(file.stat)}-${readFileEnd(file).tail}`;
}
