import { NOTE_TYPES } from '../note-fields.ts';

/** Folders that imply a type although they are not named after it. */
const FOLDERS: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['contacts', 'person'],
  ['losses', 'loss'],
  ['findings', 'insight'],
  ['archive', 'reference'],
  ['_moc', 'project'],
]);

/** Words in file names that imply a type, as in the original program. */
const FILE_WORDS: ReadonlyMap<string, string> = new Map([
  ['incident', 'incident'],
  ['index', 'project'],
  ['changelog', 'project'],
  ['insight', 'insight'],
  ['thesis', 'insight'],
  ['finding', 'insight'],
  ['backtest', 'insight'],
  ['bio', 'person'],
  ['profile', 'person'],
  ['contact', 'person'],
]);

/** Length of the part of a body that is searched, in UTF-16 code units. */
const LOOKED_AT = 500;

function typeOfFolder(folder: string): string | undefined {
  return FOLDERS.get(folder) ?? NOTE_TYPES.find((type) => folder === type || folder === `${type}s`);
}

/**
 * Infers the type of a note without one: from the innermost folder that implies a type, the file name, or the first lines; else
 * `reference`.
 */
export function inferType(path: string, body: string): string {
  const folders = path.toLowerCase().split('/');
  const file = folders.pop() ?? '';
  const start = body.slice(0, LOOKED_AT).toLowerCase();
  const isFeedback = start.includes('**why:**') && start.includes('**how to apply:**');
  return (
    folders.map(typeOfFolder).findLast((type) => type !== undefined) ??
    (file.match(/[a-z]+/g) ?? []).map((word) => FILE_WORDS.get(word)).find((type) => type !== undefined) ??
    (isFeedback ? 'feedback' : /\blessons?\b/.test(start) ? 'lesson' : 'reference')
  );
}

/** Reports whether a note is in an archive folder. */
export function isArchived(path: string): boolean {
  return path
    .toLowerCase()
    .split('/')
    .slice(0, -1)
    .some((folder) => /^_?archived?$/.test(folder));
}
