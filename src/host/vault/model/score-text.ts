import type { ScoreParts } from '../../../engine/vault/index.ts';
import { oneLine } from '../../model/text.ts';

/** Formats a score as `41.0`. */
export function scoreText(score: number): string {
  return score.toFixed(1);
}

/** Explains a score, as in `tax: name 10, tag 8; all words × 1.5; recent + 2`. Empty for a list without scores. */
export function explainScore({ words, allWords, bonus, factor }: ScoreParts): string {
  const found = new Map<string, string[]>();
  for (const { word, field, points } of words) found.set(word, [...(found.get(word) ?? []), `${field} ${points}`]);
  const parts = Array.from(found, ([word, fields]) => `${oneLine(word, 30)}: ${fields.join(', ')}`);
  if (allWords) parts.push('all words × 1.5');
  if (bonus > 0) parts.push(`recent + ${bonus}`);
  if (factor !== 1) parts.push(`superseded or archived × ${factor}`);
  return parts.join('; ');
}
