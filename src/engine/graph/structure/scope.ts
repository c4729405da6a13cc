import { type Meant, type Names, wholeOf } from './names.ts';
import type { Unit } from './unit.ts';

/** What a local name of an import stands for. */
interface Bound {
  readonly unit: Unit;
  /** In the unit. */
  readonly name: string;
}

/** What the names mean that are used in one file: its own, those that it imports, those that it sees without. */
export class Scope {
  /** By local name; a function may be called as its module is (Rust), so modules and other wholes are kept apart. */
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
    // `from a import *`: any name may come from there.
    if (local === '*') this.#open.push(bound.unit);
    else if (bound.name === '*') this.#wholes.set(local, this.#wholes.get(local) ?? bound.unit);
    else if (!this.#bound.has(local)) this.#bound.set(local, bound);
  }

  /** What a name means that is used here, `a.b` being a member of a whole; `null` for what is not of the project. */
  meaning(used: string): Meant | null {
    const symbol = this.names.declared(this.path).get(used);
    if (symbol !== undefined) return { path: this.path, symbol };
    const bound = this.#bound.get(used);
    if (bound !== undefined) return this.names.find(bound.unit, bound.name);
    const whole = this.#wholes.get(used);
    if (whole !== undefined) return wholeOf(whole);
    return used.includes('.') ? this.#member(used) : this.#unbound(used);
  }

  /** The longest name before a dot that is bound counts: `import a.b` binds a name with a dot. */
  #member(used: string): Meant | null {
    for (let cut = used.lastIndexOf('.'); cut > 0; cut = used.lastIndexOf('.', cut - 1)) {
      const [whole, bound] = [this.#wholes.get(used.slice(0, cut)), this.#bound.get(used.slice(0, cut))];
      const [member = ''] = used.slice(cut + 1).split('.', 1);
      if (whole !== undefined) return this.names.find(whole, member) ?? wholeOf(whole);
      if (bound !== undefined) return this.names.find(bound.unit, bound.name);
    }
    return this.#unbound(used.slice(0, used.indexOf('.')));
  }

  #unbound(used: string): Meant | null {
    const units = this.#own === null ? this.#open : [this.#own, ...this.#open];
    for (const unit of units) {
      const found = this.names.find(unit, used);
      if (found !== null) return found;
    }
    return null;
  }
}
