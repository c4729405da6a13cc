import type { ImportedName } from '../../facts.ts';

/** One name imported by a `use`, and the path that contains it. */
interface UsedPath {
  readonly prefix: readonly string[];
  readonly name: ImportedName;
  /** Index of the last token of its path. */
  readonly at: number;
}

/** Lists nested deeper are ignored. */
const MAX_DEPTH = 64;
const NAME = /^[\w\u0080-\uffff]+$/;

/** Splits a path: `a::b` imports `b` of `a`, while `a::b::self` and `a` import the whole module. */
function divided(path: readonly string[], alias: string | null): Omit<UsedPath, 'at'> {
  const isSelf = path.length > 1 && path.at(-1) === 'self';
  const whole = isSelf ? path.slice(0, -1) : path;
  const last = whole.at(-1) ?? '';
  const isWhole = isSelf || whole.length === 1 || (whole.length === 2 && whole[0] === '');
  if (isWhole) return { prefix: whole, name: { name: '*', local: alias ?? last } };
  return { prefix: whole.slice(0, -1), name: { name: last, local: alias ?? last } };
}

class UseTree {
  readonly found: UsedPath[] = [];
  readonly #around: (readonly string[])[] = [];
  #parts: string[] = [];
  #alias: string | null = null;
  #last = 0;

  /** @returns whether the token at an index belongs to a `use` */
  take(token: string, before: string | undefined, at: number): boolean {
    if (token === '{') this.#open();
    else if (token === ',' || token === '}') this.#close(token);
    else if (token === '::') this.#separate();
    else if (before === 'as') this.#alias = token;
    else if (token === '*' || (NAME.test(token) && token !== 'as')) {
      this.#parts.push(token);
      this.#last = at;
    } else return token === 'as' || token === '$';
    return true;
  }

  /** Ends the current path at a comma or closing brace. */
  flush(): void {
    if (this.#parts.length > 0 && this.#around.length < MAX_DEPTH) {
      this.found.push({ ...divided([...(this.#around.at(-1) ?? []), ...this.#parts], this.#alias), at: this.#last });
    }
    this.#parts = [];
    this.#alias = null;
  }

  #open(): void {
    const prefix = this.#around.length < MAX_DEPTH ? [...(this.#around.at(-1) ?? []), ...this.#parts] : [];
    this.#around.push(prefix);
    this.#parts = [];
  }

  #close(token: string): void {
    this.flush();
    if (token === '}') this.#around.pop();
  }

  /** A leading `::a` starts outside of the crate. */
  #separate(): void {
    if (this.#parts.length === 0 && this.#around.length === 0) this.#parts.push('');
  }
}

/** Reads what a `use` imports, with nested lists expanded. @param from index after `use` @returns also the index of its end */
export function readUse(tokens: readonly string[], from: number): { readonly taken: readonly UsedPath[]; readonly end: number } {
  const tree = new UseTree();
  let at = from;
  for (; at < tokens.length && tokens[at] !== ';'; at += 1) {
    const token = tokens[at] ?? '';
    // A macro fragment (`$x`) is not a path that is known here; `$crate` is.
    if ((token === '$' && tokens[at + 1] !== 'crate') || !tree.take(token, tokens[at - 1], at)) return { taken: [], end: at };
  }
  tree.flush();
  return { taken: tree.found, end: at };
}
