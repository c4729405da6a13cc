import path from 'node:path';
import { type FileProblem, problemOf } from '../platform/file-problem.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { type Disposable, PathWatch, type WatchDirectory } from '../platform/watching.ts';
import { isInside } from './safe-path.ts';

export interface SignWatchOptions {
  readonly fs: FileSystem;
  readonly watch: WatchDirectory;
  /** The folder below which the signs are, absolute; it need not be there. */
  readonly folder: string;
  /** Of files and folders below it, `/`-separated. */
  readonly names: readonly string[];
  /** One of them has come, changed or gone, or may have; or it cannot be noticed any more. */
  changed(): void;
}

/** Watches for files and folders that may come and go: each folder in which one of them is, or would be. */
export class SignWatch implements Disposable {
  readonly #watches: readonly PathWatch[];

  constructor({ fs, watch, folder, names, changed }: SignWatchOptions) {
    const signs = names.map((name) => path.join(folder, name));
    const folders = [...new Set(signs.map((sign) => path.dirname(sign)))];
    // What leads to a deeper folder is watched with it.
    const targets = folders.filter((each) => !folders.some((other) => other !== each && isInside(each, other)));
    const anchor = nearestFolder(fs, folder);
    const noticed = (directory: string, name: string | null) => {
      const place = name === null ? directory : path.join(directory, name);
      if (signs.some((sign) => isInside(place, sign)) || name === path.basename(directory)) changed();
    };
    this.#watches = targets.map((target) => new PathWatch({ fs, watch, anchor, target, changed: noticed, failed: changed }));
  }

  /** Why signs may go unnoticed. */
  get problems(): readonly FileProblem[] {
    return this.#watches.flatMap(({ problem }) => (problem === null ? [] : { ...problemOf(problem), severity: 'warning' }));
  }

  /** Watches what could not be watched before. */
  rearm(): void {
    for (const watch of this.#watches) watch.rearm();
  }

  dispose(): void {
    for (const watch of this.#watches) watch.dispose();
  }
}

/** The nearest folder that is there: the folder itself, or one above it. */
function nearestFolder(fs: Pick<FileSystem, 'statSync'>, folder: string): string {
  const above = path.dirname(folder);
  if (above === folder) return folder;
  try {
    return fs.statSync(folder, { bigint: true }).isDirectory() ? folder : nearestFolder(fs, above);
  } catch {
    return nearestFolder(fs, above);
  }
}
