import { CortexError } from '../../platform/errors.ts';
import { onDemand } from '../../platform/on-demand.ts';
import { withoutMarks } from '../../text/ascii.ts';
import type { VaultConfig } from '../config/config.ts';
import { UNKNOWN } from '../known.ts';

const LONGEST_SLUG = 60;

/** Letters that Unicode takes for letters of their own, not for ones with an accent. */
const FOLDED: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/**
 * A name as part of an id: `[a-z0-9_]`, at most 60 characters (rulings, vault 6).
 * @throws CortexError `invalid-input` when nothing of the name is left
 */
export function slugOf(name: string): string {
  const slug = withoutMarks(name)
    .toLowerCase()
    .replace(/\P{ASCII}/gu, (letter) => FOLDED[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_/, '')
    .slice(0, LONGEST_SLUG)
    .replace(/_$/, '');
  if (slug !== '') return slug;
  throw new CortexError('invalid-input', 'no id can be made of this name', {
    value: name,
    allowed: 'a name with at least one letter of the Latin alphabet or a digit',
    next: 'Add a word in Latin letters to the name.',
  });
}

/**
 * The id of a new note, `YYYYMMDD_slug`; of one whose id is taken, `YYYYMMDD_slug_2` and so on.
 * @param day `YYYY-MM-DD`
 * @param reached up to which number the ids of each slug were found taken: what is asked for many notes keeps it, or thousands of one
 *   name would be counted anew for each. None of them may become free meanwhile.
 * @throws CortexError `invalid-input` as `slugOf`
 */
export function newNoteId(name: string, day: string, taken: (id: string) => boolean, reached = new Map<string, number>()): string {
  const first = `${day.replaceAll('-', '')}_${slugOf(name)}`;
  const numbered = (number: number) => (number === 1 ? first : `${first}_${number}`);
  let number = reached.get(first) ?? 1;
  while (taken(numbered(number))) number += 1;
  reached.set(first, number);
  return numbered(number);
}

const wordCharacter = onDemand(() => /[\p{L}\p{N}\p{M}_]/u);

/** Whether a word begins with the keyword anywhere: `deploy` is in "deployed" and not in "redeploy". */
function hasWordThatBegins(text: string, keyword: string): boolean {
  for (let at = text.indexOf(keyword); at !== -1; at = text.indexOf(keyword, at + 1)) {
    if (!wordCharacter().test([...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '')) return true;
  }
  return false;
}

/** The tags whose keywords a text has, in the order of the configuration (seed 2, "Keyword-to-tag mapping"). */
export function inferTags(text: string, config: Pick<VaultConfig, 'tags'>): string[] {
  const compared = text.toLowerCase().normalize('NFC');
  const has = (keyword: string) => hasWordThatBegins(compared, keyword.toLowerCase().normalize('NFC'));
  return [...config.tags].flatMap(([tag, keywords]) => (keywords.some(has) ? tag.toLowerCase() : []));
}

/**
 * The project of the longest path of folders that the configuration names, else of the outermost folder whose name it has, else
 * `unknown` (rulings, vault 3).
 * @param path from the vault's folder
 */
export function inferProject(path: string, { directories }: Pick<VaultConfig, 'directories'>): string {
  const folders = path.split('/').slice(0, -1);
  for (let count = folders.length; count > 1; count -= 1) {
    const project = directories.get(folders.slice(0, count).join('/'));
    if (project !== undefined) return project;
  }
  return folders.map((folder) => directories.get(folder)).find((project) => project !== undefined) ?? UNKNOWN;
}
