import type { GoExpression } from './go-types.ts';

/** A part of the text that declares names. */
interface GoScope {
  /** Index of its last token. */
  readonly end: number;
  readonly names: Map<string, GoExpression>;
  /** Whether keys of the literal are values, as in a map or a list. */
  readonly hasValues: boolean;
  /** The name bound by `switch x := y.(type)`; its type differs in each case. */
  readonly switched: string | null;
}

/** Only this many of the innermost scopes are searched. */
const MAX_SCOPES = 100;

/** The scopes around a token of a Go file, except the package scope. */
export class GoScopes {
  readonly #open: GoScope[] = [];

  get isTop(): boolean {
    return this.#open.length === 0;
  }

  get inner(): GoScope | undefined {
    return this.#open.at(-1);
  }

  enter(end: number, more: Partial<Omit<GoScope, 'end'>> = {}): void {
    this.#open.push({ end, names: new Map(), hasValues: false, switched: null, ...more });
  }

  leave(): void {
    this.#open.pop();
  }

  /** Leaves the scopes that end before a token. */
  moveTo(token: number): void {
    while ((this.inner?.end ?? token) < token) this.leave();
  }

  /** Returns the type of a name that is declared in one of these scopes. */
  meaning(name: string): GoExpression | undefined {
    for (let at = this.#open.length - 1; at >= Math.max(0, this.#open.length - MAX_SCOPES); at -= 1) {
      const is = this.#open[at]?.names.get(name);
      if (is !== undefined) return is;
    }
    return undefined;
  }
}
