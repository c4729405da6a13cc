import { shellWord } from '../../text/shell-word.ts';
import type { SearchInput } from '../schemas/search.ts';
import { queryWords } from '../search/scoring.ts';
import { explainUnmatchedFilters } from './explain-unmatched-filters.ts';
import type { OpenVault } from './open-vault.ts';

/** Limit of words, so that the command stays readable. */
const MAX_WORDS = 8;

/** Explains that note texts are not searched, with a command that searches them. @param root root of the vault */
function unsearchedTexts(root: string, query: string): string[] {
  const words = queryWords(query).slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  const command = ['grep', '-rliF', '--include=*.md', ...words.flatMap((word) => ['-e', word]), root].map(shellWord).join(' ');
  return [`the texts of notes are not searched; this lists the notes whose texts have one of the words: ${command}`];
}

type Asked = Pick<SearchInput, 'project' | 'type' | 'tag' | 'status'> & { readonly paths?: boolean };

/** Explains why a query found nothing: a filter matches no note, or the words occur only in texts. */
export function explainNoResults({ store, config }: OpenVault, query: string, asked: Asked): string[] {
  const filters = explainUnmatchedFilters(store.index, asked);
  // With `--paths` the reader is a program, so no hint is needed.
  return filters.length > 0 || asked.paths === true ? filters : unsearchedTexts(config.root, query);
}
