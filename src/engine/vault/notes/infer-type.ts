import { NOTE_TYPES } from '../known.ts';

/** Folders that are not called after a type and hold one nevertheless. */
const FOLDERS: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['contacts', 'person'],
  ['losses', 'loss'],
  ['findings', 'insight'],
  ['archive', 'reference'],
  ['_moc', 'project'],
]);

/** Words in file names by which the original program knew a type. */
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

/** How much of a body is looked at, in characters. */
const LOOKED_AT = 500;

function typeOfFolder(folder: string): string | undefined {
  return FOLDERS.get(folder) ?? NOTE_TYPES.find((type) => folder === type || folder === `${type}s`);
}

/** The type that a note without one seems to have: by its innermost telling folder, its file name, its first lines; else `reference`. */
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

/** Whether a note lies in an archive. */
export function isArchived(path: string): boolean {
  return path
    .toLowerCase()
    .split('/')
    .slice(0, -1)
    .some((folder) => /^_?archived?$/.test(folder));
}
