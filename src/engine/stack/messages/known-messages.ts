import { hash } from 'node:crypto';
import path from 'node:path';
import { readFileBounded } from '../../files/atomic-file.ts';
import { requireOneName } from '../../files/hard-links.ts';
import { resolveInside } from '../../files/safe-path.ts';
import type { OpenText } from '../../files/text-append.ts';
import { type FileSystem, OPEN } from '../../platform/file-system.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { MergeConflict } from '../../text/conflicts/merge-conflicts.ts';
import { requireEndOfConflicts } from '../conflicts.ts';
import { parseMessages } from './format.ts';
import { type Identified, messageIdentity } from './message.ts';

const NAME = path.join('.local', 'inbox.ids');
/** Enough for sixteen million messages. */
const MAX_BYTES = 256 * 1024 * 1024;
const MAGIC = Buffer.from('cstkids1');
const HEAD_BYTES = 72;
/** Offsets in the head, eight bytes each. */
const AT = { dev: 8, ino: 16, size: 24, from: 32, entries: 40, tail: 48, boot: 56, check: 64 } as const;
const KEY_BYTES = 8;
/** Size of an entry: a key of the id, and a key of the whole message. */
const ENTRY_BYTES = 2 * KEY_BYTES;
/** Length of the end of the indexed part that is hashed to detect a replaced file. */
const TAIL_BYTES = 4_096;
/** Largest number of lookups by scanning the bytes. After that, a set of all keys is faster. */
const MAX_SCANS = 16;

function digest(...parts: readonly (string | Uint8Array)[]): Buffer {
  const bytes = Buffer.concat(parts.flatMap((part) => [Buffer.from(part), Buffer.of(0)]));
  return hash('sha256', bytes, 'buffer').subarray(0, KEY_BYTES);
}

const idKey = (id: string): Buffer => digest('id', id);

const messageKey = (message: Identified): Buffer => digest('message', messageIdentity(message));

/** Returns the entries of a valid index, even if the INBOX changed since; `null` for any other file, or none. */
function entriesIn(bytes: Buffer): { readonly head: Buffer; readonly entries: Buffer } | null {
  const head = bytes.subarray(0, HEAD_BYTES);
  const isWhole = head.length === HEAD_BYTES && head.subarray(0, MAGIC.length).equals(MAGIC);
  if (!isWhole || !digest(head.subarray(0, AT.check)).equals(head.subarray(AT.check))) return null;
  // Power loss may have truncated the entries.
  const there = Math.min(Number(head.readBigUInt64LE(AT.entries)), bytes.length - HEAD_BYTES);
  return { head, entries: bytes.subarray(HEAD_BYTES, HEAD_BYTES + there - (there % ENTRY_BYTES)) };
}

function indexBytes(fs: FileSystem, directory: string): Buffer {
  return readFileBounded(fs, path.join(directory, NAME), { maxBytes: MAX_BYTES, root: directory })?.bytes ?? Buffer.alloc(0);
}

function holdsKey(entries: Buffer, key: Buffer, offset: number): boolean {
  for (let at = entries.indexOf(key); at >= 0; at = entries.indexOf(key, at + 1)) if (at % ENTRY_BYTES === offset) return true;
  return false;
}

/** Reports whether a message with an id was ever recorded in the INBOX of a stack, cleared messages included. @throws CortexError */
export function wasEverReceived(fs: FileSystem, directory: string, id: string): boolean {
  const found = entriesIn(indexBytes(fs, directory));
  return found !== null && holdsKey(found.entries, idKey(id), 0);
}

/** How far the INBOX has been read. */
interface Reached {
  /** Number of bytes of the INBOX that are indexed. */
  readonly size: number;
  /** Start of the last message. Reading resumes there, because that message may have grown. */
  readonly from: number;
}

interface IndexLocation {
  readonly fs: FileSystem;
  /** Real path of the stack. */
  readonly directory: string;
  readonly boot: string;
}

/** Values of the head that do not come from the INBOX. */
interface Head {
  readonly reached: Reached;
  /** Length of the entries, in bytes. */
  readonly entries: number;
  readonly boot: string;
}

/**
 * Index of all messages that were ever in an INBOX, in a file beside it. It prevents duplicates at a cost that does not grow with the INBOX
 * (decision 0013). Only the process that holds the lock of the INBOX uses it. It can be rebuilt from the INBOX.
 */
export class KnownMessages {
  #entries: Buffer;
  /** Used length of `#entries`, and the part of it that is saved, in bytes. */
  #length: number;
  #saved: number;
  #reached: Reached;
  #lookups = 0;
  #keys: Set<string> | null = null;

  private constructor(
    private readonly place: IndexLocation,
    present: { readonly entries: Buffer; readonly reached: Reached },
  ) {
    this.#entries = present.entries;
    this.#length = this.#saved = present.entries.length;
    this.#reached = present.reached;
  }

  /**
   * Opens the index and adds what is new in the INBOX.
   * @param directory real path of the stack @throws CortexError when the index is not a file inside it
   */
  static open({ fs, process }: Runtime, directory: string, inbox: OpenText): KnownMessages {
    const place = { fs, directory, boot: process.boot };
    const known = new KnownMessages(place, load(place, inbox));
    known.#follow(inbox);
    return known;
  }

  /** Reports whether any message with this id was ever in the INBOX. */
  hasId(id: string): boolean {
    return this.#has(idKey(id), 0);
  }

  /** Reports whether exactly this message was ever in the INBOX. */
  has(message: Identified): boolean {
    return this.#has(messageKey(message), KEY_BYTES);
  }

  /** Records a message that is about to be appended, and returns whether it is new. */
  add<T extends Identified>(message: T): { readonly message: T; readonly isNew: boolean } {
    const isNew = !this.has(message);
    if (isNew) this.#add(message);
    return { message, isNew };
  }

  /** Saves the index up to the present end of the INBOX. */
  save(inbox: OpenText): void {
    this.#follow(inbox);
    const { fs, directory, boot } = this.place;
    const fd = fs.openSync(resolveInside(fs, directory, NAME), OPEN.writeOrCreate, 0o666);
    try {
      requireOneName(fs, fd, path.join(directory, NAME));
      // Entries come before the head: a crash in between leaves entries that the head does not count.
      const entries = this.#entries.subarray(this.#saved, this.#length);
      if (entries.length > 0) fs.writeSync(fd, entries, 0, entries.length, HEAD_BYTES + this.#saved);
      fs.writeSync(fd, headOf(inbox, { reached: this.#reached, entries: this.#length, boot }), 0, HEAD_BYTES, 0);
      this.#saved = this.#length;
    } finally {
      fs.closeSync(fd);
    }
  }

  /** Adds messages that were appended to the INBOX since the last read. */
  #follow(inbox: OpenText): void {
    if (inbox.size === this.#reached.size) return;
    const { from } = this.#reached;
    const text = inbox.read(from, inbox.size).toString();
    const { messages, torn, conflicts } = parseMessages(text);
    this.#requireEnd(conflicts, text, inbox);
    for (const message of messages) this.add(message);
    const last = torn?.from ?? messages.at(-1)?.place.from ?? conflicts[0]?.from;
    this.#reached = { size: inbox.size, from: last === undefined ? inbox.size : from + Buffer.byteLength(text.slice(0, last)) };
  }

  /** Rejects appending after a conflict without an end, where the message could not be read again. @throws CortexError `broken-file` */
  #requireEnd(conflicts: readonly MergeConflict[], text: string, inbox: OpenText): void {
    if (conflicts.length === 0) return;
    const linesBefore = inbox.read(0, this.#reached.from).toString('latin1').split('\n').length;
    requireEndOfConflicts(conflicts, text, path.join(this.place.directory, 'INBOX.md'), linesBefore);
  }

  #add(message: Identified): void {
    const [id, whole] = [idKey(message.id), messageKey(message)];
    const entry = Buffer.concat([id, whole]);
    this.#keys?.add(nameOf(id, 0)).add(nameOf(whole, KEY_BYTES));
    if (this.#length === this.#entries.length) this.#entries = Buffer.concat([this.#entries], 2 * this.#length + 64 * ENTRY_BYTES);
    entry.copy(this.#entries, this.#length);
    this.#length += ENTRY_BYTES;
  }

  #has(key: Buffer, offset: number): boolean {
    this.#lookups += 1;
    if (this.#lookups > MAX_SCANS) return this.#allKeys().has(nameOf(key, offset));
    return holdsKey(this.#entries.subarray(0, this.#length), key, offset);
  }

  #allKeys(): Set<string> {
    if (this.#keys !== null) return this.#keys;
    this.#keys = new Set();
    for (let at = 0; at < this.#length; at += KEY_BYTES)
      this.#keys.add(nameOf(this.#entries.subarray(at, at + KEY_BYTES), at % ENTRY_BYTES));
    return this.#keys;
  }
}

const nameOf = (key: Buffer, offset: number): string => `${offset}${key.toString('latin1')}`;

function tailOf(inbox: OpenText, size: number): Buffer {
  return digest(inbox.read(Math.max(0, size - TAIL_BYTES), size));
}

function headOf(inbox: OpenText, { reached: { size, from }, entries, boot }: Head): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  MAGIC.copy(head);
  head.writeBigUInt64LE(BigInt.asUintN(64, inbox.stat.dev), AT.dev);
  head.writeBigUInt64LE(BigInt.asUintN(64, inbox.stat.ino), AT.ino);
  for (const [at, value] of [[AT.size, size] as const, [AT.from, from] as const, [AT.entries, entries] as const])
    head.writeBigUInt64LE(BigInt(value), at);
  tailOf(inbox, size).copy(head, AT.tail);
  digest(boot).copy(head, AT.boot);
  digest(head.subarray(0, AT.check)).copy(head, AT.check);
  return head;
}

/** Loads the index, and how far the INBOX need not be read again. */
function load({ fs, directory, boot }: IndexLocation, inbox: OpenText): { entries: Buffer; reached: Reached } {
  const start = { size: 0, from: 0 };
  const found = entriesIn(indexBytes(fs, directory));
  if (found === null) return { entries: Buffer.alloc(0), reached: start };
  const { head, entries } = found;
  const [size = 0, from = 0, length = 0] = [AT.size, AT.from, AT.entries].map((at) => Number(head.readBigUInt64LE(at)));
  const reached = { size, from };
  // After a reboot, power loss may have destroyed entries that the head counts. Then the head does not match, and the INBOX is read from
  // its start.
  return { entries, reached: size <= inbox.size && headOf(inbox, { reached, entries: length, boot }).equals(head) ? reached : start };
}
