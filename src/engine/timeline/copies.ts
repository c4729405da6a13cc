import type { TimelineEntry } from '../crtx/schema/timeline.ts';
import { hash32 } from '../text/hash32.ts';
import { rowsOfId } from './archives/archive-index.ts';
import type { ArchiveText } from './archives/archive-text.ts';
import { type Archive, type Archives, type IndexedArchive, isIndexed } from './archives/archives.ts';
import { IdFilter } from './archives/id-filter.ts';
import type { EntryPosition } from './sources.ts';

/** One copy of an entry and its place; `index` is 0 for a current entry. */
export interface Copy extends Omit<EntryPosition, 'time'> {
  readonly entry: TimelineEntry;
}

interface Holders {
  readonly current: ReadonlyMap<string, TimelineEntry>;
  readonly archives: Archives;
  /** By name. */
  readonly list: readonly Archive[];
  readonly textOf: (archive: IndexedArchive) => ArchiveText;
}

/** Finds all copies of an entry, whatever their times. Ignores archives that are not read yet. */
export class Copies {
  #filter: { readonly archives: number; readonly ids: IdFilter } | null = null;

  constructor(private readonly holders: Holders) {}

  /** How many archives are read. */
  get archivesRead(): number {
    return this.holders.list.filter(isIndexed).length;
  }

  /** Hashes of ids that archives contain more than once, ascending. */
  get sharedIds(): Uint32Array {
    return this.#ids().shared;
  }

  /**
   * Returns the copies in order of precedence: archives by name, then the current entry.
   * @throws CortexError `busy` if an archive was changed
   */
  of(id: string): Copy[] {
    const { current, list } = this.holders;
    const copies = this.#ids().mayContain(hash32(id)) ? list.flatMap((archive, rank) => this.#in(archive, rank, id)) : [];
    const entry = current.get(id);
    return entry === undefined ? copies : [...copies, { entry, rank: list.length, index: 0 }];
  }

  /** Whether an entry may have other copies than the one in an archive or among the current entries. Very cheap. */
  mayHaveOthers(id: string, isCurrent: boolean): boolean {
    const ids = this.#ids();
    return isCurrent ? ids.mayContain(hash32(id)) : this.holders.current.has(id) || ids.mayContainTwice(hash32(id));
  }

  #in(archive: Archive, rank: number, id: string): Copy[] {
    const { archives, textOf } = this.holders;
    if (!isIndexed(archive) || !archives.mayHold(archive, id)) return [];
    return rowsOfId(archives.columns(archive), id)
      .map((index) => ({ entry: textOf(archive).entry(index), rank, index }))
      .filter(({ entry }) => entry.id === id);
  }

  /** Rebuilt when more archives have been read. */
  #ids(): IdFilter {
    const archives = this.archivesRead;
    if (this.#filter?.archives !== archives) {
      const lists = this.holders.list.filter(isIndexed).map((archive) => this.holders.archives.ids(archive));
      this.#filter = { archives, ids: new IdFilter(lists) };
    }
    return this.#filter.ids;
  }
}

/** Returns the copy at which an entry is shown: the uppermost of those with the time of the first copy. */
export function findUppermost(copies: readonly Copy[]): Copy | undefined {
  const time = copies[0]?.entry.timestamp;
  return copies.findLast(({ entry }) => entry.timestamp === time);
}
