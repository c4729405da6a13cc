import type { ImportedName, ImportFact } from '../../../facts.ts';
import { folderOf, nameOf } from '../../paths.ts';
import { type Project, type Resolution, type Resolver, singleUnits, type Unit, type Unresolved } from '../../unit.ts';
import { JavaBuilds } from './java-builds.ts';
import { JavaPackages } from './java-packages.ts';

/**
 * Returns the resolver for Java (decision 0033): packages and classes of a file's own module and of modules that it depends on. The own
 * package needs no import.
 */
export function javaResolver(project: Project): Resolver {
  const packages = new JavaPackages(project, new JavaBuilds(project.configs));
  const fileUnit = singleUnits();
  const packageName = (path: string): string => project.facts.get(path)?.packageName ?? '';
  return {
    unitOf: (path) => packages.seenFrom(path, packageName(path)) ?? fileUnit(path),
    packageOf: (path) => {
      const name = packageName(path);
      return { folder: folderOf(path), name: name === '' ? nameOf(folderOf(path)) || 'the project' : name };
    },
    unresolvedOf: ({ fact, isLost }) => (isLost ? [whole(fact)] : []),
    resolve: (fact, from) => new JavaImport(packages, fileUnit, from).resolve(fact),
    // Classes are found by the symbols that the files of a package declare.
    linkFingerprint: ({ symbols }) => JSON.stringify(symbols.map(({ name }) => name)),
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
  ) {}

  resolve({ specifier, names }: ImportFact): Resolution {
    // A module exports only packages of its own.
    if (names.length === 0) return this.packages.isKnown(specifier) ? 'outside' : [];
    const found = this.#package(specifier, names) ?? this.#partOfClass(specifier, names);
    if (found !== null) return found;
    const isThere = [specifier, `${specifier}.${names[0]?.name ?? ''}`].some((name) => this.packages.isUnread(name));
    return !isThere && this.packages.isOwn(specifier, this.from) ? [] : 'outside';
  }

  /** `import a.b.C`, `import a.b.*` */
  #package(specifier: string, names: readonly ImportedName[]): Resolution | null {
    const [first] = names;
    if (first?.name !== '*') return this.#class(specifier, first?.name ?? '', names);
    const unit = this.packages.seenFrom(this.from, specifier) ?? this.packages.onlyOne(specifier);
    if (unit !== null) return [{ unit, names }];
    return this.packages.has(specifier) ? [] : null;
  }

  /** `import static a.b.C.max`, `import a.b.C.Inner`, `import static a.b.C.*` */
  #partOfClass(specifier: string, names: readonly ImportedName[]): Resolution | null {
    const parts = specifier.split('.');
    for (let count = parts.length; count > 1; count -= 1) {
      const own = parts[count - 1] ?? '';
      const taken = names.map(({ local }) => ({ name: own, local }));
      const found = this.#class(parts.slice(0, count - 1).join('.'), own, taken);
      if (found !== null) return found;
    }
    return null;
  }

  #class(packageName: string, name: string, names: readonly ImportedName[]): Resolution | null {
    const found = this.packages.fileOf(this.from, packageName, name);
    if (found === 'several') return [];
    return found === null ? null : [{ unit: this.fileUnit(found), names }];
  }
}
