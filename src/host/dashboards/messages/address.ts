import { CortexError } from '../../../engine/platform/errors.ts';
import type { Stacks } from '../../../engine/stack/index.ts';
import type { MessageFolder, MessageIndex } from './message-index.ts';
import type { Draft } from './protocol.ts';

/** Finds recipients of messages. */
export interface AddressBook {
  readonly book: MessageIndex;
  /** Returns the stacks of a folder, or `undefined` if it is no longer open. */
  stacksOf(folder: MessageFolder): Stacks | undefined;
}

/** Resolved parameters of a message. */
interface Addressed {
  readonly stacks: Stacks;
  readonly to: string;
  readonly thread: string | null;
  readonly replyTo: string | null;
}

/** Maximum number of candidates to list in an error. */
const MAX_NAMED = 10;

const GONE = { next: 'Choose another one.' };

/** Error for a name that exists in several folders. Only the user can choose between them. */
function severalMeant(value: string, meant: readonly { readonly label: string }[]): CortexError {
  const allowed = [...new Set(meant.map(({ label }) => label))].slice(0, MAX_NAMED).join(', ');
  return new CortexError('invalid-input', 'several agents have this name', { value, allowed, next: 'Add the folder to the name.' });
}

/** Resolves the recipient of a draft in all folders, and the message it answers. @throws CortexError `not-found`, `invalid-input` */
export function resolveRecipient(draft: Draft, { book, stacksOf }: AddressBook): Addressed {
  const answered = draft.replyTo === null ? undefined : book.message(draft.replyTo);
  if (draft.replyTo !== null && answered === undefined)
    throw new CortexError('not-found', 'the message to reply to no longer exists', GONE);
  const typed = draft.to.trim();
  const folders = answered === undefined ? book.folders : [answered.folder];
  const names = folders.flatMap((folder) => folder.recipients.map((name) => ({ folder, name, label: book.nameIn(folder, name) })));
  const labelled = names.filter(({ label }) => label === typed);
  const meant = labelled.length > 0 ? labelled : names.filter(({ name }) => name === typed);
  if (meant.length > 1) throw severalMeant(typed, meant);
  const [found] = meant;
  const folder = found?.folder ?? (folders.length === 1 ? folders[0] : undefined);
  const stacks = folder === undefined ? undefined : stacksOf(folder);
  if (stacks === undefined) throw new CortexError('not-found', 'no agent has this name', { value: typed, ...GONE });
  const thread = draft.thread.trim();
  // The answered message may be in a stack of neither the sender nor the recipient.
  const inherited = answered?.message.thread ?? null;
  return { stacks, to: found?.name ?? typed, thread: thread === '' ? inherited : thread, replyTo: answered?.message.id ?? null };
}
