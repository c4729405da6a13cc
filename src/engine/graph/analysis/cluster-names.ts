import { posix } from 'node:path';
import type { SemanticNode } from '../../crtx/index.ts';

/** Name for the root folder: `.` means nothing to a person, and the folder's real name differs between clones. */
const TOP = 'top folder';

/** Returns the deepest folder that contains more than half of the files. */
function folderOfMost(files: readonly SemanticNode[]): string {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    for (let folder = posix.dirname(path); folder !== '.' && folder !== '/'; folder = posix.dirname(folder)) {
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  // Two folders with more than half of the files each are nested, so the longest path is the innermost.
  const [innermost] = [...counts].filter(([, count]) => 2 * count > files.length).sort(([one], [other]) => other.length - one.length);
  return innermost?.[0] ?? TOP;
}

/** Returns the most important file, preferably not a test; of several the first. */
function mostImportant(files: readonly SemanticNode[]): SemanticNode | undefined {
  const own = files.filter(({ type }) => type === 'file');
  return (own.length > 0 ? own : files).reduce<SemanticNode | undefined>(
    (best, file) => (best === undefined || file.importance > best.importance ? file : best),
    undefined,
  );
}

function countOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/**
 * Returns a unique name for each cluster: the folder of most of its files. If several clusters share a folder, the name of their most
 * important file is added, and if that is not unique either, its path.
 * @param clusters the files of each
 */
export function nameClusters(clusters: readonly (readonly SemanticNode[])[]): string[] {
  const folders = clusters.map(folderOfMost);
  const times = countOf(folders);
  const files = clusters.map(mostImportant);
  const names = folders.map((folder, at) => (times.get(folder) === 1 ? folder : `${folder} (${files[at]?.name ?? ''})`));
  const again = countOf(names);
  return names.map((name, at) => (again.get(name) === 1 ? name : `${folders[at]} (${files[at]?.path ?? ''})`));
}
