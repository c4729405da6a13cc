import type { UnresolvedReason } from './graph-gaps.ts';

/** Maximum number of listed candidates. */
const MAX_CANDIDATES = 5;

const joined = (words: readonly string[], last: string): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

/** Files of languages without exports. */
const DECLARES = /\.java$/;

/** Returns which names an import lacks: `a and b are not exported`, in Java `a is not declared`. @param files that lack them */
export function notExported(names: readonly string[], files: readonly string[] = []): string {
  return `${joined(names, 'and')} ${names.length > 1 ? 'are' : 'is'} not ${DECLARES.test(files[0] ?? '') ? 'declared' : 'exported'}`;
}

/**
 * Returns why an import is unresolved, with the files that it may mean: `ambiguous: a/shop.py or b/shop.py`, `not found; may be a/shop.py`,
 * `cart is not exported by src/api.ts`.
 */
export function reasonInWords(unresolved: {
  readonly reason: UnresolvedReason;
  readonly names: readonly string[];
  readonly candidates?: readonly string[] | undefined;
}): string {
  const { reason, names, candidates = [] } = unresolved;
  if (candidates.length === 0) return reason;
  const shown = candidates.slice(0, MAX_CANDIDATES);
  const more = candidates.length - shown.length;
  const files = [...shown, ...(more > 0 ? [`${more} more`] : [])].join(' or ');
  if (reason === 'not exported') return `${notExported(names, candidates)} ${DECLARES.test(candidates[0] ?? '') ? 'in' : 'by'} ${files}`;
  return `${reason}${reason === 'ambiguous' ? ':' : '; may be'} ${files}`;
}
