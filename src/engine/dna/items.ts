import type { LearnedPattern, ProjectConstraint, ProjectDNA } from '../crtx/schema/dna.ts';
import { hasWords, splitSearchWords } from '../crtx/words.ts';
import { CortexError } from '../platform/errors.ts';

export const NEXT = 'Correct the value. Nothing was written.';

export function notFoundError(problem: string, value: unknown, allowed: string): CortexError {
  return new CortexError('not-found', problem, { value, allowed, next: 'List them: cortex dna show' });
}

/** Returns the trimmed text. @throws CortexError `invalid-input` for a blank text */
export function requireText(value: string, name: string): string {
  const text = value.trim();
  if (text !== '') return text;
  throw new CortexError('invalid-input', `${name} is empty`, { value, next: NEXT });
}

/** Replaces the item with the same key, or appends a new one. */
export function replaceOrAdd<Item extends object>(list: readonly Item[], item: Item, keyOf: (item: Item) => string): Item[] {
  const at = list.findIndex((each) => keyOf(each) === keyOf(item));
  return at < 0 ? [...list, item] : list.map((each, n) => (n === at ? { ...each, ...item } : each));
}

/** @throws CortexError `not-found` */
export function findPattern({ patterns }: ProjectDNA, id: string): LearnedPattern {
  const found = patterns.find((each) => each.id === id);
  if (found === undefined) throw notFoundError('no pattern has this id', id, 'the id of a pattern');
  return found;
}

/** Finds a rule by its text or by words of it. @throws CortexError `not-found`, also if several rules have these words */
export function findConstraint(constraints: readonly ProjectConstraint[], words: string): ProjectConstraint {
  const same = constraints.filter(({ rule }) => rule === words);
  const wanted = splitSearchWords(words);
  const like = constraints.filter(({ rule }) => hasWords(rule, wanted));
  const [found, second] = same.length > 0 ? same : like;
  if (found === undefined) throw notFoundError('no rule contains these words', words, 'the words of a rule');
  if (second === undefined) return found;
  const rules = [found, second].map(({ rule }) => JSON.stringify(rule.slice(0, 100))).join(' and ');
  throw new CortexError('not-found', `several rules contain these words, such as ${rules}`, {
    value: words,
    next: 'Add more words of the rule.',
  });
}
