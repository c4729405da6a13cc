import { nodeRuntime, type Runtime } from '../platform/runtime.ts';
import { maskConflicts } from '../text/conflicts/merge-conflicts.ts';
import { findSection, parseSections } from '../text/markdown/sections.ts';
import { requireOneLine } from '../text/one-line.ts';
import { type CurrentState, parseCurrentText } from './files/current.ts';
import { type InitOptions, type MadeStack, initStack as makeStack } from './init.ts';
import type { Delivery } from './messages/mailbox.ts';
import type { Message, MessageDraft, PlacedMessage } from './messages/message.ts';
import { type MessageFields, messageDraft } from './messages/message-draft.ts';
import { type PlanTask, parsePlanText } from './plan/plan.ts';
import { openStackForWrites, openStackIn } from './stack-in.ts';
import { STACK_FILES } from './store.ts';

export * from './plan/plan-library.ts';

/** Default of all calls without a runtime, so that they share the pending second looks at their messages. */
let usual: Runtime | null = null;

function usualRuntime(): Runtime {
  usual ??= nodeRuntime();
  return usual;
}

/** A message as a program writes it. A missing id is generated. */
export interface LibraryMessage extends MessageFields {
  readonly id?: string | undefined;
}

/** The contents of a PLAN.md. */
export interface Plan {
  readonly tasks: readonly PlanTask[];
  /** Text below `## Notes`. */
  readonly notes: string;
}

/** Reads the current work of a folder's agent from `.cstack/CURRENT.md` (seed 3, "Usage"). Missing parts are empty. @throws CortexError */
export async function parseCurrent(workspace: string, runtime: Runtime = nodeRuntime()): Promise<CurrentState> {
  return parseCurrentText(openStackIn(workspace, runtime).text(STACK_FILES.current) ?? '');
}

/** Reads the tasks and notes of a folder's `.cstack/PLAN.md`. @throws CortexError */
export async function parsePlan(workspace: string, runtime: Runtime = nodeRuntime()): Promise<Plan> {
  const text = openStackIn(workspace, runtime).text(STACK_FILES.plan) ?? '';
  const settled = maskConflicts(text);
  const notes = findSection(parseSections(settled), 'Notes');
  return { tasks: parsePlanText(text), notes: notes === undefined ? '' : settled.slice(notes.bodyFrom, notes.to).trim() };
}

/** Reads the messages of a folder's `.cstack/INBOX.md` in file order, without marking or removing any. @throws CortexError */
export async function readInbox(workspace: string, runtime: Runtime = nodeRuntime()): Promise<readonly PlacedMessage[]> {
  return openStackIn(workspace, runtime).mailbox.read().messages;
}

/** Reads the messages of a folder's `.cstack/OUTBOX.md` in file order. @throws CortexError */
export async function readOutbox(workspace: string, runtime: Runtime = nodeRuntime()): Promise<readonly PlacedMessage[]> {
  return openStackIn(workspace, runtime).outbox().messages;
}

function draftOf({ id, ...said }: LibraryMessage, runtime: Runtime): MessageDraft | Message {
  const draft = messageDraft(runtime, said);
  return id === undefined ? draft : { ...draft, id: requireOneLine('id of a message', id) };
}

function deliver(workspace: string, message: LibraryMessage, runtime: Runtime): Promise<Delivery[]> {
  return openStackForWrites(workspace, runtime).mailbox.deliver([draftOf(message, runtime)]);
}

/** Delivers a message once to the INBOX of the folder's agent (seed 4, "Go Library"). */
export async function sendMessage(workspace: string, message: LibraryMessage, runtime: Runtime = usualRuntime()): Promise<string> {
  const deliveries = await deliver(workspace, message, runtime);
  return deliveries.map((delivery) => delivery.message.id).join();
}

/** Like `sendMessage`, without the id (seed 3, "Usage"). @throws CortexError */
export async function writeInbox(workspace: string, message: LibraryMessage, runtime: Runtime = usualRuntime()): Promise<void> {
  await deliver(workspace, message, runtime);
}

/** Alias of `writeInbox`, which already preserves concurrent writes. Seed 4 has a separate name for that. @throws CortexError */
export function writeInboxAtomic(workspace: string, message: LibraryMessage, runtime: Runtime = usualRuntime()): Promise<void> {
  return writeInbox(workspace, message, runtime);
}

/**
 * Removes processed messages from a folder's OUTBOX. Messages added meanwhile stay if `processed` is given.
 * @param processed result of `readOutbox`; default: all present messages @throws CortexError
 */
export async function clearOutbox(workspace: string, processed?: readonly Message[], runtime: Runtime = nodeRuntime()): Promise<void> {
  const store = openStackIn(workspace, runtime);
  await store.remove(STACK_FILES.outbox, processed ?? store.outbox().messages);
}

/** Creates a stack in a folder; existing files stay. @throws CortexError */
export function initStack(workspace: string, options: InitOptions = {}, runtime: Runtime = nodeRuntime()): Promise<MadeStack> {
  return makeStack(runtime, workspace, options);
}
