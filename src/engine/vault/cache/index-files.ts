import { compareCodePoints } from '../../text/code-point-order.ts';
import type { VaultConfig } from '../config/config.ts';
import type { Note } from '../notes/note.ts';
import { collectPieces, type DerivedFile, type PieceWriter } from './derived-files.ts';
import { groupByLayer, layerEntry } from './layer-files.ts';
import type { VaultIndex } from './vault-index.ts';

/**
 * Texts of one note in the index files: JSON indented by two spaces with raw Unicode, as in the original. Texts that several files contain
 * are rendered once; other texts are cached only if the files will be written again.
 */
class NoteEntries {
  #manifest: string | null = null;
  #member: string | null = null;
  #tagMember: string | null = null;
  #layerMember: string | null = null;
  #targets: string | null = null;

  constructor(
    readonly note: Note,
    private readonly again: boolean,
  ) {}

  get manifest(): string {
    const text = this.#manifest ?? rendered(manifestEntry(this.note), 1);
    if (this.again) this.#manifest = text;
    return text;
  }

  get member(): string {
    this.#member ??= rendered(memberEntry(this.note), 2);
    return this.#member;
  }

  get tagMember(): string {
    this.#tagMember ??= rendered(tagEntry(this.note), 2);
    return this.#tagMember;
  }

  get layerMember(): string {
    const text = this.#layerMember ?? rendered(layerEntry(this.note), 1);
    if (this.again) this.#layerMember = text;
    return text;
  }

  get targets(): string {
    const text = this.#targets ?? rendered(targetsOf(this.note), 1);
    if (this.again) this.#targets = text;
    return text;
  }
}

/**
 * Renders an entry as JSON without the enclosing brackets, which the caller writes once for all entries.
 * @param depth number of brackets
 */
function rendered(entry: unknown, depth: 1 | 2): string {
  return depth === 1 ? JSON.stringify([entry], null, 2).slice(4, -2) : JSON.stringify([[entry]], null, 2).slice(10, -6);
}

/** Caches rendered entries, because most notes have not changed when the files are written again. */
export class RenderedEntries {
  #known: ReadonlyMap<Note, NoteEntries> = new Map();

  constructor(private readonly again: boolean) {}

  /** Returns the entries of these notes in their order, and forgets all others. */
  of(notes: Iterable<Note>): ReadonlyMap<Note, NoteEntries> {
    this.#known = new Map(Array.from(notes, (note) => [note, this.#known.get(note) ?? new NoteEntries(note, this.again)]));
    return this.#known;
  }
}

/** Writes the text of a file in pieces. The pieces of entries stay the same string objects. */
class Pieces {
  constructor(readonly put: PieceWriter) {}

  /** Writes an array or object. @param indent indentation of the closing bracket @param write writes one member */
  bracketed<Member>(brackets: '[]' | '{}', indent: '' | '  ', members: readonly Member[], write: (member: Member) => void): void {
    if (members.length === 0) {
      this.put(brackets);
      return;
    }
    let before = `${brackets.charAt(0)}\n${indent}  `;
    for (const member of members) {
      this.put(before);
      write(member);
      before = `,\n${indent}  `;
    }
    this.put(`\n${indent}${brackets.charAt(1)}`);
  }
}

type KeysOf = (note: Note) => readonly string[];
type TextOf = (entries: NoteEntries) => string;

function grouped(all: readonly NoteEntries[], keysOf: KeysOf): Map<string, NoteEntries[]> {
  const groups = new Map<string, NoteEntries[]>();
  for (const entries of all) {
    for (const key of keysOf(entries.note)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [entries]);
      else group.push(entries);
    }
  }
  return groups;
}

function fileOf(path: string, write: (pieces: Pieces) => void): DerivedFile {
  return {
    path,
    write: (put) => {
      write(new Pieces(put));
      put('\n');
    },
  };
}

function listFile(path: string, all: readonly NoteEntries[], textOf: TextOf): DerivedFile {
  return fileOf(path, (pieces) => {
    pieces.bracketed('[]', '', all, (entries) => pieces.put(textOf(entries)));
  });
}

/** Writes the groups without an intermediate object: it would move keys that look like numbers to the front, and drop `__proto__`. */
function groupsFile(path: string, all: readonly NoteEntries[], keysOf: KeysOf, textOf: TextOf): DerivedFile {
  const groups = [...grouped(all, keysOf)].sort(([one], [other]) => compareCodePoints(one, other));
  return fileOf(path, (pieces) => {
    pieces.bracketed('{}', '', groups, ([key, members]) => {
      pieces.put(`${JSON.stringify(key)}: `);
      pieces.bracketed('[]', '  ', members, (entries) => pieces.put(textOf(entries)));
    });
  });
}

function graphFile(path: string, all: readonly NoteEntries[]): DerivedFile {
  const linking = all.filter(({ note }) => note.links.length > 0);
  return fileOf(path, (pieces) => {
    pieces.bracketed('{}', '', linking, ({ note, targets }) => {
      pieces.put(`${JSON.stringify(note.path)}: `);
      pieces.put(targets);
    });
  });
}

/** Entry of a note in `manifest.json`: the original's fields, then the additional fields that the note has. */
function manifestEntry(note: Note): object {
  const { path, name, type, project, status, tags } = note;
  return {
    path,
    name,
    type,
    project,
    status,
    tags,
    updated: note.updated ?? '',
    created: note.created ?? '',
    lines: note.lines,
    size_bytes: note.file.size,
    description: note.description,
    id: note.id === '' ? undefined : note.id,
    links: note.related.length === 0 ? undefined : note.related,
    confidence: note.confidence ?? undefined,
    pnl_impact: note.pnlImpact ?? undefined,
  };
}

function memberEntry({ path, name, type, tags, updated, status, project }: Note): object {
  return { path, name, type, tags, updated: updated ?? '', status, project };
}

function tagEntry({ path, name, project, type }: Note): object {
  return { path, name, project, type };
}

/** Returns the distinct link targets as written: wikilinks first, then references to files (seed 2: a graph of wikilinks). */
function targetsOf({ links }: Note): string[] {
  const wikilinks = links.filter(({ kind }) => kind !== 'file' && kind !== 'markdown');
  const references = links.filter(({ kind }) => kind === 'file');
  return [...new Set([...wikilinks, ...references].map(({ target }) => target))];
}

const projectOf = ({ project }: Note) => [project];
const typeOf = ({ type }: Note) => [type];
const tagsOf = ({ tags }: Note) => tags;

/** Yields the files of `indexFiles` one by one. All at once would take many times the memory. */
export function* derivedFiles(
  index: VaultIndex,
  config: VaultConfig,
  today: string,
  entries: RenderedEntries,
): Generator<DerivedFile, void, void> {
  const byNote = entries.of(index.notes());
  const all = [...byNote.values()];
  yield listFile('index/manifest.json', all, ({ manifest }) => manifest);
  yield groupsFile('index/by_project.json', all, projectOf, ({ member }) => member);
  yield groupsFile('index/by_type.json', all, typeOf, ({ member }) => member);
  yield groupsFile('index/by_tag.json', all, tagsOf, ({ tagMember }) => tagMember);
  yield graphFile('index/graph.json', all);
  for (const [layer, notes] of Object.entries(groupByLayer([...byNote.keys()], config, today))) {
    const members = notes.map((note) => byNote.get(note)).filter((found) => found !== undefined);
    yield listFile(`layers/${layer}.json`, members, ({ layerMember }) => layerMember);
  }
}

/**
 * Returns the text of each file in `index/` and `layers/` (RULINGS, vault 4). Equal notes give equal texts on every machine.
 * @param today `YYYY-MM-DD` in the time zone of the vault
 */
export function indexFiles(index: VaultIndex, config: VaultConfig, today: string): ReadonlyMap<string, string> {
  const files = derivedFiles(index, config, today, new RenderedEntries(false));
  return new Map(Array.from(files, (file) => [file.path, collectPieces(file).join('')]));
}
