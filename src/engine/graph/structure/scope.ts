import { type Names, type NameTarget, toWholeFile } from './names.ts';
import type { Unit } from './unit.ts';

/** The target of a local import name. */
interface Bound {
  readonly unit: Unit;
  /** The name within the unit. */
  readonly name: string;
}

/** Resolves the names that are used in one file: its own, imported ones, and those visible without an import. */
export class Scope {
  /** By local name. Whole modules are separate, because in Rust a function may have the name of its module. */
  readonly #bound = new Map<string, Bound>();
  readonly #wholes = new Map<string, Unit>();
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
    else if (bound.name === '*') this.#wholes.set(local, this.#wholes.get(local) ?? bound.unit);
    else if (!this.#bound.has(local)) this.#bound.set(local, bound);
  }

  /** Resolves a name that is used in the file; `a.b` is a member of a whole module. Returns `null` if it is not from the project. */
  meaning(used: string): NameTarget | null {
    const symbol = this.names.declared(this.path).get(used);
    if (symbol !== undefined) return { path: this.path, symbol };
    const bound = this.#bound.get(used);
    if (bound !== undefined) return this.names.find(bound.unit, bound.name);
    const whole = this.#wholes.get(used);
    if (whole !== undefined) return toWholeFile(whole);
    return used.includes('.') ? this.#member(used) : this.#unbound(used);
  }

  /** Resolves `a.b.c` by its longest bound prefix, because `import a.b` binds a name that contains a dot. */
  #member(used: string): NameTarget | null {
    for (let cut = used.lastIndexOf('.'); cut > 0; cut = used.lastIndexOf('.', cut - 1)) {
      const [whole, bound] = [this.#wholes.get(used.slice(0, cut)), this.#bound.get(used.slice(0, cut))];
      const [member = ''] = used.slice(cut + 1).split('.', 1);
      if (whole !== undefined) return this.names.find(whole, member) ?? toWholeFile(whole);
      if (bound !== undefined) return this.names.find(bound.unit, bound.name);
    }
    return this.#unbound(used.slice(0, used.indexOf('.')));
  }

  #unbound(used: string): NameTarget | null {
    const units = this.#own === null ? this.#open : [this.#own, ...this.#open];
    for (const unit of units) {
      const found = this.names.find(unit, used);
      if (found !== null) return found;
    }
    return null;
  }
}
