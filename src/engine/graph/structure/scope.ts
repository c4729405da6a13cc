import { type Names, toWholeFile } from './names.ts';
import type { NameTarget, Unit } from './unit.ts';

const SCRIPT = /\.[cm]?[jt]sx?$/;

/** The target of a local import name. */
interface Bound {
  readonly unit: Unit;
  /** The name within the unit. */
  readonly name: string;
}

/**
 * Resolves the names that are used in one file: its own, imported ones, and those visible without an import. A name may have several
 * meanings, because which definition runs may depend on the platform, an installed package or a feature.
 */
export class Scope {
  /** By local name. Whole modules are separate, because in Rust a function may have the name of its module. */
  readonly #bound = new Map<string, Bound[]>();
  readonly #wholes = new Map<string, Unit[]>();
  readonly #open: Unit[] = [];
  readonly #own: Unit | null;

  constructor(
    private readonly names: Names,
    private readonly path: string,
  ) {
    const all = names.importsOf(path).flatMap(({ fact, taken }) => (fact.kind === 're-export' ? [] : taken));
    for (const { unit, names: taken } of all) for (const { name, local } of taken) this.#bind(local, { unit, name });
    const own = names.resolverOf(path)?.unitOf(path) ?? null;
    this.#own = own !== null && own.files.length > 1 ? own : null;
  }

  #bind(local: string, bound: Bound): void {
    // After `from a import *` any name may come from `a`.
    if (local === '*') this.#open.push(bound.unit);
    else if (bound.name === '*') this.#wholes.set(local, [...(this.#wholes.get(local) ?? []), bound.unit]);
    else this.#bound.set(local, [...(this.#bound.get(local) ?? []), bound]);
  }

  /** Resolves a name that is used in the file; `a.b` is a member of a whole module. Empty if it is not from the project. */
  meanings(used: string): readonly NameTarget[] {
    if (used.endsWith('.*')) return this.meanings(used.slice(0, -2));
    const symbol = this.names.declared(this.path).get(used);
    const own = symbol === undefined ? [] : [{ path: this.path, symbol }, ...this.#beside(used)];
    const bound = this.#bound.get(used) ?? [];
    if (own.length + bound.length > 0) return unique([...own, ...bound.flatMap((each) => this.names.findAll(each.unit, each.name))]);
    const wholes = this.#wholes.get(used);
    if (wholes !== undefined) return wholes.flatMap(toWholeFile);
    return used.includes('.') ? this.#member(used) : this.#unbound(used);
  }

  /**
   * Returns the functions and types that a file may use of a whole module: of `a` for `a.*`, which is `a[key]` or `f(a)` in the text, and of
   * `a` that another file exports (`export * as a`), whose used members are not known.
   */
  possibleMembers(used: string): readonly NameTarget[] {
    if (!used.endsWith('.*')) return this.#ofNamespace(used);
    return unique((this.#wholes.get(used.slice(0, -2)) ?? []).flatMap((unit) => this.names.offeredBy(unit)));
  }

  #ofNamespace(used: string): readonly NameTarget[] {
    const bound = SCRIPT.test(this.path) ? (this.#bound.get(used) ?? []) : [];
    const wholes = bound.flatMap(({ unit, name }) => this.names.findAll(unit, name)).filter(({ symbol }) => symbol === null);
    return unique(wholes.flatMap(({ path }) => this.names.offeredBy({ files: [path] })));
  }

  /** The other files of a package of Go may declare a name for other platforms. */
  #beside(used: string): readonly NameTarget[] {
    return this.#own === null ? [] : this.names.findAll(this.#own, used);
  }

  /** Resolves `a.b.c` by its longest bound prefix, because `import a.b` binds a name that contains a dot. */
  #member(used: string): readonly NameTarget[] {
    for (let cut = used.lastIndexOf('.'); cut > 0; cut = used.lastIndexOf('.', cut - 1)) {
      const [wholes, bound] = [this.#wholes.get(used.slice(0, cut)), this.#bound.get(used.slice(0, cut))];
      const [member = ''] = used.slice(cut + 1).split('.', 1);
      if (wholes !== undefined) return unique(wholes.flatMap((whole) => this.#memberOf(whole, member)));
      if (bound !== undefined) return unique(bound.flatMap((each) => this.#memberOfName(each, member)));
    }
    return this.#unbound(used.slice(0, used.indexOf('.')));
  }

  #memberOf(whole: Unit, member: string): readonly NameTarget[] {
    const found = this.names.findAll(whole, member);
    return found.length > 0 ? found : toWholeFile(whole);
  }

  /** A name that another file gives to a whole module has the members of that. */
  #memberOfName({ unit, name }: Bound, member: string): readonly NameTarget[] {
    const found = this.names.findAll(unit, name);
    return found.flatMap((each) => (each.symbol === null ? this.#memberOf({ files: [each.path] }, member) : [each]));
  }

  #unbound(used: string): readonly NameTarget[] {
    const open = this.#open.filter((unit) => this.names.isBrought(unit, used));
    const units = this.#own === null ? open : [this.#own, ...open];
    for (const unit of units) {
      const found = this.names.findAll(unit, used);
      if (found.length > 0) return found;
    }
    return [];
  }
}

function unique(targets: readonly NameTarget[]): readonly NameTarget[] {
  if (targets.length < 2) return targets;
  return [...new Map(targets.map((each) => [`${each.path}\0${each.symbol?.name ?? ''}`, each])).values()];
}
