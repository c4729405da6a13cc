import { compareCodePoints } from '../text/code-point-order.ts';
import type { VaultIndex } from './cache/vault-index.ts';
import type { AskedLink } from './links/link-table.ts';
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

interface Outgoing extends AskedLink {
  readonly line: number;
  readonly meansNote: boolean;
}

function outgoing(note: Note): Outgoing[] {
  const written = note.links.map(({ target, line, kind }) => ({ target, line, kind, meansNote: meansNote(kind, target) }));
  return [...written, ...note.related.map((target) => ({ target, line: 1, meansNote: true }))];
}

/** Follows every link once. */
class Links {
  readonly dead: BadLink[] = [];
  readonly ambiguous: AmbiguousLink[] = [];
  /** Links to and from other notes that exist, by path. */
  readonly degrees = new Map<string, number>();
  /** Notes that a link leads to or away from, wherever it leads. */
  readonly connected = new Set<string>();
  withLinks = 0;

  constructor(index: VaultIndex) {
    for (const note of index.notes()) {
      const links = outgoing(note);
      if (links.length > 0) this.withLinks += 1;
      for (const link of links) this.#follow(index, note.path, link);
    }
  }

  #follow(index: VaultIndex, path: string, { target, line, kind, meansNote }: Outgoing): void {
    const resolution = index.resolve(target, path, kind);
    if (resolution.kind === 'found') {
      if (resolution.path !== path) this.#connect(path, resolution.path);
      return;
    }
    this.connected.add(path);
    if (resolution.kind === 'ambiguous') this.ambiguous.push({ path, line, target, candidates: resolution.paths });
    else if (meansNote) this.dead.push({ path, line, target });
  }

  #connect(...ends: string[]): void {
    for (const end of ends) {
      this.connected.add(end);
      this.degrees.set(end, (this.degrees.get(end) ?? 0) + 1);
    }
  }
}

/** Orphans, hubs, and links that a person should mend (RULINGS, vault 5). Costs each link once. */
export function linkReport(index: VaultIndex): LinkReport {
  const links = new Links(index);
  const paths = Array.from(index.notes(), ({ path }) => path);
  const hubs = [...links.degrees].map(([path, count]) => ({ path, links: count }));
  hubs.sort((one, other) => other.links - one.links || compareCodePoints(one.path, other.path));
  return {
    total: paths.length,
    with_links: links.withLinks,
    orphans: paths.filter((path) => !links.connected.has(path)),
    hubs: hubs.slice(0, MOST_HUBS),
    dead: links.dead,
    ambiguous: links.ambiguous,
  };
}
