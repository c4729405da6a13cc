import type { FileFacts, ImportFact } from '../../../facts.ts';
import type { Project, Uncertain, Unresolved } from '../../unit.ts';
import type { JavaPackages } from './java-packages.ts';

/** Libraries that add members to types when they are compiled. */
const ADDS_MEMBERS = /^(?:lombok|manifold)\b/;
/** Supertypes of Java itself from which no type inherits a member that can be imported. */
const WITHOUT_MEMBERS =
  /^(?:java\.(?:lang|io|util|util\.function|util\.concurrent)\.)?(?:Object|Record|Enum|Throwable|Error|\w*Exception|Comparable|Comparator|Cloneable|Serializable|(?:Auto)?Closeable|Runnable|Callable|Iterable|Iterator|Collection|List|Set|(?:Bi)?(?:Function|Consumer|Predicate)|Supplier|UnaryOperator|CharSequence)$/;

/** A type or another member of the project: `User.Inner` in the file of `User`. */
export interface MemberPlace {
  readonly file: string;
  readonly name: string;
}

/** `maybe`: a type that is not known may have the member. `null`: none has it. */
type Found = MemberPlace | 'maybe' | null;

const isPlace = (found: Found): found is MemberPlace => found !== null && found !== 'maybe';

/** Finds the members of classes that imports name and that no file declares (decision 0033). */
export class JavaMembers {
  readonly #declared = new WeakMap<FileFacts, ReadonlyMap<string, string>>();

  constructor(
    private readonly facts: Project['facts'],
    private readonly packages: JavaPackages,
  ) {}

  /** Returns the member that an import names, if the class and its supertypes certainly lack it. */
  missing(fact: ImportFact, from: string): Unresolved[] {
    const lacking = this.#lacking(fact, from);
    return lacking === null || lacking.isUncertain ? [] : [{ ...lacking.is, definers: lacking.files }];
  }

  /** Returns the types whose members `import a.User.*` takes; `null` if they are not known. */
  wideTypes({ specifier }: ImportFact, from: string): readonly MemberPlace[] | null {
    const of = this.packages.classIn(specifier, '*', from);
    const found = of?.files.map((file) => this.#memberOf({ file, name: of.name }, of.below, false)) ?? [];
    const places = found.filter(isPlace);
    return places.length < Math.max(found.length, 1) ? null : places;
  }

  /** Whether a type has a member, also an inherited one. */
  has(type: MemberPlace, name: string): 'yes' | 'maybe' | 'no' {
    const found = this.#find(type, name, true);
    return isPlace(found) ? 'yes' : (found ?? 'no');
  }

  /** Whether a type of a file certainly inherits a name, also one that no other file can import. */
  areInherited(file: string, name: string): boolean {
    const types = [...this.#declaredIn(file).keys()].filter((key) => key.endsWith('<')).map((key) => key.slice(0, -1));
    return types.some((type) => isPlace(this.#find({ file, name: type }, name, true, '#')));
  }

  /** Returns the member of a name in a type or in one that it inherits from; `null` if it is not known. */
  placeOf(type: MemberPlace, name: string): MemberPlace | null {
    const found = this.#find(type, name, true);
    return isPlace(found) ? found : null;
  }

  /** Returns the member that an import names, if the class may have it although no file shows it. */
  uncertain(fact: ImportFact, from: string): Uncertain[] {
    const lacking = this.#lacking(fact, from);
    return lacking?.isUncertain === true ? lacking.files.slice(0, 1).map((definer) => ({ ...lacking.is, definer })) : [];
  }

  /** All parts must be declared where they are named; only `import static` may name an inherited member, as its last part. */
  #lacking({ specifier, names: [first], kind, isStatic }: ImportFact, from: string) {
    const of = kind !== 'import' || first === undefined ? null : this.packages.classIn(specifier, first.name, from);
    if (of === null || first === undefined || of.below.length === 0) return null;
    const below = isStatic === true && first.name !== '*' ? of.below.slice(0, -1) : of.below;
    const found = of.files.map((file) => {
      const declared = this.#memberOf({ file, name: of.name }, below, false);
      return isPlace(declared) ? this.#memberOf(declared, of.below.slice(below.length)) : declared;
    });
    if (found.some(isPlace)) return null;
    const whole = first.name === '*' ? specifier : `${specifier}.${first.name}`;
    return { files: of.files, is: { specifier: whole, names: [{ name: of.below.at(-1) ?? '' }] }, isUncertain: found.includes('maybe') };
  }

  /** @param inherits whether members that a type inherits count */
  #memberOf(type: MemberPlace, below: readonly string[], inherits = true): Found {
    let found: Found = type;
    for (const name of below) {
      if (!isPlace(found)) return found;
      found = this.#find(found, name, inherits);
    }
    return found;
  }

  /** Finds a member in a type, or in one that it inherits from. @param sign `#` for members that no other file can import, too */
  #find(type: MemberPlace, name: string, inherits: boolean, sign = '.'): Found {
    const open = [type];
    const seen = new Set<string>();
    let isKnown = true;
    for (let each = open.pop(); each !== undefined; each = open.pop()) {
      const { file, name: own } = each;
      if (seen.has(`${file} ${own}`)) continue;
      seen.add(`${file} ${own}`);
      const declared = this.#declaredIn(file);
      const member = ['.', sign].map((each) => `${own}${each}${name}`).find((each) => declared.has(each));
      if (member !== undefined) return { file, name: member };
      isKnown &&= this.#isComplete(file);
      if (!inherits) break;
      for (const written of declared.get(`${own}<`)?.split(',') ?? []) {
        const above = this.#supertype(written, each);
        if (isPlace(above)) open.push(above);
        else isKnown &&= WITHOUT_MEMBERS.test(this.#qualified(written, file));
      }
    }
    return isKnown ? null : 'maybe';
  }

  /** Whether a file shows all members of its types. */
  #isComplete(file: string): boolean {
    const facts = this.facts.get(file);
    if (facts === undefined || facts.isBroken || facts.unread !== undefined) return false;
    return !facts.imports.some(({ specifier }) => ADDS_MEMBERS.test(specifier));
  }

  /** Finds the type of the project that a supertype means. */
  #supertype(written: string, { file, name }: MemberPlace): Found {
    const [first = '', ...below] = written.split('.');
    const start = this.#around(first, file, name) ?? this.#imported(first, file);
    if (isPlace(start)) return this.#memberOf(start, below);
    const cut = written.lastIndexOf('.');
    return cut < 0 ? start : this.#inClass(written.slice(0, cut), written.slice(cut + 1), file);
  }

  /** Finds a type in the types around a type, then among those of the file. */
  #around(wanted: string, file: string, inside: string): MemberPlace | null {
    const declared = this.#declaredIn(file);
    for (let end = inside.length; end > 0; end = inside.lastIndexOf('.', end - 1)) {
      const name = `${inside.slice(0, end)}.${wanted}`;
      if (declared.has(name)) return { file, name };
    }
    return this.facts.get(file)?.symbols.some(({ name }) => name === wanted) === true ? { file, name: wanted } : null;
  }

  /** Finds a type among the imports of a file, in its package, and in what it imports as a whole. */
  #imported(wanted: string, file: string): Found {
    const { imports = [], packageName = '' } = this.facts.get(file) ?? {};
    const named = imports.find(({ kind, names }) => kind === 'import' && names[0]?.local === wanted);
    if (named !== undefined) return this.#inClass(named.specifier, wanted, file);
    const own = this.#inClass(packageName, wanted, file);
    const wide = imports.filter(({ names }) => names[0]?.name === '*');
    return wide.reduce<Found>((found, { specifier }) => found ?? this.#inClass(specifier, wanted, file), own);
  }

  #inClass(specifier: string, name: string, from: string): Found {
    const of = this.packages.classIn(specifier, name, from);
    const [only, ...others] = of?.files ?? [];
    if (of === null || only === undefined) return null;
    return others.length > 0 ? 'maybe' : this.#memberOf({ file: only, name: of.name }, of.below);
  }

  /** Returns the name of a supertype with its package, if the file imports it by its name. */
  #qualified(written: string, file: string): string {
    const named = this.facts.get(file)?.imports.find(({ names }) => names[0]?.local === written);
    return named === undefined || written.includes('.') ? written : `${named.specifier}.${written}`;
  }

  #declaredIn(file: string): ReadonlyMap<string, string> {
    const facts = this.facts.get(file);
    if (facts === undefined) return new Map();
    const known = this.#declared.get(facts) ?? new Map(facts.types?.declared);
    this.#declared.set(facts, known);
    return known;
  }
}
