import { shellWord } from '../../text/shell-word.ts';
import type { SearchInput } from '../schemas/search.ts';
import { queryWords } from '../search/scoring.ts';
import type { OpenVault } from './open-vault.ts';
import { unmatched } from './unmatched.ts';

/** So many words make a command that can still be read. */
const MOST_WORDS = 8;

/** That the texts of notes were not searched, with a command that does. @param root of the vault */
function unsearchedTexts(root: string, query: string): string[] {
  const words = queryWords(query).slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  const command = ['grep', '-rliF', '--include=*.md', ...words.flatMap((word) => ['-e', word]), root].map(shellWord).join(' ');
  return [`the texts of notes are not searched; this lists the notes whose texts have one of the words: ${command}`];
}

type Asked = Pick<SearchInput, 'project' | 'type' | 'tag' | 'status'> & { readonly paths?: boolean };

/** Why a query has found nothing: a filter that no note passes, or that its words stand in texts at most. */
export function whyNone({ store, config }: OpenVault, query: string, asked: Asked): string[] {
  const filters = unmatched(store.index, asked);
  // Paths alone are for programs.
  return filters.length > 0 || asked.paths === true ? filters : unsearchedTexts(config.root, query);
}
