import { compareCodePoints } from '../../text/code-point-order.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import type { Note } from '../notes/note.ts';
import { resolved } from '../trust/supersession.ts';
import { type PlacedLink, placedLinks } from './placed-links.ts';

/** What leads to a note. */
export interface IncomingLinks {
  /** The paths of the notes that link to it, in the prose or the header, in code point order; itself, if it does. */
  readonly from: readonly string[];
  /** The paths of the notes that count instead, as it says itself or as they say; without itself. */
  readonly replacements: readonly string[];
}

/** Who links to a note. */
export function incomingLinks(index: VaultIndex, note: Note): IncomingLinks {
  const from = new Set(index.backlinks(note.path).map((link) => link.from));
  const replacements = new Set(resolved(index, note.supersededBy, note.path));
  const leadsHere = (targets: readonly string[], path: string) => {
    for (const found of resolved(index, targets, path)) if (found === note.path) return true;
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

/** The links of a text that mean a note and no other, in the order of the text. @param text of the note at `path` */
export function linksTo(index: VaultIndex, note: Pick<Note, 'path'>, { path, text }: { path: string; text: string }): PlacedLink[] {
  return placedLinks(text, path).filter(({ target, kind }) => {
    const resolution = index.resolve(target, path, kind);
    return resolution.kind === 'found' && resolution.path === note.path;
  });
}
