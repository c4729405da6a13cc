import { pytestDescription } from '../../loading.ts';
import type { Edges } from '../edges.ts';
import { folderOf, joinPath, listAncestors } from '../paths.ts';
import type { StructureParts } from '../structure-parts.ts';

/** The weight of an import that takes no names. Which fixtures a test uses is not read: pytest finds them by parameter names. */
const WEIGHT = 0.5;

/**
 * Adds `depends` edges from each Python test to every `conftest.py` in its folder and above, which pytest loads without an import.
 * @param isLeanedOn whether the test already has an edge to the file, which is more specific
 */
export function addConftests(
  { project: { facts }, tests }: StructureParts,
  edges: Edges,
  isLeanedOn: (path: string, target: string) => boolean,
): void {
  for (const [path, { language }] of facts) {
    if (language !== 'python' || !tests.isTest(path)) continue;
    for (const folder of listAncestors(folderOf(path))) {
      const conftest = joinPath(folder, 'conftest.py');
      if (!facts.has(conftest) || isLeanedOn(path, conftest)) continue;
      edges.add('depends', path, conftest, WEIGHT, pytestDescription(conftest, path));
    }
  }
}
