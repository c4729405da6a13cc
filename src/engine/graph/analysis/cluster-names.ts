import { posix } from 'node:path';
import type { SemanticNode } from '../../crtx/index.ts';

/** What the project's folder is called: `.` says nothing to a person, and its name differs from clone to clone. */
const TOP = 'top folder';

/** The folder furthest in that holds more than half of the files. */
function folderOfMost(files: readonly SemanticNode[]): string {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    for (let folder = posix.dirname(path); folder !== '.' && folder !== '/'; folder = posix.dirname(folder)) {
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  // Of folders that hold more than half each, one is in the other.
  const [innermost] = [...counts].filter(([, count]) => 2 * count > files.length).sort(([one], [other]) => other.length - one.length);
  return innermost?.[0] ?? TOP;
}

/** The most important file that is no test where there is one; of several the first. */
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
 * A name for each cluster, which no other one has: the folder of most of its files; where several have the same, with the name of its
 * most important file; and where that does not tell them apart either, with its path.
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
