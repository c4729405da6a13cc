import { nodeRuntime, type Runtime } from '../platform/runtime.ts';
import { maskConflicts } from '../text/conflicts/merge-conflicts.ts';
import { sectionNamed, sectionsOf } from '../text/markdown/sections.ts';
import { type CurrentState, parseCurrentText } from './files/current.ts';
import { type InitOptions, type MadeStack, initStack as makeStack } from './init.ts';
import type { Delivery } from './messages/mailbox.ts';
import type { Message, MessageDraft, PlacedMessage } from './messages/message.ts';
import { messageDraft, type Said } from './messages/message-draft.ts';
import { requireOneLine } from './one-line.ts';
import { type PlanTask, parsePlanText } from './plan/plan.ts';
import { stackIn, writtenStackIn } from './stack-in.ts';
import { STACK_FILES } from './store.ts';

export * from './plan/plan-library.ts';

/** One for all calls that name none, so that they share what watches their messages. */
let usual: Runtime | null = null;

function usualRuntime(): Runtime {
  usual ??= nodeRuntime();
  return usual;
}

/** A message as a program writes it; one without an id gets one. */
export interface LibraryMessage extends Said {
  readonly id?: string | undefined;
}

/** A PLAN.md. */
export interface Plan {
  readonly tasks: readonly PlanTask[];
  /** What stands below `## Notes`. */
  readonly notes: string;
}

/** What the agent of a folder is at, by its `.cstack/CURRENT.md` (seed 3, "Usage"); empty where nothing is said. @throws CortexError */
export async function parseCurrent(workspace: string, runtime: Runtime = nodeRuntime()): Promise<CurrentState> {
  return parseCurrentText(stackIn(workspace, runtime).text(STACK_FILES.current) ?? '');
}

/** The tasks and notes of a folder's `.cstack/PLAN.md`. @throws CortexError */
export async function parsePlan(workspace: string, runtime: Runtime = nodeRuntime()): Promise<Plan> {
  const text = stackIn(workspace, runtime).text(STACK_FILES.plan) ?? '';
  const settled = maskConflicts(text);
  const notes = sectionNamed(sectionsOf(settled), 'Notes');
  return { tasks: parsePlanText(text), notes: notes === undefined ? '' : settled.slice(notes.bodyFrom, notes.to).trim() };
}

/** The messages in a folder's `.cstack/INBOX.md`, in their order; none is marked or taken away. @throws CortexError */
export async function readInbox(workspace: string, runtime: Runtime = nodeRuntime()): Promise<readonly PlacedMessage[]> {
  return stackIn(workspace, runtime).mailbox.read().messages;
}

/** The messages in a folder's `.cstack/OUTBOX.md`, in their order. @throws CortexError */
export async function readOutbox(workspace: string, runtime: Runtime = nodeRuntime()): Promise<readonly PlacedMessage[]> {
  return stackIn(workspace, runtime).outbox().messages;
}

function draftOf({ id, ...said }: LibraryMessage, runtime: Runtime): MessageDraft | Message {
  const draft = messageDraft(runtime, said);
  return id === undefined ? draft : { ...draft, id: requireOneLine('id of a message', id) };
}

function deliver(workspace: string, message: LibraryMessage, runtime: Runtime): Promise<Delivery[]> {
  return writtenStackIn(workspace, runtime).mailbox.deliver([draftOf(message, runtime)]);
}

/**
 * Puts a message into the INBOX of the agent whose folder this is (seed 4, "Go Library"), once.
 * @returns its id @throws CortexError
 */
export async function sendMessage(workspace: string, message: LibraryMessage, runtime: Runtime = usualRuntime()): Promise<string> {
  const deliveries = await deliver(workspace, message, runtime);
  return deliveries.map((delivery) => delivery.message.id).join();
}

/** As `sendMessage`, for who needs no id (seed 3, "Usage"). @throws CortexError */
export async function writeInbox(workspace: string, message: LibraryMessage, runtime: Runtime = usualRuntime()): Promise<void> {
  await deliver(workspace, message, runtime);
}

/** As `writeInbox`, which already loses nobody else's write: seed 4 has a name of its own for that. @throws CortexError */
export function writeInboxAtomic(workspace: string, message: LibraryMessage, runtime: Runtime = usualRuntime()): Promise<void> {
  return writeInbox(workspace, message, runtime);
}

/**
 * Takes messages out of a folder's OUTBOX when they were processed. What was added meanwhile stays when it is said which ones.
 * @param processed what `readOutbox` gave; default: all that are there @throws CortexError
 */
export async function clearOutbox(workspace: string, processed?: readonly Message[], runtime: Runtime = nodeRuntime()): Promise<void> {
  const store = stackIn(workspace, runtime);
  await store.remove(STACK_FILES.outbox, processed ?? store.outbox().messages);
}

/** Makes a stack in a folder; what is there stays. @throws CortexError */
export function initStack(workspace: string, options: InitOptions = {}, runtime: Runtime = nodeRuntime()): Promise<MadeStack> {
  return makeStack(runtime, workspace, options);
}
