import { compareCodePoints } from '../../text/code-point-order.ts';
import { partitionPoint } from '../../text/partition-point.ts';
import { type AskedLink, type Backlink, LinkTable, NameTable, type Resolution } from '../links/link-table.ts';
import type { Note } from '../notes/note.ts';
import { NoteSubset } from '../notes/note-subset.ts';
import { type KnownNote, wholeNote } from './remembered-note.ts';

/** How many notes have each value. */
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

/** How many notes have each value of what they are sorted by. */
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
 * The notes of one vault, held in memory and changed note by note: a change costs that note. Nothing is read from the disk here.
 * What links, counts and paths need is made when it is first asked for, since most questions do not.
 */
export class VaultIndex {
  /** In the order of their paths. */
  readonly #sorted: KnownNote[] = [];
  #byPath: Map<string, KnownNote> | null = null;
  #names: NameTable | null = null;
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

  /** Another one after each change. */
  get revision(): number {
    return this.#revision;
  }

  /** How many notes each project has, in no order. */
  get byProject(): ReadonlyMap<string, number> {
    return this.#countsOf().byProject.counts;
  }

  /** How many notes each type has, in no order. */
  get byType(): ReadonlyMap<string, number> {
    return this.#countsOf().byType.counts;
  }

  /** How many notes each status has, in no order. */
  get byStatus(): ReadonlyMap<string, number> {
    return this.#countsOf().byStatus.counts;
  }

  /** How many notes each tag has, in no order. */
  get byTag(): ReadonlyMap<string, number> {
    return this.#countsOf().byTag.counts;
  }

  get(path: string): Note | undefined {
    const known = this.#pathTable().get(path);
    return known === undefined ? undefined : wholeNote(known);
  }

  /** In code point order of path. Not to be changed meanwhile. */
  *notes(): Iterable<Note> {
    for (const note of this.#sorted) yield wholeNote(note);
  }

  /** The notes with as much of them as is at hand, as `notes`. */
  known(): Iterable<KnownNote> {
    return this.#sorted;
  }

  /** The notes that say which others they replace, or which replace them; as `notes`. */
  replacing(): Note[] {
    return this.#notesOf(this.#replacing);
  }

  /** The notes that say which others they contradict, as `notes`. */
  disputing(): Note[] {
    return this.#notesOf(this.#disputing);
  }

  /** The notes in which something is wrong, as `notes`. */
  faulty(): Note[] {
    return this.#notesOf(this.#faulty);
  }

  /** The notes that wait for a person to accept them, as `notes`. */
  waiting(): Note[] {
    return this.#notesOf(this.#waiting);
  }

  /** Adds the note, or puts it in the place of the one that has its path. */
  set(note: KnownNote): void {
    const place = this.#placeOf(note.path);
    const there = this.#sorted[place];
    const present = there?.path === note.path ? there : undefined;
    if (present !== undefined) this.#forget(present);
    this.#sorted.splice(place, present === undefined ? 0 : 1, note);
    this.#remember(note);
  }

  /** Adds a note whose path is behind all that are there: whoever fills an index in order need not have that found out again. */
  append(note: KnownNote): void {
    this.#sorted.push(note);
    this.#remember(note);
  }

  /** @returns whether there was one */
  delete(path: string): boolean {
    const note = this.#pathTable().get(path);
    if (note === undefined) return false;
    this.#forget(note);
    this.#byPath?.delete(path);
    this.#sorted.splice(this.#placeOf(path), 1);
    this.#revision += 1;
    return true;
  }

  /** The notes with this id; more than one where somebody copied a file. */
  byId(id: string): readonly Note[] {
    return id === '' ? [] : this.#nameTable().byId(id);
  }

  /**
   * The note that a link means: by id, then path (with or without `.md`), then file name, then name, then alias; the spelling as it is
   * before one that differs by case (RULINGS, vault 5 and 10).
   * @param from the path of the note that the link is in: `./` and `../` begin there, and an empty target is that note itself
   * @param kind of the link: a Markdown link begins there before all else
   */
  resolve(target: string, from?: string, kind?: AskedLink['kind']): Resolution {
    return this.#nameTable().resolve(target, from, kind);
  }

  /** The notes with this name, whatever its case; in no order. */
  notesNamed(name: string): Note[] {
    return this.#nameTable().notesNamed(name);
  }

  /** The links of the prose of all notes that mean this one and no other, its own included; by path, then line. */
  backlinks(path: string): readonly Backlink[] {
    const note = this.get(path);
    return note === undefined ? [] : this.#linkTable().to(note, this.#nameTable());
  }

  /** The notes whose headers may mean this one, itself among them, in no order: they call a note as this one is called. */
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

  #nameTable(): NameTable {
    if (this.#names === null) {
      this.#names = new NameTable();
      for (const note of this.notes()) this.#names.add(note);
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
    this.#names?.add(wholeNote(note));
    this.#links?.add(wholeNote(note));
    this.#counts?.add(note, 1);
    for (const subset of this.#subsets) subset.add(note);
    this.#revision += 1;
  }

  #forget(note: KnownNote): void {
    this.#names?.remove(wholeNote(note));
    this.#links?.remove(wholeNote(note));
    this.#counts?.add(note, -1);
    for (const subset of this.#subsets) subset.delete(note);
  }

  /** Where the note with this path is in the order, or belongs. */
  #placeOf(path: string): number {
    const isBefore = (note: KnownNote | undefined): boolean => note !== undefined && compareCodePoints(note.path, path) < 0;
    const { length } = this.#sorted;
    // A scan comes in this order.
    if (length === 0 || isBefore(this.#sorted.at(-1))) return length;
    return partitionPoint(length, (index) => isBefore(this.#sorted[index]));
  }
}
