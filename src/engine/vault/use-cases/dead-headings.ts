import { deadHeadingFinding, type Finding } from '../doctor.ts';
import { LinkedParts } from '../notes/linked-part.ts';
import type { HeadingLink } from '../notes/note.ts';
import type { OpenVault } from './open-vault.ts';
import { bodyOrNothing } from './texts.ts';

/** Link to a part of a note, and the path of the note that contains it. */
interface FromNote {
  readonly from: string;
  readonly link: HeadingLink;
}

/** Returns the links to parts of notes, grouped by the path of the target note. */
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

/** Returns links to headings and blocks that do not exist. Reads only notes with such links, each once. */
export function deadHeadings(vault: OpenVault): Finding[] {
  return Array.from(linksByNote(vault)).flatMap(([path, links]) => {
    const text = bodyOrNothing(vault, path);
    // An unreadable note is reported separately.
    if (text === '' && (vault.store.index.get(path)?.problems.length ?? 0) > 0) return [];
    const parts = new LinkedParts(text);
    return links.filter(({ link }) => !parts.has(link.heading, link.kind)).map(({ from, link }) => deadHeadingFinding(from, path, link));
  });
}
