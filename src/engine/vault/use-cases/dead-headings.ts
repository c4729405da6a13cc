import { deadHeadingFinding, type Finding } from '../doctor.ts';
import { deadParts, type LinkedNote } from '../links/dead-parts.ts';
import type { HeadingLink } from '../notes/note.ts';
import type { OpenVault } from './open-vault.ts';

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

/** Returns what is needed of a note to examine the links to its parts. */
function linkedNote({ store: { index } }: OpenVault, path: string, from: readonly FromNote[]): readonly LinkedNote[] {
  const note = index.get(path);
  const links = from.map(({ link: { heading, kind } }) => ({ heading, kind }));
  return note === undefined ? [] : [{ path, file: note.file, hasProblems: note.problems.length > 0, links }];
}

/** Number of notes after which results of the other thread are received. */
const TOGETHER = 32;

/** Returns links to headings and blocks that do not exist. Reads only notes with such links, each once. */
export async function findDeadHeadings(vault: OpenVault): Promise<Finding[]> {
  const { config, runtime, thread, context } = vault;
  const links = linksByNote(vault);
  const notes = Array.from(links).flatMap(([path, from]) => linkedNote(vault, path, from));
  const take = thread?.deadParts(notes);
  const findings: Finding[] = [];
  for (const [number, note] of notes.entries()) {
    if (number % TOGETHER === 0) await runtime.sleep(0, context.signal);
    const dead = new Set(take?.(note) ?? deadParts(runtime, config.root, note));
    const from = links.get(note.path)?.filter((_, index) => dead.has(index)) ?? [];
    findings.push(...from.map((each) => deadHeadingFinding(each.from, note.path, each.link)));
  }
  return findings;
}
