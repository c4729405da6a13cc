import path from 'node:path';
import { CORTEX_FOLDER, isBackupName } from '../crtx/index.ts';
import { type FileProblem, toProblem } from '../platform/file-problem.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { type Disposable, PathWatch, type WatchDirectory } from '../platform/watching.ts';
import { CHECKED_TYPES, type CheckedType, IN_GIT, isCheckedFile, PUT_ASIDE } from './file-checks.ts';

const LOG_FOLDER = path.join(CORTEX_FOLDER, '.local', 'swarm');
const HELD_FILES = path.join(CORTEX_FOLDER, '.local', 'held-files');

/** What to do after a change on disk. */
interface Meaning {
  readonly look: boolean;
  readonly check: readonly CheckedType[];
}

/** @param place changed directory, relative to the project @param name of the changed entry; `null` for any */
function meaningOf(place: string, name: string | null): Meaning {
  if (name === null) return { look: true, check: place === CORTEX_FOLDER ? CHECKED_TYPES : [] };
  if (place === LOG_FOLDER) return { look: name.endsWith('.jsonl'), check: [] };
  if (place === CORTEX_FOLDER && isCheckedFile(name)) return { look: true, check: [name, IN_GIT] };
  if (place === CORTEX_FOLDER && isBackupName(name)) return { look: true, check: [PUT_ASIDE] };
  const inside = path.join(place, name);
  const isOnTheWay = inside === LOG_FOLDER || LOG_FOLDER.startsWith(`${inside}${path.sep}`);
  return { look: isOnTheWay || inside === path.join(CORTEX_FOLDER, 'swarm.crtx'), check: [] };
}

export interface ProjectWatchOptions {
  readonly fs: FileSystem;
  readonly watch: WatchDirectory;
  /** Whether to watch the log too, not only the files. */
  readonly log: boolean;
  /** Called when something may have changed. @param check files to check again */
  changed(check: readonly CheckedType[]): void;
}

/** Watches the files of the protocol in a project, which may not exist yet. */
export class ProjectWatch implements Disposable {
  #watched: { readonly anchor: string; readonly path: PathWatch; readonly held: PathWatch; readonly above: Disposable | null } | null =
    null;

  constructor(private readonly options: ProjectWatchOptions) {}

  /** Reasons why changes may go unnoticed. */
  get problems(): readonly FileProblem[] {
    const problem = this.#watched?.path.problem ?? null;
    // Existing files can still be read, so this is a warning.
    return problem === null ? [] : [{ ...toProblem(problem), severity: 'warning' }];
  }

  /** @param anchor absolute folder of the project, or the folder that may become one */
  from(anchor: string): void {
    if (this.#watched?.anchor === anchor) return;
    this.dispose();
    const { fs, watch, log, changed } = this.options;
    const noticed = (directory: string, name: string | null) => {
      const { look, check } = meaningOf(path.relative(anchor, directory), name);
      if (look) changed(check);
    };
    const target = path.join(anchor, log ? LOG_FOLDER : CORTEX_FOLDER);
    const below = new PathWatch({ fs, watch, anchor, target, changed: noticed, failed: () => changed([]) });
    this.#watched = { anchor, path: below, held: this.#watchHeldFiles(anchor), above: this.#watchAbove(anchor) };
  }

  /** Watches the records of changes to held files, which are beside the log. */
  #watchHeldFiles(anchor: string): PathWatch {
    const { fs, watch, changed } = this.options;
    const target = path.join(anchor, HELD_FILES);
    const noticed = (directory: string, name: string | null) => {
      if (directory === target && (name === null || name.endsWith('.change'))) changed([]);
    };
    return new PathWatch({ fs, watch, anchor, target, changed: noticed, failed: () => undefined });
  }

  /**
   * Watches the parent folder, since the project's folder may vanish and reappear. If the parent cannot be watched, `refresh` notices this
   * when a person returns to the window.
   */
  #watchAbove(anchor: string): Disposable | null {
    const above = path.dirname(anchor);
    if (above === anchor) return null;
    const changed = (name: string | null) => {
      if (name !== null && name !== path.basename(anchor)) return;
      this.rearm();
      this.options.changed(CHECKED_TYPES);
    };
    try {
      return this.options.watch(above, { changed, failed: () => undefined });
    } catch {
      return null;
    }
  }

  /** Watches what could not be watched before. */
  rearm(): void {
    this.#watched?.path.rearm();
    this.#watched?.held.rearm();
  }

  dispose(): void {
    this.#watched?.path.dispose();
    this.#watched?.held.dispose();
    this.#watched?.above?.dispose();
    this.#watched = null;
  }
}
