import { compareCodePoints } from '../../text/code-point-order.ts';
import { partitionPoint } from '../../text/partition-point.ts';
import { type Backlink, type LinkQuery, LinkTable, NameTable, type Resolution } from '../links/link-table.ts';
import type { Note } from '../notes/note.ts';
import { NoteSubset } from '../notes/note-subset.ts';
import { type KnownNote, toWholeNote } from './cached-note.ts';

/** Number of notes for each value. */
class Counts {
  readonly #counts = new Map<string, number>();

  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  add(value: string, by: 1 | -1): void {
    const count = (this.#counts.get(value) ?? 0) + by;
    if (count === 0) this.#counts.delete(value);
    else this.#counts.set(value, count);
  }
}

/** Number of notes for each project, type, status and tag. */
class ValueCounts {
  readonly byProject = new Counts();
  readonly byType = new Counts();
  readonly byStatus = new Counts();
  readonly byTag = new Counts();

  add({ project, type, status, tags }: Pick<Note, 'project' | 'type' | 'status' | 'tags'>, by: 1 | -1): void {
    this.byProject.add(project, by);
    this.byType.add(type, by);
    this.byStatus.add(status, by);
    for (const tag of tags) this.byTag.add(tag, by);
  }
}

/**
 * Notes of one vault in memory. An update costs time for one note only. Nothing is read from the disk here. The tables for links, counts
 * and paths are built on first use, because most queries do not need them.
 */
export class VaultIndex {
  /** Sorted by path. */
  readonly #sorted: KnownNote[] = [];
  #byPath: Map<string, KnownNote> | null = null;
  #names: NameTable<KnownNote> | null = null;
  #links: LinkTable | null = null;
  #revision = 0;
  #counts: ValueCounts | null = null;
  readonly #replacing = new NoteSubset(({ supersedes, supersededBy }) => supersedes.length + supersededBy.length > 0);
  readonly #disputing = new NoteSubset(({ contradicts }) => contradicts.length > 0);
  readonly #faulty = new NoteSubset(({ problems }) => problems.length > 0);
  readonly #waiting = new NoteSubset(({ status }) => status === 'review');
  readonly #subsets = [this.#replacing, this.#disputing, this.#faulty, this.#waiting];

  get size(): number {
    return this.#sorted.length;
  }

  /** Changes with every update. */
  get revision(): number {
    return this.#revision;
  }

  /** Number of notes for each project, in no order. */
  get byProject(): ReadonlyMap<string, number> {
    return this.#countsOf().byProject.counts;
  }

  /** Number of notes for each type, in no order. */
  get byType(): ReadonlyMap<string, number> {
    return this.#countsOf().byType.counts;
  }

  /** Number of notes for each status, in no order. */
  get byStatus(): ReadonlyMap<string, number> {
    return this.#countsOf().byStatus.counts;
  }

  /** Number of notes for each tag, in no order. */
  get byTag(): ReadonlyMap<string, number> {
    return this.#countsOf().byTag.counts;
  }

  get(path: string): Note | undefined {
    const known = this.knownAt(path);
    return known === undefined ? undefined : toWholeNote(known);
  }

  /** Returns a note as `get` does, without loading the fields that are still only in the cache. */
  knownAt(path: string): KnownNote | undefined {
    // The table of names contains the paths, too, so that most queries about links need no second table.
    return (this.#byPath === null ? this.#names?.at(path) : undefined) ?? this.#pathTable().get(path);
  }

  /** Yields all notes in code point order of path. Do not change the index while iterating. */
  *notes(): Iterable<Note> {
    for (const note of this.#sorted) yield toWholeNote(note);
  }

  /** Returns all notes as `notes` does, without loading the fields that are still only in the cache. */
  known(): Iterable<KnownNote> {
    return this.#sorted;
  }

  /** Returns the notes that supersede others or are superseded, in the order of `notes`. */
  replacing(): Note[] {
    return this.#notesOf(this.#replacing);
  }

  /** Returns the notes that declare contradictions with others, in the order of `notes`. */
  disputing(): Note[] {
    return this.#notesOf(this.#disputing);
  }

  /** Returns the notes with problems, in the order of `notes`. */
  faulty(): Note[] {
    return this.#notesOf(this.#faulty);
  }

  /** Returns the notes that wait for a review, in the order of `notes`. */
  waiting(): Note[] {
    return this.#notesOf(this.#waiting);
  }

  /** Adds a note, or replaces the note at the same path. */
  set(note: KnownNote): void {
    const place = this.#placeOf(note.path);
    const there = this.#sorted[place];
    const present = there?.path === note.path ? there : undefined;
    if (present !== undefined) this.#forget(present);
    this.#sorted.splice(place, present === undefined ? 0 : 1, note);
    this.#remember(note);
  }

  /** Adds a note whose path sorts after all others. Filling an index in order needs no search for the position. */
  append(note: KnownNote): void {
    this.#sorted.push(note);
    this.#remember(note);
  }

  /** Removes a note. @returns whether it existed */
  delete(path: string): boolean {
    const note = this.#pathTable().get(path);
    if (note === undefined) return false;
    this.#forget(note);
    this.#byPath?.delete(path);
    this.#sorted.splice(this.#placeOf(path), 1);
    this.#revision += 1;
    return true;
  }

  /** Returns the notes with this id. There are several if a file was copied. */
  byId(id: string): readonly Note[] {
    return id === '' ? [] : this.#nameTable().byId(id).map(toWholeNote);
  }

  /**
   * Resolves a link to a note: by id, then path (with or without `.md`), file name, name and alias. An exact match counts before one that
   * differs by case (RULINGS, vault 5 and 10).
   * @param from path of the note that contains the link. `./` and `../` are relative to it, and an empty target means the note itself.
   * @param kind kind of the link. A Markdown link resolves relative to its note first.
   */
  resolve(target: string, from?: string, kind?: LinkQuery['kind']): Resolution {
    return this.#nameTable().resolve(target, from, kind);
  }

  /** Returns the notes with this name, ignoring case, in no order. */
  notesNamed(name: string): Note[] {
    return this.#nameTable().notesNamed(name).map(toWholeNote);
  }

  /** Returns the links in the prose of all notes that resolve to this note, including its own, sorted by path and line. */
  backlinks(path: string): readonly Backlink[] {
    const note = this.get(path);
    return note === undefined ? [] : this.#linkTable().to(note, this.#nameTable());
  }

  /**
   * Returns the notes whose headers may refer to this note, in no order: they contain a target that equals one of its names. May include
   * the note itself.
   */
  callingInHeaders(note: Note): Note[] {
    return [...this.#linkTable().inHeaders(note)].flatMap((path) => this.get(path) ?? []);
  }

  #notesOf(subset: NoteSubset): Note[] {
    return subset.paths(this.#sorted).flatMap((path) => this.get(path) ?? []);
  }

  #pathTable(): Map<string, KnownNote> {
    this.#byPath ??= new Map(this.#sorted.map((note) => [note.path, note]));
    return this.#byPath;
  }

  #countsOf(): ValueCounts {
    if (this.#counts === null) {
      this.#counts = new ValueCounts();
      for (const note of this.#sorted) this.#counts.add(note, 1);
    }
    return this.#counts;
  }

  #nameTable(): NameTable<KnownNote> {
    if (this.#names === null) {
      this.#names = new NameTable();
      for (const note of this.#sorted) this.#names.add(note);
    }
    return this.#names;
  }

  #linkTable(): LinkTable {
    if (this.#links === null) {
      this.#links = new LinkTable();
      for (const note of this.notes()) this.#links.add(note);
    }
    return this.#links;
  }

  #remember(note: KnownNote): void {
    this.#byPath?.set(note.path, note);
    this.#names?.add(note);
    this.#links?.add(toWholeNote(note));
    this.#counts?.add(note, 1);
    for (const subset of this.#subsets) subset.add(note);
    this.#revision += 1;
  }

  #forget(note: KnownNote): void {
    this.#names?.remove(note);
    this.#links?.remove(toWholeNote(note));
    this.#counts?.add(note, -1);
    for (const subset of this.#subsets) subset.delete(note);
  }

  /** Returns the note's index in the sorted list, or the index at which to insert it. */
  #placeOf(path: string): number {
    const isBefore = (note: KnownNote | undefined): boolean => note !== undefined && compareCodePoints(note.path, path) < 0;
    const { length } = this.#sorted;
    // A scan adds notes in this order.
    if (length === 0 || isBefore(this.#sorted.at(-1))) return length;
    return partitionPoint(length, (index) => isBefore(this.#sorted[index]));
  }
}
