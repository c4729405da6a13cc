import type * as vscode from 'vscode';
import { CortexError, describeError } from '../../../engine/platform/errors.ts';
import { MANAGER, type Stacks } from '../../../engine/stack/index.ts';
import { Cancelled, choose } from '../../commands/ask.ts';
import { runStackOperation } from '../../commands/operations.ts';
import { requireTrust } from '../../commands/trust.ts';
import { messageText, pickText } from '../../model/text.ts';
import { type AddressBook, resolveRecipient } from './address.ts';
import type { Draft, Sending } from './protocol.ts';

/** Inputs of `send`. */
export interface Outgoing extends AddressBook {
  readonly memory: vscode.Memento;
  readonly log: vscode.LogOutputChannel;
}

/** Returns the sender: the folder's stack (the manager beside `AGENTS.md`), else an agent that the user chooses once. @throws Cancelled */
async function senderIn(stacks: Stacks, memory: vscode.Memento): Promise<string> {
  const { agentsText, agents, root, ownName } = stacks;
  if (agentsText === null || ownName !== null) return ownName ?? MANAGER;
  const key = `cortex.messages.sender:${root}`;
  const before = memory.get<string>(key);
  if (before !== undefined && agents.some(({ name }) => name === before)) return before;
  const choices = agents.map(({ name, role }) => ({ label: pickText(name), description: pickText(role ?? ''), value: name }));
  const chosen = await choose(choices, { title: 'Send Message', placeHolder: 'Your sender name in this folder (asked once)' });
  await memory.update(key, chosen);
  return chosen;
}

/** Sends a draft. @returns the result for the page; never rejects */
export async function send(draft: Draft, outgoing: Outgoing): Promise<Sending> {
  try {
    requireTrust();
    const { stacks, to, thread, replyTo } = resolveRecipient(draft, outgoing);
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
    const why = error instanceof Cancelled ? 'Not sent: no sender was chosen.' : `Not sent: ${describeError(error)}`;
    return { draft: draft.id, outcome: 'refused', message: messageText(why) };
  }
}
