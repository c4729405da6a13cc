import { CortexError } from '../../../engine/platform/errors.ts';
import type { Stacks } from '../../../engine/stack/index.ts';
import type { MessageFolder, MessageIndex } from './message-index.ts';
import type { Draft } from './protocol.ts';

/** Whom one can write to. */
export interface AddressBook {
  readonly book: MessageIndex;
  /** The stacks of a folder; `undefined` where it is not open any more. */
  stacksOf(folder: MessageFolder): Stacks | undefined;
}

/** What a person wrote, as the engine wants it. */
interface Addressed {
  readonly stacks: Stacks;
  readonly to: string;
  readonly thread: string | null;
  readonly replyTo: string | null;
}

/** So many names are said of those that could be meant. */
const MOST_NAMED = 10;

const GONE = { next: 'Choose another one.' };

/** In several folders somebody may have one name: nobody but the person knows who is meant. */
function severalMeant(value: string, meant: readonly { readonly label: string }[]): CortexError {
  const allowed = [...new Set(meant.map(({ label }) => label))].slice(0, MOST_NAMED).join(', ');
  return new CortexError('invalid-input', 'several agents have this name', { value, allowed, next: 'Write it with its folder.' });
}

/** Who is meant, among all folders, and which message is answered. @throws CortexError `not-found` */
export function address(draft: Draft, { book, stacksOf }: AddressBook): Addressed {
  const answered = draft.replyTo === null ? undefined : book.message(draft.replyTo);
  if (draft.replyTo !== null && answered === undefined)
    throw new CortexError('not-found', 'the message that it answers is there no more', GONE);
  const typed = draft.to.trim();
  const folders = answered === undefined ? book.folders : [answered.folder];
  const names = folders.flatMap((folder) => folder.recipients.map((name) => ({ folder, name, label: book.nameIn(folder, name) })));
  const labelled = names.filter(({ label }) => label === typed);
  const meant = labelled.length > 0 ? labelled : names.filter(({ name }) => name === typed);
  if (meant.length > 1) throw severalMeant(typed, meant);
  const [found] = meant;
  const folder = found?.folder ?? (folders.length === 1 ? folders[0] : undefined);
  const stacks = folder === undefined ? undefined : stacksOf(folder);
  if (stacks === undefined) throw new CortexError('not-found', 'nobody has this name', { value: typed, ...GONE });
  const thread = draft.thread.trim();
  // The answered message may lie in a stack that is neither the sender's nor the recipient's.
  const inherited = answered?.message.thread ?? null;
  return { stacks, to: found?.name ?? typed, thread: thread === '' ? inherited : thread, replyTo: answered?.message.id ?? null };
}
