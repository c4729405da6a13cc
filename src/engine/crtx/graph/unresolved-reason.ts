import type { UnresolvedReason } from './graph-gaps.ts';

/** Maximum number of listed candidates. */
const MOST_CANDIDATES = 5;

/** Returns why an import is unresolved, with the files that it may mean: `ambiguous: a/shop.py or b/shop.py`, `not found; may be a/shop.py`. */
export function reasonInWords(unresolved: {
  readonly reason: UnresolvedReason;
  readonly candidates?: readonly string[] | undefined;
}): string {
  const { reason, candidates = [] } = unresolved;
  if (candidates.length === 0) return reason;
  const shown = candidates.slice(0, MOST_CANDIDATES);
  const more = candidates.length - shown.length;
  return `${reason}${reason === 'ambiguous' ? ':' : '; may be'} ${[...shown, ...(more > 0 ? [`${more} more`] : [])].join(' or ')}`;
}
