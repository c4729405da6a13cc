import type { FileFacts, ImportFact } from '../../../facts.ts';
import { MAY_BE_INHERITED, takesMembers } from '../../../languages/java-wide-names.ts';
import type { Listed, Project } from '../../unit.ts';
import type { JavaMembers, MemberPlace } from './java-members.ts';
import type { JavaPackages } from './java-packages.ts';

/** `User` or `T`, but not `MAX_SIZE`. */
const TYPE = /^[A-Z](?:\w*[a-z]\w*)?$/;
/** Methods that each type has. */
const OF_OBJECTS = /^(?:getClass|hashCode|equals|toString|clone|notify|notifyAll|wait|finalize|var|record|yield)$/;

/** An import of all members of a class, with the types that have them; `null` if they are not known. */
interface Wide {
  readonly fact: ImportFact;
  readonly types: readonly MemberPlace[] | null;
}

/** Finds the names that only `import a.User.*` and `import static a.User.*` may bring, and that the class lacks (decision 0033). */
export class JavaWideNames {
  constructor(
    private readonly facts: Project['facts'],
    private readonly packages: JavaPackages,
    private readonly members: JavaMembers,
  ) {}

  missing(path: string): Listed[] {
    const facts = this.facts.get(path);
    const used = facts?.types?.used ?? [];
    if (facts === undefined || facts.isBroken || used.length === 0) return [];
    const wide = facts.imports.filter(takesMembers).map((fact) => ({ fact, types: this.members.wideTypes(fact, path) }));
    return used.flatMap(({ is, line }) => {
      const isInherited = is.endsWith(MAY_BE_INHERITED);
      const name = isInherited ? is.slice(0, -MAY_BE_INHERITED.length) : is;
      if (TYPE.test(name) ? this.#hasType(name, facts, path) : OF_OBJECTS.test(name)) return [];
      if (isInherited && this.members.areInherited(path, name)) return [];
      return this.#lacking(name, wide, isInherited).map((each) => ({ ...each, line }));
    });
  }

  /**
   * Returns the types that a file takes from `import a.User.*`: the local name, and the file and its type that declare it. Left out are types
   * that the package of the file, or a supertype of one of its types, may bring instead.
   */
  taken(fact: ImportFact, path: string): { readonly local: string; readonly file: string; readonly name: string }[] {
    const facts = this.facts.get(path);
    const [type, ...others] = takesMembers(fact) ? (this.members.wideTypes(fact, path) ?? []) : [];
    if (facts === undefined || type === undefined || others.length > 0) return [];
    return (facts.types?.used ?? []).flatMap(({ is: local }) => {
      const place = TYPE.test(local) && !this.#hasType(local, facts, path) ? this.members.placeOf(type, local) : null;
      return place === null ? [] : [{ local, file: place.file, name: place.name.split('.', 1)[0] ?? '' }];
    });
  }

  /** Whether a type may come from the package of the file, or from another one that the file imports as a whole. */
  #hasType(name: string, { packageName, imports }: FileFacts, path: string): boolean {
    const packages = imports.filter((each) => each.names[0]?.name === '*' && !takesMembers(each)).map(({ specifier }) => specifier);
    return [packageName, ...packages].some((each) => !this.packages.has(each) || this.packages.classIn(each, name, path) !== null);
  }

  #lacking(name: string, all: readonly Wide[], isInherited: boolean): Omit<Listed, 'line'>[] {
    const wide = TYPE.test(name) ? all : all.filter(({ fact }) => fact.isStatic === true);
    const verdicts = wide.map(({ types }) => (types ?? []).map((type) => this.members.has(type, name)));
    if (verdicts.flat().includes('yes')) return [];
    const isCertain = !isInherited && !TYPE.test(name) && wide.every(({ types }) => types !== null) && !verdicts.flat().includes('maybe');
    const found = wide.flatMap(({ fact: { specifier }, types }) => {
      const [type] = types ?? [];
      return type === undefined ? [] : [{ specifier: `${specifier}.${name}`, names: [{ name }], file: type.file }];
    });
    return isCertain
      ? found.map(({ specifier, names }) => ({ specifier, names }))
      : found.slice(0, 1).map(({ file, ...each }) => ({ ...each, definer: file }));
  }
}
