/** 1-based line of the first use of each name. */
export type Lines = Map<string, number>;

/** Records a use. */
export function addLine(lines: Lines, used: string, line: number): void {
  const known = lines.get(used);
  if (known === undefined || known > line) lines.set(used, line);
}

/** A part of the text that can declare names, and the names used in it that are declared outside. */
interface Scope {
  readonly end: number;
  /** `null` if declarations are members, which are never referred to by their name alone. */
  readonly declared: Set<string> | null;
  /** Members, and the names used beside them, if these may be members. `null` in other scopes. */
  readonly members: { readonly names: Set<string>; readonly uses: Map<string, Lines> } | null;
  /** Uses by name, in the written form (`ns` may be used as `ns.a` and as `ns.b`), with the line of the first use. */
  uses: Map<string, Lines>;
}

function mergeUses(one: Map<string, Lines>, other: Map<string, Lines>): Map<string, Lines> {
  // Merging the smaller map into the larger one keeps deep nesting from copying the same names at every level.
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

/** Collects the names used in a part of the text, without those declared in it, in one pass. */
export class ScopeWalk {
  readonly #open: Scope[] = [];

  /** Leaves the scopes that end before this offset. */
  moveTo(place: number): void {
    for (let scope = this.#open.at(-1); scope !== undefined && scope.end <= place; scope = this.#open.at(-1)) this.#leave(scope);
  }

  /** @param hasMembers whether its declarations are members that only code directly in it refers to by their name alone */
  enter(end: number, declares = true, hasMembers = false): void {
    const members = hasMembers ? { names: new Set<string>(), uses: new Map<string, Lines>() } : null;
    this.#open.push({ end, declared: declares ? new Set() : null, members, uses: new Map() });
  }

  /** @param levels number of scopes outward: a function's name is declared in the scope around the function */
  declare(name: string, levels: number): void {
    const scope = this.#open.at(-1 - levels);
    scope?.declared?.add(name);
    scope?.members?.names.add(name);
  }

  use(name: string, written: string, line: number): void {
    const scope = this.#open.at(-1);
    const uses = scope?.members?.uses ?? scope?.uses;
    if (uses === undefined) return;
    const present = uses.get(name);
    if (present === undefined) uses.set(name, new Map([[written, line]]));
    else addLine(present, written, line);
  }

  /** Leaves all scopes, and returns the uses. */
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
    for (const name of scope.members?.names ?? []) scope.members?.uses.delete(name);
    if (scope.members !== null) scope.uses = mergeUses(scope.uses, scope.members.uses);
    const around = this.#open.at(-1);
    if (around !== undefined) around.uses = mergeUses(around.uses, scope.uses);
  }
}
