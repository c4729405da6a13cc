import { queryWords, type ScoreParts, type VaultQuery } from '../../../engine/vault/index.ts';
import { oneLine } from '../../model/text.ts';

/** Matches `project:shop`, `tag:"two words"` or other words. Quotes are doubled inside quotes. Designed to avoid backtracking. */
const PART = /(project|type|tag|status|layer):(?:"([^"]*(?:""[^"]*)*)"?|(\S*))|"([^"]*(?:""[^"]*)*)"?|\S+/gi;

/** Groups of the Memory view, which contain notes of every status. */
const GROUPS = ['project', 'type', 'tag', 'layer'];

const QUOTED = /[\s"]/;

/** Formats a filter so that `typedQuery` can parse it. */
export function typedFilter(key: 'project' | 'tag' | 'status' | 'layer', value: string): string {
  return QUOTED.test(value) || value === '' ? `${key}:"${value.replaceAll('"', '""')}" ` : `${key}:${value} `;
}

const unquoted = (quoted: string | undefined): string | undefined => quoted?.replaceAll('""', '"');

/**
 * Parses a search text: words, and `project:`, `type:`, `tag:`, `status:` and `layer:` with a value that may be quoted. `hot` alone
 * matches recently updated notes. With a group filter, notes of every status match, as in the Memory view.
 * @param top maximum number of results
 */
export function typedQuery(typed: string, top: number): VaultQuery {
  const filters = new Map<string, string[]>();
  const words: string[] = [];
  let hot = false;
  for (const [part, key, quoted, plain, quotedWords] of typed.matchAll(PART)) {
    const values = filters.get(key?.toLowerCase() ?? '') ?? [];
    if (key === undefined && part.toLowerCase() === 'hot') hot = true;
    else if (key === undefined) words.push(unquoted(quotedWords) ?? part);
    // A key without a value is still being typed.
    else if (plain !== '') values.push(unquoted(quoted) ?? plain ?? '');
    if (key !== undefined) filters.set(key.toLowerCase(), values);
  }
  const of = (key: string) => filters.get(key) ?? [];
  const typedWords = words.join(' ');
  // Words of one letter are ignored, so a first letter does not start a search.
  const query = queryWords(typedWords).length === 0 ? '' : typedWords;
  return {
    query,
    projects: of('project'),
    types: of('type'),
    tags: of('tag').map((tag) => tag.replace(/^#/, '')),
    statuses: of('status'),
    hot,
    layers: of('layer').map((layer) => layer.toLowerCase()),
    allStatuses: GROUPS.some((key) => of(key).length > 0),
    top,
  };
}

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
