import path from 'node:path';
import { isPortableFileName } from '../../files/safe-path.ts';
import { CortexError } from '../../platform/errors.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { inferType } from '../notes/infer-type.ts';
import { isNotePath } from '../notes/note-paths.ts';
import { HAS_DAY, newNoteId, titleOf, toSlug } from '../notes/slug.ts';
import { newNoteText, placeNewNote } from '../notes/write-note.ts';

/** A dead link for which to create a note. */
export interface WantedLink {
  readonly target: string;
  /** Path of the note that contains the link, for relative targets. */
  readonly from: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly project: string;
}

/** Path and text of a note to create. */
export interface WantedNote {
  readonly path: string;
  readonly text: string;
}

/** Type of new notes. */
const TYPE = 'concept';
const SLUG = /^(?:\d{8}_)?[a-z0-9]+(?:_[a-z0-9]+)*$/;

interface Named {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly path: string;
}

const taken = (index: VaultIndex) => (id: string) => index.byId(id).length > 0;

function byPath(index: VaultIndex, bare: string, day: string): Named | null {
  const file = `${bare}.md`;
  if (index.get(file) !== undefined || !isNotePath(file) || !file.split('/').every(isPortableFileName)) return null;
  const name = titleOf(path.posix.basename(bare));
  return { id: newNoteId(name, day, taken(index)), name, type: inferType(file, ''), path: file };
}

function byName(index: VaultIndex, target: string, day: string): Named {
  // The link resolves to a title only if the title has exactly this slug.
  const slug = SLUG.test(target) && toSlug(titleOf(target)) === target.replace(HAS_DAY, '');
  const name = slug ? titleOf(target) : target;
  const place = placeNewNote(index, { name, type: TYPE, day, directory: null });
  return { ...place, ...(slug && HAS_DAY.test(target) && { id: target }), name, type: TYPE };
}

/**
 * Returns the note that makes a dead link resolve: its path and its first text.
 * @returns `null` if no note can have such a name
 */
export function planWantedNote(index: VaultIndex, { target, from, day, project }: WantedLink): WantedNote | null {
  const bare = target.replace(/\.md$/i, '').replace(/^\//, '');
  const isRelative = /^\.{1,2}\//.test(bare);
  try {
    const place = isRelative ? path.posix.join(path.posix.dirname(from), bare) : bare;
    const named = place.includes('/') || isRelative ? byPath(index, place, day) : byName(index, bare, day);
    if (named === null) return null;
    const empty = { status: 'active', tags: [], links: [], description: '', body: '' };
    return { path: named.path, text: newNoteText({ ...named, ...empty, project, day }) };
  } catch (error) {
    if (error instanceof CortexError) return null;
    throw error;
  }
}

/** Returns a new id for a note whose id another note has: derived from its name if possible, else the old id with a number. */
export function newIdFor(index: VaultIndex, { id, name }: { readonly id: string; readonly name: string }, day: string): string {
  const begun = HAS_DAY.test(id) ? id.slice(0, 'YYYYMMDD'.length) : day;
  try {
    return newNoteId(name, begun, taken(index));
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    for (let number = 2; ; number += 1) if (!taken(index)(`${id}_${number}`)) return `${id}_${number}`;
  }
}
