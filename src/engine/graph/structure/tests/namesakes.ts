import { keysOf } from '../../../text/foreign-data.ts';
import type { Names } from '../names.ts';
import { folderOf, joinPath, listAncestors, sharedFolders, sharedFoldersAtEnd } from '../paths.ts';
import type { StructureParts } from '../structure-parts.ts';
import type { Project } from '../unit.ts';
import { usedNames } from '../used-names.ts';
import { fileStem, testedFileName } from './test-files.ts';

/** If more files than this have the name that a test is named after, none of them counts. */
const MAX_NAMESAKES = 3;

/** Files of Java that only describe a package or a module, so that all have the same name. */
export const IS_DESCRIPTION = /(?:^|\/)(?:package|module)-info\.java$/;

const OF_SCRIPTS = ['package.json'];
const MANIFESTS: Readonly<Record<string, readonly string[]>> = {
  typescript: OF_SCRIPTS,
  tsx: OF_SCRIPTS,
  javascript: OF_SCRIPTS,
  python: ['pyproject.toml', 'setup.py', 'setup.cfg'],
  go: ['go.mod'],
  rust: ['Cargo.toml'],
  java: ['pom.xml', 'build.gradle', 'build.gradle.kts'],
};

/** Whether a manifest is more than a mark such as `{ "type": "commonjs" }`. */
const isOfPackage = (manifest: unknown): boolean =>
  typeof manifest === 'string' || keysOf(manifest).some((key) => /^(?:name|scripts|\w*[dD]ependencies)$/.test(key));

/** Returns the nearest folder around a file with a manifest of its language; the root of the project if there is none. */
function packageAround({ configs }: Project, path: string, language: string): string {
  const has = (folder: string): boolean =>
    (MANIFESTS[language] ?? []).some((name) => {
      const manifest = configs.get(joinPath(folder, name));
      return manifest !== undefined && (name !== 'package.json' || isOfPackage(manifest));
    });
  return [...listAncestors(folderOf(path))].find(has) ?? '';
}

/** Maps the stem of each file that is not there for tests to the files of that stem. */
function byStem({ project: { facts }, tests }: StructureParts): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const path of facts.keys()) {
    if (tests.isForTests(path) || IS_DESCRIPTION.test(path)) continue;
    const stem = fileStem(path);
    const known = found.get(stem);
    if (known === undefined) found.set(stem, [path]);
    else known.push(path);
  }
  return found;
}

function mostShared(all: readonly string[], path: string, count: (one: string, other: string) => number): readonly string[] {
  const most = Math.max(...all.map((each) => count(each, path)));
  return all.filter((each) => count(each, path) === most);
}

/** Whether a test uses nothing of the program that it may test. */
function leansOnNothing({ tests }: StructureParts, names: Names, path: string): boolean {
  if (names.importsOf(path).some(({ taken }) => taken.length > 0)) return false;
  return !usedNames(names, path).some(({ files }) => files.some((file) => !tests.isForTests(file)));
}

/**
 * Returns pairs of a test that uses nothing else of the project, and a file that it is named after: `tests/login.test.ts` and `src/login.ts`.
 * Both are in the same package, because a test that uses nothing of another package hardly tests it.
 */
export function* namesakes(parts: StructureParts): Generator<readonly [test: string, tested: string]> {
  const { project, names, tests } = parts;
  const alone = [...project.facts].filter(([path]) => tests.isTest(path) && leansOnNothing(parts, names, path));
  const stems = alone.length === 0 ? new Map<string, string[]>() : byStem(parts);
  for (const [path, { language }] of alone) {
    const own = packageAround(project, path, language);
    const all = (stems.get(testedFileName(path)) ?? []).filter((each) => {
      const other = project.facts.get(each)?.language;
      return other === language && packageAround(project, each, language) === own;
    });
    const beside = all.filter((each) => folderOf(each) === folderOf(path));
    // A folder of tests often has the same folders inside as the sources.
    const meant = beside.length > 0 ? beside : mostShared(mostShared(all, path, sharedFolders), path, sharedFoldersAtEnd);
    if (meant.length <= MAX_NAMESAKES) for (const each of meant) yield [path, each];
  }
}
