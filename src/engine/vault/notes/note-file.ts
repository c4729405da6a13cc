import path from 'node:path';
import { type FileContent, readFileBounded } from '../../files/atomic-file.ts';
import { CortexError, describeError } from '../../platform/errors.ts';
import { OPEN } from '../../platform/file-system.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { maskConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { removeConflicts } from '../../text/conflicts/remove-conflicts.ts';
import { splitHeader } from '../../text/frontmatter/split-header.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import { detachNote } from '../cache/detach-note.ts';
import { toFileIdentity } from '../cache/file-identity.ts';
import type { VaultTree } from '../cache/vault-tree.ts';
import { withLineFeeds } from '../line-ends.ts';
import { type ReadingConfig, readNote, readNoteText } from './format.ts';
import type { FileIdentity, Note, NoteHead, NoteProblem, NoteRest } from './note.ts';

/** Largest size of a note, in bytes. */
const MAX_BYTES = 16 * 1_048_576;
/** File systems with coarse times may give a change within this time the same mtime. */
const SETTLED_MS = 2_000;
const NANOSECONDS_IN_MS = 1_000_000n;

/** A note that was read from its file. */
export interface ReadNoteFile {
  readonly note: Note;
  /** Whether the file's stat will show the next change. If not, only reading it again can. */
  readonly settled: boolean;
}

/** Reads a note's file. @param relative path of the note @returns `null` if the file does not exist @throws CortexError */
export function readNoteBytes({ fs }: Pick<Runtime, 'fs'>, root: string, relative: string): FileContent | null {
  return readFileBounded(fs, path.join(root, relative), { maxBytes: MAX_BYTES, root });
}

/** Reused buffer. Most notes fit in it. */
const scratch = Buffer.allocUnsafe(65_536);

/**
 * Like `readNoteBytes` with as few system calls as possible, without checking symlinks on the path.
 * @param ino inode that the file must have; any if missing
 * @returns `null` for all unusual cases. The bytes are valid until the next note is read.
 */
function readQuickly({ fs }: Pick<Runtime, 'fs'>, root: string, relative: string, ino?: string): FileContent | null {
  let fd: number | undefined;
  try {
    fd = fs.openSync(`${root}/${relative}`, OPEN.readHere);
    const stat = fs.fstatSync(fd, { bigint: true });
    if (stat.isFile() && stat.size < scratch.length && (ino === undefined || String(stat.ino) === ino)) {
      const count = fs.readSync(fd, scratch, 0, scratch.length, 0);
      // Otherwise another program is writing it.
      if (count === Number(stat.size)) return { bytes: scratch.subarray(0, count), stat };
    }
  } catch {
    // The caller falls back to a full check, which reports the error.
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
  return null;
}

/**
 * Like `readNoteBytes`, with fewer system calls if the file is still the one that was found.
 * @param found identity when the file was found
 * @returns bytes that are valid until the next note is read
 */
export function readFoundBytes(runtime: Pick<Runtime, 'fs'>, root: string, relative: string, found: FileIdentity): FileContent | null {
  return readQuickly(runtime, root, relative, found.ino) ?? readNoteBytes(runtime, root, relative);
}

/**
 * Returns the text of a note's current file, with the line ends of old Macs converted to line feeds; `null` if there is no file.
 * @throws CortexError `broken-file`, `read-only`, `io`
 */
export function readTextInFile(
  runtime: Pick<Runtime, 'fs'>,
  root: string,
  { path: relative, file }: Pick<Note, 'path' | 'file'>,
): string | null {
  const content = readFoundBytes(runtime, root, relative, file);
  return content === null ? null : withLineFeeds(decodeUtf8(content.bytes, relative));
}

/** Like `readTextInFile`, without the header and without the text between conflict markers. */
export function bodyInFile(runtime: Pick<Runtime, 'fs'>, root: string, note: Pick<Note, 'path' | 'file'>): string | null {
  const text = readTextInFile(runtime, root, note);
  return text === null ? null : removeConflicts(text, splitHeader(maskConflicts(text)).bodyFrom);
}

/** Like `bodyInFile`; empty if the file does not exist or cannot be read. */
export function bodyOrEmpty(runtime: Pick<Runtime, 'fs'>, root: string, note: Pick<Note, 'path' | 'file'>): string {
  try {
    return bodyInFile(runtime, root, note) ?? '';
  } catch {
    return '';
  }
}

/** Settings for reading the notes of a vault, and its root. */
export interface NoteReading extends ReadingConfig {
  readonly root: string;
}

/** Notes that another thread has read ahead. */
export interface ReadAhead {
  /** Returns each note once; `null` if it was not read ahead, or needs a full check. */
  take(path: string): ReadNoteFile | null;
  /** Returns once the identity of each note that was known, as `identityText`; `null` if its stat was not read ahead. */
  identityOf(path: string): string | null;
}

/** Returns a note of which only the file is known. */
function unreadable(relative: string, found: FileIdentity, config: ReadingConfig, error: CortexError): ReadNoteFile {
  // The problem carries its own position.
  const { file: _named, line: _line, column: _column, ...data } = error.data;
  const message = describeError(new CortexError(error.code, error.message, data));
  const code = found.size > MAX_BYTES ? 'too-large' : 'unreadable';
  return { note: { ...readNoteText(relative, '', found, config), problems: [{ code, message, line: 1, column: 1 }] }, settled: false };
}

/** Reports whether a problem means that the file could not be read. */
export function isUnread({ code }: NoteProblem): boolean {
  return code === 'too-large' || code === 'unreadable';
}

/** Returns a note that does not keep the text of its file in memory. */
const detached = ({ note, settled }: ReadNoteFile): ReadNoteFile => ({ note: detachNote(note), settled });

function noteOf({ clock }: Pick<Runtime, 'clock'>, config: ReadingConfig, relative: string, { bytes, stat }: FileContent): ReadNoteFile {
  const age = clock.now() - Number(stat.mtimeNs / NANOSECONDS_IN_MS);
  // A pinned clock does not tell the age of a file.
  const settled = !clock.pinned && age >= SETTLED_MS;
  return { note: readNote({ path: relative, bytes, identity: toFileIdentity(stat) }, config), settled };
}

/**
 * Reads a note that is known only from its folder's listing, without checking its folder. The note keeps the text of its file in memory.
 * @returns `null` for all unusual cases
 */
export function readListedNote(runtime: Pick<Runtime, 'fs' | 'clock'>, config: NoteReading, relative: string): ReadNoteFile | null {
  const content = readQuickly(runtime, config.root, relative);
  return content === null ? null : noteOf(runtime, config, relative, content);
}

/**
 * Like `readListedNote`, for a folder that has not been replaced. Saves one system call per note.
 * @param ahead notes that need not be read again
 * @returns `null` if the note's stat must be checked first
 */
export function readUnseenNote(
  runtime: Runtime,
  config: NoteReading,
  tree: VaultTree,
  relative: string,
  ahead: ReadAhead | null,
): ReadNoteFile | null {
  if (!tree.isUnseen(relative)) return null;
  const taken = ahead?.take(relative) ?? null;
  const read = taken ?? readListedNote(runtime, config, relative);
  if (read === null) return null;
  tree.see(relative, read.note.file);
  return taken ?? detached(read);
}

/**
 * Reads one note. An unreadable note is returned with a problem.
 * @param found identity when the file was found
 * @returns `null` if the file does not exist
 */
export function readNoteFile(runtime: Runtime, config: NoteReading, relative: string, found: FileIdentity): ReadNoteFile | null {
  try {
    const content = readFoundBytes(runtime, config.root, relative, found);
    return content === null ? null : detached(noteOf(runtime, config, relative, content));
  } catch (error) {
    if (error instanceof CortexError) return unreadable(relative, found, config, error);
    throw error;
  }
}

/** Returns the fields of a note that are not in its head; empty ones if the file no longer exists. */
export function readRest(runtime: Runtime, config: NoteReading, { path: relative, file }: NoteHead): NoteRest {
  return readNoteFile(runtime, config, relative, file)?.note ?? readNoteText(relative, '', file, config);
}
