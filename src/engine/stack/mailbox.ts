import { hash } from 'node:crypto';
import path from 'node:path';
import { CortexError, describeError, fileError, systemCode } from '../kernel/errors.ts';
import type { Runtime } from '../kernel/runtime.ts';
import type { OpenText } from '../kernel/text-append.ts';
import type { TextEdits } from '../kernel/text-edits.ts';
import { addedMessages } from './add-messages.ts';
import { type MessageFile, parseMessages } from './format.ts';
import { KnownMessages } from './known-messages.ts';
import { identityOf, type Message, type MessageDraft } from './message.ts';
import { messageId } from './message-id.ts';
import { makeStackFolder } from './stack-folder.ts';
import { stackText } from './stack-text.ts';
import { TakenMessages } from './taken-messages.ts';

/** What became of a message that was sent. */
export interface Delivery {
  readonly message: Message;
  /** False when this very message was there before. */
  readonly isNew: boolean;
}

/** How a file ended before something was added to it. */
interface End {
  readonly size: number;
  readonly tail: string;
}

interface Unconfirmed {
  /** What one write added. */
  readonly messages: readonly Message[];
  readonly before: End;
  /** Monotonic milliseconds. */
  readonly since: number;
}

export const INBOX = 'INBOX.md';
/** What was added is looked for again after this: somebody may have been about to write the whole file. Milliseconds. */
const CONFIRM_MS = 1_000;
const TAIL_BYTES = 4_096;

function endOf(file: OpenText): End {
  return { size: file.size, tail: hash('sha256', file.read(Math.max(0, file.size - TAIL_BYTES), file.size), 'hex') };
}

/** Those that are not in a file. */
function missingFrom({ messages }: MessageFile, wanted: readonly Message[]): Message[] {
  const there = new Set(messages.map(identityOf));
  return wanted.filter((message) => !there.has(identityOf(message)));
}

/** The INBOX of a stack, as those see it who bring messages (decision 0013, "Sending"). */
export class Mailbox {
  /** What was taken out lately; it is told of in the turn of the INBOX. */
  readonly taken: TakenMessages;
  #unconfirmed: Unconfirmed[] = [];
  #confirming: Promise<void> | null = null;
  readonly #problems: string[] = [];

  /** @param directory the stack's real path; the root of `edits` */
  constructor(
    private readonly runtime: Runtime,
    private readonly directory: string,
    private readonly edits: TextEdits,
  ) {
    this.taken = new TakenMessages(runtime, directory);
  }

  /** What a person should look at. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /**
   * Adds messages, each unless it ever was there: one write for all, on the disk when this resolves. A stack that is missing is made.
   * @param drafts each gets an id if it has none; that of a message which has one stays
   * @returns what became of each, in their order @throws CortexError as `TextEdits.append`
   */
  async deliver(drafts: readonly (MessageDraft | Message)[]): Promise<Delivery[]> {
    let deliveries: Delivery[] = [];
    let before: End | undefined;
    await this.#makeFolder();
    await this.edits.append(INBOX, (file) => {
      const known = KnownMessages.open(this.runtime, this.directory, file);
      deliveries = drafts.map((draft) => known.add('id' in draft ? draft : identified(draft, known)));
      const messages = newOf(deliveries);
      if (messages.length === 0) {
        // What was there is known then even when it is cleared, or another process died before it wrote that down.
        known.save(file);
        return null;
      }
      before = endOf(file);
      return { text: addedMessages(file, messages), written: (now) => this.#remember(known, now) };
    });
    if (before !== undefined) this.#watch({ messages: newOf(deliveries), before, since: this.runtime.clock.monotonic() });
    return deliveries;
  }

  /** Resolves when everything that was delivered was found again, or reported. */
  async confirmed(): Promise<void> {
    while (this.#confirming !== null) await this.#confirming;
  }

  /** Reads the messages that are there now. @throws CortexError `broken-file` for what is no UTF-8, no file, or too large */
  read(): MessageFile {
    return parseMessages(stackText(this.runtime, this.directory, INBOX) ?? '');
  }

  /** A message that is there must not seem to have failed: what cannot be written down now is read from the INBOX the next time. */
  #remember(known: KnownMessages, inbox: OpenText): void {
    try {
      known.save(inbox);
    } catch (error) {
      if (systemCode(error) === undefined && !(error instanceof CortexError)) throw error;
      this.#problems.push(describeError(fileError(error, this.directory, 'write down which messages came into INBOX.md')));
    }
  }

  /** A link may have taken the place of the stack since it was looked at. */
  async #makeFolder(): Promise<void> {
    const real = await makeStackFolder(this.runtime, this.directory);
    if (real === this.directory) return;
    throw new CortexError('outside-root', 'a link has taken the place of the stack', {
      file: this.directory,
      value: real,
      next: 'Remove the link.',
    });
  }

  #watch(unconfirmed: Unconfirmed): void {
    this.#unconfirmed.push(unconfirmed);
    this.#confirming ??= this.#confirmAll().finally(() => {
      this.#confirming = null;
    });
  }

  /** All that is old enough at one look. */
  async #confirmAll(): Promise<void> {
    const { clock } = this.runtime;
    for (let [first] = this.#unconfirmed; first !== undefined; [first] = this.#unconfirmed) {
      await this.runtime.sleep(first.since + CONFIRM_MS - clock.monotonic());
      const due = this.#unconfirmed.filter(({ since }) => since + CONFIRM_MS <= clock.monotonic());
      this.#unconfirmed = this.#unconfirmed.filter((each) => !due.includes(each));
      try {
        const present = this.read();
        for (const each of due) await this.#again(each, present);
      } catch (error) {
        this.#problems.push(describeError(error));
      }
    }
  }

  /** Adds what is gone from a file that is otherwise as it was; what else became of it is for a person to see. */
  async #again({ messages, before }: Unconfirmed, present: MessageFile): Promise<void> {
    const missing = missingFrom(present, messages);
    if (missing.length === 0) return;
    let gone: Message[] = [];
    const isAdded = await this.edits.append(INBOX, (file) => {
      gone = this.taken.without(missing);
      const end = endOf(file);
      const isAsBefore = end.size === before.size && end.tail === before.tail;
      return isAsBefore && gone.length > 0 ? { text: addedMessages(file, gone) } : null;
    });
    if (isAdded) this.#watch({ messages: gone, before, since: this.runtime.clock.monotonic() });
    else this.#problems.push(...gone.map((message) => describeError(this.#gone(message))));
  }

  #gone({ id }: Message): CortexError {
    return new CortexError('not-found', 'a message that was delivered a second ago is not there any more', {
      file: path.join(this.directory, INBOX),
      value: id,
      next: 'It was read and cleared, or a program wrote the file that had read it before: ask who it was for.',
    });
  }
}

function newOf(deliveries: readonly Delivery[]): Message[] {
  return deliveries.filter(({ isNew }) => isNew).map(({ message }) => message);
}

/** The message with its id: the same one within a minute is one message, a different one with that id gets a longer text to hash. */
function identified(draft: MessageDraft, known: KnownMessages): Message {
  const id = messageId(draft);
  const message = { ...draft, id };
  return known.has(message) || !known.hasId(id) ? message : { ...draft, id: messageId(draft, true) };
}
