import path from 'node:path';
import type { Note } from '../../../../src/engine/vault/notes/note.ts';

/**
 * Returns a note as it is read from a file with an empty header, with the given fields replaced. Nothing is derived from them: a test that
 * sets a project gets that project.
 * @param file relative to the vault's folder, `/`-separated
 */
export function makeNote(file: string, parts: Partial<Omit<Note, 'path'>> = {}): Note {
  const description = parts.description ?? '';
  return {
    path: file,
    file: { size: 0, mtimeNs: '0', ino: '0' },
    id: '',
    name: path.posix.basename(file, '.md'),
    type: 'unknown',
    project: 'unknown',
    status: 'active',
    tags: [],
    created: null,
    updated: null,
    aliases: [],
    description,
    summary: description,
    confidence: null,
    pnlImpact: null,
    lines: 1,
    links: [],
    headingLinks: [],
    related: [],
    supersedes: [],
    supersededBy: [],
    contradicts: [],
    contradictions: [],
    citations: [],
    cited: [],
    problems: [],
    ...parts,
  };
}
