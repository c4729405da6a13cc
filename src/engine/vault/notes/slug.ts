import { CortexError } from '../../platform/errors.ts';
import { onDemand } from '../../platform/on-demand.ts';
import { withoutMarks } from '../../text/ascii.ts';
import type { VaultConfig } from '../config/config.ts';
import { UNKNOWN } from '../note-fields.ts';

const MAX_SLUG_LENGTH = 60;

/** Letters that Unicode does not decompose into a base letter and an accent. */
const FOLDED: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/**
 * Converts a name to the slug of an id: `[a-z0-9_]`, at most 60 characters (rulings, vault 6).
 * @throws CortexError `invalid-input` if the slug would be empty
 */
export function toSlug(name: string): string {
  const slug = withoutMarks(name)
    .toLowerCase()
    .replace(/\P{ASCII}/gu, (letter) => FOLDED[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_/, '')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/_$/, '');
  if (slug !== '') return slug;
  throw new CortexError('invalid-input', 'cannot derive an id from the name', {
    value: name,
    allowed: 'a name with at least one letter of the Latin alphabet or a digit',
    next: 'Add a word in Latin letters to the name.',
  });
}

/** The day at the beginning of an id. */
export const HAS_DAY = /^\d{8}_/;
/** File names that are slugs of several words, or have a day. */
const SLUG = /^(?:\d{8}_[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*|[a-z][a-z0-9]*(?:[_-][a-z0-9]+)+)$/;

/** Converts a slug to a title: `20260412_deploy_freeze` to `Deploy freeze`. */
export function titleOf(slug: string): string {
  const words = slug.replace(HAS_DAY, '').replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns a name that people can read: the title of a slug, else the name itself. */
export const readableName = (name: string): string => (SLUG.test(name) ? titleOf(name) : name);

/**
 * Returns the id of a new note: `YYYYMMDD_slug`, or `YYYYMMDD_slug_2` and so on if that is taken.
 * @param day `YYYY-MM-DD`
 * @param reached last number that was tried for each slug. Share it between calls for many notes, or thousands of notes with the same name
 * would count from 1 each. Ids must not become free in between.
 * @throws CortexError `invalid-input` as `toSlug`
 */
export function newNoteId(name: string, day: string, taken: (id: string) => boolean, reached = new Map<string, number>()): string {
  const first = `${day.replaceAll('-', '')}_${toSlug(name)}`;
  const numbered = (number: number) => (number === 1 ? first : `${first}_${number}`);
  let number = reached.get(first) ?? 1;
  while (taken(numbered(number))) number += 1;
  reached.set(first, number);
  return numbered(number);
}

const wordCharacter = onDemand(() => /[\p{L}\p{N}\p{M}_]/u);

/** Reports whether any word starts with the keyword: `deploy` matches "deployed" but not "redeploy". */
function hasWordThatBegins(text: string, keyword: string): boolean {
  for (let at = text.indexOf(keyword); at !== -1; at = text.indexOf(keyword, at + 1)) {
    if (!wordCharacter().test([...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '')) return true;
  }
  return false;
}

/** Returns the tags with a keyword in the text, in the order of the configuration (seed 2, "Keyword-to-tag mapping"). */
export function inferTags(text: string, config: Pick<VaultConfig, 'tags'>): string[] {
  const compared = text.toLowerCase().normalize('NFC');
  const has = (keyword: string) => hasWordThatBegins(compared, keyword.toLowerCase().normalize('NFC'));
  return [...config.tags].flatMap(([tag, keywords]) => (keywords.some(has) ? tag.toLowerCase() : []));
}

/**
 * Infers the project of a note: from the longest configured path of folders, else from the outermost configured folder name, else
 * `unknown` (rulings, vault 3).
 * @param path relative to the vault's root
 */
export function inferProject(path: string, { directories }: Pick<VaultConfig, 'directories'>): string {
  const folders = path.split('/').slice(0, -1);
  for (let count = folders.length; count > 1; count -= 1) {
    const project = directories.get(folders.slice(0, count).join('/'));
    if (project !== undefined) return project;
  }
  return folders.map((folder) => directories.get(folder)).find((project) => project !== undefined) ?? UNKNOWN;
}
