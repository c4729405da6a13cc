import path from 'node:path';
import { FolderWatch } from '../../engine/files/folder-watch.ts';
import { CortexError, describeError } from '../../engine/platform/errors.ts';
import type { Runtime } from '../../engine/platform/runtime.ts';
import { watchDirectory } from '../../engine/platform/watching.ts';
import { TEAM_FOLDERS, type TeamConfig, TeamStore, TeamWork, type UnsavedTexts } from '../../engine/team/index.ts';

/** What has become of a team: `another`: its directory has come, is gone, may be another one, or cannot be listed. */
export type Settled = 'another' | 'changed' | 'same';

/** The team directory that is meant, or the place where it would be. */
export class OpenedTeam {
  /** `null` while there is no such directory. */
  readonly store: TeamStore | null;
  readonly work: TeamWork | null;
  /** Why the directory cannot be read. */
  readonly error: CortexError | null;
  readonly #watch: FolderWatch;
  /** Folders that are watched, below the directory. */
  readonly #watched = new Set<string>();
  /** Whether its folders cannot be listed any more: it is opened anew, which says why. */
  #isLost = false;

  /** @param unsaved what is typed in a file of the directory @param happened told that there is something to `settle`, often and at once */
  constructor(runtime: Runtime, config: TeamConfig, unsaved: (root: string) => UnsavedTexts, happened: () => void) {
    const opened = openStore(runtime, config.directory);
    this.store = opened instanceof TeamStore ? opened : null;
    this.error = opened instanceof CortexError && opened.code !== 'not-found' ? opened : null;
    this.work = this.store === null ? null : new TeamWork(this.store, config.timeZone, unsaved(this.store.root));
    this.#watch = new FolderWatch(runtime.fs, watchDirectory, this.store?.root ?? config.directory, happened);
    this.#enter('');
    this.#enterAll();
  }

  /** Why changes may go unnoticed. */
  get watchProblem(): string | null {
    return this.#watch.problem === null ? null : describeError(this.#watch.problem);
  }

  /** Reads what may be different. */
  settle(): Settled {
    const noticed = this.#watch.take();
    const inRoot = noticed.get('');
    if (inRoot === null || this.#isLost || this.error !== null) return 'another';
    if (TEAM_FOLDERS.some((folder) => inRoot?.has(folder) === true || noticed.get(folder) === null)) {
      this.refresh();
      return this.#isLost ? 'another' : 'changed';
    }
    const looked = [...noticed].map(([folder, names]) => this.#look(folder, names));
    return looked.includes(true) ? 'changed' : 'same';
  }

  /** Reads everything anew, whether or not something was noticed. */
  refresh(): void {
    try {
      this.store?.refresh();
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      this.#isLost = true;
    }
    this.#enterAll();
  }

  /** @param names of what changed in a folder; `null`: anything may have @returns whether a note is among it */
  #look(folder: string, names: ReadonlySet<string> | null): boolean {
    const looked = [...(names ?? notesIn(folder))].map((name) => {
      // The folder of an agent has come or is gone.
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
    this.#watch.entering(folder);
  }

  #leave(folder: string): void {
    if (this.#watched.delete(folder)) this.#watch.left(folder);
  }

  /** Lets go of all files. */
  dispose(): void {
    this.#watch.dispose();
  }
}

/** The notes that the folder of an agent may have. */
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
