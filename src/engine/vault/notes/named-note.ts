import { UNKNOWN } from '../note-fields.ts';
import type { Note } from './note.ts';

/** Names by which links may refer to a note, and its file. */
export type NoteNames = Pick<Note, 'path' | 'file' | 'id' | 'name' | 'aliases'>;
/** The names of a note, where its text is not needed. */
export type NamedNote = Omit<NoteNames, 'file'>;

const NONE: readonly never[] = [];

/** Returns a note with only these names. Use it only to resolve links. */
export function createNamedNote({ path, file, id, name, aliases }: NoteNames): Note {
  return {
    path,
    file,
    id,
    name,
    type: UNKNOWN,
    project: UNKNOWN,
    status: 'active',
    tags: NONE,
    created: null,
    updated: null,
    aliases,
    description: '',
    summary: '',
    confidence: null,
    pnlImpact: null,
    lines: 0,
    links: NONE,
    headingLinks: NONE,
    related: NONE,
    supersedes: NONE,
    supersededBy: NONE,
    contradicts: NONE,
    contradictions: NONE,
    citations: NONE,
    cited: NONE,
    problems: NONE,
  };
}

/** `NoteNames` as a list: between threads, field names take longer than values. */
export type NamesRow = readonly [path: string, size: number, mtimeNs: string, ino: string, id: string, name: string, ...aliases: string[]];

/** Returns the row of a note's names. */
export function toNamesRow({ path, file, id, name, aliases }: NoteNames): NamesRow {
  return [path, file.size, file.mtimeNs, file.ino, id, name, ...aliases];
}

/** Returns the note from whose names `toNamesRow` made the row, as `createNamedNote`. */
export function fromNamesRow([path, size, mtimeNs, ino, id, name, ...aliases]: NamesRow): Note {
  return createNamedNote({ path, file: { size, mtimeNs, ino }, id, name, aliases: aliases.length === 0 ? NONE : aliases });
}
