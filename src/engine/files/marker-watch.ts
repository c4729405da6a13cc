import path from 'node:path';
import { type FileProblem, toProblem } from '../platform/file-problem.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { type Disposable, PathWatch, type WatchDirectory } from '../platform/watching.ts';
import { isInside } from './safe-path.ts';

export interface MarkerWatchOptions {
  readonly fs: FileSystem;
  readonly watch: WatchDirectory;
  /** Absolute folder that the signs are below; it need not exist. */
  readonly folder: string;
  /** Paths of files and folders below it, `/`-separated. */
  readonly names: readonly string[];
  /** Called when one of them was created, changed or removed, or may have been, and when watching fails. */
  changed(): void;
}

/** Watches for files and folders that come and go, by watching each folder that contains one, or would contain it. */
export class MarkerWatch implements Disposable {
  readonly #watches: readonly PathWatch[];

  constructor({ fs, watch, folder, names, changed }: MarkerWatchOptions) {
    const signs = names.map((name) => path.join(folder, name));
    const folders = [...new Set(signs.map((sign) => path.dirname(sign)))];
    // The watch of a deeper folder includes the folders on the way to it.
    const targets = folders.filter((each) => !folders.some((other) => other !== each && isInside(each, other)));
    const anchor = nearestFolder(fs, folder);
    const noticed = (directory: string, name: string | null) => {
      const place = name === null ? directory : path.join(directory, name);
      if (signs.some((sign) => isInside(place, sign)) || name === path.basename(directory)) changed();
    };
    this.#watches = targets.map((target) => new PathWatch({ fs, watch, anchor, target, changed: noticed, failed: changed }));
  }

  /** Why changes may go unnoticed. */
  get problems(): readonly FileProblem[] {
    return this.#watches.flatMap(({ problem }) => (problem === null ? [] : { ...toProblem(problem), severity: 'warning' }));
  }

  /** Watches what could not be watched before. */
  rearm(): void {
    for (const watch of this.#watches) watch.rearm();
  }

  dispose(): void {
    for (const watch of this.#watches) watch.dispose();
  }
}

/** Returns the nearest existing folder: the folder itself, or one above it. */
function nearestFolder(fs: Pick<FileSystem, 'statSync'>, folder: string): string {
  const above = path.dirname(folder);
  if (above === folder) return folder;
  try {
    return fs.statSync(folder, { bigint: true }).isDirectory() ? folder : nearestFolder(fs, above);
  } catch {
    return nearestFolder(fs, above);
  }
}
