import type { ImportFact } from '../../../facts.ts';
import { folderOf, joinPath, listAncestors, resolvePath } from '../../paths.ts';
import type { Project } from '../../unit.ts';
import { BuiltSources } from '../built-sources.ts';
import type { AliasTarget } from './alias.ts';
import { BundledFolders } from './bundled-folders.ts';
import { isInvalidPackageName, isUndeclared } from './npm/npm-names.ts';
import { extendedPackage, type NpmEntries, NpmPackages, splitName } from './npm/npm-packages.ts';
import { NpmReplacements } from './npm/npm-replacements.ts';
import { findImportCondition, type ImportCondition, type ImportConditions } from './npm/npm-side.ts';
import { PlatformSuffixes } from './platform-suffixes.ts';
import { ScriptAliases } from './script-aliases.ts';
import { isFound, type Located, ScriptFiles } from './script-files.ts';
import { ScriptGlobs } from './script-globs.ts';
import { ScriptPackages } from './script-packages.ts';
import { isNowhere, isRelative, isSourceNamed, isWithScheme, leavesProject } from './specifiers.ts';
import { TsConfigs } from './tsconfig/tsconfig.ts';

/** `@/x` and `~/x` cannot be package names. By convention they mean sources of the importing package. */
const OWN = /^[@~]\//;
const OWN_FOLDERS = ['src', 'app', ''];

/** The importing file, and how it imports. */
interface Asker {
  readonly from: string;
  readonly side: ImportCondition;
  /** The name comes from an alias, so that no further alias applies. */
  readonly isAliased?: boolean;
}

const filesIn = (located: Located): readonly string[] => (typeof located === 'string' ? [] : located);

const PAGE = /\.html?$/i;

/** Resolves module specifiers of TypeScript and JavaScript as the compiler, Node and bundlers do (decision 0032). */
export class ScriptModules {
  readonly packages: NpmPackages;
  readonly entries: NpmEntries;
  readonly built: BuiltSources;
  readonly replacements: NpmReplacements;
  readonly tsConfigs: TsConfigs;
  readonly #inside: ScriptPackages;
  readonly #files: ScriptFiles;
  readonly #globs: ScriptGlobs;
  readonly #suffixes: PlatformSuffixes;
  readonly #aliases: ScriptAliases;
  readonly #bundled: BundledFolders;
  /** Cache by configuration, folder, side and specifier. Files of one folder resolve alike, and often have the same imports. */
  readonly #located = new Map<unknown, Map<string, Located>>();

  constructor(private readonly project: Project) {
    const { configs } = project;
    this.packages = new NpmPackages(configs);
    this.#files = new ScriptFiles(
      project,
      (folder) => this.#inside.mainOf(folder),
      (folder) => this.#suffixes.of(folder),
    );
    this.tsConfigs = new TsConfigs(configs, (specifier, from) =>
      extendedPackage(this.packages, specifier, from, (path) => configs.has(path)),
    );
    this.#aliases = new ScriptAliases(project, this.packages);
    this.#bundled = new BundledFolders(project, this.packages);
    this.#suffixes = new PlatformSuffixes(this.packages, this.tsConfigs, this.#aliases);
    this.built = new BuiltSources(this.#files, this.tsConfigs);
    this.#inside = new ScriptPackages(project, this.packages, this.#files, this.built);
    this.entries = this.#inside.entries;
    this.#globs = new ScriptGlobs(project, (pattern, from) => this.#placesOf(pattern, from));
    this.replacements = new NpmReplacements(this.packages.byFolder.values(), (own, path) => filesIn(this.#inside.ownFile(own, path)));
  }

  /** Returns what an import means: also the files that may replace its target on some platform. */
  locate(fact: ImportFact, from: string): Located {
    const { specifier, kind } = fact;
    if (kind === 'glob') return this.#globs.find(specifier, from);
    const own = fact.isAmd ? this.#fromBase(specifier, from) : [];
    const located = isFound(own) ? own : this.#locateOnce(specifier, { from, side: this.#sideOf(fact, from) });
    const files = [...filesIn(located), ...this.replacements.ofName(specifier, this.packages.packageOf(from))];
    const all = [...new Set([...files, ...this.replacements.ofFiles(files, from)])];
    const found = all.length > 0 ? this.#suffixes.fitting(all, from) : located;
    const isExpected = kind !== 'url' || isSourceNamed(this.packages, fact, from) || isNowhere(this.project, fact);
    return isFound(found) || isExpected ? found : 'outside';
  }

  /** Resolves a module of AMD from the base folder, which only the page or the loader knows: the folder of the file or one above it. */
  #fromBase(name: string, from: string): Located {
    if (!/^[\w@]/.test(name) || isWithScheme(name) || name.includes('!')) return [];
    return this.#files.first(Array.from(listAncestors(folderOf(from)), (folder) => `${joinPath(folder, name)}.js`));
  }

  /** Whether a configuration of a file also covers a declaration file. */
  areCompiledTogether(declaration: string, file: string): boolean {
    return this.tsConfigs.alsoCover(declaration, file);
  }

  #sideOf(fact: ImportFact, from: string): ImportCondition {
    return findImportCondition(fact, from, this.packages.packageOf(from)?.manifest, this.tsConfigs.of(from)[0]);
  }

  #locateOnce(specifier: string, asker: Asker): Located {
    const { from, side } = asker;
    const configs = this.tsConfigs.of(from);
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
    if (isWithScheme(name)) return 'outside';
    if (isRelative(name)) return this.#relative(name, from);
    const located = name.startsWith('/') ? this.#absolute(name.slice(1), from) : this.#named(name, asker);
    return this.#withAliases(name, located, asker);
  }

  /** Adds what aliases of bundlers, test runners and Deno lead to, because it is not known which tool is in force. */
  #withAliases(name: string, located: Located, asker: Asker): Located {
    if (asker.isAliased) return this.#byConvention(name, located, asker);
    const aliased = this.#aliased(name, asker);
    const files = aliased === null ? [] : filesIn(aliased);
    if (files.length > 0) return [...new Set([...filesIn(located), ...files])];
    if (filesIn(located).length > 0) return this.#aliases.leadsOut(name, asker.from) ? 'outside' : located;
    if (aliased === null) return this.#belowRoots(name, this.#byConvention(name, located, asker), asker);
    return this.#isExternal(name, located, asker) ? located : aliased;
  }

  /** Resolves `@/x` and `~/x` if nothing that is read defines them, and a bundler may. */
  #byConvention(name: string, located: Located, { from }: Asker): Located {
    if (!OWN.test(name) || isFound(located) || !this.#bundled.has(from)) return located;
    const own = this.packages.packageOf(from)?.folder ?? '';
    return this.#files.first(OWN_FOLDERS.map((folder) => joinPath(joinPath(own, folder), name.slice(2))));
  }

  /** Whether a name is known to mean no source. Without any manifest that is only assumed, so an alias whose file is missing counts. */
  #isExternal(name: string, located: Located, { from }: Asker): boolean {
    return located === 'outside' && (this.packages.byFolder.size > 0 || this.tsConfigs.candidates(name, from).isNamed);
  }

  /** Looks up a name in the folders that a bundler is configured to search after installed packages. */
  #belowRoots(name: string, located: Located, asker: Asker): Located {
    if (isFound(located) && this.#isExternal(name, located, asker)) return located;
    const below = this.#files.first(this.#aliases.rootsFor(asker.from).map((root) => joinPath(root, name)));
    return isFound(below) ? below : located;
  }

  /** Returns what the nearest alias that leads to anything means; `null` if there is no alias for the name. */
  #aliased(name: string, asker: Asker): Located | null {
    let first: Located | null = null;
    for (const matches of this.#aliases.of(name, asker.from)) {
      const all = matches.map((targets) => this.#firstAliased(targets, asker));
      const files = all.flatMap(filesIn);
      const found = files.length > 0 ? files : (all.find((each) => typeof each === 'string') ?? []);
      if (isFound(found)) return found;
      first ??= found;
    }
    return first;
  }

  #firstAliased(targets: readonly AliasTarget[], asker: Asker): Located {
    const all = targets.map((target): Located => {
      if ('path' in target) return target.path === null ? 'beyond' : this.#at(target.path);
      return this.#find(target.name, { ...asker, isAliased: true });
    });
    return all.find((each) => isFound(each)) ?? all.find((each) => each === 'beyond') ?? [];
  }

  /** Returns what a path means: a file, or the sources of a built one. */
  #at(path: string): Located {
    const own = this.#files.find(path);
    return isFound(own) ? own : this.built.sourcesAbove(path);
  }

  #relative(name: string, from: string): Located {
    const path = resolvePath(folderOf(from), name);
    if (path === null) return leavesProject(name);
    // `./` and `..` mean a folder, even if a file beside it has the same name.
    const own = /(?:^|\/)\.{0,2}$/.test(name) ? this.#folder(path) : this.#files.find(path);
    if (isFound(own)) return own;
    const alike = this.#files.first(this.tsConfigs.alike(path, from));
    return isFound(alike) ? alike : this.built.sourcesAbove(path);
  }

  #folder(path: string): Located {
    const main = this.#inside.mainOf(path);
    return isFound(main) ? main : this.#files.index(path);
  }

  /** Resolves a path from `/`: bundlers use the package folder as the root, and also serve its `public` folder; web pages their own. */
  #absolute(path: string, from: string): Located {
    const folder = this.packages.packageOf(from)?.folder ?? '';
    const isServed = PAGE.test(from) || [folder, ''].some((each) => this.#bundled.isServed(each));
    if (!this.#bundled.has(from) && !isServed) return [];
    const places = [folder, joinPath(folder, 'public'), ''].flatMap((place) => resolvePath(place, path) ?? []);
    return this.#files.first(places);
  }

  #named(name: string, asker: Asker): Located {
    const { from } = asker;
    const own = this.packages.packageOf(from);
    const internal =
      name.startsWith('#') && own !== null
        ? this.#inside.internal(own, name, this.#takingOf(asker), (other) => this.#find(other, asker))
        : [];
    if (isFound(internal)) return internal;
    const { paths, inEditor } = this.tsConfigs.candidates(name, from);
    const configured = this.#files.first(paths);
    const located = isFound(configured) ? configured : this.#packaged(name, asker);
    const other = filesIn(this.#files.first(inEditor));
    return other.length === 0 ? located : [...new Set([...filesIn(located), ...other])];
  }

  /** Resolves a name that no configuration leads to a file. */
  #packaged(name: string, asker: Asker): Located {
    const { from } = asker;
    const { isNamed, isBeyond } = this.tsConfigs.candidates(name, from);
    const meaning = this.packages.meaning(name, from);
    if (meaning !== null) return this.#inside.entry(meaning.package, meaning.subpath, this.#takingOf(asker));
    if (OWN.test(name) || name.startsWith('#')) return [];
    const declared = this.#inside.declared(name, this.packages.packageOf(from), this.#takingOf(asker));
    if (declared !== null || isBeyond) return declared ?? 'beyond';
    if (isNamed || isInvalidPackageName(name) || isUndeclared(this.project.files, this.packages, splitName(name).name, from)) return [];
    return this.packages.isMissing(splitName(name).name) ? [] : 'outside';
  }

  #takingOf({ from, side }: Asker): ImportConditions {
    return { side, conditions: this.tsConfigs.of(from)[0]?.conditions ?? [] };
  }

  /** Resolves a glob pattern, whose wildcards are kept, against the folder of the file, the package folder, or an alias. */
  #placesOf(pattern: string, from: string): string[] {
    if (isRelative(pattern)) return [resolvePath(folderOf(from), pattern) ?? []].flat();
    const folder = this.packages.packageOf(from)?.folder ?? '';
    const rooted = pattern.startsWith('/') ? pattern.slice(1) : pattern.startsWith('**') ? pattern : null;
    if (rooted !== null) return [resolvePath(folder, rooted) ?? []].flat();
    const aliased = this.#aliases.of(pattern, from).flat(2);
    const configured = this.tsConfigs.candidates(pattern, from);
    const paths = [...configured.paths, ...configured.inEditor, ...aliased.flatMap((each) => ('path' in each ? (each.path ?? []) : []))];
    if (paths.length > 0 || !OWN.test(pattern)) return paths;
    return [joinPath(folder, 'src'), folder].map((place) => joinPath(place, pattern.slice(2)));
  }
}
