import type { Edges } from './edges.ts';
import { type Modules, moduleId } from './modules.ts';
import { below, folderOf, foldersUp, nameOf, pathFrom } from './paths.ts';
import type { Project } from './unit.ts';

const WEIGHTS = { manifest: 0.5, compiler: 0.4, named: 0.3 } as const;
const MANIFEST =
  /^(?:package\.json|go\.mod|go\.work|pyproject\.toml|setup\.cfg|Cargo\.toml|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?)$/;
/** Manifests of languages whose packages are folders below them, with the language. */
const OF_PACKAGES: readonly (readonly [name: RegExp, language: string])[] = [
  [/^go\.(?:mod|work)$/, 'go'],
  [/^(?:pom\.xml|(?:build|settings)\.gradle(?:\.kts)?)$/, 'java'],
];
const COMPILER = /^(?:ts|js)config(?:\.[^/]+)?\.json$/;
/** What stands between the words of files that name others: scripts, images, pipelines. */
const BETWEEN = /[\s"'`,;:=()[\]{}<>|&$@]+/;
const LONGEST_PATH = 300;
/** A file that names more says nothing of each. */
const MOST_NAMED = 100;

/** The package that a configuration file stands in. */
function packageAbove(modules: Modules, path: string): string | null {
  for (const folder of foldersUp(folderOf(path))) if (modules.byFolder.has(folder)) return folder;
  return null;
}

/** The packages that a manifest is of: the one that it stands in, or, where packages are folders, all below it that have no nearer one of its name. */
function packagesOf(modules: Modules, { facts }: Project, texts: ReadonlyMap<string, string>, path: string): string[] {
  const name = nameOf(path);
  const language = OF_PACKAGES.find(([pattern]) => pattern.test(name))?.[1];
  if (language === undefined) return [packageAbove(modules, path) ?? []].flat();
  const found = new Set<string>();
  for (const [file, { language: own }] of facts) {
    const folder = own === language ? modules.folderOf(file) : undefined;
    const nearest = [...foldersUp(folderOf(file))].find((each) => texts.has(below(each, name)));
    if (folder !== undefined && nearest === folderOf(path)) found.add(folder);
  }
  return [...found];
}

/** Files of the project that a text names, from the folder of the file or from the top. */
function filesNamed(text: string, path: string, project: Project): string[] {
  const found = new Set<string>();
  for (const word of text.split(BETWEEN)) {
    if (!word.includes('.') || word.length > LONGEST_PATH) continue;
    const places = [pathFrom(folderOf(path), word), pathFrom('', word)];
    const file = places.find((place) => place !== null && place !== path && project.facts.has(place));
    if (typeof file === 'string') found.add(file);
    if (found.size > MOST_NAMED) return [];
  }
  return [...found];
}

/** `configures`: from configuration files to packages and files. @param texts of the configuration files, also of those that are broken */
export function addConfigures(project: Project, texts: ReadonlyMap<string, string>, modules: Modules, edges: Edges): void {
  const ownersOf = (name: string, path: string): string[] =>
    MANIFEST.test(name) || COMPILER.test(name) ? packagesOf(modules, project, texts, path) : [];
  const configure = (path: string, name: string, owner: string): void => {
    const module = modules.byFolder.get(owner);
    if (module === undefined) return;
    const [weight, what] = MANIFEST.test(name) ? [WEIGHTS.manifest, 'is the manifest of'] : [WEIGHTS.compiler, 'says how to compile'];
    edges.add('configures', path, moduleId(module.folder), weight, `${path} ${what} ${module.name}`);
  };
  for (const [path, text] of texts) {
    const name = nameOf(path);
    for (const owner of ownersOf(name, path)) configure(path, name, owner);
    // Sources may be configuration too (`vite.config.ts`): what those import is an import.
    if (project.facts.has(path)) continue;
    for (const file of filesNamed(text, path, project)) edges.add('configures', path, file, WEIGHTS.named, `${path} names ${file}`);
  }
}
