import type { TextEdits } from '../../files/second-look/text-edits.ts';
import type { OpenText } from '../../files/text-append.ts';
import { CortexError, describeError, fileError, systemCode } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { makeStackFolder } from '../files/stack-folder.ts';
import { readStackText } from '../files/stack-text.ts';
import { addedMessages } from './add-messages.ts';
import { type MessageFile, parseMessages } from './format.ts';
import { KnownMessages } from './known-messages.ts';
import { type Message, type MessageDraft, messageIdentity } from './message.ts';
import { messageId } from './message-id.ts';

/** Result of sending a message. */
export interface Delivery {
  readonly message: Message;
  /** False when exactly this message was delivered before. */
  readonly isNew: boolean;
}

export const INBOX = 'INBOX.md';
/** The INBOX of a stack, for senders (decision 0013, "Sending"). */
export class Mailbox {
  readonly #problems: string[] = [];

  /** @param directory real path of the stack; the root of `edits` */
  constructor(
    private readonly runtime: Runtime,
    private readonly directory: string,
    private readonly edits: TextEdits,
  ) {}

  /** Problems that a person should look at. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /**
   * Appends messages that were never in the INBOX, in one durable write; a draft without an id also if it is no longer there. Creates a missing stack. A message that has vanished a second
   * later is appended again or reported (`TextEdits.append`).
   * @param drafts a draft without an id gets one; an existing id stays
   * @returns the results in the same order @throws CortexError as `TextEdits.append`
   */
  async deliver(drafts: readonly (MessageDraft | Message)[]): Promise<Delivery[]> {
    let deliveries: Delivery[] = [];
    await this.#makeFolder();
    await this.edits.append(INBOX, (file) => {
      const known = KnownMessages.open(this.runtime, this.directory, file);
      deliveries = drafts.map((draft) => {
        if ('id' in draft) return known.add(draft);
        const delivery = known.add(identified(draft, known));
        // Another program may have removed it by an older copy of the file.
        return delivery.isNew || isIn(file, delivery.message) ? delivery : { ...delivery, isNew: true };
      });
      const messages = newOf(deliveries);
      if (messages.length === 0) {
        // Save even without new messages: the messages are then known after they are cleared. Another process may have crashed before its
        // save.
        known.save(file);
        return null;
      }
      const parts = addedMessages(file, messages).map((text, n) => ({ text, what: `message ${messages[n]?.id}` }));
      return { text: parts.map(({ text }) => text).join(''), parts, written: (now) => this.#remember(known, now) };
    });
    return deliveries;
  }

  /** Reads the present messages. @throws CortexError `broken-file` for a file that is not UTF-8, not regular, or too large */
  read(): MessageFile {
    return parseMessages(readStackText(this.runtime, this.directory, INBOX) ?? '');
  }

  /**
   * A delivered message must not be reported as failed, so an index that cannot be saved is only a problem. It is rebuilt from the INBOX
   * the next time.
   */
  #remember(known: KnownMessages, inbox: OpenText): void {
    try {
      known.save(inbox);
    } catch (error) {
      if (systemCode(error) === undefined && !(error instanceof CortexError)) throw error;
      this.#problems.push(describeError(fileError(error, this.directory, 'save the list of messages in INBOX.md')));
    }
  }

  /** A symlink may have replaced the stack since it was examined. */
  async #makeFolder(): Promise<void> {
    const real = await makeStackFolder(this.runtime, this.directory);
    if (real === this.directory) return;
    throw new CortexError('outside-root', 'the stack was replaced with a link', {
      file: this.directory,
      value: real,
      next: 'Remove the link.',
    });
  }
}

function newOf(deliveries: readonly Delivery[]): Message[] {
  return deliveries.filter(({ isNew }) => isNew).map(({ message }) => message);
}

/** Returns whether exactly this message is in a file now. */
const isIn = (file: OpenText, message: Message): boolean =>
  parseMessages(file.read(0, file.size).toString()).messages.some((each) => messageIdentity(each) === messageIdentity(message));

/**
 * Returns the message with an id. The same message within a minute keeps its id; a different message with that id gets a longer hash input.
 */
function identified(draft: MessageDraft, known: KnownMessages): Message {
  const id = messageId(draft);
  const message = { ...draft, id };
  return known.has(message) || !known.hasId(id) ? message : { ...draft, id: messageId(draft, true) };
}
