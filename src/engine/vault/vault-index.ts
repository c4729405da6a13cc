import { compareCodePoints } from '../kernel/code-point-order.ts';
import { partitionPoint } from '../kernel/partition-point.ts';
import { type Backlink, LinkTable, NameTable, type Resolution } from './link-table.ts';
import type { Note } from './note.ts';

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

/**
 * The notes of one vault, held in memory and changed note by note: a change costs that note. Nothing is read from the disk here.
 * What links need is made when it is first asked for, since most questions do not.
 */
export class VaultIndex {
  readonly #notes = new Map<string, Note>();
  /** In the order of their paths. */
  readonly #sorted: Note[] = [];
  #names: NameTable | null = null;
  #links: LinkTable | null = null;
  #revision = 0;
  readonly #byProject = new Counts();
  readonly #byType = new Counts();
  readonly #byTag = new Counts();

  get size(): number {
    return this.#notes.size;
  }

  /** Another one after each change. */
  get revision(): number {
    return this.#revision;
  }

  /** How many notes each project has, in no order. */
  get byProject(): ReadonlyMap<string, number> {
    return this.#byProject.counts;
  }

  /** How many notes each type has, in no order. */
  get byType(): ReadonlyMap<string, number> {
    return this.#byType.counts;
  }

  /** How many notes each tag has, in no order. */
  get byTag(): ReadonlyMap<string, number> {
    return this.#byTag.counts;
  }

  get(path: string): Note | undefined {
    return this.#notes.get(path);
  }

  /** In code point order of path. Not to be changed meanwhile. */
  notes(): Iterable<Note> {
    return this.#sorted;
  }

  /** Adds the note, or puts it in the place of the one that has its path. */
  set(note: Note): void {
    const present = this.#notes.get(note.path);
    if (present !== undefined) this.#forget(present);
    this.#notes.set(note.path, note);
    this.#sorted.splice(this.#placeOf(note.path), present === undefined ? 0 : 1, note);
    this.#names?.add(note);
    this.#links?.add(note);
    this.#count(note, 1);
    this.#revision += 1;
  }

  /** @returns whether there was one */
  delete(path: string): boolean {
    const note = this.#notes.get(path);
    if (note === undefined) return false;
    this.#forget(note);
    this.#notes.delete(path);
    this.#sorted.splice(this.#placeOf(path), 1);
    this.#revision += 1;
    return true;
  }

  /** The notes with this id; more than one where somebody copied a file. */
  byId(id: string): readonly Note[] {
    return id === '' ? [] : this.#nameTable().byId(id);
  }

  /**
   * The note that a link means: by id, then path (with or without `.md`), then file name, then name; the spelling as it is before one
   * that differs by case (RULINGS, vault 5).
   * @param from the path of the note that the link is in: `./` and `../` begin there, and an empty target is that note itself
   */
  resolve(target: string, from?: string): Resolution {
    return this.#nameTable().resolve(target, from);
  }

  /** The links of the prose of all notes that mean this one and no other, its own included; by path, then line. */
  backlinks(path: string): readonly Backlink[] {
    const note = this.#notes.get(path);
    return note === undefined ? [] : this.#linkTable().to(note, this.#nameTable());
  }

  #nameTable(): NameTable {
    if (this.#names === null) {
      this.#names = new NameTable();
      for (const note of this.#sorted) this.#names.add(note);
    }
    return this.#names;
  }

  #linkTable(): LinkTable {
    if (this.#links === null) {
      this.#links = new LinkTable();
      for (const note of this.#sorted) this.#links.add(note);
    }
    return this.#links;
  }

  #forget(note: Note): void {
    this.#names?.remove(note);
    this.#links?.remove(note);
    this.#count(note, -1);
  }

  #count({ project, type, tags }: Note, by: 1 | -1): void {
    this.#byProject.add(project, by);
    this.#byType.add(type, by);
    for (const tag of tags) this.#byTag.add(tag, by);
  }

  /** Where the note with this path is in the order, or belongs. */
  #placeOf(path: string): number {
    const isBefore = (note: Note | undefined): boolean => note !== undefined && compareCodePoints(note.path, path) < 0;
    const { length } = this.#sorted;
    // A scan comes in this order.
    if (length === 0 || isBefore(this.#sorted.at(-1))) return length;
    return partitionPoint(length, (index) => isBefore(this.#sorted[index]));
  }
}
