import { CortexError } from '../../kernel/errors.ts';
import type { Outcome } from '../../kernel/operation.ts';
import { agentNamed } from '../agents-file.ts';
import { allMessages, type StackMessage } from '../all-messages.ts';
import { listHooks } from '../hooks.ts';
import type { HooksOutput, OverdueOutput, SearchInput, SearchOutput, ThreadInput, ThreadOutput } from '../operations/reading.ts';
import { overdueOf } from '../overdue.ts';
import { searchStacks } from '../search.ts';
import { findThread, threadsOf } from '../threads.ts';
import { inStacks, stacksAround } from './in-stacks.ts';
import { messageView } from './message-view.ts';

function placedView(message: StackMessage): ThreadOutput['messages'][number] {
  const { stack, box, file, place } = message;
  return { ...messageView(message, () => !message.unread), stack, box, file, line: place.line };
}

/** So many threads are named to somebody who asked for one that is not there. */
const NAMED_THREADS = 8;

function someThreads(threads: ReturnType<typeof threadsOf>): string {
  const more = threads.length - NAMED_THREADS;
  const names = threads.slice(0, NAMED_THREADS).map(({ id }) => id);
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** The messages that belong together, over all stacks. */
export const showThread = inStacks(async (stacks, { id }: ThreadInput): Promise<Outcome<ThreadOutput>> => {
  const around = stacksAround(stacks);
  const { messages, problems } = allMessages(around.stacks);
  const threads = threadsOf(messages);
  const thread = findThread(threads, id);
  if (thread === undefined) {
    const next = 'Find it by what it says: cstack search WORDS';
    const data = { value: id, ...(threads.length > 0 && { allowed: someThreads(threads) }), next };
    throw new CortexError('not-found', 'no message has this id, and no thread this name', data);
  }
  const output = { ...thread, participants: [...thread.participants], messages: thread.messages.map(placedView) };
  return { ok: true, output, warnings: [...around.problems, ...problems] };
});

/** Finds words in all stacks. */
export const searchAll = inStacks(async (stacks, { words, top }: SearchInput): Promise<Outcome<SearchOutput>> => {
  const around = stacksAround(stacks);
  const query = words.join(' ');
  const { total, results, problems } = searchStacks(around.stacks, query, top);
  return { ok: true, output: { query, total, root: stacks.root, results: [...results] }, warnings: [...around.problems, ...problems] };
});

/** What has had no answer for a day, in all stacks. */
export const listOverdue = inStacks(async (stacks, _: unknown, { runtime }): Promise<Outcome<OverdueOutput>> => {
  const around = stacksAround(stacks);
  const { messages, problems } = allMessages(around.stacks);
  const overdue = overdueOf(messages, runtime.clock.now());
  const output = { messages: overdue.map(({ message, since }) => ({ ...placedView(message), since })) };
  return { ok: true, output, warnings: [...around.problems, ...problems] };
});

/** The hooks of all stacks. Nothing here runs one (decision 0013, "Hooks"). */
export const listAllHooks = inStacks(async (stacks): Promise<Outcome<HooksOutput>> => {
  const around = stacksAround(stacks);
  const hooks = around.stacks.flatMap((stack) =>
    listHooks(stack, agentNamed(stacks.agents, stack.name)).map(({ skill, declared, files: { sh = null, ps1 = null } }) => {
      return { stack: stack.name, skill, declared, sh, ps1 };
    }),
  );
  return { ok: true, output: { root: stacks.root, hooks }, warnings: around.problems };
});
