import path from 'node:path';
import { CORTEX_FOLDER, isAside } from '../crtx/index.ts';
import { type FileProblem, problemOf } from '../platform/file-problem.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { type Disposable, PathWatch, type WatchDirectory } from '../platform/watching.ts';
import { type Checked, checked, isCheckedFile, PUT_ASIDE } from './file-checks.ts';

const LOG_FOLDER = path.join(CORTEX_FOLDER, '.local', 'swarm');
const HELD_FILES = path.join(CORTEX_FOLDER, '.local', 'held-files');

/** What a change on the disk asks for. */
interface Meaning {
  readonly look: boolean;
  readonly check: readonly Checked[];
}

/** @param place of the directory in which something changed, relative to the project; `null`: any of its entries may have */
function meaningOf(place: string, name: string | null): Meaning {
  if (name === null) return { look: true, check: place === CORTEX_FOLDER ? checked : [] };
  if (place === LOG_FOLDER) return { look: name.endsWith('.jsonl'), check: [] };
  if (place === CORTEX_FOLDER && isCheckedFile(name)) return { look: true, check: [name] };
  if (place === CORTEX_FOLDER && isAside(name)) return { look: true, check: [PUT_ASIDE] };
  const inside = path.join(place, name);
  const isOnTheWay = inside === LOG_FOLDER || LOG_FOLDER.startsWith(`${inside}${path.sep}`);
  return { look: isOnTheWay || inside === path.join(CORTEX_FOLDER, 'swarm.crtx'), check: [] };
}

export interface ProjectWatchOptions {
  readonly fs: FileSystem;
  readonly watch: WatchDirectory;
  /** Whether the log is watched, too, or only the files. */
  readonly log: boolean;
  /** Something is to be looked at; what is named is to be checked. */
  changed(check: readonly Checked[]): void;
}

/** Watches what belongs to the protocol in a project, whether or not it is there yet. */
export class ProjectWatch implements Disposable {
  #watched: { readonly anchor: string; readonly path: PathWatch; readonly held: PathWatch; readonly above: Disposable | null } | null =
    null;

  constructor(private readonly options: ProjectWatchOptions) {}

  /** Why changes may go unnoticed. */
  get problems(): readonly FileProblem[] {
    const problem = this.#watched?.path.problem ?? null;
    // What is there can be read all the same.
    return problem === null ? [] : [{ ...problemOf(problem), severity: 'warning' }];
  }

  /** @param anchor the project's folder, or the folder that may become one; absolute */
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

  /** Changes to held files are recorded beside the log. */
  #watchHeldFiles(anchor: string): PathWatch {
    const { fs, watch, changed } = this.options;
    const target = path.join(anchor, HELD_FILES);
    const noticed = (directory: string, name: string | null) => {
      if (directory === target && (name === null || name.endsWith('.change'))) changed([]);
    };
    return new PathWatch({ fs, watch, anchor, target, changed: noticed, failed: () => undefined });
  }

  /** The folder itself may go and come back. Where nobody may look into the one above, that is seen when a person comes back to the window. */
  #watchAbove(anchor: string): Disposable | null {
    const above = path.dirname(anchor);
    if (above === anchor) return null;
    const changed = (name: string | null) => {
      if (name !== null && name !== path.basename(anchor)) return;
      this.rearm();
      this.options.changed(checked);
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
