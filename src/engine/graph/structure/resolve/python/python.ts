import { textOf, valueAt } from '../../../../text/foreign-data.ts';
import type { ImportFact } from '../../../facts.ts';
import { folderOf, joinPath, listAncestors, nameOf, resolvePath } from '../../paths.ts';
import { listImportedUnits, mayExist, type Package, type Project, type Resolution, type Resolver } from '../../unit.ts';
import { pythonEntryPoints } from './python-entry-points.ts';
import { pythonLostNames } from './python-lost-names.ts';
import { extendsPath, isInit, PythonModules } from './python-modules.ts';
import { PythonNames } from './python-names.ts';
import { PythonSearch } from './python-search.ts';

/** Returns the resolver for Python: relative and absolute imports, packages with and without `__init__.py` (decision 0033). */
export function pythonResolver(project: Project): Resolver {
  const modules = new PythonModules(project);
  const search = new PythonSearch(project, modules);
  const resolve = ({ specifier, names }: Pick<ImportFact, 'specifier' | 'names'>, from: string): Resolution => {
    if (specifier.endsWith(ALL)) return modulesBelow(modules, search, specifier.slice(0, -ALL.length), from);
    if (specifier.startsWith(FILE)) return loadedFile(project, modules, specifier.slice(FILE.length), from);
    if (!specifier.startsWith('.')) return search.find(specifier, names, from);
    const place = modules.relativePlace(specifier, from);
    return place === null ? 'beyond' : (modules.takenAt(place, names, Number.POSITIVE_INFINITY) ?? []);
  };
  const whole = (specifier: string, from: string): Resolution => resolve({ specifier, names: [] }, from);
  const names = new PythonNames(project, modules, {
    isFolder: (specifier, from) => {
      const place = specifier.startsWith('.') ? modules.relativePlace(specifier, from) : null;
      return place === null ? !specifier.startsWith('.') && search.folderAt(specifier) !== null : modules.kindOf(place) === 'folder';
    },
    resolve: (specifier, imported, from) => resolve({ specifier, names: imported }, from),
  });
  return {
    unitOf: modules.unitOf,
    unresolvedOf: (resolved, from, importsOf) => {
      if (resolved.fact.isToFail) return [];
      if (!resolved.isLost) return names.missing(resolved, from, importsOf);
      if (resolved.fact.names.some(({ local }) => local === '*')) return [resolved.fact];
      const whole = resolve({ specifier: resolved.fact.specifier, names: [] }, from);
      const isThere = whole === 'outside' || listImportedUnits(whole).length > 0;
      if (isThere) return names.missing(resolved, from, importsOf);
      const { specifier, names: imported } = resolved.fact;
      const candidates = /^(?:\.|file:)/.test(specifier) || whole === 'beyond' ? [] : search.candidates(specifier, from);
      return [candidates.length > 1 ? { specifier, names: imported, candidates } : resolved.fact];
    },
    uncertainOf: (resolved, path, importsOf) => (resolved.fact.isToFail ? [] : names.uncertain(resolved, path, importsOf)),
    missingMembers: (path, importsOf) => names.missingMembers(path, importsOf),
    missingOffers: (path, importsOf) => names.missingInList(path, importsOf),
    brings: (path, name, importsOf) => names.brings(path, name, importsOf),
    forget: () => names.forget(),
    packageOf: (path) => packageOf(project, modules, path),
    resolve,
    linkFingerprint: (facts) =>
      `${extendsPath(facts)} ${facts.offered?.names} ${facts.attributes?.set} ${facts.searchPaths} ${facts.isProgram}`,
    entryPoints: () => pythonEntryPoints(project, whole),
    lostNames: (places, importsOf) => {
      const candidates = (specifier: string, from: string): string[] => search.candidates(specifier, from);
      const isMissing = (file: string, name: string): boolean => names.isMissing(file, name, importsOf);
      return pythonLostNames(project, modules, { resolve: whole, candidates, isMissing }, places);
    },
  };
}

/** Returns the folder of a package; `null` if it is no package of the project. */
function packageFolder(modules: PythonModules, search: PythonSearch, specifier: string, from: string): string | null {
  if (specifier === '' || specifier.startsWith('.')) return modules.relativePlace(specifier || '.', from);
  const [file] = listImportedUnits(search.find(specifier, [], from)).flatMap(({ unit }) => unit.files);
  return file !== undefined && isInit(file) ? folderOf(file) : search.folderAt(specifier);
}

/** Returns the modules of a package. The program loads one of them. */
function modulesBelow(modules: PythonModules, search: PythonSearch, specifier: string, from: string): Resolution {
  const folder = packageFolder(modules, search, specifier, from);
  const names = folder === null ? [] : [...modules.inside(folder)].filter((name) => name !== '__init__');
  const files = names.flatMap((name) => modules.fileAt(joinPath(folder ?? '', name)) ?? []).filter((path) => path !== from);
  return files.length === 0 ? 'outside' : files.map((path) => ({ unit: modules.unitOf(path), names: [] }));
}

/** Ends the pattern of all modules of a package. */
const ALL = '.*';

/** Begins the specifier of a file, in contrast to a module (`src/engine/graph/languages/python/python-loads.ts`). */
const FILE = 'file:';

/**
 * Resolves a file that a program loads by its path: beside the file if it begins with `./`, which stands for the folder in `__file__`.
 * Otherwise the path is relative to the working directory, which is unknown: the folder of the file or one above it.
 */
function loadedFile(project: Project, modules: PythonModules, path: string, from: string): Resolution {
  const folder = folderOf(from);
  if (path.startsWith('/')) return 'beyond';
  const isBeside = path.startsWith('./');
  const places = (isBeside ? [folder] : [...listAncestors(folder)]).flatMap((each) => resolvePath(each, path) ?? []);
  if (places.length === 0) return 'beyond';
  const found = places.find((place) => project.facts.has(place));
  if (found !== undefined) return [{ unit: modules.unitOf(found), names: [] }];
  return places.some((place) => mayExist(project, place)) ? 'outside' : [];
}

/** Returns the nearest folder with an `__init__.py` or a `pyproject.toml`. */
function packageOf({ configs }: Project, modules: PythonModules, path: string): Package | null {
  for (const folder of listAncestors(folderOf(path))) {
    if (modules.isPackage(folder)) return { folder, name: nameOf(folder) || 'the project' };
    const manifest = configs.get(joinPath(folder, 'pyproject.toml'));
    if (manifest !== undefined) return { folder, name: nameIn(manifest) ?? (nameOf(folder) || 'the project') };
  }
  return null;
}

const nameIn = (manifest: unknown): string | undefined =>
  textOf(valueAt(manifest, 'project', 'name')) ?? textOf(valueAt(manifest, 'tool', 'poetry', 'name'));
