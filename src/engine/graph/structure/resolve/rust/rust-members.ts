import type { TypeFacts } from '../../../facts.ts';
import type { Meanings, NameTarget, Project, UsedName } from '../../unit.ts';

/** A type of the project. */
interface RustType {
  readonly key: string;
  /** It is inside an `Option` or `Result`. */
  readonly isWrapped: boolean;
}

/** The meaning of an expression; `outside` if it is not from the project, `null` if unknown. */
type Value = RustType | 'outside' | null;

/** A member of a type, with the files that declare it: several under conditions. */
interface Member {
  readonly files: Set<string>;
  /** The type of its value or result, as the first of the files writes it. */
  readonly is: string;
  /** It belongs to a trait. */
  isOfTrait: boolean;
}

/** Returns the folder of the Cargo package that contains a file; empty if there is none. */
type PackageOf = (path: string) => string;

/** A member of an expression: `open()?:order` and `total`, with the separator. */
const MEMBER = /^(.*[^:])(::?)([^:]*)$/s;

/** The members of all types of the project. */
class MemberIndex {
  /** By type, then by name; fields with a `:`. */
  readonly #members = new Map<string, Map<string, Member>>();
  /** The types that have a member of a name. */
  readonly #typesWith = new Map<string, Set<string>>();

  constructor(facts: Project['facts'], meanings: Meanings) {
    for (const [path, { language, types }] of facts)
      for (const [written, is] of language === 'rust' ? (types?.declared ?? []) : []) this.#declare(path, written, is, meanings);
  }

  /** @param written as `TypeFacts` describes it; functions belong to no type */
  #declare(path: string, written: string, is: string, meanings: Meanings): void {
    if (written.endsWith('()')) return;
    const isField = written.includes(':');
    const cut = isField ? written.indexOf(':') : written.lastIndexOf('.');
    const isOfTrait = written.startsWith('+');
    const name = written.slice(isField ? cut : cut + 1);
    for (const key of typeKeys(meanings(path, written.slice(isOfTrait ? 1 : 0, cut)), path)) this.#add(key, name, path, is, isOfTrait);
  }

  #add(key: string, name: string, path: string, is: string, isOfTrait: boolean): void {
    const members = this.#members.get(key) ?? new Map<string, Member>();
    this.#members.set(key, members);
    const member = members.get(name) ?? { files: new Set<string>(), is, isOfTrait };
    members.set(name, member);
    member.files.add(path);
    member.isOfTrait ||= isOfTrait;
    this.#typesWith.set(name, (this.#typesWith.get(name) ?? new Set()).add(key));
  }

  of(key: string, name: string): Member | undefined {
    return this.#members.get(key)?.get(name);
  }

  /** Returns the only type that has a member of a name; `null` if several or a trait have it. */
  onlyTypeWith(name: string): string | null {
    const [only, ...others] = this.#typesWith.get(name) ?? [];
    if (only === undefined || others.length > 0) return null;
    return this.of(only, name)?.isOfTrait === true ? null : only;
  }
}

/** Returns the keys of the types that a name means. A type of the file itself counts before an imported one, which a module of it uses. */
function typeKeys(targets: readonly NameTarget[], from: string): string[] {
  const own = targets.filter(({ path }) => path === from);
  return (own.length > 0 ? own : targets).flatMap(({ path, symbol }) => (symbol?.kind === 'type' ? [`${path}#${symbol.name}`] : []));
}

/** Finds the files that declare the methods, functions and constants of types which a Rust file uses. */
export class RustMembers {
  #index: MemberIndex | undefined;
  readonly #known = new Map<string, { readonly types: TypeFacts; readonly found: readonly UsedName[] }>();

  constructor(
    private readonly facts: Project['facts'],
    private readonly packageOf: PackageOf,
  ) {}

  used(path: string, meanings: Meanings): readonly UsedName[] {
    const types = this.facts.get(path)?.types;
    if (types === undefined) return [];
    const known = this.#known.get(path);
    if (known?.types === types) return known.found;
    this.#index ??= new MemberIndex(this.facts, meanings);
    const found = new FileMembers(this.facts, this.#index, path, meanings, this.packageOf).used(types);
    this.#known.set(path, { types, found });
    return found;
  }
}

/** Resolves the members that one file uses. */
class FileMembers {
  #seen: ReadonlySet<string> | undefined;

  constructor(
    private readonly facts: Project['facts'],
    private readonly index: MemberIndex,
    private readonly path: string,
    private readonly meanings: Meanings,
    private readonly packageOf: PackageOf,
  ) {}

  used({ used }: TypeFacts): UsedName[] {
    return used.flatMap(({ is, line }) => {
      const isCommon = is.startsWith('=');
      const [, of = '', , name = ''] = MEMBER.exec(isCommon ? is.slice(1) : is) ?? [];
      const key = this.#typeOf(of, name, isCommon);
      const files = key === null ? [] : [...(this.index.of(key, name)?.files ?? [])].filter((file) => file !== this.path);
      return key === null || files.length === 0 ? [] : [{ name: `${key.slice(key.lastIndexOf('#') + 1)}::${name}`, line, files }];
    });
  }

  /** Returns the type of an expression with a member, or the only type that has the member. */
  #typeOf(is: string, member: string, isCommon: boolean): string | null {
    const value = is === '?' ? null : this.#value(is, this.path);
    if (value === null) return isCommon ? null : this.#byNameAlone(member);
    return value === 'outside' || value.isWrapped ? null : value.key;
  }

  /** If the type is unknown, resolves a member to the only type in the packages that the file sees which has one of that name. */
  #byNameAlone(name: string): string | null {
    const only = this.index.onlyTypeWith(name);
    if (only === null) return null;
    this.#seen ??= this.#packagesSeen();
    return this.#seen.has(this.packageOf(only.slice(0, only.lastIndexOf('#')))) ? only : null;
  }

  #packagesSeen(): ReadonlySet<string> {
    const imported = (this.facts.get(this.path)?.imports ?? []).flatMap(({ names }) => names.map(({ local }) => local));
    const targets = imported.flatMap((local) => (local === '*' ? [] : this.meanings(this.path, local).map(({ path }) => path)));
    return new Set([this.path, ...targets].map(this.packageOf));
  }

  /** @param is an expression, as `TypeFacts` describes it @param file the file that contains it */
  #value(is: string, file: string): Value {
    if (is.endsWith('?')) {
      const of = this.#value(is.slice(0, -1), file);
      return of === null || of === 'outside' ? of : of.isWrapped ? { ...of, isWrapped: false } : null;
    }
    const isCall = is.endsWith('()');
    const written = isCall ? is.slice(0, -2) : is;
    const [, of, separator, name = ''] = MEMBER.exec(written) ?? [];
    if (of !== undefined) return this.#member(this.#value(of, file), separator === ':' ? `:${name}` : name);
    return isCall ? this.#result(written, file) : this.#type(written, file);
  }

  #member(of: Value, name: string): Value {
    if (of === null || of === 'outside' || of.isWrapped) return of === 'outside' ? of : null;
    const member = this.index.of(of.key, name);
    const [file] = member?.files ?? [];
    return member === undefined || file === undefined || member.is === '' ? null : this.#type(member.is, file);
  }

  #result(name: string, file: string): Value {
    const [target] = this.meanings(file, name);
    if (target === undefined) return null;
    const declared = this.facts.get(target.path)?.types?.declared.find(([each]) => each === `${target.symbol?.name}()`);
    return declared === undefined ? null : this.#type(declared[1], target.path);
  }

  #type(written: string, file: string): Value {
    const isWrapped = written.startsWith('!');
    const [key] = typeKeys(this.meanings(file, isWrapped ? written.slice(1) : written), file);
    return key === undefined ? 'outside' : { key, isWrapped };
  }
}
