/** What a note can be (seed 2, "Field"). */
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

/** How a note stands (seed 2, "Field"). */
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

/** The folder of the vault that a new note of a type belongs in (rulings, vault 6). */
export function folderOfType(type: string): string {
  return FOLDERS.get(type) ?? 'atoms';
}

/** Stands for a type or project that a note does not have (rulings, vault 3); nobody writes it. */
export const UNKNOWN = 'unknown';

/** The fields of a header that name other notes, with or without brackets around them. */
export const LINK_FIELDS = ['links', 'related', 'supersedes', 'superseded_by', 'contradicts'] as const;

/** One of the fields of a header that name other notes. */
export type LinkField = (typeof LINK_FIELDS)[number];

/** The fields of a header that hold other names of its note: Obsidian's, and what it was before. */
export const ALIAS_KEYS = ['aliases', 'alias'] as const;

/** The fields of a header that hold its tags: Obsidian's, and what it was before. */
export const TAG_KEYS = ['tags', 'tag'] as const;

const NO_PROPERTIES: ReadonlySet<string> = new Set(['id', 'name', ...ALIAS_KEYS, ...LINK_FIELDS]);

/** Whether a field of a header may hold links in brackets besides ours: what a note is called is no link. @param key in lower case */
export function isProperty(key: string): boolean {
  return !NO_PROPERTIES.has(key);
}
