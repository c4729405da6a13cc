import path from 'node:path';
import { TextEdits } from '../files/second-look/text-edits.ts';
import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { stackText } from './files/stack-text.ts';
import { type MessageFile, parseMessages } from './messages/format.ts';
import { INBOX, Mailbox } from './messages/mailbox.ts';
import { identityOf, type Message } from './messages/message.ts';
import { removeMessages } from './messages/remove-messages.ts';

/** The files of a stack (seed 3, "File Structure"). */
export const STACK_FILES = { current: 'CURRENT.md', plan: 'PLAN.md', inbox: INBOX, outbox: 'OUTBOX.md', context: 'CONTEXT.md' } as const;
const LOCAL = '.local';

/** A stack: the folder `.cstack/` of one agent. What is missing in it is empty. */
export class StackStore {
  readonly mailbox: Mailbox;
  readonly edits: TextEdits;

  /**
   * @param directory the stack's own folder, a real path; it need not be there as long as nothing is written
   * @param ownerName who sends what its OUTBOX has without a sender
   */
  constructor(
    readonly runtime: Runtime,
    readonly directory: string,
    private readonly ownerName: () => string = () => path.basename(path.dirname(directory)),
  ) {
    this.edits = new TextEdits(runtime, { root: directory, isReal: true, local: LOCAL });
    this.mailbox = new Mailbox(runtime, directory, this.edits);
  }

  /** What a person should look at: messages that are gone, texts that were kept beside. */
  get problems(): readonly string[] {
    return [...this.edits.problems, ...this.mailbox.problems];
  }

  /** @throws CortexError when the folder cannot be looked at */
  exists(): boolean {
    try {
      return this.runtime.fs.statSync(this.directory, { bigint: true }).isDirectory();
    } catch (error) {
      // A file, or links in a cycle, are no folder either.
      if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(systemCode(error) ?? '')) return false;
      throw fileError(error, this.directory, 'look for the stack', 'read');
    }
  }

  /** The text of a file, `null` where there is none. @throws CortexError `broken-file` for what is no UTF-8, no file, or too large */
  text(name: string): string | null {
    return stackText(this.runtime, this.directory, name);
  }

  /** Whose stack it is: an agent, `manager`, or else the folder that it is in. */
  get owner(): string {
    return this.ownerName();
  }

  outbox(): MessageFile {
    return parseMessages(this.text(STACK_FILES.outbox) ?? '', { owner: this.owner });
  }

  /** Takes messages out of a file, each by its id, its recipient and its text; what others have added meanwhile stays. */
  async remove(name: typeof STACK_FILES.inbox | typeof STACK_FILES.outbox, messages: readonly Message[]): Promise<void> {
    if (messages.length === 0) return;
    const removed = new Set(messages.map(identityOf));
    const isRemoved = (each: Message) => removed.has(identityOf(each));
    const options = name === STACK_FILES.outbox ? { owner: this.owner } : {};
    await this.edits.edit(name, (text) => (text === null ? null : removeMessages(text, isRemoved, options)));
  }

  /** @throws CortexError `not-found` where there is no stack */
  requireThere(): void {
    if (this.exists()) return;
    throw new CortexError('not-found', 'there is no stack here', { file: this.directory, next: 'Make one with "cstack init".' });
  }
}
