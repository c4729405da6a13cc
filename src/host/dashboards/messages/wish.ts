import type { StackMessage } from '../../../engine/stack/index.ts';
import type { MessageBook } from './message-index.ts';
import type { MessagesFilter, Wish } from './protocol.ts';

/** What of the stacks a person asked to see. */
export interface Wished {
  /** Another one for every time that something is asked for. */
  readonly id: string;
  /** Of the repository, absolute. */
  readonly root: string;
  /** The name of the stack. */
  readonly stack: string;
  /** `null`: all messages of the stack. */
  readonly message: StackMessage | null;
}

const EVERYTHING: MessagesFilter = { words: '', only: 'all', stack: null };

/** Where it is among all threads; `null` when it is not there any more. */
export function wishIn(book: MessageBook, { id, root, stack, message }: Wished): Wish | null {
  if (message === null) {
    const folder = book.folders.find((each) => each.root === root);
    return folder === undefined ? null : { id, filter: { ...EVERYTHING, stack: book.nameIn(folder, stack) }, place: null };
  }
  const index = book.threads.findIndex(({ thread }) => thread.messages.includes(message));
  const thread = book.threads[index];
  if (thread === undefined) return null;
  return { id, filter: EVERYTHING, place: { thread: thread.id, index, message: book.idOf(thread.folder, message) } };
}
