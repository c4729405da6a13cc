/** If braces expand to more patterns than this, they are taken literally. */
const MAX_ALTERNATIVES = 64;

/** Expands braces: `a.{ts,tsx}` to `a.ts` and `a.tsx`. Unclosed braces are literal. */
function alternatives(pattern: string): readonly string[] {
  let open = [pattern];
  for (;;) {
    const next = open.flatMap((each) => {
      const [whole = '', inner] = /\{([^{}]*)\}/.exec(each) ?? [];
      const at = each.indexOf(whole);
      return inner === undefined ? [each] : inner.split(',').map((option) => each.slice(0, at) + option + each.slice(at + whole.length));
    });
    if (next.length === open.length && next.every((each, n) => each === open[n])) return open;
    if (next.length > MAX_ALTERNATIVES) return [pattern];
    open = next;
  }
}

/**
 * Matches a sequence against a pattern with wildcards for any number of items. Backtracks only to the last wildcard, so the cost is at most
 * the product of both lengths.
 */
function matchRow<T>(pattern: readonly T[], row: readonly T[], isAny: (part: T) => boolean, fits: (part: T, item: T) => boolean): boolean {
  let [at, wildcard, resumed] = [0, -1, 0];
  for (let n = 0; n < row.length; ) {
    const [part, item] = [pattern[at], row[n]];
    if (part !== undefined && isAny(part)) {
      wildcard = at;
      resumed = n;
      at += 1;
    } else if (part !== undefined && item !== undefined && fits(part, item)) {
      at += 1;
      n += 1;
    } else if (wildcard >= 0) {
      resumed += 1;
      n = resumed;
      at = wildcard + 1;
    } else return false;
  }
  return pattern.slice(at).every(isAny);
}

function fitsName(pattern: string, name: string): boolean {
  if (pattern === name) return true;
  if (!/[*?]/.test(pattern) || (name.startsWith('.') && !pattern.startsWith('.'))) return false;
  return matchRow(
    [...pattern],
    [...name],
    (part) => part === '*',
    (part, item) => part === '?' || part === item,
  );
}

const isAnyDepth = (part: string): boolean => part === '**';

/**
 * Returns a matcher for a glob pattern: `*` and `?` within a name, `**` for any number of folders, `{a,b}`. Brackets are literal, because
 * files have names such as `[id].ts`. Wildcards do not match a leading dot.
 */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const all = alternatives(pattern).map((each) => each.split('/'));
  return (path) => {
    const parts = path.split('/');
    return all.some((each) => matchRow(each, parts, isAnyDepth, (part, item) => fitsName(part, item)));
  };
}

/** Returns the longest leading folder of a pattern without wildcards. */
export function fixedFolder(pattern: string): string {
  const parts = pattern.split('/');
  const wild = parts.findIndex((part) => /[*?{]/.test(part));
  return parts.slice(0, wild < 0 ? -1 : wild).join('/');
}
