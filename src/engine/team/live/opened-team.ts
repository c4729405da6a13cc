import path from 'node:path';
import { FolderWatch } from '../../files/folder-watch.ts';
import { FollowedUnmerged } from '../../files/followed-unmerged.ts';
import { conflictCopyNeeds } from '../../files/second-look/conflict-copies.ts';
import { CortexError } from '../../platform/errors.ts';
import { type FileProblem, sameProblems, toProblem, toWarning } from '../../platform/file-problem.ts';
import { type Need, needForError } from '../../platform/need.ts';
import { problemNeeds, withErrorNeeds } from '../../platform/problem-needs.ts';
import { type ChangeResult, NOTHING_UNSAVED, type OpenOptions, type OpenProtocol } from '../../platform/protocol.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { TrackedItem } from '../../platform/tracked-item.ts';
import type { Disposable } from '../../platform/watching.ts';
import type { TeamConfig } from '../config.ts';
import { countPausable } from '../queue/pause.ts';
import { TEAM_FOLDERS } from '../team-files.ts';
import { teamStatus } from '../team-status.ts';
import { type TeamProblem, TeamStore } from '../team-store.ts';
import { TeamWork } from '../work.ts';
import { unmergedScope } from './unmerged.ts';

/** Delay before changed files are read, in milliseconds. Editors empty a file first, or replace it by a new one. */
const QUIET_MS = 20;

/**
 * The team directory, or the place where it would be. It is opened again when the directory appears, disappears, or cannot be listed
 * anymore.
 */
export class OpenedTeam implements OpenProtocol {
  /** `null` if the directory does not exist. */
  readonly store: TeamStore | null;
  readonly work: TeamWork | null;
  /** Why the directory cannot be read. */
  readonly error: CortexError | null;
  readonly #watch: FolderWatch | null;
  readonly #unmerged: FollowedUnmerged | null;
  /** Watched folders below the directory. */
  readonly #watched = new Set<string>();
  /** Whether its folders cannot be listed anymore. Then it is opened again, which reports the reason. */
  #isLost = false;
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly runtime: Runtime,
    readonly config: TeamConfig,
    { watch, unsaved = () => NOTHING_UNSAVED }: OpenOptions,
  ) {
    const opened = openStore(runtime, config.directory);
    this.store = opened instanceof TeamStore ? opened : null;
    this.error = opened instanceof CortexError && opened.code !== 'not-found' ? opened : null;
    this.work = this.store === null ? null : new TeamWork(this.store, config.timeZone, unsaved(this.store.root));
    const happened = () => {
      for (const listener of [...this.#listeners]) listener();
    };
    this.#watch = watch === null ? null : new FolderWatch(runtime.fs, watch, this.root, happened);
    this.#unmerged = this.store && new FollowedUnmerged(unmergedScope(this.store), watch, happened);
    this.#enter('');
    this.#enterAll();
  }

  /** Number of tasks that a pause of the team would block, and of those that one has blocked; `null` without a directory. */
  get pausable(): ReturnType<typeof countPausable> | null {
    return this.store && countPausable(this.store);
  }

  get root(): string {
    return this.store?.root ?? this.config.directory;
  }

  get isThere(): boolean {
    return this.store !== null;
  }

  /** Why changes may be missed. */
  get watchError(): CortexError | null {
    return this.#watch?.problem ?? null;
  }

  get mayMissChanges(): boolean {
    return this.watchError !== null || this.error !== null;
  }

  problems(): readonly FileProblem[] {
    const watching = this.watchError === null ? [] : [{ ...toProblem(this.watchError), severity: 'warning' } as const];
    const broken = this.error === null ? [] : [toProblem(this.error)];
    const ofNotes = (this.store?.problems ?? []).map((problem) => noteProblem(this.root, problem));
    return [...broken, ...ofNotes, ...(this.#unmerged?.problems ?? []), ...this.config.problems.map(toWarning), ...watching];
  }

  async needs(now: number): Promise<readonly Need[]> {
    const { store, error } = this;
    const { timeZone, staleMinutes } = this.config;
    if (store === null) return error === null ? [] : [needForError(error, 'the team')];
    const { teamNeeds } = await import('../needs.ts');
    const kept = conflictCopyNeeds(this.runtime.fs, store.folders());
    const waiting = teamNeeds({ store, status: teamStatus(store, { now, timeZone, staleMinutes }), timeZone });
    const unmerged = problemNeeds((await this.#unmerged?.read()) ?? []);
    return [...withErrorNeeds(store.root, [...kept, ...waiting], this.problems()), ...unmerged];
  }

  async items(): Promise<readonly TrackedItem[]> {
    return this.store === null ? [] : (await import('./team-items.ts')).listTeamItems(this.store);
  }

  onDidChange(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  async readChanges(): Promise<ChangeResult> {
    await this.runtime.sleep(QUIET_MS);
    const noticed = this.#watch?.take() ?? new Map<string, ReadonlySet<string> | null>();
    const inRoot = noticed.get('');
    if (inRoot === null || this.#isLost || this.error !== null) return 'another';
    if (TEAM_FOLDERS.some((folder) => inRoot?.has(folder) === true || noticed.get(folder) === null)) {
      this.refresh();
      return this.#isLost ? 'another' : 'changed';
    }
    const isMerged = await this.#readUnmerged();
    const looked = [...noticed].map(([folder, names]) => this.#look(folder, names));
    return isMerged || looked.includes(true) ? 'changed' : 'same';
  }

  /** @returns whether there are others than before */
  async #readUnmerged(): Promise<boolean> {
    const before = this.#unmerged?.problems ?? [];
    return !sameProblems(before, (await this.#unmerged?.read()) ?? []);
  }

  /** Reads all files again, whether or not a change was noticed. */
  refresh(): void {
    try {
      this.store?.refresh();
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      this.#isLost = true;
    }
    this.#enterAll();
  }

  /** Reads changed files of a folder. @param names names that changed; `null` if any may have @returns whether a note is among them */
  #look(folder: string, names: ReadonlySet<string> | null): boolean {
    const looked = [...(names ?? notesIn(folder))].map((name) => {
      // The folder of an agent was created or removed.
      if (folder === 'agents' && !name.endsWith('.md')) return this.#enterAgent(name);
      return this.store?.update(`${folder}/${name}`) === true;
    });
    return looked.includes(true);
  }

  #enterAll(): void {
    for (const folder of TEAM_FOLDERS) this.#enter(folder);
    for (const folder of this.#watched) if (folder.startsWith('agents/')) this.#leave(folder);
    for (const name of this.#agentFolders()) this.#enter(`agents/${name}`);
  }

  #agentFolders(): readonly string[] {
    const notes = [...(this.store?.agents.values() ?? []), ...(this.store?.projects.values() ?? [])];
    return [...new Set(notes.flatMap(({ path: note }) => note.split('/').slice(1, -1)))];
  }

  #enterAgent(name: string): boolean {
    const folder = `agents/${name}`;
    this.#enter(folder);
    return this.#look(folder, null);
  }

  #enter(folder: string): void {
    this.#leave(folder);
    this.#watched.add(folder);
    this.#watch?.entering(folder);
  }

  #leave(folder: string): void {
    if (this.#watched.delete(folder)) this.#watch?.left(folder);
  }

  lookLater(): void {
    this.store?.edits.lookLater();
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#watch?.dispose();
    this.#unmerged?.dispose();
  }
}

function noteProblem(root: string, { path: note, message, line, severity, code }: TeamProblem): FileProblem {
  const file = path.join(root, note);
  const summary = message.charAt(0).toUpperCase() + message.slice(1);
  const kind = code === null ? {} : { code };
  return { severity, message: `${file}:${line}:1: ${summary}`, summary, file, line, column: 1, ...kind };
}

/** Returns the names of notes in an agent's folder. */
function notesIn(folder: string): readonly string[] {
  return [`${path.posix.basename(folder)}.md`, 'tasks.md'];
}

function openStore(runtime: Runtime, directory: string): TeamStore | CortexError {
  try {
    return TeamStore.open(runtime, directory);
  } catch (error) {
    if (error instanceof CortexError) return error;
    throw error;
  }
}
