import { hash } from 'node:crypto';
import path from 'node:path';
import { readFileBounded } from '../kernel/atomic-file.ts';
import { fileError } from '../kernel/errors.ts';
import { OPEN } from '../kernel/file-system.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { identityOf, type Message } from './message.ts';

const NAME = path.join('.local', 'inbox.taken');
const KEY_LENGTH = 16;
/** A line for each message. */
const LINE_BYTES = KEY_LENGTH + 1;
/** With more it begins anew with the newest of them: what was taken is asked for within seconds. */
const LARGEST_BYTES = 8_192 * LINE_BYTES;
/** A larger one is none of ours. */
const LARGEST_READ = 16 * LARGEST_BYTES;
const KEPT_BYTES = 1_024 * LINE_BYTES;

const keyOf = (message: Message): string => hash('sha256', identityOf(message), 'hex').slice(0, KEY_LENGTH);

/**
 * Which messages were taken out of an INBOX lately by our own tools: whoever has just brought one and does not find it does not bring it
 * again (decision 0013, "Sending"). Used in the turn of the INBOX.
 */
export class TakenMessages {
  readonly #file: string;

  /** @param directory the stack's real path */
  constructor(
    private readonly runtime: Pick<Runtime, 'fs'>,
    private readonly directory: string,
  ) {
    this.#file = path.join(directory, NAME);
  }

  /** Notes that messages are about to be taken. @throws CortexError */
  note(messages: readonly Message[]): void {
    try {
      this.#note(messages);
    } catch (error) {
      throw fileError(error, this.#file, 'write down what is taken out of INBOX.md');
    }
  }

  #note(messages: readonly Message[]): void {
    const { fs } = this.runtime;
    const present = this.#bytes();
    const isFull = present.length + messages.length * LINE_BYTES > LARGEST_BYTES;
    if (isFull && present.length > 0) fs.unlinkSync(this.#file);
    const lines = Buffer.from(messages.map((message) => `${keyOf(message)}\n`).join(''));
    const bytes = isFull ? Buffer.concat([present.subarray(-KEPT_BYTES), lines]) : lines;
    const fd = fs.openSync(this.#file, OPEN.appendOrCreate, 0o666);
    try {
      fs.writeSync(fd, bytes, 0, bytes.length, null);
    } finally {
      fs.closeSync(fd);
    }
  }

  /** Those that were not taken. */
  without(messages: readonly Message[]): Message[] {
    const taken = new Set(this.#bytes().toString('latin1').split('\n'));
    return messages.filter((message) => !taken.has(keyOf(message)));
  }

  #bytes(): Buffer {
    const content = readFileBounded(this.runtime.fs, this.#file, { maxBytes: LARGEST_READ, root: this.directory });
    return content?.bytes ?? Buffer.alloc(0);
  }
}
