import path from 'node:path';
import { listParentFolders, mayExist } from '../files/marker-files.ts';
import { MarkerWatch } from '../files/marker-watch.ts';
import { CortexError, describeError } from '../platform/errors.ts';
import { type FileProblem, toProblem } from '../platform/file-problem.ts';
import { type Need, needForError } from '../platform/need.ts';
import type { ChangeResult, OpenOptions, OpenProtocol, Protocol, ProtocolLocation } from '../platform/protocol.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { WatchDirectory } from '../platform/watching.ts';

/** State of a protocol at a place. */
export type LocationState<O extends OpenProtocol> =
  | { readonly kind: 'none' }
  | { readonly kind: 'broken'; readonly error: CortexError }
  | { readonly kind: 'open'; readonly opened: O };

export interface FollowedOptions {
  readonly runtime: Runtime;
  readonly watch: WatchDirectory;
  /** Provides unsaved editor texts below a root. Loaded when the first place is opened. */
  readonly unsaved?: () => Promise<NonNullable<OpenOptions['unsaved']>>;
  /** Wraps opening, which may take long, e.g. to show progress. */
  readonly opening?: <T>(open: () => Promise<T>) => PromiseLike<T>;
  /** Called with unexpected errors, i.e. bugs. All others are in the states. */
  failed(error: unknown): void;
}

const NONE = { kind: 'none' } as const;

/** A place where a protocol is looked for, and what is open there. */
export class FollowedLocation<O extends OpenProtocol> {
  #state: LocationState<O> = NONE;
  /** Key of what is open. */
  #key: string | null = null;
  #signs: MarkerWatch | null = null;
  /** Whether the protocol is searched for here, even if there are no signs of it now. */
  isUsed = false;

  constructor(
    private readonly protocol: Protocol<O>,
    private readonly options: FollowedOptions,
    public place: ProtocolLocation,
    /** Called when `look` or `settle` may find a change. */
    private readonly happened: (isSign: boolean) => void,
  ) {}

  get state(): LocationState<O> {
    return this.#state;
  }

  /** Equal for places that belong together. */
  get root(): string {
    return this.opened?.root ?? this.place.folder ?? this.place.home;
  }

  get opened(): O | null {
    return this.#state.kind === 'open' ? this.#state.opened : null;
  }

  get mayMissChanges(): boolean {
    return this.opened?.mayMissChanges === true || this.signProblems.length > 0;
  }

  /** Reasons why signs may go unnoticed. */
  get signProblems(): readonly FileProblem[] {
    return this.#signs?.problems ?? [];
  }

  problems(): readonly FileProblem[] {
    const own = this.#state.kind === 'broken' ? [toProblem(this.#state.error)] : (this.opened?.problems() ?? []);
    return [...own, ...this.signProblems];
  }

  /** @param now milliseconds since 1970 UTC @throws CortexError */
  async needs(now: number): Promise<readonly Need[]> {
    if (this.#state.kind === 'broken') return [needForError(this.#state.error, this.protocol.title)];
    return (await this.opened?.needs(now)) ?? [];
  }

  get #folder(): string | null {
    return this.protocol.markers.below === 'home' ? this.place.home : this.place.folder;
  }

  /** Reports whether the protocol may be here, without reading any file. */
  hasSigns(): boolean {
    const { names, upwards = false, variable } = this.protocol.markers;
    const { named, environment } = this.place;
    if (named !== '' || (variable !== undefined && environment[variable] !== undefined)) return true;
    const folder = this.#folder;
    if (folder === null) return false;
    const { fs } = this.options.runtime;
    const folders = upwards ? listParentFolders(fs, folder) : [folder];
    return folders.some((each) => names.some((name) => mayExist(fs, path.join(each, name))));
  }

  /** Watches for signs of the protocol, whether or not there are any. */
  watchSigns(): void {
    const { runtime, watch } = this.options;
    const [folder, { names }] = [this.#folder, this.protocol.markers];
    if (folder === null || this.#signs !== null) return;
    this.#signs = new MarkerWatch({ fs: runtime.fs, watch, folder, names, changed: () => this.happened(true) });
  }

  /** Processes the changes that were noticed. */
  async settle(): Promise<ChangeResult> {
    const settled = (await this.opened?.readChanges()) ?? 'same';
    if (settled === 'changed' && this.place.isTrusted) this.opened?.lookLater();
    return settled;
  }

  /**
   * Searches for the protocol, and opens it unless it is open.
   * @param isFresh whether to reopen even if it is the same
   * @returns whether the state changed; the caller must close what was open before
   * @throws the abort reason of `signal`, and unexpected errors
   */
  async look(isFresh: boolean, signal: AbortSignal): Promise<boolean> {
    const { runtime } = this.options;
    const before = this.#state;
    try {
      const { find } = await this.protocol.load();
      const found = this.isUsed ? find(runtime, this.place) : null;
      if (found !== null && !isFresh && before.kind === 'open' && found.key === this.#key) return false;
      if (found === null && before.kind === 'none') return false;
      this.#state = found === null ? NONE : { kind: 'open', opened: await this.#open(found, signal) };
      this.#key = found?.key ?? null;
    } catch (error) {
      if (signal.aborted || !(error instanceof CortexError)) throw error;
      this.#state = { kind: 'broken', error };
      this.#key = null;
      return before.kind !== 'broken' || describeError(before.error) !== describeError(error);
    }
    if (this.place.isTrusted) this.opened?.lookLater();
    return true;
  }

  async #open(found: { open(options: OpenOptions): O | Promise<O> }, signal: AbortSignal): Promise<O> {
    const { watch, unsaved, opening = (open) => open() } = this.options;
    const typed = await unsaved?.();
    const opened = await opening(async () => found.open({ watch, signal, ...(typed !== undefined && { unsaved: typed }) }));
    opened.onDidChange(() => this.happened(false));
    return opened;
  }

  /** Reads all open files again, and watches for signs that could not be watched before. */
  async refresh(): Promise<void> {
    this.#signs?.rearm();
    await this.opened?.refresh();
  }

  async close(): Promise<void> {
    this.#signs?.dispose();
    await this.opened?.close();
  }
}
