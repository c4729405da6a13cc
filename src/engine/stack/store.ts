import path from 'node:path';
import { TextEdits } from '../files/second-look/text-edits.ts';
import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { readStackBytes, readStackText } from './files/stack-text.ts';
import { type MessageFile, parseMessages } from './messages/format.ts';
import { INBOX, Mailbox } from './messages/mailbox.ts';
import { type Message, messageIdentity } from './messages/message.ts';
import { removeMessages } from './messages/remove-messages.ts';

/** Files of a stack (seed 3, "File Structure"). */
export const STACK_FILES = { current: 'CURRENT.md', plan: 'PLAN.md', inbox: INBOX, outbox: 'OUTBOX.md', context: 'CONTEXT.md' } as const;
const LOCAL = '.local';

/** A stack: the folder `.cstack/` of one agent. Missing files count as empty. */
export class StackStore {
  readonly mailbox: Mailbox;
  readonly edits: TextEdits;

  /**
   * @param directory real path of the stack's own folder; it may be missing until something is written
   * @param ownerName returns the sender of OUTBOX messages without a From
   */
  constructor(
    readonly runtime: Runtime,
    readonly directory: string,
    private readonly ownerName: () => string = () => path.basename(path.dirname(directory)),
  ) {
    this.edits = new TextEdits(runtime, { root: directory, isReal: true, local: LOCAL });
    this.mailbox = new Mailbox(runtime, directory, this.edits);
  }

  /** Problems that a person should look at: lost messages, and copies of overwritten texts. */
  get problems(): readonly string[] {
    return [...this.edits.problems, ...this.mailbox.problems];
  }

  /** @throws CortexError when the folder cannot be examined */
  exists(): boolean {
    try {
      return this.runtime.fs.statSync(this.directory, { bigint: true }).isDirectory();
    } catch (error) {
      // A file or a symlink cycle is not a folder either.
      if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(systemCode(error) ?? '')) return false;
      throw fileError(error, this.directory, 'find the stack', 'read');
    }
  }

  /**
   * Returns the text of a file; `null` when it does not exist.
   * @throws CortexError `broken-file` for a file that is not UTF-8, not regular, or too large
   */
  text(name: string): string | null {
    return readStackText(this.runtime, this.directory, name);
  }

  /** Like `text`. @returns valid UTF-8 */
  bytes(name: string): Buffer | null {
    return readStackBytes(this.runtime, this.directory, name);
  }

  /** Owner of the stack: an agent, `manager`, or else the name of its parent folder. */
  get owner(): string {
    return this.ownerName();
  }

  outbox(): MessageFile {
    return parseMessages(this.text(STACK_FILES.outbox) ?? '', { owner: this.owner });
  }

  /** Removes messages from a file, matched by id, sender, recipient and content. Messages that others added meanwhile stay. */
  async remove(name: typeof STACK_FILES.inbox | typeof STACK_FILES.outbox, messages: readonly Message[]): Promise<void> {
    if (messages.length === 0) return;
    const removed = new Set(messages.map(messageIdentity));
    const isRemoved = (each: Message) => removed.has(messageIdentity(each));
    const options = name === STACK_FILES.outbox ? { owner: this.owner } : {};
    await this.edits.edit(name, (text) => (text === null ? null : removeMessages(text, isRemoved, options)));
  }

  /** @throws CortexError `not-found` when the stack does not exist */
  requireThere(): void {
    if (this.exists()) return;
    throw new CortexError('not-found', 'no stack here', { file: this.directory, next: 'Create one with "cstack init".' });
  }
}
