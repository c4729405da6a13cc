import type { GoExpression } from './go-types.ts';

/** A part of the text with names of its own. */
interface GoScope {
  /** Its last token. */
  readonly end: number;
  readonly names: Map<string, GoExpression>;
  /** What stands before a colon in it is a value: it is a map or a list. */
  readonly hasValues: boolean;
  /** The name that `switch x := y.(type)` gives to what each case says it is. */
  readonly switched: string | null;
}

/** Of what lies deeper in each other the outer parts are not looked at. */
const MOST_SCOPES = 100;

/** The scopes around a place of a Go file, without that of its package. */
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

  /** Leaves what ends before a token. */
  moveTo(token: number): void {
    while ((this.inner?.end ?? token) < token) this.leave();
  }

  /** What a name is that is declared here, and not by the package. */
  meaning(name: string): GoExpression | undefined {
    for (let at = this.#open.length - 1; at >= Math.max(0, this.#open.length - MOST_SCOPES); at -= 1) {
      const is = this.#open[at]?.names.get(name);
      if (is !== undefined) return is;
    }
    return undefined;
  }
}
