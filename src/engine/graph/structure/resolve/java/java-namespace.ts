import { folderOf } from '../../paths.ts';
import type { JavaBuilds } from './java-builds.ts';

const isBelow = (name: string, above: string): boolean => name === above || name.startsWith(`${above}.`);

/** Returns the common prefix of packages; `null` if it has fewer than two segments, such as `com`. */
function commonStart(names: Iterable<string>): string | null {
  let common: string[] | undefined;
  for (const name of names) {
    const parts = name.split('.');
    const end = common?.findIndex((part, at) => part !== parts[at]) ?? -1;
    common = end < 0 ? (common ?? parts) : common?.slice(0, end);
  }
  return common === undefined || common.length < 2 ? null : common.join('.');
}

/**
 * Groups the packages below a prefix by their next segment, and returns the common prefix of each group of several: `com.google.y` for
 * `com.google.y.a` and `com.google.y.b`.
 */
function partsOf(packages: readonly string[], start: string): string[] {
  const parts = new Map<string, string[]>();
  for (const name of packages) {
    const [next] = isBelow(name, start) ? name.slice(start.length + 1).split('.') : [];
    if (next) parts.set(next, [...(parts.get(next) ?? []), name]);
  }
  return [...parts.values()].flatMap((all) => (all.length > 1 ? (commonStart(all) ?? []) : []));
}

/**
 * Decides which package names belong to the project, even if it has no such package. These are names below the group of its build, and
 * below the common prefix of the packages of a module or of the whole project. Libraries that a module depends on may have such names, too.
 */
export class JavaNamespace {
  readonly #groups: readonly string[];
  readonly #starts: readonly string[];

  /**
   * @param packages packages of all sources
   * @param modules packages of each module, without tests
   */
  constructor(
    private readonly builds: JavaBuilds,
    packages: readonly string[],
    modules: readonly (readonly string[])[],
  ) {
    // A group that is no prefix of any package says nothing about packages, and neither does a short one such as `com`.
    this.#groups = [...builds.groups].filter((group) => /\.|\w{4}/.test(group) && packages.some((each) => isBelow(each, group)));
    const wide = [...modules, packages].flatMap((each) => commonStart(each) ?? []);
    const starts = wide.flatMap((start) => [start, ...partsOf(packages, start)]);
    // A prefix that contains a group is wider than the project, so other projects may share it.
    this.#starts = [...new Set(starts)].filter((start) => !this.#groups.some((group) => group !== start && isBelow(group, start)));
  }

  /**
   * Whether a package belongs to the project by its name.
   * @param from the importing file, whose libraries are considered
   */
  has(name: string, from: string): boolean {
    const libraries = this.builds.librariesOf(this.builds.moduleOf(folderOf(from)));
    if (this.#groups.some((group) => isBelow(name, group))) return !mayBeIn(libraries, name);
    if (mayBeIn(libraries, name)) return false;
    // A library shares the prefix: `com.google.guava` beside packages of `com.google`.
    const isShared = (start: string): boolean => [...libraries].some((library) => isBelow(library.split(':')[0] ?? '', start));
    return this.#starts.some((start) => isBelow(name, start) && !isShared(start));
  }
}

/**
 * Whether a library may contain a package: its group contains the package, or the words of its name occur in the package in sequence, as
 * those of `commons-io:commons-io` do in `org.apache.commons.io`.
 */
function mayBeIn(libraries: ReadonlySet<string>, name: string): boolean {
  return [...libraries].some((library) => {
    const [group = '', artifact = ''] = library.split(':');
    return isBelow(name, group) || `.${name}.`.includes(`.${artifact.replaceAll(/[-_]/g, '.')}.`);
  });
}
