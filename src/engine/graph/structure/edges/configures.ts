import { type Modules, moduleId } from '../modules.ts';
import { folderOf, joinPath, listAncestors, nameOf, resolvePath } from '../paths.ts';
import { isNamingText } from '../texts/named-sources.ts';
import type { Project } from '../unit.ts';
import type { Edges } from './edges.ts';

const WEIGHTS = { manifest: 0.5, compiler: 0.4, named: 0.3 } as const;
const MANIFEST =
  /^(?:package\.json|go\.mod|go\.work|pyproject\.toml|setup\.cfg|Cargo\.toml|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?)$/;
/** Manifests that configure all packages in the folders below them, with their language. */
const OF_PACKAGES: readonly (readonly [name: RegExp, language: string])[] = [
  [/^go\.(?:mod|work)$/, 'go'],
  [/^(?:pom\.xml|(?:build|settings)\.gradle(?:\.kts)?)$/, 'java'],
];
const COMPILER = /^(?:ts|js)config(?:\.[^/]+)?\.json$/;
/** Separators between words in files that name others: scripts, container images, pipelines. */
const BETWEEN = /[\s"'`,;:=()[\]{}<>|&$@]+/;
const MAX_PATH_LENGTH = 300;
/** A file that names more than this many files gets no edges, because each name is then weak evidence. */
const MAX_NAMED = 100;

/** Returns the folder of the package that contains a configuration file. */
function packageAbove(modules: Modules, path: string): string | null {
  for (const folder of listAncestors(folderOf(path))) if (modules.byFolder.has(folder)) return folder;
  return null;
}

/**
 * Returns the packages that a manifest configures: the package that contains it. A manifest of Go or Java configures all packages below it
 * that have no nearer manifest of the same name.
 */
function packagesOf(modules: Modules, { facts }: Project, texts: ReadonlyMap<string, string>, path: string): string[] {
  const name = nameOf(path);
  const language = OF_PACKAGES.find(([pattern]) => pattern.test(name))?.[1];
  if (language === undefined) return [packageAbove(modules, path) ?? []].flat();
  const found = new Set<string>();
  for (const [file, { language: own }] of facts) {
    const folder = own === language ? modules.folderOf(file) : undefined;
    const nearest = [...listAncestors(folderOf(file))].find((each) => texts.has(joinPath(each, name)));
    if (folder !== undefined && nearest === folderOf(path)) found.add(folder);
  }
  return [...found];
}

/** Returns the files of the project that a text names, relative to the folder of the text or to the root. */
function filesNamed(text: string, path: string, project: Project): string[] {
  const found = new Set<string>();
  for (const word of text.split(BETWEEN)) {
    if (!word.includes('.') || word.length > MAX_PATH_LENGTH) continue;
    const places = [resolvePath(folderOf(path), word), resolvePath('', word)];
    const file = places.find((place) => place !== null && place !== path && project.facts.has(place));
    if (typeof file === 'string') found.add(file);
    if (found.size > MAX_NAMED) return [];
  }
  return [...found];
}

/**
 * Adds `configures` edges from configuration files to packages and files.
 * @param texts texts of the configuration files, including those that cannot be parsed
 */
export function addConfigures(project: Project, texts: ReadonlyMap<string, string>, modules: Modules, edges: Edges): void {
  const ownersOf = (name: string, path: string): string[] =>
    MANIFEST.test(name) || COMPILER.test(name) ? packagesOf(modules, project, texts, path) : [];
  const configure = (path: string, name: string, owner: string): void => {
    const module = modules.byFolder.get(owner);
    if (module === undefined) return;
    const [weight, what] = MANIFEST.test(name)
      ? [WEIGHTS.manifest, 'is the manifest of']
      : [WEIGHTS.compiler, 'configures the compilation of'];
    edges.add('configures', path, moduleId(module.folder), weight, `${path} ${what} ${module.name}`);
  };
  for (const [path, text] of texts) {
    const name = nameOf(path);
    for (const owner of ownersOf(name, path)) configure(path, name, owner);
    // Sources may be configuration too (`vite.config.ts`). Their imports have edges already.
    if (project.facts.has(path) || isNamingText(path)) continue;
    for (const file of filesNamed(text, path, project)) edges.add('configures', path, file, WEIGHTS.named, `${path} names ${file}`);
  }
}
