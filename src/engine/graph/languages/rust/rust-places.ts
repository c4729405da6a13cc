/** Longer visibilities are not read. */
const MAX_TOKENS = 32;
/** Words that a path which begins with `::` may follow. */
const BEFORE_PATH = /^(?:return|break|yield|as|dyn|impl|for|in|let|mut|ref|const|else|match|if|while|where|move|pub)$/;

/** Whether `pub`, `pub(crate)` or `pub(in a::b)` precedes an item. */
export function isPublicAt(texts: readonly string[], at: number): boolean {
  if (texts[at - 1] !== ')') return texts[at - 1] === 'pub';
  const open = texts.lastIndexOf('(', at);
  return at - open < MAX_TOKENS && texts[open - 1] === 'pub';
}

/** Whether this is `.a`. In a range or a struct update `..a` it is not a member. */
export function isMemberAt(texts: readonly string[], at: number): boolean {
  return texts[at - 1] === '.' && texts[at - 2] !== '.';
}

/** Whether a path is in `pub(in a::b)`, which is no use of a name. In `for x in a::b()` it is. */
export function isInVisibility(texts: readonly string[], at: number): boolean {
  return texts[at - 1] === 'in' && texts[at - 2] === '(' && texts[at - 3] === 'pub';
}

/** Whether a word is no part of the path that follows it: `mut` in `&mut ::a::B`. */
export function isBeforePath(texts: readonly string[], at: number): boolean {
  return texts[at + 1] === '::' && BEFORE_PATH.test(texts[at] ?? '');
}

/** Whether `::` begins a path. */
export function isLeadingAt(texts: readonly string[], at: number): boolean {
  const before = texts[at - 1] ?? '';
  if (before === '>') return texts[at - 2] === '-' || texts[at - 2] === '=';
  return !/^[\w\u0080-\uffff]+$/.test(before) || BEFORE_PATH.test(before);
}
