import { valueAt } from '../../../../text/foreign-data.ts';
import type { ImportFact } from '../../../facts.ts';
import { folderOf, joinPath, listAncestors, resolvePath } from '../../paths.ts';
import { mayExist, type Project, type Resolution, type Resolver, singleUnits } from '../../unit.ts';
import { BuiltSources } from '../built-sources.ts';
import { npmEntryPoints } from './npm-entry-points.ts';
import { findCodeAndTypes, type ImportConditions, isNotExported, lookUpExport, mainTargets, normalizeExports } from './npm-exports.ts';
import { isInvalidPackageName, isUndeclared } from './npm-names.ts';
import { extendedPackage, NpmEntries, type NpmPackage, NpmPackages, splitName } from './npm-packages.ts';
import { findImportCondition, type ImportCondition } from './npm-side.ts';
import { isFound, type Located, leavesProject, ScriptFiles } from './script-files.ts';
import { ScriptGlobs } from './script-globs.ts';
import { TsConfigs } from './tsconfig.ts';

const RELATIVE = /^\.{1,2}(?:\/|$)/;
/**
 * Specifiers with a scheme (`node:fs`, `virtual:x`, `https://…`), which never mean files of the project. Bundlers mark virtual modules with
 * a null character.
 */
const SCHEME = /^(?:[a-z][a-z0-9+.-]*:|\0)/i;
/** `@/x` and `~/x` cannot be package names. By convention they mean sources of the importing package. */
const OWN = /^[@~]\//;
const OWN_FOLDERS = ['src', 'app', ''];

/** The importing file, and how it imports. */
interface Asker {
  readonly from: string;
  readonly side: ImportCondition;
}

/** Resolves module specifiers of TypeScript and JavaScript as the compiler, Node and bundlers do (decision 0032). */
class ScriptModules {
  readonly packages: NpmPackages;
  readonly entries: NpmEntries;
  readonly built: BuiltSources;
  readonly #files: ScriptFiles;
  readonly #tsConfigs: TsConfigs;
  readonly #globs: ScriptGlobs;
  /** Cache by configuration, folder, side and specifier. Files of one folder resolve alike, and often have the same imports. */
  readonly #located = new Map<unknown, Map<string, Located>>();

  constructor(private readonly project: Project) {
    const { configs } = project;
    this.packages = new NpmPackages(configs);
    this.#files = new ScriptFiles(project, (folder) => this.#mainOf(folder));
    this.#tsConfigs = new TsConfigs(configs, (specifier, from) =>
      extendedPackage(this.packages, specifier, from, (path) => configs.has(path)),
    );
    this.built = new BuiltSources(this.#files, this.#tsConfigs);
    this.entries = new NpmEntries(this.built);
    this.#globs = new ScriptGlobs(project, (pattern, from) => this.#placesOf(pattern, from));
  }

  locate(fact: ImportFact, from: string): Located {
    const { specifier, kind } = fact;
    if (kind === 'glob') return this.#globs.find(specifier, from);
    const own = fact.isAmd ? this.#fromBase(specifier, from) : [];
    const found = isFound(own) ? own : this.#locateOnce(specifier, { from, side: this.#sideOf(fact, from) });
    // The file of a `new URL(…)` may be written by the program itself.
    return kind === 'url' && !isFound(found) ? 'outside' : found;
  }

  /** Resolves a module of AMD from the base folder, which only the page or the loader knows: the folder of the file or one above it. */
  #fromBase(name: string, from: string): Located {
    if (!/^[\w@]/.test(name) || SCHEME.test(name) || name.includes('!')) return [];
    return this.#first(Array.from(listAncestors(folderOf(from)), (folder) => `${joinPath(folder, name)}.js`));
  }

  #sideOf(fact: ImportFact, from: string): ImportCondition {
    return findImportCondition(fact, from, this.packages.packageOf(from)?.manifest, this.#tsConfigs.of(from)[0]);
  }

  #locateOnce(specifier: string, asker: Asker): Located {
    const { from, side } = asker;
    const configs = this.#tsConfigs.of(from);
    const known = this.#located.get(configs) ?? new Map<string, Located>();
    this.#located.set(configs, known);
    const key = `${folderOf(from)}\0${side}\0${specifier}`;
    const found = known.get(key) ?? this.#locate(specifier, asker);
    known.set(key, found);
    return found;
  }

  /** Tries the specifier with, then without its query (after `?` or `#`). Loaders (before `!`) are always removed. */
  #locate(specifier: string, asker: Asker): Located {
    const written = specifier.slice(specifier.lastIndexOf('!') + 1);
    const found = this.#find(written, asker);
    const [plain = ''] = written.split(/(?!^)[?#]/, 1);
    return isFound(found) || plain === written ? found : this.#find(plain, asker);
  }

  #find(name: string, asker: Asker): Located {
    const { from } = asker;
    if (name === '') return [];
    if (SCHEME.test(name)) return 'outside';
    if (RELATIVE.test(name)) return this.#relative(name, from);
    return name.startsWith('/') ? this.#absolute(name.slice(1), from) : this.#named(name, asker);
  }

  #relative(name: string, from: string): Located {
    const path = resolvePath(folderOf(from), name);
    if (path === null) return leavesProject(name);
    // `./` and `..` mean a folder, even if a file beside it has the same name.
    const own = /(?:^|\/)\.{0,2}$/.test(name) ? this.#folder(path) : this.#files.find(path);
    if (isFound(own)) return own;
    const alike = this.#first(this.#tsConfigs.alike(path, from));
    return isFound(alike) ? alike : this.#builtFrom(path);
  }

  /** Returns the sources of a path in the output folder of a package. */
  #builtFrom(path: string): readonly string[] {
    for (const folder of listAncestors(folderOf(path))) {
      const found = this.built.sourcesFor(folder, path);
      if (found.length > 0) return found;
    }
    return [];
  }

  #folder(path: string): Located {
    const main = this.#mainOf(path);
    return isFound(main) ? main : this.#files.index(path);
  }

  /** Resolves a path from `/`: bundlers use the package folder as the root, and also serve its `public` folder. */
  #absolute(path: string, from: string): Located {
    const folder = this.packages.packageOf(from)?.folder ?? '';
    const places = [folder, joinPath(folder, 'public'), ''].flatMap((place) => resolvePath(place, path) ?? []);
    return this.#first(places);
  }

  #named(name: string, asker: Asker): Located {
    const { from } = asker;
    const own = this.packages.packageOf(from);
    const internal = name.startsWith('#') && own !== null ? this.#internal(own, name, asker) : [];
    if (isFound(internal)) return internal;
    const { paths, isNamed, isBeyond } = this.#tsConfigs.candidates(name, from);
    const configured = this.#first(paths);
    if (isFound(configured)) return configured;
    const meaning = this.packages.meaning(name, from);
    if (meaning !== null) return this.#entry(meaning.package, meaning.subpath, asker);
    if (OWN.test(name)) return this.#first(OWN_FOLDERS.map((folder) => joinPath(joinPath(own?.folder ?? '', folder), name.slice(2))));
    if (name.startsWith('#')) return [];
    const declared = this.#declared(name, own);
    if (declared !== null || isBeyond) return declared ?? 'beyond';
    if (isNamed || isInvalidPackageName(name) || isUndeclared(this.project.files, this.packages, splitName(name).name, from)) return [];
    return this.packages.isMissing(splitName(name).name) ? [] : 'outside';
  }

  /** Resolves an import of a declared dependency that is not a known package of the project. */
  #declared(specifier: string, own: NpmPackage | null): Located | null {
    const { name, subpath } = splitName(specifier);
    const declared = this.packages.workspaces.declared(name, own?.folder ?? '');
    if (declared === null || typeof declared === 'string') return declared === 'missing' ? [] : declared;
    const path = resolvePath(declared.folder, subpath);
    const found = path === null ? [] : this.#files.find(path);
    // The package exists, but git ignores it or its manifest was left out.
    return isFound(found) || !mayExist(this.project, joinPath(declared.folder, 'package.json')) ? found : 'outside';
  }

  /** Resolves a subpath of a package to sources, or to an existing file that is not a source (`pkg/style.css`). */
  #entry(meant: NpmPackage, subpath: string, asker: Asker): Located {
    const found = this.entries.entry(meant, subpath, this.#takingOf(asker));
    if (found.length > 0 || isNotExported(meant.manifest, subpath)) return found;
    const named = lookUpExport(normalizeExports(meant.manifest), subpath, this.#takingOf(asker));
    const isWhole = subpath === '.';
    const places = [...(isWhole ? [] : [subpath]), ...(named?.code ?? [])].flatMap((each) => resolvePath(meant.folder, each) ?? []);
    const exported = this.#first(places);
    return isFound(exported) || !isWhole ? exported : this.#mainOf(meant.folder);
  }

  #takingOf({ from, side }: Asker): ImportConditions {
    return { side, conditions: this.#tsConfigs.of(from)[0]?.conditions ?? [] };
  }

  /** Resolves `#x` through `imports` of the manifest to files of the package or of another one, both code and types. */
  #internal(own: NpmPackage, name: string, asker: Asker): Located {
    const targets = lookUpExport(valueAt(own.manifest, 'imports'), name, this.#takingOf(asker));
    if (targets === null) return [];
    const files = findCodeAndTypes(targets, (all) => {
      const found = this.#firstTarget(own, all, asker);
      return typeof found === 'string' ? [] : found;
    });
    return files.length > 0 ? files : this.#firstTarget(own, [...targets.types, ...targets.code], asker);
  }

  #firstTarget(own: NpmPackage, targets: readonly string[], asker: Asker): Located {
    for (const target of targets) {
      const found = RELATIVE.test(target) ? this.#ownTarget(own, target) : target.startsWith('#') ? [] : this.#named(target, asker);
      if (isFound(found)) return found;
    }
    return [];
  }

  #ownTarget({ folder }: NpmPackage, target: string): Located {
    const built = this.built.ofTarget(folder, target);
    const path = resolvePath(folder, target);
    return built.length > 0 || path === null ? built : this.#files.find(path);
  }

  #first(paths: readonly string[]): Located {
    for (const path of paths) {
      const found = this.#files.find(path);
      if (isFound(found)) return found;
    }
    return [];
  }

  /** Returns the files that a folder's manifest names; `outside` if that is not a source (`"main": "data.json"`). */
  #mainOf(folder: string): Located {
    const manifest = this.packages.byFolder.get(folder)?.manifest;
    const named = this.entries.named(folder, manifest);
    if (named.length > 0) return named;
    const places = mainTargets(manifest).code.flatMap((each) => resolvePath(folder, each) ?? []);
    return places.some((place) => this.#files.isAsset(place)) ? 'outside' : [];
  }

  /** Resolves a glob pattern, whose wildcards are kept, against the folder of the file, the package folder, or an alias. */
  #placesOf(pattern: string, from: string): string[] {
    if (RELATIVE.test(pattern)) return [resolvePath(folderOf(from), pattern) ?? []].flat();
    const folder = this.packages.packageOf(from)?.folder ?? '';
    const rooted = pattern.startsWith('/') ? pattern.slice(1) : pattern.startsWith('**') ? pattern : null;
    if (rooted !== null) return [resolvePath(folder, rooted) ?? []].flat();
    const { paths } = this.#tsConfigs.candidates(pattern, from);
    if (paths.length > 0 || !OWN.test(pattern)) return [...paths];
    return [joinPath(folder, 'src'), folder].map((place) => joinPath(place, pattern.slice(2)));
  }
}

/**
 * Returns the resolver for TypeScript and JavaScript (decision 0032): paths, `paths` and `baseUrl` of tsconfig, and packages of the project
 * with their exports.
 */
export function scriptResolver(project: Project): Resolver {
  const modules = new ScriptModules(project);
  const unitOf = singleUnits();
  return {
    unitOf,
    packageOf: (path) => modules.packages.packageOf(path),
    resolve: (fact: ImportFact, from): Resolution => {
      const found = modules.locate(fact, from);
      return typeof found === 'string' ? found : found.map((file) => ({ unit: unitOf(file), names: fact.names }));
    },
    entryPoints: () => npmEntryPoints(project, modules.packages, modules.entries, modules.built),
  };
}
