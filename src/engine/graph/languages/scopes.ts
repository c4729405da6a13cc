/** The line of the first use, 1-based, by what is used. */
export type Lines = Map<string, number>;

/** Notes a use. */
export function addLine(lines: Lines, used: string, line: number): void {
  const known = lines.get(used);
  if (known === undefined || known > line) lines.set(used, line);
}

/** A part of the text in which names can be declared, and what is used in it that it does not declare itself. */
interface Scope {
  readonly end: number;
  /** `null` where declarations are members, which nobody names by their name alone. */
  readonly declared: Set<string> | null;
  /** By name, as they are written (`ns` may be used as `ns.a` and as `ns.b`), each with the line of its first use. */
  uses: Map<string, Lines>;
}

function unite(one: Map<string, Lines>, other: Map<string, Lines>): Map<string, Lines> {
  // The smaller goes into the larger, so that deep nesting does not carry the same names up again and again.
  const [into, from] = one.size < other.size ? [other, one] : [one, other];
  for (const [name, written] of from) {
    const present = into.get(name);
    if (present === undefined) into.set(name, written);
    else into.set(name, joined(present, written));
  }
  return into;
}

function joined(one: Lines, other: Lines): Lines {
  const [into, from] = one.size < other.size ? [other, one] : [one, other];
  for (const [used, line] of from) addLine(into, used, line);
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

  use(name: string, written: string, line: number): void {
    const uses = this.#open.at(-1)?.uses;
    if (uses === undefined) return;
    const present = uses.get(name);
    if (present === undefined) uses.set(name, new Map([[written, line]]));
    else addLine(present, written, line);
  }

  /** Leaves everything. */
  end(): (readonly [used: string, line: number])[] {
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
