import path from 'node:path';
import type { TaskNode } from '../../crtx/schema.ts';
import { quoted } from '../../crtx/shorten.ts';
import { findSimilarPath } from '../../crtx/typed/similar-path.ts';
import { isThere } from '../../platform/file-system.ts';
import { FEW } from '../refusal.ts';
import { createOutline } from '../tasks/outline.ts';
import { listedFiles } from '../tasks/task-files.ts';
import type { OpenSwarm } from './context.ts';
import { listSearchedFolders } from './locks/lock-paths.ts';

/** A path that may be a pattern, or is not in the project. */
const NOT_EXAMINED = /[*?[{]|^[~/\\]|^[A-Za-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/;

/**
 * Returns warnings about files that tasks name and that do not exist. A task may create them, but a typing error would hide that two tasks
 * change the same file.
 */
export function warnOfMissingFiles({ store, place }: Pick<OpenSwarm, 'store' | 'place'>, tasks: readonly TaskNode[]): string[] {
  const { fs } = store.runtime;
  const trees = listSearchedFolders(place);
  const isMissing = (file: string) => !NOT_EXAMINED.test(file) && trees.every((tree) => !isThere(fs, path.join(tree, file)));
  const warnings: string[] = [];
  let more = 0;
  for (const task of tasks.flatMap((each) => createOutline(each).nodes)) {
    for (const file of listedFiles(task).filter(isMissing)) {
      if (warnings.length === FEW) more += 1;
      else {
        const [meant] = trees.flatMap((tree) => findSimilarPath(fs, tree, file) ?? []);
        const hint = meant === undefined ? '' : `; did you mean ${quoted(meant)}?`;
        warnings.push(`the file ${quoted(file)} of task ${quoted(task.id)} does not exist yet${hint}`);
      }
    }
  }
  return more === 0 ? warnings : [...warnings, `and ${more} more files of tasks do not exist yet`];
}
