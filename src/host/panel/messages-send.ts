import type * as vscode from 'vscode';
import type { Draft, Sending } from '../../contract/messages.ts';
import { CortexError, describeError } from '../../engine/kernel/errors.ts';
import { MANAGER, type Stacks } from '../../engine/stack/index.ts';
import { Cancelled, choose } from '../commands/ask.ts';
import { requireTrust, runStackOperation } from '../commands/operations.ts';
import { messageText, pickText } from '../model/text.ts';
import type { MessageBook, MessageFolder } from './messages-book.ts';

/** Where a person's messages go out from. */
export interface Outgoing {
  readonly book: MessageBook;
  /** The stacks of a folder; `undefined` where it is not open any more. */
  stacksOf(folder: MessageFolder): Stacks | undefined;
  readonly memory: vscode.Memento;
  readonly log: vscode.LogOutputChannel;
}

/** What a person wrote, as the engine wants it. */
interface Addressed {
  readonly stacks: Stacks;
  readonly to: string;
  readonly thread: string | null;
  readonly replyTo: string | null;
}

const GONE = { next: 'Choose another one.' };

/** Who is meant, among all folders, and which message is answered. @throws CortexError `not-found` */
function address(draft: Draft, { book, stacksOf }: Outgoing): Addressed {
  const answered = draft.replyTo === null ? undefined : book.message(draft.replyTo);
  if (draft.replyTo !== null && answered === undefined)
    throw new CortexError('not-found', 'the message that it answers is there no more', GONE);
  const typed = draft.to.trim();
  const folders = answered === undefined ? book.folders : [answered.folder];
  const names = folders.flatMap((folder) => folder.recipients.map((name) => ({ folder, name, label: book.nameIn(folder, name) })));
  const found = names.find(({ label }) => label === typed) ?? names.find(({ name }) => name === typed);
  const folder = found?.folder ?? (folders.length === 1 ? folders[0] : undefined);
  const stacks = folder === undefined ? undefined : stacksOf(folder);
  if (stacks === undefined) throw new CortexError('not-found', 'nobody has this name', { value: typed, ...GONE });
  const thread = draft.thread.trim();
  // The answered message may lie in a stack that is neither the sender's nor the recipient's.
  const inherited = answered?.message.thread ?? null;
  return { stacks, to: found?.name ?? typed, thread: thread === '' ? inherited : thread, replyTo: answered?.message.id ?? null };
}

/** As whom a person writes: as whose stack the open folder is, which beside AGENTS.md is the manager's, else as an agent that they choose once. @throws Cancelled */
async function senderIn(stacks: Stacks, memory: vscode.Memento): Promise<string> {
  const { agentsText, agents, root, ownName } = stacks;
  if (agentsText === null || ownName !== null) return ownName ?? MANAGER;
  const key = `cortex.messages.sender:${root}`;
  const before = memory.get<string>(key);
  if (before !== undefined && agents.some(({ name }) => name === before)) return before;
  const choices = agents.map(({ name, role }) => ({ label: pickText(name), description: pickText(role ?? ''), value: name }));
  const chosen = await choose(choices, { title: 'Send Message', placeHolder: 'As whom do you write in this folder? It is asked once' });
  await memory.update(key, chosen);
  return chosen;
}

/** Sends what a person wrote. @returns what became of it; never rejects */
export async function send(draft: Draft, outgoing: Outgoing): Promise<Sending> {
  try {
    requireTrust();
    const { stacks, to, thread, replyTo } = address(draft, outgoing);
    const from = await senderIn(stacks, outgoing.memory);
    const work = { runtime: stacks.runtime, directory: stacks.root, log: outgoing.log };
    const input = {
      from,
      to,
      type: draft.type.trim(),
      text: draft.text,
      ...(thread !== null && { thread }),
      ...(replyTo !== null && { replyTo }),
    };
    const { warnings = [] } = await runStackOperation(work, 'send', input);
    for (const warning of warnings) outgoing.log.warn(`send: ${warning}`);
    return {
      draft: draft.id,
      outcome: 'sent',
      message: [`Sent to ${to} as ${from}.`, ...warnings].map((text) => messageText(text)).join(' '),
    };
  } catch (error) {
    if (!(error instanceof CortexError || error instanceof Cancelled)) outgoing.log.error(error instanceof Error ? error : String(error));
    const why = error instanceof Cancelled ? 'Not sent: nobody was chosen as the sender.' : `Not sent: ${describeError(error)}`;
    return { draft: draft.id, outcome: 'refused', message: messageText(why) };
  }
}
