import { MAX_STATEMENT_LENGTH } from './go-statements.ts';
import type { GoTokens } from './go-tokens.ts';
import { type GoExpression, type GoNamed, type GoTypes, isName, UNKNOWN } from './go-types.ts';

/** Maximum number of tokens of a receiver before its type parameters: `(s *Server[`. */
const MAX_RECEIVER_LENGTH = 8;

interface GoFunction {
  readonly name: GoNamed | null;
  /** Empty for a plain function. */
  readonly receiver: string;
  /** Type parameters. */
  readonly generic: readonly GoNamed[];
  /** Receiver, parameters and results, which count in the body only. */
  readonly names: readonly GoNamed[];
  /** Index of the first token of the body. */
  readonly body: number;
  /** Index of its last token. */
  readonly end: number;
}

/** Reads declarations of Go, from a token index. */
export class GoDeclarations {
  constructor(
    private readonly tokens: GoTokens,
    private readonly types: GoTypes,
    /** Runs `read` with these type parameters in scope; their types are unknown. */
    private readonly withGeneric: <T>(generic: readonly GoNamed[], read: () => T) => T,
  ) {}

  #text(at: number): string {
    return this.tokens.texts[at] ?? '';
  }

  /** Reads a single spec, or each one between brackets. @param take called with the start and end of each */
  specs(at: number, take: (from: number, to: number) => void): void {
    if (this.#text(at + 1) !== '(') {
      const [[, to] = [at, at]] = this.types.parts(at + 1, this.#endOfStatement(at + 1), ';');
      take(at + 1, to);
      return;
    }
    for (const [from, to] of this.types.parts(at + 2, this.tokens.closing[at + 1] ?? at, ';')) take(from, to);
  }

  #endOfStatement(from: number): number {
    let at = from;
    for (let n = 0; n < MAX_STATEMENT_LENGTH && at < this.tokens.texts.length && this.#text(at) !== ';'; n += 1) at = this.types.behind(at);
    return Math.min(at, this.tokens.texts.length);
  }

  /** Reads a comma-separated list of names, as token indexes. */
  listed(from: number, to: number): { readonly names: readonly number[]; readonly end: number } {
    const names: number[] = [];
    let at = from;
    while (at < to && isName(this.#text(at))) {
      names.push(at);
      at += 1;
      if (this.#text(at) !== ',') break;
      at += 1;
    }
    return { names, end: at };
  }

  /**
   * @param at index of `func`
   * @param isDeclared whether this is a declaration of the package
   * @returns `null` if there is no parameter list
   */
  function(at: number, isDeclared: boolean): GoFunction | null {
    const isMethod = isDeclared && this.#text(at + 1) === '(';
    const nameAt = isMethod ? this.types.behind(at + 1) : at + 1;
    const behind = isDeclared ? nameAt + 1 : nameAt;
    const isGeneric = this.#text(behind) === '[';
    const generic = [...(isMethod ? this.#receiverTypes(at + 1) : []), ...(isGeneric ? this.types.list(behind) : [])];
    const open = isGeneric ? this.types.behind(behind) : behind;
    if (this.#text(open) !== '(') return null;
    return this.withGeneric(generic, () => {
      const signature = this.types.signature(open);
      const receiver = isMethod ? this.types.list(at + 1) : [];
      const hasBody = this.#text(signature.end) === '{';
      return {
        name: isDeclared ? { name: this.#text(nameAt), at: nameAt, is: signature.is } : null,
        receiver: receiver[0]?.is ?? '',
        generic: generic.map((each) => ({ ...each, is: UNKNOWN })),
        names: [...receiver, ...signature.parameters, ...signature.results],
        body: signature.end,
        end: hasBody ? (this.tokens.closing[signature.end] ?? signature.end) : signature.end - 1,
      };
    });
  }

  /** Returns the type parameters of a receiver: `T` in `(s *Server[T])`. */
  #receiverTypes(open: number): GoNamed[] {
    const close = Math.min(this.tokens.closing[open] ?? open, open + MAX_RECEIVER_LENGTH);
    const at = this.tokens.texts.slice(open, close).indexOf('[') + open;
    if (at < open) return [];
    const parts = this.types.parts(at + 1, this.tokens.closing[at] ?? at, ',');
    return parts.map(([from]) => ({ name: this.#text(from), at: from, is: UNKNOWN }));
  }

  /** Returns the types of a type name and its members; `Name<` lists the embedded types. @param at index of the name */
  type(at: number): readonly GoNamed[] {
    const name = this.#text(at);
    const isGeneric = this.#text(at + 1) === '[' && isName(this.#text(at + 2)) && this.#text(at + 3) !== ']';
    const generic = isGeneric ? this.types.list(at + 1) : [];
    const behind = isGeneric ? this.types.behind(at + 1) : at + 1;
    const from = this.#text(behind) === '=' ? behind + 1 : behind;
    const body = this.#text(from);
    return this.withGeneric(generic, () => {
      const isOpen = (body === 'struct' || body === 'interface') && this.#text(from + 1) === '{';
      const own = { name, at, is: isOpen ? '' : this.types.type(from).is };
      return [own, ...generic.map((each) => ({ ...each, name: '' })), ...(isOpen ? this.#members(name, from + 1, body === 'struct') : [])];
    });
  }

  #members(type: string, open: number, isStruct: boolean): GoNamed[] {
    const embedded: GoExpression[] = [];
    const found: GoNamed[] = [];
    for (const [from, to] of this.types.parts(open + 1, this.tokens.closing[open] ?? open, ';')) {
      if (!isStruct && this.#text(from + 1) === '(') found.push(this.#member(type, from, this.types.signature(from + 1).is));
      else if (this.#isEmbedded(from, to)) {
        const { is } = this.types.type(from);
        embedded.push(is);
        found.push({ name: `${type}.${is.split('.').at(-1) ?? ''}`, at: -1, is });
      } else if (isStruct) found.push(...this.#fields(type, from, to));
    }
    return embedded.length === 0 ? found : [...found, { name: `${type}<`, at: -1, is: `(${embedded.join(',')})` }];
  }

  /** Whether a field is only a type, possibly followed by a tag. */
  #isEmbedded(from: number, to: number): boolean {
    const { end } = this.types.type(from);
    return end > from && (end === to || (end === to - 1 && this.#text(end) === '"'));
  }

  #member(type: string, at: number, is: GoExpression): GoNamed {
    return { name: `${type}.${this.#text(at)}`, at, is };
  }

  /** Reads fields: `a, b T`. */
  #fields(type: string, from: number, to: number): GoNamed[] {
    const { names, end } = this.listed(from, to);
    const { is } = this.types.type(end);
    return names.map((each) => this.#member(type, each, is));
  }
}
