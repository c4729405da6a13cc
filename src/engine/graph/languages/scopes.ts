/** A part of the text in which names can be declared, and what is used in it that it does not declare itself. */
interface Scope {
  readonly end: number;
  /** `null` where declarations are members, which nobody names by their name alone. */
  readonly declared: Set<string> | null;
  /** By name, as they are written: `ns` may be used as `ns.a` and as `ns.b`. */
  uses: Map<string, Set<string>>;
}

function unite(one: Map<string, Set<string>>, other: Map<string, Set<string>>): Map<string, Set<string>> {
  // The smaller goes into the larger, so that deep nesting does not carry the same names up again and again.
  const [into, from] = one.size < other.size ? [other, one] : [one, other];
  for (const [name, written] of from) {
    const present = into.get(name);
    if (present === undefined) into.set(name, written);
    else into.set(name, joined(present, written));
  }
  return into;
}

function joined(one: Set<string>, other: Set<string>): Set<string> {
  const [into, from] = one.size < other.size ? [other, one] : [one, other];
  for (const each of from) into.add(each);
  return into;
}

/** Walks through a part of the text once and tells which names are used in it, without those that it declares itself. */
export class ScopeWalk {
  readonly #open: Scope[] = [];

  /** Leaves what ends before a place of the text. */
  moveTo(place: number): void {
    for (let scope = this.#open.at(-1); scope !== undefined && scope.end <= place; scope = this.#open.at(-1)) this.#leave(scope);
  }

  enter(end: number, declares = true): void {
    this.#open.push({ end, declared: declares ? new Set() : null, uses: new Map() });
  }

  /** @param levels outward: a function's name is declared where the function stands */
  declare(name: string, levels: number): void {
    this.#open.at(-1 - levels)?.declared?.add(name);
  }

  use(name: string, written: string): void {
    const uses = this.#open.at(-1)?.uses;
    if (uses === undefined) return;
    const present = uses.get(name);
    if (present === undefined) uses.set(name, new Set([written]));
    else present.add(written);
  }

  /** Leaves everything. */
  end(): string[] {
    let outermost: Scope | undefined;
    for (let scope = this.#open.at(-1); scope !== undefined; scope = this.#open.at(-1)) {
      outermost = scope;
      this.#leave(scope);
    }
    return outermost === undefined ? [] : Array.from(outermost.uses.values(), (written) => [...written]).flat();
  }

  #leave(scope: Scope): void {
    this.#open.pop();
    for (const name of scope.declared ?? []) scope.uses.delete(name);
    const around = this.#open.at(-1);
    if (around !== undefined) around.uses = unite(around.uses, scope.uses);
  }
}
