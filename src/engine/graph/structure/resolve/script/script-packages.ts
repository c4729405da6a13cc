import { valueAt } from '../../../../text/foreign-data.ts';
import { joinPath, resolvePath } from '../../paths.ts';
import { mayExist, type Project } from '../../unit.ts';
import { type BuiltSources, isOutput } from '../built-sources.ts';
import { isNotExported, lookUpExport, mainTargets, normalizeExports } from './npm/npm-exports.ts';
import { NpmEntries, type NpmPackage, type NpmPackages, splitName } from './npm/npm-packages.ts';
import type { ImportConditions } from './npm/npm-side.ts';
import { allPaths, findCodeAndTypes } from './npm/npm-targets.ts';
import { isFound, type Located, type ScriptFiles } from './script-files.ts';
import { isRelative } from './specifiers.ts';

/** Finds the files that imports get from packages of the project. */
export class ScriptPackages {
  readonly entries: NpmEntries;

  constructor(
    private readonly project: Project,
    private readonly packages: NpmPackages,
    private readonly files: ScriptFiles,
    private readonly built: BuiltSources,
  ) {
    this.entries = new NpmEntries(built);
  }

  /** Resolves an import of a declared dependency that is not a known package of the project. */
  declared(specifier: string, own: NpmPackage | null, taking: ImportConditions): Located | null {
    const { name, subpath } = splitName(specifier);
    const declared = this.packages.workspaces.declared(name, own?.folder ?? '');
    if (declared === null || typeof declared === 'string') return declared === 'missing' ? [] : declared;
    const path = resolvePath(declared.folder, subpath);
    const found = path === null ? [] : this.files.find(path);
    if (isFound(found) && found !== 'outside') return found;
    const source = this.#sourceOfOutput(declared.folder, own);
    const built = source === null ? [] : this.entry(source, subpath, taking);
    if (isFound(built)) return built;
    // The package exists, but git ignores it or its manifest was left out.
    return isFound(found) || !mayExist(this.project, joinPath(declared.folder, 'package.json')) ? found : 'outside';
  }

  /** Returns the package that is built into a folder inside of it, from which another one imports it: `link:../core/dist`. */
  #sourceOfOutput(folder: string, own: NpmPackage | null): NpmPackage | null {
    const above = this.packages.packageOf(joinPath(folder, 'package.json'));
    const isOther = above !== null && above !== own && above.folder !== '';
    return isOther && isOutput(folder.slice(above.folder.length + 1)) ? above : null;
  }

  /** Resolves a subpath of a package to sources, or to an existing file that is not a source (`pkg/style.css`). */
  entry(meant: NpmPackage, subpath: string, taking: ImportConditions): Located {
    const found = this.entries.entry(meant, subpath, taking);
    if (found.length > 0 || isNotExported(meant.manifest, subpath)) return found;
    const named = lookUpExport(normalizeExports(meant.manifest), subpath, taking);
    const isWhole = subpath === '.';
    const places = [...(isWhole ? [] : [subpath]), ...(named === null ? [] : allPaths(named.code))].flatMap(
      (each) => resolvePath(meant.folder, each) ?? [],
    );
    const exported = this.files.first(places);
    return isFound(exported) || !isWhole ? exported : this.mainOf(meant.folder);
  }

  /**
   * Resolves `#x` through `imports` of the manifest to files of the package or of another one, both code and types.
   * @param find resolves the name of another package
   */
  internal(own: NpmPackage, name: string, taking: ImportConditions, find: (name: string) => Located): Located {
    const targets = lookUpExport(valueAt(own.manifest, 'imports'), name, taking);
    if (targets === null) return [];
    const files = findCodeAndTypes(targets, (all) => {
      const found = this.#firstTarget(own, all, find);
      return typeof found === 'string' ? [] : found;
    });
    return files.length > 0 ? files : this.#firstTarget(own, [...allPaths(targets.types), ...allPaths(targets.code)], find);
  }

  #firstTarget(own: NpmPackage, targets: readonly string[], find: (name: string) => Located): Located {
    for (const target of targets) {
      const found = isRelative(target) ? this.ownFile(own, target) : target.startsWith('#') ? [] : find(target);
      if (isFound(found)) return found;
    }
    return [];
  }

  /** Returns what a path that the manifest of a package names means. */
  ownFile({ folder }: Pick<NpmPackage, 'folder'>, target: string): Located {
    const built = this.built.ofTarget(folder, target);
    const path = resolvePath(folder, target);
    return built.length > 0 || path === null ? built : this.files.find(path);
  }

  /** Returns the files that a folder's manifest names; `outside` if that is not a source (`"main": "data.json"`). */
  mainOf(folder: string): Located {
    const manifest = this.packages.byFolder.get(folder)?.manifest;
    const named = this.entries.named(folder, manifest);
    if (named.length > 0) return named;
    const places = allPaths(mainTargets(manifest).code).flatMap((each) => resolvePath(folder, each) ?? []);
    return places.some((place) => this.files.isAsset(place)) ? 'outside' : [];
  }
}
