import { at, textOf, textsIn } from '../../../../text/foreign-data.ts';
import { below, folderOf, foldersUp, nameOf, pathFrom } from '../../paths.ts';
import { pathMatcher } from '../path-glob.ts';

/** The files that say which packages are linked into one another. */
const DEFINITIONS = new Set(['package.json', 'pnpm-workspace.yaml', 'lerna.json']);
const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
const LOCAL = /^(?:file|link|portal|workspace):/;
const PLACED = /^(?:file|link|portal):(.*)$/;

function patternsIn(config: unknown): string[] {
  const all: unknown = at(config, 'workspaces') ?? at(config, 'packages');
  return textsIn(Array.isArray(all) ? all : at(all, 'packages'));
}

/** Which packages of a project see each other by their names. */
export class NpmWorkspaces {
  /** By the folder of each package, those of the workspaces that it belongs to. */
  readonly #rootsOf = new Map<string, Set<string>>();

  /** @param folders of packages */
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
      const place = pathFrom(root, isTaken ? pattern.slice(1) : pattern);
      return place === null ? [] : [{ isTaken, matches: pathMatcher(place) }];
    });
    for (const folder of folders) {
      const isMember = matchers.some((each) => !each.isTaken && each.matches(folder));
      if (folder !== root && (!isMember || matchers.some((each) => each.isTaken && each.matches(folder)))) continue;
      this.#rootsOf.set(folder, (this.#rootsOf.get(folder) ?? new Set()).add(root));
    }
  }

  /** Whether the packages in these folders are members of one workspace. */
  areLinked(one: string, other: string): boolean {
    const [roots, others] = [this.#rootsOf.get(one), this.#rootsOf.get(other)];
    return roots !== undefined && others !== undefined && [...roots].some((root) => others.has(root));
  }

  /** Whether a package belongs to a workspace, so that others than its members come from elsewhere. */
  isMember(folder: string): boolean {
    return this.#rootsOf.has(folder);
  }

  /** What a package, or one above it, says of the version of another; `undefined` where it does not depend on it. */
  #versionOf(name: string, folder: string): { readonly text: string; readonly folder: string } | undefined {
    for (const place of foldersUp(folder)) {
      const manifest = this.configs.get(below(place, 'package.json'));
      const text = DEPENDENCIES.map((kind) => textOf(at(manifest, kind, name))).find((each) => each !== undefined);
      if (text !== undefined) return { text, folder: place };
    }
    return undefined;
  }

  /** Whether any package of the project depends on one of this name: what one declares, others may find where it is installed. */
  isDeclaredAnywhere(name: string): boolean {
    const manifests = [...this.configs].filter(([path]) => nameOf(path) === 'package.json');
    return manifests.some(([, manifest]) => DEPENDENCIES.some((kind) => at(manifest, kind, name) !== undefined));
  }

  /**
   * Where a package gets another that it depends on by its name, and that is none of those that are known: `outside` where that is installed,
   * `missing` where it should be a package of the project, `beyond` where it lies out of that, else its folder; `null` where it does not
   * depend on it.
   */
  declared(name: string, folder: string): 'outside' | 'missing' | 'beyond' | { readonly folder: string } | null {
    const version = this.#versionOf(name, folder);
    if (version === undefined || !LOCAL.test(version.text)) return version === undefined ? null : 'outside';
    const place = PLACED.exec(version.text)?.[1];
    if (place === undefined) return 'missing';
    const path = pathFrom(version.folder, place);
    // An archive is no source.
    if (/\.t(?:ar\.)?gz$/.test(place)) return 'outside';
    if (path === null) return place.startsWith('.') ? 'beyond' : 'outside';
    return { folder: path };
  }

  /**
   * Whether a package outside of the workspace is meant by its name all the same: one that is depended on by its place, or, where nobody says
   * which packages are linked, one in the version that is asked for.
   */
  isMeant(name: string, from: string, candidate: { readonly folder: string; readonly manifest: unknown }): boolean {
    const version = this.#versionOf(name, from);
    if (version !== undefined && LOCAL.test(version.text)) {
      const place = PLACED.exec(version.text)?.[1];
      return place === undefined || pathFrom(version.folder, place) === candidate.folder;
    }
    if (this.isMember(from)) return false;
    const own = textOf(at(candidate.manifest, 'version'));
    return version === undefined || version.text === '*' || (own !== undefined && version.text.includes(own));
  }

  /** The names that stand for others in the dependencies of a package: `"a": "npm:b@1"`, `"a": "workspace:b@*"`. */
  aliasOf(name: string, folder: string): string | null {
    const text = this.#versionOf(name, folder)?.text ?? '';
    return /^(?:npm|workspace):((?:@[^@/]+\/)?[a-z][^@/]*)@/i.exec(text)?.[1] ?? null;
  }
}
