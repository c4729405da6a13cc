import { queryWords } from './scoring.ts';

/**
 * English function words, which say nothing about the topic. In a query they would match parts of other words ("it" in "waiting", "so" in
 * "resolve") and dominate the results.
 */
const FUNCTION_WORDS = new Set(
  (
    'about after all also am an and any are as at be because been before being but by can could did do does doing done each for from ' +
    'get gets had has have having he her here his how i if in into is it its just let make me more most must my no nor not of on once only or ' +
    'other our out over own please shall she should so some such than that the their them then there these they this those through to ' +
    'too under until up us use using very was we were what when where which while who why will with would you your'
  ).split(' '),
);

/** Punctuation around a word. Characters of names (`c++`, `c#`, `--force`) are not included. */
const AROUND = new Set('.,;:!?\'"`()[]{}<>*_“”‘’„«»…');

function bare(word: string): string {
  let from = 0;
  let to = word.length;
  while (from < to && AROUND.has(word.charAt(from))) from += 1;
  while (from < to && AROUND.has(word.charAt(to - 1))) to -= 1;
  return word.slice(from, to);
}

/** Returns the query for a task in natural language: its words without surrounding punctuation and function words. */
export function taskQuery(task: string): string {
  const words = queryWords(task).map(bare);
  const significant = words.filter((word) => word !== '' && !FUNCTION_WORDS.has(word));
  return (significant.length > 0 ? significant : words).join(' ');
}
