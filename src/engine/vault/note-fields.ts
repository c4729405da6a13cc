/** Types of notes (seed 2, "Field"). */
export const NOTE_TYPES: readonly string[] = [
  'rule',
  'insight',
  'incident',
  'project',
  'person',
  'reference',
  'decision',
  'lesson',
  'event',
  'loss',
  'win',
  'concept',
  'feedback',
  'user',
];

/** Statuses of notes (seed 2, "Field"). */
export const NOTE_STATUSES: readonly string[] = ['active', 'review', 'archived', 'superseded'];

const FOLDERS: ReadonlyMap<string, string> = new Map([
  ['rule', 'rules'],
  ['feedback', 'feedback'],
  ['insight', 'insights'],
  ['incident', 'incidents'],
  ['person', 'people'],
  ['reference', 'reference'],
  ['user', 'user'],
]);

/** Returns the folder for new notes of a type (rulings, vault 6). */
export function folderForType(type: string): string {
  return FOLDERS.get(type) ?? 'atoms';
}

/** Placeholder for a missing type or project (rulings, vault 3). It is never written to files. */
export const UNKNOWN = 'unknown';

/** Header fields that refer to other notes, with or without brackets. */
export const LINK_FIELDS = ['links', 'related', 'supersedes', 'superseded_by', 'contradicts'] as const;

/** A header field that refers to other notes. */
export type LinkField = (typeof LINK_FIELDS)[number];

/** Header fields with aliases: Obsidian's current name and its older one. */
export const ALIAS_KEYS = ['aliases', 'alias'] as const;

/** Header fields with tags: Obsidian's current name and its older one. */
export const TAG_KEYS = ['tags', 'tag'] as const;

const NO_PROPERTIES: ReadonlySet<string> = new Set(['id', 'name', ...ALIAS_KEYS, ...LINK_FIELDS]);

/**
 * Reports whether a header field is one in which wikilinks count besides `LINK_FIELDS`. Names of the note itself contain no links.
 * @param key in lower case
 */
export function isProperty(key: string): boolean {
  return !NO_PROPERTIES.has(key);
}
