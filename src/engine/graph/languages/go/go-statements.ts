import { type GoTokens, isKeyword } from './go-tokens.ts';
import { type GoTypes, isName } from './go-types.ts';

/** Longer statements are cut. Tokens; a bracketed part counts as one. */
export const MAX_STATEMENT_LENGTH = 1_000;
/** Keywords and operators that a head or a value never contains outside of brackets end it, too. */
const BEGINS = 'case|const|default|defer|else|for|go|goto|if|import|package|return|select|switch|type|var';
const OPENS_BODY = new RegExp(`^(?:[{)\\]}]?|${BEGINS})$`);
const BEHIND_VALUES = new RegExp(`^(?:[;:)\\]}]?|:=|${BEGINS})$`);
const BEHIND_VALUES_IN_HEAD = new RegExp(`^(?:[;{)\\]}]?|:=|${BEGINS})$`);
const OPENS_TYPE = /^(?:map|func|struct|interface|chan)$/;

/** Finds where statements end, from a token index. */
export class GoStatements {
  constructor(
    private readonly tokens: GoTokens,
    private readonly types: GoTypes,
  ) {}

  #text(at: number): string {
    return this.tokens.texts[at] ?? '';
  }

  /**
   * Returns the index of the last token of a `for`, `if` or `switch`, with every `else`; `null` if it has no body.
   * @param at index of the keyword
   */
  endOf(at: number): number | null {
    let end: number | null = null;
    for (let body = this.#body(at + 1); body !== null; body = this.#elseBody(end + 1)) end = this.types.behind(body) - 1;
    return end;
  }

  #elseBody(at: number): number | null {
    if (this.#text(at) !== 'else') return null;
    return this.#body(this.#text(at + 1) === 'if' ? at + 2 : at + 1);
  }

  /** Returns the index of the bracket that opens a body. */
  #body(from: number): number | null {
    const at = this.#find(from, OPENS_BODY, true);
    return this.#text(at) === '{' ? at : null;
  }

  /** Returns the index of the token behind the values of an assignment. @param isInHead whether the brackets of a body end it */
  behindValues(from: number, isInHead: boolean): number {
    return this.#find(from, isInHead ? BEHIND_VALUES_IN_HEAD : BEHIND_VALUES, isInHead);
  }

  #find(from: number, end: RegExp, isInHead: boolean): number {
    let at = from;
    for (let n = 0; n < MAX_STATEMENT_LENGTH && !end.test(this.#text(at)); n += 1)
      at = isInHead ? this.#behindPart(at) : this.types.behind(at);
    return at;
  }

  /** In a head, only a literal whose type has brackets or keywords may stand without brackets around it: `range []T{…}`. */
  #behindPart(at: number): number {
    const token = this.#text(at);
    if (!OPENS_TYPE.test(token) && (token !== '[' || this.isIndex(at))) return this.types.behind(at);
    const end = Math.max(this.types.type(at).end, at + 1);
    return this.#text(end) === '{' ? this.types.behind(end) : end;
  }

  /** Whether a bracket follows a value, as in `a[0]`, and begins no type such as `[]T`. */
  isIndex(at: number): boolean {
    const before = this.#text(at - 1);
    return (isName(before) && !isKeyword(before)) || /^[)\]}"]$/.test(before);
  }
}
