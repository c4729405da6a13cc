import { textOf, textsIn, valueAt } from '../../../../../text/foreign-data.ts';
import { folderOf, joinPath, listAncestors, nameOf, resolvePath } from '../../../paths.ts';
import { pathMatcher } from '../../path-glob.ts';
import { DEPENDENCIES } from './npm-dependencies.ts';

/** Files that define workspaces, whose packages are linked into each other. */
const DEFINITIONS = new Set(['package.json', 'pnpm-workspace.yaml', 'lerna.json']);
const LOCAL = /^(?:file|link|portal|workspace):/;
/** The major version in an alias that requests only one. */
const ALIASED_MAJOR = /^npm:(?:@[^@/]+\/)?[a-z][^@/]*@[\^~=v]?(\d+)(?:\.[\w.*-]+)?$/i;
const PLACED = /^(?:file|link|portal):(.*)$/;

function patternsIn(config: unknown): string[] {
  const all: unknown = valueAt(config, 'workspaces') ?? valueAt(config, 'packages');
  return textsIn(Array.isArray(all) ? all : valueAt(all, 'packages'));
}

/** Decides which packages of a project can import each other by name. */
export class NpmWorkspaces {
  /** By package folder, the roots of the workspaces that contain it. */
  readonly #rootsOf = new Map<string, Set<string>>();

  /** @param folders package folders */
  constructor(
    private readonly configs: ReadonlyMap<string, unknown>,
    folders: readonly string[],
  ) {
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

  /** Whether a package belongs to a workspace, so that packages outside the workspace are external to it. */
  isMember(folder: string): boolean {
    return this.#rootsOf.has(folder);
  }

  /** Returns the version range that a package, or one above it, declares for another; `undefined` if there is none. */
  #versionOf(name: string, folder: string): { readonly text: string; readonly folder: string } | undefined {
    for (const place of listAncestors(folder)) {
      const manifest = this.configs.get(joinPath(place, 'package.json'));
      const text = DEPENDENCIES.map((kind) => textOf(valueAt(manifest, kind, name))).find((each) => each !== undefined);
      if (text !== undefined) return { text, folder: place };
    }
    return undefined;
  }

  /** Whether any package of the project depends on this name. A dependency of one package may be installed where others find it, too. */
  isDeclaredAnywhere(name: string): boolean {
    const manifests = [...this.configs].filter(([path]) => nameOf(path) === 'package.json');
    return manifests.some(([, manifest]) => DEPENDENCIES.some((kind) => valueAt(manifest, kind, name) !== undefined));
  }

  /**
   * Returns where a package gets a dependency that is not a known package of the project: a folder, `outside` if it is installed, `missing`
   * if it should be a package of the project, `beyond` if it is outside the project, `null` if it is no dependency.
   */
  declared(name: string, folder: string): 'outside' | 'missing' | 'beyond' | { readonly folder: string } | null {
    const version = this.#versionOf(name, folder);
    if (version === undefined || !LOCAL.test(version.text)) return version === undefined ? null : 'outside';
    const place = PLACED.exec(version.text)?.[1];
    if (place === undefined) return 'missing';
    const path = resolvePath(version.folder, place);
    // An archive is installed, and is not a source of the project.
    if (/\.t(?:ar\.)?gz$/.test(place)) return 'outside';
    if (path === null) return place.startsWith('.') ? 'beyond' : 'outside';
    return { folder: path };
  }

  /**
   * Whether a name means a package outside the workspace: one that is declared by its path, or, if the importing package is in no
   * workspace, one of the requested version.
   */
  isMeant(name: string, from: string, candidate: { readonly folder: string; readonly manifest: unknown }): boolean {
    const version = this.#versionOf(name, from);
    if (version !== undefined && LOCAL.test(version.text)) {
      const place = PLACED.exec(version.text)?.[1];
      return place === undefined || resolvePath(version.folder, place) === candidate.folder;
    }
    if (this.isMember(from)) return false;
    const own = textOf(valueAt(candidate.manifest, 'version'));
    return version === undefined || version.text === '*' || (own !== undefined && version.text.includes(own));
  }

  /**
   * Whether a package without a name is installed for another under the name of its folder. npm links members of a workspace like this,
   * and a dependency by its path. Neither has a version that fits a requested one.
   */
  isNamedByFolder(name: string, from: string, folder: string): boolean {
    const version = this.#versionOf(name, from)?.text ?? '*';
    const isRequested = LOCAL.test(version) || version === '*';
    return from !== folder && isRequested && (PLACED.test(version) || this.areLinked(from, folder));
  }

  /** Returns the real name of an aliased dependency: `"a": "npm:b@1"`, `"a": "workspace:b@*"`; `null` if it is not aliased. */
  aliasOf(name: string, folder: string): string | null {
    const text = this.#versionOf(name, folder)?.text ?? '';
    return /^(?:npm|workspace):((?:@[^@/]+\/)?[a-z][^@/]*)@/i.exec(text)?.[1] ?? null;
  }

  /** Whether a dependency is an alias of another major version than that of a package, so that it is installed: `"b5": "npm:b@^5"`. */
  isOfOtherVersion(name: string, folder: string, manifest: unknown): boolean {
    const requested = ALIASED_MAJOR.exec(this.#versionOf(name, folder)?.text ?? '')?.[1];
    const own = /^(\d+)\./.exec(textOf(valueAt(manifest, 'version')) ?? '')?.[1];
    // Packages of version 0 are often given their version when they are published.
    return requested !== undefined && own !== undefined && own !== '0' && requested !== own;
  }
}
