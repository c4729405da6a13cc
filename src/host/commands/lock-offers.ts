import type { Outcome } from '../../engine/platform/operation.ts';
import { acquireOutput } from '../../engine/swarm/index.ts';
import { answerTo } from './answers.ts';
import { runOperation, type Work } from './operations.ts';
import { conclude, sayDoneOr, sayNoOr } from './say.ts';

const ACQUIRE = 'lock acquire';
/** How long a person who waits for a lock waits, milliseconds, unless they cancel it. */
export const WAIT_MS = 600_000;

/** Says what came of a request for locks, and offers what may be wanted next: to wait for them, or to keep what they may break as it is. */
export async function concludeLocks(
  work: Work,
  input: Readonly<Record<string, unknown>>,
  outcome: Outcome<unknown>,
  refresh: () => Promise<void>,
): Promise<void> {
  const text = answerTo(ACQUIRE, outcome)?.text ?? '';
  const again = async (more: Readonly<Record<string, unknown>>) =>
    await conclude(work, ACQUIRE, await runOperation(work, ACQUIRE, { ...input, ...more }));
  if (!outcome.ok) {
    if (await sayNoOr(text, 'Wait for It')) await again({ wait: WAIT_MS });
    return;
  }
  if (acquireOutput().parse(outcome.output).mayBreak.length === 0) return conclude(work, ACQUIRE, outcome);
  // The person sees the lock while they think about the others.
  await refresh();
  if (await sayDoneOr(text, 'Share-Lock These')) await again({ withBlast: true });
}
