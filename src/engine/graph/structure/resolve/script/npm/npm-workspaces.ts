import { textOf, textsIn, valueAt } from '../../../../../text/foreign-data.ts';
import { folderOf, joinPath, nameOf, resolvePath } from '../../../paths.ts';
import { pathMatcher } from '../../path-glob.ts';
import { DEPENDENCIES } from './npm-dependencies.ts';
import { NpmRequests } from './npm-requests.ts';
import { aliasInVersion, isArchive, isLocalVersion, isOfMachine, pathInVersion } from './npm-versions.ts';

/** Files that define workspaces, whose packages are linked into each other. */
const DEFINITIONS = new Set(['package.json', 'pnpm-workspace.yaml', 'lerna.json']);
/** The major version in an alias that requests only one. */
const ALIASED_MAJOR = /^npm:(?:@[^@/]+\/)?[a-z][^@/]*@[\^~=v]?(\d+)(?:\.[\w.*-]+)?$/i;

/** The path of a dependency: a folder, an archive, or one outside the project. */
type Place = { readonly folder: string } | 'archive' | 'beyond';

function patternsIn(config: unknown): string[] {
  const all: unknown = valueAt(config, 'workspaces') ?? valueAt(config, 'packages');
  return textsIn(Array.isArray(all) ? all : valueAt(all, 'packages'));
}

/** Decides which packages of a project can import each other by name. */
export class NpmWorkspaces {
  /** By package folder, the roots of the workspaces that contain it. */
  readonly #rootsOf = new Map<string, Set<string>>();
  readonly #requests: NpmRequests;

  /** @param folders package folders */
  constructor(
    private readonly configs: ReadonlyMap<string, unknown>,
    folders: readonly string[],
  ) {
    this.#requests = new NpmRequests(configs, (folder) => this.#rootsOf.get(folder) ?? []);
    for (const [path, config] of configs) {
      const patterns = DEFINITIONS.has(nameOf(path)) ? patternsIn(config) : [];
      if (patterns.length > 0) this.#define(folderOf(path), patterns, folders);
    }
  }

  #define(root: string, patterns: readonly string[], folders: readonly string[]): void {
    const matchers = patterns.flatMap((pattern) => {
      const isTaken = pattern.startsWith('!');
      const place = resolvePath(root, isTaken ? pattern.slice(1) : pattern);
      return place === null ? [] : [{ isTaken, matches: pathMatcher(place) }];
    });
    for (const folder of folders) {
      const isMember = matchers.some((each) => !each.isTaken && each.matches(folder));
      if (folder !== root && (!isMember || matchers.some((each) => each.isTaken && each.matches(folder)))) continue;
      this.#rootsOf.set(folder, (this.#rootsOf.get(folder) ?? new Set()).add(root));
    }
  }

  /** Whether two package folders are members of the same workspace. */
  areLinked(one: string, other: string): boolean {
    const [roots, others] = [this.#rootsOf.get(one), this.#rootsOf.get(other)];
    return roots !== undefined && others !== undefined && [...roots].some((root) => others.has(root));
  }

  /**
   * Returns the package for which a dependency is installed: a package inside of another one, which does not request it, finds it there, as
   * programs look for it in the folders above.
   */
  dependentOf(name: string, folder: string): string {
    return this.#requests.dependentOf(name, folder);
  }

  /** Whether a package belongs to a workspace, so that packages outside the workspace are external to it. */
  isMember(folder: string): boolean {
    return this.#rootsOf.has(folder);
  }

  /** Whether any package of the project depends on this name. A dependency of one package may be installed where others find it, too. */
  isDeclaredAnywhere(name: string): boolean {
    const manifests = [...this.configs].filter(([path]) => nameOf(path) === 'package.json');
    return manifests.some(([, manifest]) => DEPENDENCIES.some((kind) => valueAt(manifest, kind, name) !== undefined));
  }

  /** Returns where a package declares a dependency by its path; `null` if it does not. */
  placeOf(name: string, folder: string): Place | null {
    const request = this.#requests.of(name, folder);
    const path = request === undefined ? undefined : pathInVersion(request.text);
    if (request === undefined || path === undefined) return null;
    if (isArchive(path)) return 'archive';
    if (isOfMachine(path)) return 'beyond';
    // Yarn reads a path after `workspace:` from the root.
    const roots = request.text.startsWith('workspace:') ? (this.#rootsOf.get(folder) ?? []) : [];
    const places = [request.folder, ...roots].flatMap((from) => resolvePath(from, path) ?? []);
    const [first] = [...places.filter((place) => this.configs.has(joinPath(place, 'package.json'))), ...places];
    return first === undefined ? 'beyond' : { folder: first };
  }

  /**
   * Returns where a package gets a dependency that is not a known package of the project: a folder, `outside` if it is installed, `missing`
   * if it should be a package of the project, `beyond` if it is outside the project, `null` if it is no dependency.
   */
  declared(name: string, folder: string): 'outside' | 'missing' | 'beyond' | { readonly folder: string } | null {
    const request = this.#requests.of(name, folder);
    if (request === undefined || !isLocalVersion(request.text)) return request === undefined ? null : 'outside';
    const place = this.placeOf(name, folder) ?? 'missing';
    return place === 'archive' ? 'outside' : place;
  }

  /**
   * Whether a name means a package outside the workspace: one that is requested as a package of the project, or, if the importing package is
   * in no workspace, one of the requested version. A path that leads to no package may lead to the output of one with the name.
   */
  isMeant(name: string, from: string, candidate: { readonly manifest: unknown }): boolean {
    const version = this.#requests.of(name, from)?.text;
    if (version !== undefined && isLocalVersion(version)) return true;
    if (this.isMember(from)) return false;
    const own = textOf(valueAt(candidate.manifest, 'version'));
    return version === undefined || version === '*' || (own !== undefined && version.includes(own));
  }

  /**
   * Whether a package without a name is linked into another under the name of its folder, as npm does with members of a workspace. It has no
   * version that fits a requested one.
   */
  isNamedByFolder(name: string, from: string, folder: string): boolean {
    const version = this.#requests.of(name, from)?.text ?? '*';
    return from !== folder && (version === '*' || isLocalVersion(version)) && this.areLinked(from, folder);
  }

  /** Returns the real name of an aliased dependency; `null` if it is not aliased. */
  aliasOf(name: string, folder: string): string | null {
    return aliasInVersion(this.#requests.of(name, folder)?.text ?? '');
  }

  /** Whether a dependency is an alias of another major version than that of a package, so that it is installed: `"b5": "npm:b@^5"`. */
  isOfOtherVersion(name: string, folder: string, manifest: unknown): boolean {
    const requested = ALIASED_MAJOR.exec(this.#requests.of(name, folder)?.text ?? '')?.[1];
    const own = /^(\d+)\./.exec(textOf(valueAt(manifest, 'version')) ?? '')?.[1];
    // Packages of version 0 are often given their version when they are published.
    return requested !== undefined && own !== undefined && own !== '0' && requested !== own;
  }
}
