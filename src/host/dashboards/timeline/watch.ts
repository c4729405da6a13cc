import path from 'node:path';
import { CORTEX_FOLDER } from '../../../engine/crtx/index.ts';
import type { FileSystem } from '../../../engine/platform/file-system.ts';
import { type Disposable, PathWatch, watchDirectory } from '../../../engine/platform/watching.ts';

const ARCHIVE_FOLDER = path.join(CORTEX_FOLDER, 'archive');
const LOG_FOLDER = path.join(CORTEX_FOLDER, '.local', 'timeline');

export interface TimelineWatchOptions {
  readonly fs: FileSystem;
  /** Project folder, a real path. */
  readonly root: string;
  /** Whether to watch the log too, or only the `.crtx` files. */
  readonly read: 'log' | 'files';
  changed(): void;
}

/** Reports whether a file belongs to the timeline. Corrupt files are set aside as `timeline.crtx.corrupt-…`. */
const isOfTimeline = (name: string): boolean => name === 'timeline.crtx' || name.startsWith('timeline.crtx.corrupt-');

/** Watches the log, the file and the archives of a timeline, whichever program changes them. */
export function watchTimeline({ fs, root, read, changed }: TimelineWatchOptions): Disposable {
  const noticed = (directory: string, name: string | null): void => {
    const place = path.relative(root, directory);
    const isOfLog = place === LOG_FOLDER && (name === null || name.endsWith('.jsonl'));
    const isOfFiles = place === ARCHIVE_FOLDER || (place === CORTEX_FOLDER && (name === null || isOfTimeline(name)));
    if (isOfLog || isOfFiles) changed();
  };
  const watched = [ARCHIVE_FOLDER, read === 'log' ? LOG_FOLDER : CORTEX_FOLDER];
  const watches = watched.map(
    (folder) =>
      new PathWatch({ fs, watch: watchDirectory, anchor: root, target: path.join(root, folder), changed: noticed, failed: changed }),
  );
  return {
    dispose: () => {
      for (const watch of watches) watch.dispose();
    },
  };
}
