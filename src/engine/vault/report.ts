import { compareCodePoints } from '../text/code-point-order.ts';
import type { VaultIndex } from './cache/vault-index.ts';
import type { Resolution } from './links/link-table.ts';
import type { Note, WrittenLink } from './notes/note.ts';

/** A link that leads nowhere. Links of the header have the line of the header's start. */
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

/** How the notes of a vault are connected (seed 2, "auto-linker"); every list is in an order that is the same on every machine. */
export interface LinkReport {
  readonly total: number;
  /** Notes that link to anything. */
  readonly with_links: number;
  /** Notes without a link in or out, in the order of their paths. */
  readonly orphans: readonly string[];
  /** The most linked notes, at most ten: the number of links in and out between it and other notes. */
  readonly hubs: readonly { readonly path: string; readonly links: number }[];
  readonly dead: readonly BadLink[];
  readonly ambiguous: readonly AmbiguousLink[];
}

const MOST_HUBS = 10;

/** What Obsidian shows of files that are no notes: links to such are not for us to judge. */
const ATTACHMENT = /\.(?:avif|bmp|gif|jpe?g|png|svg|webp|3gp|flac|m4a|mp3|ogg|wav|webm|mkv|mov|mp4|ogv|pdf|canvas|base)$/i;

/**
 * Whether a link is certain to mean a note: a path in backticks may as well speak of a file outside the vault, and so may a Markdown link
 * without `.md`.
 */
export function meansNote(kind: WrittenLink['kind'], target: string): boolean {
  if (kind === 'markdown') return /\.md$/i.test(target);
  return kind !== 'file' && !ATTACHMENT.test(target);
}

/** Links of the prose, then those of the header, which are of no kind and mean notes. */
function outgoing({ links, related }: Note): readonly (Pick<WrittenLink, 'target' | 'line'> & Partial<WrittenLink>)[] {
  return related.length === 0 ? links : [...links, ...related.map((target) => ({ target, line: 1 }))];
}

/**
 * The links that a person should mend (RULINGS, vault 5). Costs each link once.
 * @param follow is told of every link what it means
 */
export function badLinks(
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
      if (resolution.kind === 'dead' && (kind === undefined || meansNote(kind, target))) dead.push({ path, line, target });
    }
  }
  return { dead, ambiguous };
}

/** Orphans, hubs, and bad links. Costs each link once. */
export function linkReport(index: VaultIndex): LinkReport {
  /** Links to and from other notes that exist, by path. */
  const degrees = new Map<string, number>();
  /** Notes that a link leads to or away from, wherever it leads. */
  const connected = new Set<string>();
  const bad = badLinks(index, (from, resolution) => {
    if (resolution.kind !== 'found') connected.add(from);
    else if (resolution.path !== from) for (const end of [from, resolution.path]) degrees.set(end, (degrees.get(end) ?? 0) + 1);
  });
  const notes = Array.from(index.notes());
  const hubs = [...degrees].map(([path, links]) => ({ path, links }));
  hubs.sort((one, other) => other.links - one.links || compareCodePoints(one.path, other.path));
  return {
    total: notes.length,
    with_links: notes.filter((note) => outgoing(note).length > 0).length,
    orphans: notes.map(({ path }) => path).filter((path) => !connected.has(path) && !degrees.has(path)),
    hubs: hubs.slice(0, MOST_HUBS),
    ...bad,
  };
}
