import { hash } from 'node:crypto';
import path from 'node:path';
import { readFileBounded } from '../../files/atomic-file.ts';
import { resolveInside } from '../../files/safe-path.ts';
import type { OpenText } from '../../files/text-append.ts';
import { type FileSystem, OPEN } from '../../platform/file-system.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { MergeConflict } from '../../text/conflicts/merge-conflicts.ts';
import { requireEndOfConflicts } from '../conflicts.ts';
import { parseMessages } from './format.ts';
import { type Identified, identityOf } from './message.ts';

const NAME = path.join('.local', 'inbox.ids');
/** Sixteen million messages. */
const LARGEST_BYTES = 256 * 1024 * 1024;
const MAGIC = Buffer.from('cstkids1');
const HEAD_BYTES = 72;
/** Where the head says what, each in eight bytes. */
const AT = { dev: 8, ino: 16, size: 24, from: 32, entries: 40, tail: 48, boot: 56, check: 64 } as const;
const KEY_BYTES = 8;
/** A key of the id, and one of the whole message. */
const ENTRY_BYTES = 2 * KEY_BYTES;
/** By so many bytes at the end of what was read it is seen that the file is still that one. */
const TAIL_BYTES = 4_096;
/** One message is looked for in the bytes; from so many looks on it is worth to take them all apart. */
const MOST_SCANS = 16;

function digest(...parts: readonly (string | Uint8Array)[]): Buffer {
  const bytes = Buffer.concat(parts.flatMap((part) => [Buffer.from(part), Buffer.of(0)]));
  return hash('sha256', bytes, 'buffer').subarray(0, KEY_BYTES);
}

const idKey = (id: string): Buffer => digest('id', id);

const messageKey = (message: Identified): Buffer => digest('message', identityOf(message));

/** The entries of an index that is whole, whatever became of the INBOX since; `null` for any other file, or none. */
function entriesIn(bytes: Buffer): { readonly head: Buffer; readonly entries: Buffer } | null {
  const head = bytes.subarray(0, HEAD_BYTES);
  const isWhole = head.length === HEAD_BYTES && head.subarray(0, MAGIC.length).equals(MAGIC);
  if (!isWhole || !digest(head.subarray(0, AT.check)).equals(head.subarray(AT.check))) return null;
  // Power loss may have taken the end.
  const there = Math.min(Number(head.readBigUInt64LE(AT.entries)), bytes.length - HEAD_BYTES);
  return { head, entries: bytes.subarray(HEAD_BYTES, HEAD_BYTES + there - (there % ENTRY_BYTES)) };
}

function indexBytes(fs: FileSystem, directory: string): Buffer {
  return readFileBounded(fs, path.join(directory, NAME), { maxBytes: LARGEST_BYTES, root: directory })?.bytes ?? Buffer.alloc(0);
}

function holdsKey(entries: Buffer, key: Buffer, offset: number): boolean {
  for (let at = entries.indexOf(key); at >= 0; at = entries.indexOf(key, at + 1)) if (at % ENTRY_BYTES === offset) return true;
  return false;
}

/** Whether a message with an id ever was in the INBOX of a stack, as far as it was written down; what was cleared is known, too. @throws CortexError */
export function wasEverIn(fs: FileSystem, directory: string, id: string): boolean {
  const found = entriesIn(indexBytes(fs, directory));
  return found !== null && holdsKey(found.entries, idKey(id), 0);
}

/** Where the reading goes on. */
interface Reached {
  /** Bytes of the file that are in the index. */
  readonly size: number;
  /** Where the last message begins: it may have grown since. */
  readonly from: number;
}

interface Place {
  readonly fs: FileSystem;
  /** The stack's real path. */
  readonly directory: string;
  readonly boot: string;
}

/** What the head says beside the INBOX. */
interface Head {
  readonly reached: Reached;
  /** Bytes. */
  readonly entries: number;
  readonly boot: string;
}

/**
 * Which messages ever were in an INBOX: a file beside it, so that a message is written once, at a cost that does not grow with the
 * INBOX (decision 0013). It is used in the turn of the INBOX, by one process at a time, and can be made anew from it.
 */
export class KnownMessages {
  #entries: Buffer;
  /** Bytes of the entries that are in use, and that are written down. */
  #length: number;
  #saved: number;
  #reached: Reached;
  #lookups = 0;
  #keys: Set<string> | null = null;

  private constructor(
    private readonly place: Place,
    present: { readonly entries: Buffer; readonly reached: Reached },
  ) {
    this.#entries = present.entries;
    this.#length = this.#saved = present.entries.length;
    this.#reached = present.reached;
  }

  /**
   * Opens the index and reads what is new in the INBOX.
   * @param directory the stack's real path @throws CortexError for an index that is no file inside of it
   */
  static open({ fs, process }: Runtime, directory: string, inbox: OpenText): KnownMessages {
    const place = { fs, directory, boot: process.boot };
    const known = new KnownMessages(place, load(place, inbox));
    known.#follow(inbox);
    return known;
  }

  /** Whether some message with this id ever was there. */
  hasId(id: string): boolean {
    return this.#has(idKey(id), 0);
  }

  /** Whether this very message ever was there. */
  has(message: Identified): boolean {
    return this.#has(messageKey(message), KEY_BYTES);
  }

  /** Takes in a message that is about to be added to the INBOX; says whether it ever was there. */
  add<T extends Identified>(message: T): { readonly message: T; readonly isNew: boolean } {
    const isNew = !this.has(message);
    if (isNew) this.#add(message);
    return { message, isNew };
  }

  /** Writes down what the INBOX holds now, with what was added since it was opened. */
  save(inbox: OpenText): void {
    this.#follow(inbox);
    const { fs, directory, boot } = this.place;
    const fd = fs.openSync(resolveInside(fs, directory, NAME), OPEN.writeOrCreate, 0o666);
    try {
      // What the head does not speak of yet does not count.
      const entries = this.#entries.subarray(this.#saved, this.#length);
      if (entries.length > 0) fs.writeSync(fd, entries, 0, entries.length, HEAD_BYTES + this.#saved);
      fs.writeSync(fd, headOf(inbox, { reached: this.#reached, entries: this.#length, boot }), 0, HEAD_BYTES, 0);
      this.#saved = this.#length;
    } finally {
      fs.closeSync(fd);
    }
  }

  /** Takes in what was added to the INBOX since. */
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

  /** What is added behind a conflict without an end would not be found again. @throws CortexError `broken-file` */
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
    if (this.#lookups > MOST_SCANS) return this.#allKeys().has(nameOf(key, offset));
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

/** What the index says, and how far the INBOX need not be read again. */
function load({ fs, directory, boot }: Place, inbox: OpenText): { entries: Buffer; reached: Reached } {
  const start = { size: 0, from: 0 };
  const found = entriesIn(indexBytes(fs, directory));
  if (found === null) return { entries: Buffer.alloc(0), reached: start };
  const { head, entries } = found;
  const [size = 0, from = 0, length = 0] = [AT.size, AT.from, AT.entries].map((at) => Number(head.readBigUInt64LE(at)));
  const reached = { size, from };
  // Of another start of the machine, power loss may have taken entries that the head speaks of: then the INBOX is read anew.
  return { entries, reached: size <= inbox.size && headOf(inbox, { reached, entries: length, boot }).equals(head) ? reached : start };
}
