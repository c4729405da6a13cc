import type { ImportedName, ImportFact } from '../../../facts.ts';
import { folderOf, nameOf } from '../../paths.ts';
import { type Project, type Resolution, type Resolver, singleUnits, type Unit, type Unresolved } from '../../unit.ts';
import { JavaBuilds } from './java-builds.ts';
import { JavaMembers } from './java-members.ts';
import { JavaPackages } from './java-packages.ts';
import { JavaWideNames } from './java-wide-names.ts';

/** `User.Inner`, and `User<` with its supertypes, but not `User.max`. */
const NAMES_TYPE = /\.[A-Z]\w*$|<$/;

/**
 * Returns the resolver for Java (decision 0033): packages and classes of a file's own module and of modules that it depends on. The own
 * package needs no import.
 */
export function javaResolver(project: Project): Resolver {
  const packages = new JavaPackages(project, new JavaBuilds(project.configs));
  const members = new JavaMembers(project.facts, packages);
  const wide = new JavaWideNames(project.facts, packages, members);
  const fileUnit = singleUnits();
  const packageName = (path: string): string => project.facts.get(path)?.packageName ?? '';
  return {
    unitOf: (path) => packages.seenFrom(path, packageName(path)) ?? fileUnit(path),
    packageOf: (path) => {
      const name = packageName(path);
      return { folder: folderOf(path), name: name === '' ? nameOf(folderOf(path)) || 'the project' : name };
    },
    unresolvedOf: ({ fact, isLost }, from) => (isLost ? [whole(fact)] : members.missing(fact, from)),
    uncertainOf: ({ fact, isLost }, from) => (isLost ? [] : members.uncertain(fact, from)),
    missingMembers: (path) => wide.missing(path),
    resolve: (fact, from) => {
      const found = new JavaImport(packages, fileUnit, from, project.files).resolve(fact);
      if (typeof found === 'string' || found.length === 0) return found;
      return [...found, ...wide.taken(fact, from).map(({ file, name, local }) => ({ unit: fileUnit(file), names: [{ name, local }] }))];
    },
    // Classes are found by the symbols that the files of a package declare, and types inside them by their members and supertypes.
    linkFingerprint: ({ symbols, types }) =>
      JSON.stringify([symbols.map(({ name }) => name), types?.declared.filter(([name]) => NAMES_TYPE.test(name))]),
    entryPoints: () => [],
  };
}

/** Includes the class in the specifier, because only the class may be missing from an existing package. */
function whole({ specifier, names }: ImportFact): Unresolved {
  const [first] = names;
  return { specifier: first === undefined || first.name === '*' ? specifier : `${specifier}.${first.name}`, names };
}

/** Resolves the imports of one file. */
class JavaImport {
  constructor(
    private readonly packages: JavaPackages,
    private readonly fileUnit: (path: string) => Unit,
    private readonly from: string,
    private readonly files: ReadonlySet<string>,
  ) {}

  resolve({ specifier, names, kind }: ImportFact): Resolution {
    const [first] = names;
    if (first === undefined) return this.#ofModule(specifier, kind);
    const found = (first.name === '*' ? this.#package(specifier, names) : null) ?? this.#class(specifier, first);
    if (found !== null) return found;
    const isThere = [specifier, `${specifier}.${first.name}`].some((name) => this.packages.isUnread(name));
    return !isThere && this.packages.isOwn(specifier, this.from) ? [] : 'outside';
  }

  /** A module exports and opens only packages of its own. One that it opens may have only data. */
  #ofModule(packageName: string, kind: ImportFact['kind']): Resolution {
    return this.packages.isKnown(packageName, kind === 'url' ? this.files : []) ? 'outside' : [];
  }

  /** `import a.b.*` */
  #package(name: string, names: readonly ImportedName[]): Resolution | null {
    const unit = this.packages.seenFrom(this.from, name) ?? this.packages.onlyOne(name, this.from);
    if (unit !== null) return [{ unit, names }];
    return this.packages.has(name) ? [] : null;
  }

  /** `import a.b.C`, `import static a.b.C.max`, `import a.b.C.Inner`, `import static a.b.C.*` */
  #class(specifier: string, { name, local }: ImportedName): Resolution | null {
    const found = this.packages.classIn(specifier, name, this.from);
    const [file] = found?.files ?? [];
    if (found === null || file === undefined) return null;
    return found.isClear ? [{ unit: this.fileUnit(file), names: [{ name: found.name, local }] }] : [];
  }
}
