import { CortexError, withWarningsAdded } from '../../platform/errors.ts';
import type { Outcome } from '../../platform/operation.ts';
import { findAgent } from '../agents/agents-file.ts';
import { listHooks } from '../hooks.ts';
import { allMessages, type StackMessage } from '../messages/all-messages.ts';
import { isArchived, readAllMessages } from '../messages/archived-messages.ts';
import { findOverdueInStacks, findUntimedInStacks } from '../messages/threads/overdue-in.ts';
import { findThread, groupIntoThreads, lastDayOf, type MessageThread } from '../messages/threads/threads.ts';
import type { HooksOutput, OverdueOutput, SearchInput, SearchOutput, ThreadInput, ThreadOutput } from '../schemas/reading.ts';
import { searchStacks } from '../search.ts';
import { stackOperation, stacksAround } from './in-stacks.ts';
import { messageView } from './message-view.ts';

type PlacedView = Omit<OverdueOutput['messages'][number], 'since'>;

function placedView(message: StackMessage): PlacedView {
  const { stack, box, file, place } = message;
  return { ...messageView(message, message.unread), stack, box, file, line: place.line };
}

/** Largest number of threads to list when the requested one is not found. */
const NAMED_THREADS = 8;

function someThreads(threads: readonly MessageThread[]): string {
  const more = threads.length - NAMED_THREADS;
  const names = threads.slice(0, NAMED_THREADS).map(({ id }) => id);
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function notFound(id: string, threads: readonly MessageThread[]): CortexError {
  const next = '"cstack thread" lists all threads. To find it by its text: cstack search WORDS';
  const data = { value: id, ...(threads.length > 0 && { allowed: someThreads(threads) }), next };
  return new CortexError('not-found', 'no message has this id, and no thread has this name', data);
}

function headView(each: MessageThread) {
  const { id, title, participants, unread, last } = each;
  return { id, title, participants: [...participants], unread, last, lastDay: lastDayOf(each) };
}

/** Shows a thread across all stacks, archived messages included; without a name, lists all threads, newest first. */
export const showThread = stackOperation(async (stacks, { id }: ThreadInput): Promise<Outcome<ThreadOutput>> => {
  const around = stacksAround(stacks);
  const { messages, problems } = readAllMessages(around.stacks);
  const warnings = [...around.problems, ...problems];
  const threads = groupIntoThreads(messages);
  if (id === undefined) {
    const list = threads.map((each) => {
      return { ...headView(each), messages: each.messages.length, archived: each.messages.filter(isArchived).length };
    });
    return { ok: true, output: { threads: list }, warnings };
  }
  const thread = findThread(threads, id);
  if (thread === undefined) throw withWarningsAdded(notFound(id, threads), warnings);
  const views = thread.messages.map((message) => ({ ...placedView(message), archived: isArchived(message) }));
  return { ok: true, output: { ...headView(thread), messages: views }, warnings };
});

/** Searches all stacks for words (rulings, all protocols 9: nothing found is a no). */
export const searchAll = stackOperation(async (stacks, { words, top }: SearchInput): Promise<Outcome<SearchOutput>> => {
  const around = stacksAround(stacks);
  const query = words.join(' ');
  const { total, results, problems } = searchStacks(around.stacks, query, top);
  return { ok: total > 0, output: { query, total, root: stacks.root, results: [...results] }, warnings: [...around.problems, ...problems] };
});

/** Lists messages in all stacks without an answer for a day. */
export const listOverdue = stackOperation(async (stacks, _: unknown, { runtime }): Promise<Outcome<OverdueOutput>> => {
  const around = stacksAround(stacks);
  const { messages, problems } = allMessages(around.stacks);
  const ofArchives: string[] = [];
  const overdue = findOverdueInStacks(around.stacks, messages, runtime.clock.now(), ofArchives);
  const withoutTime = findUntimedInStacks(around.stacks, messages, ofArchives).length;
  const unread = [...new Set([...around.problems, ...problems, ...ofArchives])];
  const views = overdue.map(({ message, since }) => ({ ...placedView(message), since }));
  return { ok: true, output: { messages: views, withoutTime, complete: unread.length === 0 }, warnings: unread };
});

/** Lists the hooks of all stacks. Nothing here runs one (decision 0013, "Hooks"). */
export const listAllHooks = stackOperation(async (stacks): Promise<Outcome<HooksOutput>> => {
  const around = stacksAround(stacks);
  const hooks = around.stacks.flatMap((stack) =>
    listHooks(stack, findAgent(stacks.agents, stack.name)).map(({ skill, declared, files: { sh = null, ps1 = null } }) => {
      return { stack: stack.name, skill, declared, sh, ps1 };
    }),
  );
  return { ok: true, output: { root: stacks.root, hooks }, warnings: around.problems };
});
