import { compareCodePoints } from '../../text/code-point-order.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import type { Note } from '../notes/note.ts';
import { resolveTargets } from '../trust/supersession.ts';
import { findPlacedLinks, type PlacedLink } from './placed-links.ts';

/** Links to a note from other notes. */
export interface IncomingLinks {
  /** Paths of the notes that link to it, in prose or header, in code point order. May include the note itself. */
  readonly from: readonly string[];
  /** Paths of the notes that supersede it, according to its own header or theirs. Excludes the note itself. */
  readonly replacements: readonly string[];
}

/** Returns the links to a note. */
export function findIncomingLinks(index: VaultIndex, note: Note): IncomingLinks {
  const from = new Set(index.backlinks(note.path).map((link) => link.from));
  const replacements = new Set(resolveTargets(index, note.supersededBy, note.path));
  const leadsHere = (targets: readonly string[], path: string) => {
    for (const found of resolveTargets(index, targets, path)) if (found === note.path) return true;
    return false;
  };
  for (const { path, related, supersedes, supersededBy, contradicts } of index.callingInHeaders(note)) {
    const replacesIt = leadsHere(supersedes, path);
    if (replacesIt) replacements.add(path);
    if (replacesIt || [related, supersededBy, contradicts].some((targets) => leadsHere(targets, path))) from.add(path);
  }
  replacements.delete(note.path);
  return { from: [...from].sort(compareCodePoints), replacements: [...replacements] };
}

/** Returns the links of a text that resolve to a note, in the order of the text. @param text of the note at `path` */
export function findLinksTo(index: VaultIndex, note: Pick<Note, 'path'>, { path, text }: { path: string; text: string }): PlacedLink[] {
  return findPlacedLinks(text, path).filter(({ target, kind }) => {
    const resolution = index.resolve(target, path, kind);
    return resolution.kind === 'found' && resolution.path === note.path;
  });
}
