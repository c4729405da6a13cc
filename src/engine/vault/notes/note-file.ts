import path from 'node:path';
import { type FileContent, readFileBounded } from '../../files/atomic-file.ts';
import { CortexError, describeError } from '../../platform/errors.ts';
import { OPEN } from '../../platform/file-system.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import { detached } from '../cache/detached.ts';
import { identityOf } from '../cache/file-identity.ts';
import type { VaultTree } from '../cache/vault-tree.ts';
import { withLineFeeds } from '../line-ends.ts';
import { type ReadingConfig, readNote, readNoteText } from './format.ts';
import type { FileIdentity, Note, NoteHead, NoteProblem, NoteRest } from './note.ts';

/** A note is a page, not a disk. */
const MOST_BYTES = 16 * 1_048_576;
/** A change that comes sooner may have the same time, on any file system. */
const SETTLED_MS = 2_000;
const NANOSECONDS_IN_MS = 1_000_000n;

/** A note as it was read. */
export interface ReadNoteFile {
  readonly note: Note;
  /** Whether the file's stat will show the next change to it. If not, to read it again is the only way to know. */
  readonly settled: boolean;
}

/** The bytes of a note's file. @param relative path of the note @returns `null` when it is gone @throws CortexError */
export function readNoteBytes({ fs }: Pick<Runtime, 'fs'>, root: string, relative: string): FileContent | null {
  return readFileBounded(fs, path.join(root, relative), { maxBytes: MOST_BYTES, root });
}

/** Most notes fit in; it is used for one after the other. */
const scratch = Buffer.allocUnsafe(65_536);

/**
 * As `readNoteBytes` in as few calls as can be, without looking where the path leads.
 * @param ino the file that it has to lead to; none: whichever it is
 * @returns `null` for anything out of the ordinary. The bytes are good until the next note is read
 */
function readQuickly({ fs }: Pick<Runtime, 'fs'>, root: string, relative: string, ino?: string): FileContent | null {
  let fd: number | undefined;
  try {
    fd = fs.openSync(`${root}/${relative}`, OPEN.readHere);
    const stat = fs.fstatSync(fd, { bigint: true });
    if (stat.isFile() && stat.size < scratch.length && (ino === undefined || String(stat.ino) === ino)) {
      const count = fs.readSync(fd, scratch, 0, scratch.length, 0);
      // Otherwise it is being written.
      if (count === Number(stat.size)) return { bytes: scratch.subarray(0, count), stat };
    }
  } catch {
    // It is looked at more closely, and then it is said what is wrong.
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
  return null;
}

/**
 * As `readNoteBytes`, in fewer calls where the file is the one that was found. @param found what the file was then
 * @returns the bytes are good until the next note is read
 */
export function readFoundBytes(runtime: Pick<Runtime, 'fs'>, root: string, relative: string, found: FileIdentity): FileContent | null {
  return readQuickly(runtime, root, relative, found.ino) ?? readNoteBytes(runtime, root, relative);
}

/** The text of a note as its file is now, with line feeds where it has the line ends of old Macs; `null` where there is none. @throws CortexError `broken-file`, `read-only`, `io` */
export function textInFile(runtime: Pick<Runtime, 'fs'>, root: string, { path: relative, file }: Note): string | null {
  const content = readFoundBytes(runtime, root, relative, file);
  return content === null ? null : withLineFeeds(decodeUtf8(content.bytes, relative));
}

/** How the notes of a vault are read, and the vault's folder. */
export interface NoteReading extends ReadingConfig {
  readonly root: string;
}

/** What another thread has read of notes that are unseen. */
export interface ReadAhead {
  /** Each note once; `null` for one that it has not read, or that has to be looked at more closely. */
  take(path: string): ReadNoteFile | null;
}

/** A note of which nothing but the file is known. */
function unreadable(relative: string, found: FileIdentity, config: ReadingConfig, error: CortexError): ReadNoteFile {
  // Where that is stands beside the message.
  const { file: _named, line: _line, column: _column, ...data } = error.data;
  const message = describeError(new CortexError(error.code, error.message, data));
  const code = found.size > MOST_BYTES ? 'too-large' : 'unreadable';
  return { note: { ...readNoteText(relative, '', found, config), problems: [{ code, message, line: 1, column: 1 }] }, settled: false };
}

/** Whether a problem of a note is that its file could not be read. */
export function isUnread({ code }: NoteProblem): boolean {
  return code === 'too-large' || code === 'unreadable';
}

function noteOf({ clock }: Pick<Runtime, 'clock'>, config: ReadingConfig, relative: string, { bytes, stat }: FileContent): ReadNoteFile {
  const age = clock.now() - Number(stat.mtimeNs / NANOSECONDS_IN_MS);
  // A clock that stands still says nothing about files.
  const settled = !clock.pinned && age >= SETTLED_MS;
  return { note: detached(readNote({ path: relative, bytes, identity: identityOf(stat) }, config)), settled };
}

/** Reads a note of which only its folder's listing is known, without looking where its folder is. @returns `null` for anything out of the ordinary */
export function readListedNote(runtime: Pick<Runtime, 'fs' | 'clock'>, config: NoteReading, relative: string): ReadNoteFile | null {
  const content = readQuickly(runtime, config.root, relative);
  return content === null ? null : noteOf(runtime, config, relative, content);
}

/**
 * As `readListedNote`, in a folder that still is where it was, which takes a call less than to look at the note first.
 * @param ahead what is there already is not read again @returns `null` where it has to be looked at first
 */
export function readUnseenNote(
  runtime: Runtime,
  config: NoteReading,
  tree: VaultTree,
  relative: string,
  ahead: ReadAhead | null,
): ReadNoteFile | null {
  if (!tree.isUnseen(relative)) return null;
  const read = ahead?.take(relative) ?? readListedNote(runtime, config, relative);
  if (read !== null) tree.see(relative, read.note.file);
  return read;
}

/**
 * Reads one note. One that cannot be read is a note with a problem.
 * @param found what the file was when it was found @returns `null` when it is gone
 */
export function readNoteFile(runtime: Runtime, config: NoteReading, relative: string, found: FileIdentity): ReadNoteFile | null {
  try {
    const content = readFoundBytes(runtime, config.root, relative, found);
    return content === null ? null : noteOf(runtime, config, relative, content);
  } catch (error) {
    if (error instanceof CortexError) return unreadable(relative, found, config, error);
    throw error;
  }
}

/** What a note says besides its head, which is known; nothing where it is gone by now. */
export function readRest(runtime: Runtime, config: NoteReading, { path: relative, file }: NoteHead): NoteRest {
  return readNoteFile(runtime, config, relative, file)?.note ?? readNoteText(relative, '', file, config);
}
