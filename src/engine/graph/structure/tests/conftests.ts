import { pytestDescription } from '../../loading.ts';
import type { Edges } from '../edges/edges.ts';
import { folderOf, joinPath, listAncestors } from '../paths.ts';
import type { StructureParts } from '../structure-parts.ts';

/** The weight of an import that takes no names. Which fixtures a test uses is not read: pytest finds them by parameter names. */
const WEIGHT = 0.5;

/**
 * Adds `depends` edges from each Python test to the files that pytest loads for it without an import: every `conftest.py` in its folder and
 * above, and the plugins that the settings of pytest name.
 * @param isLeanedOn whether the test already has an edge to the file, which is more specific
 */
export function addConftests(
  { project: { facts }, tests, names }: StructureParts,
  edges: Edges,
  isLeanedOn: (path: string, target: string) => boolean,
): void {
  const plugins = names.resolvers.entryPoints().filter(({ testsBelow }) => testsBelow !== undefined);
  for (const [path, { language }] of facts) {
    if (language !== 'python' || !tests.isTest(path)) continue;
    const folders = [...listAncestors(folderOf(path))];
    const named = plugins.flatMap(({ testsBelow, path: plugin }) => (folders.some((folder) => folder === testsBelow) ? [plugin] : []));
    for (const loaded of new Set([...folders.map((folder) => joinPath(folder, 'conftest.py')), ...named])) {
      if (!facts.has(loaded) || loaded === path || isLeanedOn(path, loaded)) continue;
      edges.add('depends', path, loaded, WEIGHT, pytestDescription(loaded, path));
    }
  }
}
