import type { TextEdits } from '../../files/second-look/text-edits.ts';
import type { OpenText } from '../../files/text-append.ts';
import { CortexError, describeError, fileError, systemCode } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { makeStackFolder } from '../files/stack-folder.ts';
import { stackText } from '../files/stack-text.ts';
import { addedMessages } from './add-messages.ts';
import { type MessageFile, parseMessages } from './format.ts';
import { KnownMessages } from './known-messages.ts';
import type { Message, MessageDraft } from './message.ts';
import { messageId } from './message-id.ts';

/** What became of a message that was sent. */
export interface Delivery {
  readonly message: Message;
  /** False when this very message was there before. */
  readonly isNew: boolean;
}

export const INBOX = 'INBOX.md';
/** The INBOX of a stack, as those see it who bring messages (decision 0013, "Sending"). */
export class Mailbox {
  readonly #problems: string[] = [];

  /** @param directory the stack's real path; the root of `edits` */
  constructor(
    private readonly runtime: Runtime,
    private readonly directory: string,
    private readonly edits: TextEdits,
  ) {}

  /** What a person should look at. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /**
   * Adds messages, each unless it ever was there: one write for all, on the disk when this resolves. A stack that is missing is made. One
   * that is gone a second later is added again or reported (`TextEdits.append`).
   * @param drafts each gets an id if it has none; that of a message which has one stays
   * @returns what became of each, in their order @throws CortexError as `TextEdits.append`
   */
  async deliver(drafts: readonly (MessageDraft | Message)[]): Promise<Delivery[]> {
    let deliveries: Delivery[] = [];
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
      const parts = addedMessages(file, messages).map((text, n) => ({ text, what: `message ${messages[n]?.id}` }));
      return { text: parts.map(({ text }) => text).join(''), parts, written: (now) => this.#remember(known, now) };
    });
    return deliveries;
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
