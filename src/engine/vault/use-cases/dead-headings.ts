import { deadHeadingFinding, type Finding } from '../doctor.ts';
import { LinkedParts } from '../notes/linked-part.ts';
import type { HeadingLink } from '../notes/note.ts';
import type { OpenVault } from './open-vault.ts';
import { bodyOrNothing } from './texts.ts';

/** A link to a part of a note, and the path of the note that it stands in. */
interface FromNote {
  readonly from: string;
  readonly link: HeadingLink;
}

/** The links to parts of notes, by the path of the note that each means. */
function linksByNote({ store: { index } }: OpenVault): ReadonlyMap<string, readonly FromNote[]> {
  const found = new Map<string, FromNote[]>();
  for (const { path: from, headingLinks } of index.notes()) {
    for (const link of headingLinks) {
      const resolution = index.resolve(link.target, from, link.kind);
      if (resolution.kind !== 'found') continue;
      const links = found.get(resolution.path);
      if (links === undefined) found.set(resolution.path, [{ from, link }]);
      else links.push({ from, link });
    }
  }
  return found;
}

/** Links to headings and blocks that are not there. Only the notes are read that are linked in this way, each once. */
export function deadHeadings(vault: OpenVault): Finding[] {
  return Array.from(linksByNote(vault)).flatMap(([path, links]) => {
    const text = bodyOrNothing(vault, path);
    // One that cannot be read is told of itself.
    if (text === '' && (vault.store.index.get(path)?.problems.length ?? 0) > 0) return [];
    const parts = new LinkedParts(text);
    return links.filter(({ link }) => !parts.has(link.heading, link.kind)).map(({ from, link }) => deadHeadingFinding(from, path, link));
  });
}
