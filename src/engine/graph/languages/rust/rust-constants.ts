const OPENING = /^[([{]$/;
const CLOSING = /^[)\]}]$/;
/** Longer lists are not evaluated. */
const MAX_PARTS = 32;
const MANIFEST_FOLDER = 'CARGO_MANIFEST_DIR';

/** Whether a macro is called at a token: `concat!(`. */
const isCall = (texts: readonly string[], at: number, macro: string): boolean =>
  texts[at] === macro && texts[at + 1] === '!' && OPENING.test(texts[at + 2] ?? '');

/** A value, and the index after it. */
interface Read {
  readonly value: string;
  readonly end: number;
}

/** Reads a string, or `env!("CARGO_MANIFEST_DIR")`, whose value is `$CARGO_MANIFEST_DIR`. */
function partAt(texts: readonly string[], at: number): Read | null {
  const token = texts[at] ?? '';
  if (token.startsWith('"')) return { value: token.slice(1), end: at + 1 };
  const isFolder = isCall(texts, at, 'env') && texts[at + 3] === `"${MANIFEST_FOLDER}` && CLOSING.test(texts[at + 4] ?? '');
  return isFolder ? { value: `$${MANIFEST_FOLDER}`, end: at + 5 } : null;
}

/**
 * Returns the text of a constant expression: a string, or `concat!` of strings after `env!("CARGO_MANIFEST_DIR")`; `null` for all others,
 * whose value is only known at build time.
 * @param at index of its first token
 */
export function constantText(texts: readonly string[], at: number): string | null {
  if (!isCall(texts, at, 'concat')) return partAt(texts, at)?.value ?? null;
  const parts: string[] = [];
  for (let next = at + 3; parts.length < MAX_PARTS; next += 1) {
    if (CLOSING.test(texts[next] ?? '')) return parts.join('');
    const part = partAt(texts, next);
    if (part === null) return null;
    parts.push(part.value);
    next = part.end;
    if (CLOSING.test(texts[next] ?? '')) return parts.join('');
    if (texts[next] !== ',') return null;
  }
  return null;
}
