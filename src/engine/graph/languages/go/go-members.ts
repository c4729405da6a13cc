import type { TypeFacts } from '../../facts.ts';
import { GoDeclarations } from './go-declarations.ts';
import { GoScopes } from './go-scopes.ts';
import { GoStatements } from './go-statements.ts';
import { type GoTokens, goTokens, isKeyword } from './go-tokens.ts';
import { elementOf, type GoExpression, GoTypes, isName, resultOf, UNKNOWN } from './go-types.ts';

/** Maximum number of names in one assignment. */
const MAX_ASSIGNED = 16;
const COMPARES = /^(?:[=!<>]=|&&|\|\||[<>])$/;

/** Reads the types of a Go file's names, and the names and members of other files that it uses. */
class MemberReader {
  readonly declared: [string, GoExpression][] = [];
  readonly used = new Map<GoExpression, number>();
  readonly #types: GoTypes;
  readonly #declarations: GoDeclarations;
  readonly #statements: GoStatements;
  readonly #scopes = new GoScopes();
  /** Indexes of tokens that are declared names, not uses. */
  readonly #names = new Set<number>();
  /** Opening brackets of literals whose keys are values, not fields. */
  readonly #lists = new Set<number>();
  /** Names bound by type switches, by the opening bracket of the body. */
  readonly #switched = new Map<number, string>();

  constructor(private readonly tokens: GoTokens) {
    this.#types = new GoTypes(tokens, (name, token) => this.#scopes.meaning(name, token));
    this.#statements = new GoStatements(tokens, this.#types);
    this.#declarations = new GoDeclarations(tokens, this.#types, (generic, read) => {
      this.#scopes.enter(tokens.texts.length);
      for (const { name } of generic) this.#scopes.declare(name, UNKNOWN, 0);
      const found = read();
      this.#scopes.leave();
      return found;
    });
  }

  #text(at: number): string {
    return this.tokens.texts[at] ?? '';
  }

  read(): void {
    for (let at = 0; at < this.tokens.texts.length; at += 1) {
      this.#scopes.moveTo(at);
      const token = this.#text(at);
      if (token === 'package' || token === 'import') at = this.#text(at + 1) === '(' ? this.#types.behind(at + 1) - 1 : at + 1;
      else this.#take(at, token);
    }
  }

  #take(at: number, token: string): void {
    if (isKeyword(token)) this.#keyword(at, token);
    else if (token === '{') this.#open(at);
    else if (token === '[') this.#list(at);
    else if (token === '(') this.#inBrackets(at);
    else if (isName(token) && !this.#names.has(at) && this.#text(at - 1) !== '.') this.#name(at, token);
  }

  #open(at: number): void {
    this.#scopes.enter(this.tokens.closing[at] ?? at, { hasValues: this.#lists.has(at), switched: this.#switched.get(at) ?? null });
  }

  #keyword(at: number, token: string): void {
    if (token === 'func') this.#function(at);
    else if (token === 'type') this.#declarations.specs(at, (from) => this.#type(from));
    else if (token === 'var' || token === 'const') this.#variables(at);
    else if (token === 'map') this.#list(at);
    else if (token === 'case' || token === 'default') this.#case(at);
    else if (token === 'for' || token === 'if' || token === 'switch') this.#head(at);
  }

  /** What the head of a statement declares counts up to the end of the statement. An `else if` belongs to the first `if`. */
  #head(at: number): void {
    const end = this.#text(at - 1) === 'else' ? null : this.#statements.endOf(at);
    if (end !== null) this.#scopes.enter(end, { kind: 'head' });
  }

  /** Notes the literals `map[K]V{` and `[]T{`, in which the text before a colon is not a field. */
  #list(at: number): void {
    if (this.#text(at) === '[' && this.#statements.isIndex(at)) return;
    const { end } = this.#types.type(at);
    if (this.#text(end) === '{') this.#lists.add(end);
  }

  #case(at: number): void {
    const { inner } = this.#scopes;
    if (inner === undefined) return;
    const { switched } = inner;
    if (inner.kind === 'clause') this.#scopes.leave();
    this.#scopes.enter(inner.end, { kind: 'clause', switched });
    if (switched === null) return;
    const { is, end } = this.#types.type(at + 1);
    this.#scopes.declare(switched, this.#text(end) === ':' && this.#text(at) === 'case' ? is : UNKNOWN, end);
  }

  #function(at: number): void {
    const isDeclared = this.#scopes.isTop && /^;?$/.test(this.#text(at - 1));
    const found = this.#declarations.function(at, isDeclared);
    if (found === null) return;
    const { name, receiver, generic, names, body, end } = found;
    if (name !== null) {
      this.#names.add(name.at);
      this.declared.push([receiver === '' ? name.name : `${receiver}.${name.name}`, name.is]);
    }
    this.#scopes.enter(end);
    for (const each of [...generic, ...names].filter((given) => given.name !== '')) {
      this.#names.add(each.at);
      this.#scopes.declare(each.name, each.is, generic.includes(each) ? at : body);
    }
  }

  #type(at: number): void {
    const name = this.#text(at);
    if (!isName(name)) return;
    this.#names.add(at);
    if (!this.#scopes.isTop) {
      this.#scopes.declare(name, UNKNOWN, at);
      return;
    }
    for (const each of this.#declarations.type(at)) {
      this.#names.add(each.at);
      if (each.name !== '') this.declared.push([each.name, each.is]);
    }
  }

  #variables(at: number): void {
    let inherited: GoExpression = UNKNOWN;
    this.#declarations.specs(at, (from, to) => {
      inherited = this.#variable(from, to, inherited);
    });
  }

  /** Reads `a, b T = x, y`. @param inherited the type for a constant without a value: that of the one before */
  #variable(from: number, to: number, inherited: GoExpression): GoExpression {
    const { names, end } = this.#declarations.listed(from, to);
    const typed = end < to && this.#text(end) !== '=' ? this.#types.type(end) : null;
    const behind = typed?.end ?? end;
    const values = this.#text(behind) === '=' && behind < to ? this.#values(behind + 1, names.length) : [];
    const first = typed?.is ?? values[0] ?? inherited;
    names.forEach((each, n) => {
      this.#declare(each, typed?.is ?? values[n] ?? first, to);
    });
    return first;
  }

  /** @param from index of the first token at which the name counts, which is behind its value */
  #declare(at: number, is: GoExpression, from: number): void {
    const name = this.#text(at);
    this.#names.add(at);
    if (name === '_') return;
    if (this.#scopes.isTop) this.declared.push([name, is]);
    else this.#scopes.declare(name, is, from);
  }

  /** Returns the types for `count` names: one value each, or the results of one call. */
  #values(from: number, count: number): GoExpression[] {
    const values: GoExpression[] = [];
    let at = from;
    for (let n = 0; n < count; n += 1) {
      const { is, end, called } = this.#types.value(at);
      values.push(COMPARES.test(this.#text(end)) ? 'bool' : is);
      if (n === 0 && called !== null && this.#text(end) !== ',') return Array.from({ length: count }, (_, each) => resultOf(called, each));
      if (this.#text(end) !== ',') break;
      at = end + 1;
    }
    return values;
  }

  /** Reads `a, b := …`. @returns whether it is such a statement */
  #assigned(at: number): boolean {
    const names = [at];
    let next = at + 1;
    while (this.#text(next) === ',' && isName(this.#text(next + 1)) && names.length < MAX_ASSIGNED) {
      names.push(next + 1);
      next += 2;
    }
    if (this.#text(next) !== ':=' || this.#scopes.isTop) return false;
    const isRange = this.#text(next + 1) === 'range';
    const values = isRange ? [UNKNOWN, elementOf(this.#types.value(next + 2).is)] : this.#values(next + 1, names.length);
    const behind = this.#statements.behindValues(next + 1, this.#scopes.inner?.kind === 'head');
    names.forEach((each, n) => {
      this.#declare(each, values[n] ?? 'bool', behind);
    });
    const { end } = isRange ? { end: next } : this.#types.value(next + 1);
    if (names.length === 1 && this.#text(end - 2) === 'type' && this.#text(end - 1) === ')') this.#switched.set(end, this.#text(at));
    return true;
  }

  #name(at: number, name: string): void {
    if (this.#assigned(at) || this.#isField(at)) return;
    if (this.#scopes.meaning(name, at) === undefined) this.#use(name, at);
    this.#types.value(at, (is, token) => {
      this.#use(is, token);
    });
  }

  /** Whether this is `Name:` in a struct literal. */
  #isField(at: number): boolean {
    const before = this.#text(at - 1);
    const { kind, hasValues = true } = this.#scopes.inner ?? {};
    if (this.#text(at + 1) !== ':') return false;
    return kind === 'clause' ? before === ';' : !hasValues && /^[{,;]$/.test(before);
  }

  /** Reads `(&Command{}).Run()`. Arguments of calls are skipped. */
  #inBrackets(at: number): void {
    const before = this.#text(at - 1);
    if ((isName(before) && !isKeyword(before)) || /^[)\]}"]$/.test(before) || before === 'func') return;
    this.#types.value(at, (is, token) => {
      this.#use(is, token);
    });
  }

  #use(is: GoExpression, token: number): void {
    if (is !== UNKNOWN && !this.used.has(is)) this.used.set(is, this.tokens.lines[token] ?? 1);
  }
}

/** Declared by files with `//go:generate`: any name may be in a file that git ignores. */
export const GENERATED = '*';

/** Returns the types of a Go file's names, and the names and members that it uses. */
export function readGoMembers(text: string): TypeFacts {
  const reader = new MemberReader(goTokens(text));
  reader.read();
  if (/^\/\/go:generate\s/m.test(text)) reader.declared.push([GENERATED, '']);
  return { declared: reader.declared, used: Array.from(reader.used, ([is, line]) => ({ is, line })) };
}
