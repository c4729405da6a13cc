import { compareCodePoints } from '../text/code-point-order.ts';
import type { VaultIndex } from './cache/vault-index.ts';
import type { Resolution } from './links/link-table.ts';
import type { Note, WrittenLink } from './notes/note.ts';

/** A dead link. Links in the header are reported at the header's first line. */
export interface BadLink {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly target: string;
}

/** A link that may mean several notes. */
export interface AmbiguousLink extends BadLink {
  readonly candidates: readonly string[];
}

/** Connections between the notes of a vault (seed 2, "auto-linker"). All lists have the same order on every machine. */
export interface LinkReport {
  readonly total: number;
  /** Number of notes with links. */
  readonly with_links: number;
  /** Notes without links in or out, also of superseding and contradicting notes; sorted by path. */
  readonly orphans: readonly string[];
  /** At most ten notes with the most links to and from other notes. */
  readonly hubs: readonly { readonly path: string; readonly links: number }[];
  readonly dead: readonly BadLink[];
  readonly ambiguous: readonly AmbiguousLink[];
}

const MAX_HUBS = 10;

/** Attachments that Obsidian displays. Links to them are not checked. */
const ATTACHMENT = /\.(?:avif|bmp|gif|jpe?g|png|svg|webp|3gp|flac|m4a|mp3|ogg|wav|webm|mkv|mov|mp4|ogv|pdf|canvas|base)$/i;

/** Reports whether a link certainly refers to a note. A path in backticks, or a Markdown link without `.md`, may refer to another file. */
export function refersToNote(kind: WrittenLink['kind'], target: string): boolean {
  if (kind === 'markdown') return /\.md$/i.test(target);
  return kind !== 'file' && !ATTACHMENT.test(target);
}

/** Returns the links of the prose, then those of the header, which have no kind and always mean notes. */
function outgoing({ links, related }: Note): readonly (Pick<WrittenLink, 'target' | 'line'> & Partial<WrittenLink>)[] {
  return related.length === 0 ? links : [...links, ...related.map((target) => ({ target, line: 1 }))];
}

/** Returns the notes that a header names in fields with a meaning of their own. They connect notes, but are not links of the text. */
const named = ({ supersedes, supersededBy, contradicts }: Note): readonly string[] => [...supersedes, ...supersededBy, ...contradicts];

/**
 * Returns the links that a person should fix (RULINGS, vault 5). Resolves each link once.
 * @param follow called with the resolution of every link
 */
export function findBadLinks(
  index: VaultIndex,
  follow: (from: string, resolution: Resolution) => void = () => {},
): Pick<LinkReport, 'dead' | 'ambiguous'> {
  const dead: BadLink[] = [];
  const ambiguous: AmbiguousLink[] = [];
  for (const note of index.notes()) {
    const { path } = note;
    for (const { target, line, kind } of outgoing(note)) {
      const resolution = index.resolve(target, path, kind);
      follow(path, resolution);
      if (resolution.kind === 'ambiguous') ambiguous.push({ path, line, target, candidates: resolution.paths });
      if (resolution.kind === 'dead' && (kind === undefined || refersToNote(kind, target))) dead.push({ path, line, target });
    }
  }
  return { dead, ambiguous };
}

/** Returns orphans, hubs and bad links. Resolves each link once. */
export function linkReport(index: VaultIndex): LinkReport {
  /** Number of links to and from other existing notes, by path. */
  const degrees = new Map<string, number>();
  /** Further notes that are not orphans: those with a dead or ambiguous link, and those that a header connects. */
  const connected = new Set<string>();
  const bad = findBadLinks(index, (from, resolution) => {
    if (resolution.kind !== 'found') connected.add(from);
    else if (resolution.path !== from) for (const end of [from, resolution.path]) degrees.set(end, (degrees.get(end) ?? 0) + 1);
  });
  const notes = Array.from(index.notes());
  for (const note of notes) {
    for (const target of named(note)) {
      const resolution = index.resolve(target, note.path);
      if (resolution.kind !== 'found') connected.add(note.path);
      else if (resolution.path !== note.path) for (const end of [note.path, resolution.path]) connected.add(end);
    }
  }
  const hubs = [...degrees].map(([path, links]) => ({ path, links }));
  hubs.sort((one, other) => other.links - one.links || compareCodePoints(one.path, other.path));
  return {
    total: notes.length,
    with_links: notes.filter((note) => outgoing(note).length + named(note).length > 0).length,
    orphans: notes.map(({ path }) => path).filter((path) => !connected.has(path) && !degrees.has(path)),
    hubs: hubs.slice(0, MAX_HUBS),
    ...bad,
  };
}
