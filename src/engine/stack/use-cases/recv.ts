import path from 'node:path';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { markRead } from '../messages/read-marks.ts';
import type { RecvInput, RecvOutput } from '../schemas/messages.ts';
import type { Stacks } from '../stacks.ts';
import { STACK_FILES } from '../store.ts';
import { requireOwnStack, stackOperation } from './in-stacks.ts';
import { inboxViews, inboxWarnings } from './message-view.ts';

/**
 * Shows the messages of INBOX (seed 4, "Receive Messages"). Messages are cleared or marked only after they were shown, and only those;
 * messages that arrive meanwhile stay as they are.
 */
export const receive = stackOperation(async (stacks: Stacks, input: RecvInput, context: OperationContext): Promise<Outcome<RecvOutput>> => {
  const { clear, markRead: marks, limit } = input;
  const { name, store } = requireOwnStack(stacks);
  const { file, messages: all } = inboxViews(store);
  const pairs = all.map((view, n) => ({ view, message: file.messages[n] })).filter(({ view }) => !input.unread || view.unread);
  const shown = limit === undefined ? pairs : pairs.slice(-limit);
  const messages = shown.map(({ view }) => view);
  const inbox = path.join(store.directory, STACK_FILES.inbox);
  const counts = { total: all.length, unread: all.filter(({ unread }) => unread).length, matching: pairs.length };
  const hasConflicts = file.conflicts.length > 0;
  const output = { stack: name, file: inbox, ...counts, hasConflicts, messages };
  const outcome = { ok: true, output, warnings: inboxWarnings(file, inbox) };
  if (!(clear || marks) || messages.length === 0) return outcome;
  context.emit?.(output);
  // Lets the output be flushed first: a closed pipe ends the program before anything is removed.
  await context.runtime.sleep(0);
  if (clear)
    await store.remove(
      STACK_FILES.inbox,
      shown.flatMap(({ message }) => message ?? []),
    );
  else
    await markRead(
      store,
      messages.map(({ id }) => id),
    );
  return { ...outcome, isEmitted: context.emit !== undefined };
});
