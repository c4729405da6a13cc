import { folderOf } from '../../paths.ts';
import type { JavaBuilds } from './java-builds.ts';

const isBelow = (name: string, above: string): boolean => name === above || name.startsWith(`${above}.`);

/** What all of some packages begin with, where that is more than `com`. */
function commonStart(names: Iterable<string>): string | null {
  let common: string[] | undefined;
  for (const name of names) {
    const parts = name.split('.');
    const end = common?.findIndex((part, at) => part !== parts[at]) ?? -1;
    common = end < 0 ? (common ?? parts) : common?.slice(0, end);
  }
  return common === undefined || common.length < 2 ? null : common.join('.');
}

/** What the packages begin with that go on in the same way behind a beginning: `com.google.y` of `com.google.y.a` and `com.google.y.b`. */
function partsOf(packages: readonly string[], start: string): string[] {
  const parts = new Map<string, string[]>();
  for (const name of packages) {
    const [next] = isBelow(name, start) ? name.slice(start.length + 1).split('.') : [];
    if (next) parts.set(next, [...(parts.get(next) ?? []), name]);
  }
  return [...parts.values()].flatMap((all) => (all.length > 1 ? (commonStart(all) ?? []) : []));
}

/**
 * Which names are the project's own, although it has no such package: those below the group that its build is published under, and below what
 * all packages of a module begin with, or of the project where no build says a group. What a module takes from outside may have such names, too.
 */
export class JavaNamespace {
  readonly #groups: readonly string[];
  readonly #starts: readonly string[];

  /** @param packages of all sources @param modules of the programs of each module */
  constructor(
    private readonly builds: JavaBuilds,
    packages: readonly string[],
    modules: readonly (readonly string[])[],
  ) {
    // A group that no package begins with says nothing of packages; `com` alone is nobody's.
    this.#groups = [...builds.groups].filter((group) => /\.|\w{4}/.test(group) && packages.some((each) => isBelow(each, group)));
    const wide = [...modules, packages].flatMap((each) => commonStart(each) ?? []);
    const starts = wide.flatMap((start) => [start, ...partsOf(packages, start)]);
    // What a group is only a part of is shared with others.
    this.#starts = [...new Set(starts)].filter((start) => !this.#groups.some((group) => group !== start && isBelow(group, start)));
  }

  /** Whether a package, or one around it, is the project's by its name. @param from a file */
  has(name: string, from: string): boolean {
    const libraries = this.builds.librariesOf(this.builds.moduleOf(folderOf(from)));
    if (this.#groups.some((group) => isBelow(name, group))) return !mayBeIn(libraries, name);
    if (mayBeIn(libraries, name)) return false;
    // What else begins so is another's: `com.google.guava` beside the packages of `com.google`.
    const isShared = (start: string): boolean => [...libraries].some((library) => isBelow(library.split(':')[0] ?? '', start));
    return this.#starts.some((start) => isBelow(name, start) && !isShared(start));
  }
}

/**
 * Whether a library may have a package: its group is around it, or the words of its name follow each other in it, as those of
 * `commons-io:commons-io` do in `org.apache.commons.io`.
 */
function mayBeIn(libraries: ReadonlySet<string>, name: string): boolean {
  return [...libraries].some((library) => {
    const [group = '', artifact = ''] = library.split(':');
    return isBelow(name, group) || `.${name}.`.includes(`.${artifact.replaceAll(/[-_]/g, '.')}.`);
  });
}
