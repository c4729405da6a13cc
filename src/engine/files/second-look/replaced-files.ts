import { fileError, systemCode } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { nonce } from '../../platform/ids.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { fileSystemNow } from '../file-clock.ts';
import type { TextTurns } from '../text-turns.ts';
import type { ChangeNote, Content, NoteDetails } from './change-note.ts';
import { digest, ReplacedFile } from './replaced-file.ts';

const NAME = /^([0-9a-f]{16})\.(?:json|tmp|([0-9a-f]{16}))$/;

/** Returns whether a folder, which need not exist, contains notes. */
export function hasNotes(fs: FileSystem, folder: string): boolean {
  try {
    return fs.readdirSync(folder).some((name) => NAME.test(name));
  } catch (error) {
    // If a file has the place of the folder, the next write reports it.
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return false;
    throw fileError(error, folder, 'list the preserved copies', 'read');
  }
}

export interface AbandonedChange {
  readonly replacedFile: ReplacedFile;
  readonly note: ChangeNote | null;
  /** Whether no program has written into the replaced file. */
  readonly isUntouched: boolean;
  /** When the note was written, in milliseconds of the file system's clock; 0 if it cannot be read, or is gone. */
  readonly writtenAt: number;
}

/** A change of the last second. */
export interface RecentChange {
  readonly replacedFile: ReplacedFile;
  readonly note: ChangeNote;
  /** The time of the file system. */
  readonly now: number;
}

/** Most changes of the last second that a command looks at. */
const MAX_RECENT = 4;

/** The folder for replaced files, until no program writes into them any more. */
export class ReplacedFiles {
  constructor(
    private readonly runtime: Runtime,
    readonly folder: string,
  ) {}

  /** Writes a note of a file's content when it was read. @throws CortexError */
  begin(relative: string, bytes: Uint8Array, details: NoteDetails = {}): ReplacedFile {
    const replacedFile = new ReplacedFile(this.runtime, this.folder, nonce(this.runtime.random), digest(bytes));
    try {
      this.runtime.fs.mkdirSync(this.folder, { recursive: true });
    } catch (error) {
      throw fileError(error, this.folder, 'create the folder');
    }
    replacedFile.write(relative, bytes, details);
    return replacedFile;
  }

  /** Returns the replacements that bring late text from a replaced file into the present one, with the content that they took. */
  takersOf(id: string): { replacedFile: ReplacedFile; takes: Content }[] {
    return this.#found().flatMap((replacedFile) => {
      const takes = replacedFile.note()?.takes;
      return takes?.id === id ? [{ replacedFile, takes }] : [];
    });
  }

  /** Returns all notes about a file, unordered. */
  notesOf(relative: string): { replacedFile: ReplacedFile; note: ChangeNote }[] {
    return this.#found().flatMap((replacedFile) => {
      const note = replacedFile.note();
      return note?.path === relative ? [{ replacedFile, note }] : [];
    });
  }

  /** Returns whether a replaced file or a note has this id. */
  has(id: string | undefined): boolean {
    return id !== undefined && this.#found().some((replacedFile) => replacedFile.id === id);
  }

  /** Returns what dead processes left, with its note; an unreadable note is `null`. */
  abandoned(): AbandonedChange[] {
    const found = this.#found();
    if (found.length === 0) return [];
    const now = fileSystemNow(this.runtime, this.folder);
    return found.flatMap((replacedFile) => this.#abandoned(replacedFile, now));
  }

  /** Returns the notes of the last second whose process has ended; none if there are many, which would take long to look at. */
  recent(): RecentChange[] {
    const found = this.#found();
    const now = found.length === 0 ? 0 : fileSystemNow(this.runtime, this.folder);
    const fresh = found.filter((replacedFile) => replacedFile.isFresh(now));
    if (fresh.length > MAX_RECENT) return [];
    return fresh.flatMap((replacedFile) => {
      const note = replacedFile.note() ?? null;
      return note !== null && replacedFile.isOfEndedProcess(note) ? [{ replacedFile, note, now }] : [];
    });
  }

  #found(): ReplacedFile[] {
    const digests = new Map<string, string>();
    for (const [, id, digest] of this.#names().map((name) => NAME.exec(name) ?? [])) {
      if (id !== undefined) digests.set(id, digest ?? digests.get(id) ?? '');
    }
    return [...digests].map(([id, digest]) => new ReplacedFile(this.runtime, this.folder, id, digest));
  }

  #abandoned(replacedFile: ReplacedFile, now: number): AbandonedChange[] {
    try {
      // First, because most notes belong to running processes, and there may be hundreds.
      if (replacedFile.isFresh(now)) return [];
      const note = replacedFile.note();
      if (note !== undefined) return replacedFile.isAbandoned(note, now) ? [this.#asAbandoned(replacedFile, note)] : [];
      // Only a power loss removes a note before its file.
      if (replacedFile.exists()) return [this.#asAbandoned(replacedFile, null)];
      replacedFile.sweep(now);
      return [];
    } catch (error) {
      // Another process is settling it at this moment.
      if (systemCode(error) === 'ENOENT') return [];
      throw error;
    }
  }

  #asAbandoned(replacedFile: ReplacedFile, note: ChangeNote | null): AbandonedChange {
    return {
      replacedFile,
      note,
      isUntouched: replacedFile.isUntouched(),
      writtenAt: (note === null ? null : replacedFile.writtenAt()) ?? 0,
    };
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
  readonly replacedFiles: ReplacedFiles;
  /** Reports a problem that a person has to look at. */
  readonly report: (problem: string) => void;
}
