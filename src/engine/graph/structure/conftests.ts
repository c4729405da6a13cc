import { byPytest } from '../loading.ts';
import type { Edges } from './edges.ts';
import type { StructureParts } from './file-edges.ts';
import { below, folderOf, foldersUp } from './paths.ts';

/** As an import that takes no names: pytest finds fixtures by the names of parameters, so what a test takes is not read. */
const WEIGHT = 0.5;

/**
 * `depends` from a test in Python to every `conftest.py` in its folder and above, which pytest loads before it without an import.
 * @param isLeanedOn whether the test imports the file, which says more
 */
export function addConftests(
  { project: { facts }, tests }: StructureParts,
  edges: Edges,
  isLeanedOn: (path: string, target: string) => boolean,
): void {
  for (const [path, { language }] of facts) {
    if (language !== 'python' || !tests.isTest(path)) continue;
    for (const folder of foldersUp(folderOf(path))) {
      const conftest = below(folder, 'conftest.py');
      if (!facts.has(conftest) || isLeanedOn(path, conftest)) continue;
      edges.add('depends', path, conftest, WEIGHT, byPytest(conftest, path));
    }
  }
}
