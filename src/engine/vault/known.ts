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
