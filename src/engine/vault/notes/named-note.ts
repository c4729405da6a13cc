import { UNKNOWN } from '../note-fields.ts';
import type { Note } from './note.ts';

/** Names by which links may refer to a note, and its file. */
export type NoteNames = Pick<Note, 'path' | 'file' | 'id' | 'name' | 'aliases'>;

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
