import path from 'node:path';
import { FollowedUnmerged } from '../../files/followed-unmerged.ts';
import { CortexError, fileError } from '../../platform/errors.ts';
import { type FileProblem, toProblem, toWarning } from '../../platform/file-problem.ts';
import { type Need, needForError } from '../../platform/need.ts';
import { problemNeeds } from '../../platform/problem-needs.ts';
import type { ChangeResult, OpenOptions, OpenProtocol } from '../../platform/protocol.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { TrackedItem } from '../../platform/tracked-item.ts';
import { type Disposable, PathWatch } from '../../platform/watching.ts';
import { AGENTS_FILE, LOCAL_FOLDER, STACK_FOLDER, stackDirectory } from '../files/find-stacks.ts';
import { Stacks } from '../stacks.ts';
import { STACK_FILES } from '../store.ts';
import { unmergedScope } from '../unmerged.ts';
import { StackFiles } from './stack-files.ts';
import { StackMessagesCache } from './stack-messages-cache.ts';

/** State of the stacks that a folder belongs to. */
export type StacksState =
  | { readonly kind: 'stacks'; readonly stacks: Stacks; readonly problems: readonly string[] }
  | { readonly kind: 'broken'; readonly error: CortexError };

/** The stacks that a folder belongs to. They watch their files. */
export class OpenedStacks implements OpenProtocol {
  #state: StacksState;
  #files: readonly StackFiles[] = [];
  #watches: readonly PathWatch[] = [];
  #unmerged: FollowedUnmerged | null = null;
  /** Absolute places that AGENTS.md names for stacks that are not among `files`. */
  #others: readonly string[] = [];
  /** Whether the set of stacks may have changed. */
  #isStale = false;
  /** Whether a file must be read again. */
  #isChanged = false;
  readonly #listeners = new Set<() => void>();
  readonly messages = new StackMessagesCache(() => this.#files);

  /** @param folder absolute */
  constructor(
    private readonly runtime: Runtime,
    readonly folder: string,
    private readonly options: Pick<OpenOptions, 'watch'>,
  ) {
    this.#state = this.#open(null);
    this.#follow();
  }

  get state(): StacksState {
    return this.#state;
  }

  /** Files of each stack, in the order of AGENTS.md. */
  get files(): readonly StackFiles[] {
    return this.#files;
  }

  /** Equal for folders that belong to the same stacks. */
  get root(): string {
    return this.#state.kind === 'stacks' ? this.#state.stacks.root : this.folder;
  }

  get isThere(): boolean {
    return this.#state.kind === 'stacks';
  }

  /** Reasons why changes may go unnoticed. */
  get watchProblems(): readonly FileProblem[] {
    return this.#watches.flatMap(({ problem }) => (problem === null ? [] : { ...toProblem(problem), severity: 'warning' }));
  }

  get mayMissChanges(): boolean {
    return this.#state.kind === 'broken' || this.watchProblems.length > 0;
  }

  problems(): readonly FileProblem[] {
    const ofAll = this.#state.kind === 'broken' ? [toProblem(this.#state.error)] : this.#state.problems.map(toWarning);
    return [...ofAll, ...this.#files.flatMap(({ problems }) => problems), ...(this.#unmerged?.problems ?? []), ...this.watchProblems];
  }

  async needs(now: number): Promise<readonly Need[]> {
    const { files, messages } = this;
    if (this.#state.kind === 'broken') return [needForError(this.#state.error, path.basename(this.folder))];
    const { stacks } = this.#state;
    const unmerged = problemNeeds((await this.#unmerged?.read()) ?? []);
    return [...(await import('./stack-needs.ts')).listStackNeeds({ stacks, files, messages }, now), ...unmerged];
  }

  async items(): Promise<readonly TrackedItem[]> {
    return (await import('./stack-items.ts')).listStackItems(this.files, this.messages.all());
  }

  unknownFolders(): readonly string[] {
    if (this.#state.kind === 'broken' || this.#state.stacks.conflicts.length > 0) return [this.root];
    return this.#state.problems.length > 0 ? this.#othersOf().map((place) => path.resolve(place)) : [];
  }

  onDidChange(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  #notify(): void {
    this.#isChanged = true;
    for (const listener of [...this.#listeners]) listener();
  }

  #open(old: StacksState | null): StacksState {
    try {
      const stacks = Stacks.open(this.runtime, this.folder);
      const { stacks: list, problems } = stacks.all();
      // AGENTS.md decides which agent a recipient means, and so the findings too.
      const isSame = old?.kind === 'stacks' && old.stacks.agentsText === stacks.agentsText;
      const before = new Map(isSame ? this.#files.map((files) => [files.directory, files]) : []);
      this.#files = list.map((stack) => before.get(stack.store.directory) ?? new StackFiles(stack, (to) => stacks.writtenRecipient(to)));
      return { kind: 'stacks', stacks, problems };
    } catch (error) {
      this.#files = [];
      // The folder may have been replaced by something else. Any system error is reported here, and other folders are still shown.
      return { kind: 'broken', error: error instanceof CortexError ? error : fileError(error, this.folder, 'find the stacks', 'read') };
    }
  }

  /** Marks the set of stacks as stale; `readChanges` then opens them again. */
  #mark(): void {
    this.#isStale = true;
    this.messages.drop();
    this.#notify();
  }

  /** Opens the stacks again if AGENTS.md or the folder of a stack appeared, vanished or changed. Files are read lazily. */
  async readChanges(): Promise<ChangeResult> {
    const isChanged = this.#isChanged;
    this.#isChanged = false;
    if (this.#isStale) {
      this.#isStale = false;
      this.#state = this.#open(this.#state);
      this.#follow();
    }
    await this.#unmerged?.read();
    return isChanged ? 'changed' : 'same';
  }

  /** Discards all cached files, and watches what could not be watched before. */
  refresh(): void {
    for (const files of this.#files) files.drop(null);
    for (const watch of this.#watches) watch.rearm();
    this.#mark();
  }

  /** Watches the folder of AGENTS.md, and every stack down to its read marks. */
  #follow(): void {
    this.#unfollow();
    const { watch } = this.options;
    if (this.#state.kind === 'stacks')
      this.#unmerged = new FollowedUnmerged(unmergedScope(this.#state.stacks), watch, () => this.#notify());
    if (watch === null) return;
    const { fs } = this.runtime;
    const place = this.#place();
    const roots = new Set([this.root, place.folder]);
    const targets = new Map([...roots].map((root) => [path.join(root, STACK_FOLDER, LOCAL_FOLDER), place.isThere ? root : place.anchor]));
    for (const { directory } of this.#files) targets.set(path.join(directory, LOCAL_FOLDER), this.root);
    this.#others = this.#othersOf();
    for (const other of this.#others) targets.set(path.dirname(other), this.root);
    this.#watches = Array.from(targets, ([target, anchor]) => {
      const changed = (directory: string, name: string | null) => this.#noticed(roots, directory, name);
      return new PathWatch({ fs, watch, anchor, target, changed, failed: () => this.#notify() });
    });
  }

  /**
   * Returns the places that AGENTS.md names where no stack can be opened or that resolve elsewhere, because symlinks may be fixed later.
   */
  #othersOf(): string[] {
    if (this.#state.kind === 'broken') return [];
    const known = new Set(this.#files.flatMap(({ directory }) => [directory, path.dirname(directory)]));
    const places = this.#state.stacks.agents.map(({ stack }) => path.join(this.root, stack ?? '.'));
    return places.filter((place) => place.startsWith(this.root + path.sep) && !known.has(place));
  }

  /** Returns the real path of the folder, or of its nearest existing parent, which is then watched. */
  #place(): { readonly folder: string; readonly isThere: boolean; readonly anchor: string } {
    for (let anchor = this.folder; ; anchor = path.dirname(anchor)) {
      try {
        const real = this.runtime.fs.realpathSync(anchor);
        return { folder: path.join(real, path.relative(anchor, this.folder)), isThere: anchor === this.folder, anchor: real };
      } catch (error) {
        if (path.dirname(anchor) === anchor) throw error;
      }
    }
  }

  #unfollow(): void {
    for (const watch of this.#watches) watch.dispose();
    this.#watches = [];
    this.#unmerged?.dispose();
    this.#unmerged = null;
  }

  #noticed(roots: ReadonlySet<string>, directory: string, name: string | null): void {
    const marks = [null, AGENTS_FILE, STACK_FOLDER, path.basename(directory)];
    const isMarked = roots.has(directory) && marks.includes(name);
    if (isMarked || this.#others.some((other) => isOnWay(other, directory, name))) this.#mark();
    for (const files of this.#files) this.#noticedIn(files, directory, name);
  }

  #noticedIn(files: StackFiles, directory: string, name: string | null): void {
    if (isOnWay(files.directory, directory, name)) {
      files.drop(null);
      this.#mark();
      return;
    }
    const way = path.relative(files.directory, directory);
    if (way !== '..' && way !== '' && way !== LOCAL_FOLDER) return;
    // `.cstack/.local/` is the stack if it contains an INBOX.md and `.cstack/` does not.
    if ((name === null || name === STACK_FILES.inbox) && this.#isElsewhere(files)) this.#mark();
    if (way === '..') return;
    const dropped = files.drop(name === null ? null : path.join(way, name));
    if (dropped === 'messages') this.messages.drop();
    if (dropped !== null) this.#notify();
  }

  /** Reports whether the stack of this place now has its files in another folder. */
  #isElsewhere({ directory }: StackFiles): boolean {
    const place = path.basename(directory) === LOCAL_FOLDER ? path.dirname(directory) : directory;
    try {
      return stackDirectory(this.runtime, this.root, path.relative(this.root, place)) !== directory;
    } catch {
      // The symlink dangles or leads outside. The reason is reported when the stacks are opened again.
      return true;
    }
  }

  lookLater(): void {
    if (this.#state.kind === 'stacks') this.#state.stacks.lookLater();
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#unfollow();
  }
}

/** Reports whether the change is to the target folder itself or to one above it, which may have vanished or been replaced. */
function isOnWay(target: string, directory: string, name: string | null): boolean {
  const holds = (folder: string) => target === folder || target.startsWith(folder + path.sep);
  return name !== null && (holds(path.join(directory, name)) || (name === path.basename(directory) && holds(directory)));
}
