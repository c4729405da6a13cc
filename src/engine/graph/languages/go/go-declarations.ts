import type { GoTokens } from './go-tokens.ts';
import { type GoExpression, type GoNamed, type GoTypes, isName, UNKNOWN } from './go-types.ts';

/** Longer statements are cut; what stands in brackets counts as one. */
const LONGEST_STATEMENT = 1_000;
/** A receiver is no longer than this up to what it is generic in: `(s *Server[`. */
const LONGEST_RECEIVER = 8;

interface GoFunction {
  readonly name: GoNamed | null;
  /** Empty for what is no method. */
  readonly receiver: string;
  /** The names that it has for itself. */
  readonly names: readonly GoNamed[];
  /** Its last token. */
  readonly end: number;
}

/** Reads declarations of Go, beginning at a token. */
export class GoDeclarations {
  constructor(
    private readonly tokens: GoTokens,
    private readonly types: GoTypes,
    /** Reads with types that are names of no type. */
    private readonly withGeneric: <T>(generic: readonly GoNamed[], read: () => T) => T,
  ) {}

  #text(at: number): string {
    return this.tokens.texts[at] ?? '';
  }

  /** One, or those in brackets. @param take is told where each begins and ends */
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
    for (let n = 0; n < LONGEST_STATEMENT && at < this.tokens.texts.length && this.#text(at) !== ';'; n += 1) at = this.types.behind(at);
    return Math.min(at, this.tokens.texts.length);
  }

  /** Names with commas between them, by their tokens. */
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

  /** @param at `func` @param isDeclared whether a declaration of the package begins here @returns `null` for what has no parameters */
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
        names: [...generic.map((each) => ({ ...each, is: UNKNOWN })), ...receiver, ...signature.parameters, ...signature.results],
        end: hasBody ? (this.tokens.closing[signature.end] ?? signature.end) : signature.end - 1,
      };
    });
  }

  /** `T` of `(s *Server[T])`. */
  #receiverTypes(open: number): GoNamed[] {
    const close = Math.min(this.tokens.closing[open] ?? open, open + LONGEST_RECEIVER);
    const at = this.tokens.texts.slice(open, close).indexOf('[') + open;
    if (at < open) return [];
    const parts = this.types.parts(at + 1, this.tokens.closing[at] ?? at, ',');
    return parts.map(([from]) => ({ name: this.#text(from), at: from, is: UNKNOWN }));
  }

  /** What a type and its members are; `Name<` is what is embedded in it. @param at its name */
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

  /** A type alone, perhaps with a tag behind it. */
  #isEmbedded(from: number, to: number): boolean {
    const { end } = this.types.type(from);
    return end > from && (end === to || (end === to - 1 && this.#text(end) === '"'));
  }

  #member(type: string, at: number, is: GoExpression): GoNamed {
    return { name: `${type}.${this.#text(at)}`, at, is };
  }

  /** `a, b T` */
  #fields(type: string, from: number, to: number): GoNamed[] {
    const { names, end } = this.listed(from, to);
    const { is } = this.types.type(end);
    return names.map((each) => this.#member(type, each, is));
  }
}
