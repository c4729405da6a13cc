import { fileError, systemCode } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { nonce } from '../../platform/ids.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { fileSystemNow } from '../file-clock.ts';
import type { TextTurns } from '../text-turns.ts';
import type { ChangeNote, Content, NoteDetails } from './change-note.ts';
import { digestOf, ReplacedFile } from './replaced-file.ts';

const NAME = /^([0-9a-f]{16})\.(?:json|tmp|([0-9a-f]{16}))$/;

/** Returns whether a folder, which need not exist, contains notes. */
export function holdsNotes(fs: FileSystem, folder: string): boolean {
  try {
    return fs.readdirSync(folder).some((name) => NAME.test(name));
  } catch (error) {
    // If a file has the place of the folder, the next write reports it.
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return false;
    throw fileError(error, folder, 'list the preserved copies', 'read');
  }
}

export interface Abandoned {
  readonly kept: ReplacedFile;
  readonly note: ChangeNote | null;
  /** Whether no program has written into the replaced file. */
  readonly isUntouched: boolean;
  /** When the note was written, in milliseconds of the file system's clock; 0 if it cannot be read, or is gone. */
  readonly writtenAt: number;
}

/** The folder for replaced files, until no program writes into them any more. */
export class ReplacedFiles {
  constructor(
    private readonly runtime: Runtime,
    readonly folder: string,
  ) {}

  /** Writes a note of a file's content when it was read. @throws CortexError */
  begin(relative: string, bytes: Uint8Array, details: NoteDetails = {}): ReplacedFile {
    const kept = new ReplacedFile(this.runtime, this.folder, nonce(this.runtime.random), digestOf(bytes));
    try {
      this.runtime.fs.mkdirSync(this.folder, { recursive: true });
    } catch (error) {
      throw fileError(error, this.folder, 'create the folder');
    }
    kept.write(relative, bytes, details);
    return kept;
  }

  /** Returns the replacements that bring late text from a replaced file into the present one, with the content that they took. */
  takersOf(id: string): { kept: ReplacedFile; takes: Content }[] {
    return this.#found().flatMap((kept) => {
      const takes = kept.note()?.takes;
      return takes?.id === id ? [{ kept, takes }] : [];
    });
  }

  /** Returns all notes about a file, unordered. */
  notesOf(relative: string): { kept: ReplacedFile; note: ChangeNote }[] {
    return this.#found().flatMap((kept) => {
      const note = kept.note();
      return note?.path === relative ? [{ kept, note }] : [];
    });
  }

  /** Returns whether a replaced file or a note has this id. */
  has(id: string | undefined): boolean {
    return id !== undefined && this.#found().some((kept) => kept.id === id);
  }

  /** Returns what dead processes left, with its note; an unreadable note is `null`. */
  abandoned(): Abandoned[] {
    const found = this.#found();
    if (found.length === 0) return [];
    const now = fileSystemNow(this.runtime, this.folder);
    return found.flatMap((kept) => this.#abandoned(kept, now));
  }

  #found(): ReplacedFile[] {
    const digests = new Map<string, string>();
    for (const [, id, digest] of this.#names().map((name) => NAME.exec(name) ?? [])) {
      if (id !== undefined) digests.set(id, digest ?? digests.get(id) ?? '');
    }
    return [...digests].map(([id, digest]) => new ReplacedFile(this.runtime, this.folder, id, digest));
  }

  #abandoned(kept: ReplacedFile, now: number): Abandoned[] {
    try {
      // First, because most notes belong to running processes, and there may be hundreds.
      if (kept.isFresh(now)) return [];
      const note = kept.note();
      if (note !== undefined) return kept.isAbandoned(note, now) ? [this.#asAbandoned(kept, note)] : [];
      // Only a power loss removes a note before its file.
      if (kept.exists()) return [this.#asAbandoned(kept, null)];
      kept.sweep(now);
      return [];
    } catch (error) {
      // Another process is settling it at this moment.
      if (systemCode(error) === 'ENOENT') return [];
      throw error;
    }
  }

  #asAbandoned(kept: ReplacedFile, note: ChangeNote | null): Abandoned {
    return { kept, note, isUntouched: kept.isUntouched(), writtenAt: (note === null ? null : kept.writtenAt()) ?? 0 };
  }

  #names(): string[] {
    try {
      return this.runtime.fs.readdirSync(this.folder);
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return [];
      throw fileError(error, this.folder, 'list the preserved copies', 'read');
    }
  }
}

/** The tools for changing text files. */
export interface TextTools {
  /** Real path of the folder that the files are in. */
  readonly root: string;
  readonly turns: TextTurns;
  readonly kept: ReplacedFiles;
  /** Reports a problem that a person has to look at. */
  readonly report: (problem: string) => void;
}
