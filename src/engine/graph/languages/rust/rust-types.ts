/** Types that lead to the type in them: `Box<Order>` has the members of `Order`. */
const POINTERS: ReadonlySet<string> = new Set(['Box', 'Rc', 'Arc', 'Cow', 'Ref', 'RefMut', 'Pin', 'ManuallyDrop']);
const MAYBE: ReadonlySet<string> = new Set(['Option', 'Result']);
const BEFORE_TYPE: ReadonlySet<string> = new Set(['&', 'mut', 'dyn', 'impl', 'const', '*']);
const NAME = /^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*$/;
/** Types nested deeper are unknown. */
const MAX_DEPTH = 8;
const MAX_GENERICS_LENGTH = 64;

/** Whether a token is a name that by convention is a type. */
export const isTypeName = (token: string | undefined): boolean => token !== undefined && /^\p{Lu}/u.test(token);

/** Whether a token is a name or a keyword. */
export const isName = (token: string | undefined): boolean => token !== undefined && NAME.test(token);

/** Returns the index after a list of generics that begins at an index. */
export function afterGenerics(texts: readonly string[], at: number): number {
  if (texts[at] !== '<') return at;
  let depth = 0;
  for (let next = at; next < texts.length && next < at + MAX_GENERICS_LENGTH; next += 1) {
    const token = texts[next];
    if (token === '<') depth += 1;
    // `->` is no bracket.
    else if (token === '>' && texts[next - 1] !== '-') depth -= 1;
    else if (token === ';' || token === '{') return next;
    if (depth === 0) return next + 1;
  }
  return at + 1;
}

/**
 * Reads the type at an index, as far as it has a name: `flags.Flag` for `&mut flags::Flag<T>`, `!Flag` for `Option<Flag>` and `Result<Flag,
 * E>`; empty if it has none. @param self what `Self` means
 */
export function rustTypeAt(texts: readonly string[], from: number, self: string, depth = 0): string {
  let at = from;
  while (BEFORE_TYPE.has(texts[at] ?? '')) at += 1;
  const path = pathAt(texts, at, self);
  const last = path.at(-1) ?? '';
  const inside = at + 2 * path.length;
  const isAround = texts[inside - 1] === '<' && depth < MAX_DEPTH;
  if (isAround && POINTERS.has(last)) return rustTypeAt(texts, inside, self, depth + 1);
  if (isAround && MAYBE.has(last)) return `!${rustTypeAt(texts, inside, self, depth + 1).replace(/^!/, '')}`;
  return isTypeName(last.split('.').at(-1)) ? path.join('.') : '';
}

/** Returns the parts of the path at an index, up to the type. */
function pathAt(texts: readonly string[], from: number, self: string): string[] {
  const parts: string[] = [];
  for (let at = from; isName(texts[at]); at += 2) {
    const part = texts[at] ?? '';
    parts.push(part === 'Self' ? self : part);
    if (isTypeName(part) || texts[at + 1] !== '::') break;
  }
  return parts;
}

/** Returns the other bracket of each bracket, by index. */
export function bracketPairs(texts: readonly string[]): Map<number, number> {
  const [pairs, open] = [new Map<number, number>(), [] as number[]];
  texts.forEach((token, at) => {
    if (token === '(' || token === '[' || token === '{') open.push(at);
    if (token !== ')' && token !== ']' && token !== '}') return;
    const start = open.pop();
    if (start === undefined) return;
    pairs.set(start, at);
    pairs.set(at, start);
  });
  return pairs;
}
