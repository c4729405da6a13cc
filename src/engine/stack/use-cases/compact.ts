import path from 'node:path';
import type { Outcome } from '../../platform/operation.ts';
import { compactStack, countWithoutTime } from '../compact.ts';
import { HISTORY } from '../files/history.ts';
import { readAllMessages } from '../messages/archived-messages.ts';
import { planConflicts } from '../plan/plan-file.ts';
import type { CompactInput, CompactOutput } from '../schemas/reading.ts';
import { requireOwnStack, stackOperation, stacksAround } from './in-stacks.ts';

/** Moves old items of the own stack to its HISTORY.md, unchanged. */
export const compact = stackOperation(async (stacks, { olderThan, dryRun }: CompactInput, { runtime }): Promise<Outcome<CompactOutput>> => {
  const { name, store } = requireOwnStack(stacks);
  const around = stacksAround(stacks);
  const { messages, problems } = readAllMessages(around.stacks);
  const answered = new Set(messages.flatMap(({ replyTo }) => replyTo ?? []));
  const moved = await compactStack(store, { olderThanMs: olderThan, now: runtime.clock.now(), dryRun, answered });
  const withoutTime = countWithoutTime(store, { answered });
  const output = { stack: name, history: path.join(store.directory, HISTORY), ...moved, withoutTime, olderThan, dryRun };
  return { ok: true, output, warnings: [...around.problems, ...problems, ...planConflicts(store)] };
});
