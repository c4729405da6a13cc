import type { GoExpression } from './go-types.ts';

/** `head`: around `for`, `if` and `switch`. `clause`: what follows a `case`. */
type GoScopeKind = 'block' | 'head' | 'clause';

/** A name in a scope, from the token at which it begins to count. */
interface GoLocal {
  readonly from: number;
  readonly is: GoExpression;
}

/** A part of the text that declares names. */
interface GoScope {
  /** Index of its last token. */
  readonly end: number;
  readonly kind: GoScopeKind;
  /** A name may be declared several times, each for the text behind it. */
  readonly names: Map<string, GoLocal[]>;
  /** Whether keys of the literal are values, as in a map or a list. */
  readonly hasValues: boolean;
  /** The name bound by `switch x := y.(type)`; its type differs in each case. */
  readonly switched: string | null;
}

/** Only this many of the innermost scopes are searched. */
const MAX_SCOPES = 200;

/** The scopes around a token of a Go file, except the package scope. */
export class GoScopes {
  readonly #open: GoScope[] = [];

  get isTop(): boolean {
    return this.#open.length === 0;
  }

  get inner(): GoScope | undefined {
    return this.#open.at(-1);
  }

  enter(end: number, more: Partial<Omit<GoScope, 'end' | 'names'>> = {}): void {
    this.#open.push({ end, kind: 'block', names: new Map(), hasValues: false, switched: null, ...more });
  }

  leave(): void {
    this.#open.pop();
  }

  /** Leaves the scopes that end before a token. */
  moveTo(token: number): void {
    while ((this.inner?.end ?? token) < token) this.leave();
  }

  /** Declares a name in the innermost scope. @param from index of the first token at which it counts */
  declare(name: string, is: GoExpression, from: number): void {
    const { names } = this.inner ?? {};
    const known = names?.get(name);
    if (known === undefined) names?.set(name, [{ from, is }]);
    else known.push({ from, is });
  }

  /** Returns the type of a name that is declared in one of these scopes. @param token index of the token that uses it */
  meaning(name: string, token: number): GoExpression | undefined {
    for (let at = this.#open.length - 1; at >= Math.max(0, this.#open.length - MAX_SCOPES); at -= 1) {
      const local = this.#open[at]?.names.get(name)?.findLast(({ from }) => from <= token);
      if (local !== undefined) return local.is;
    }
    return undefined;
  }
}
