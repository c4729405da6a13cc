import type { Outcome } from '../../engine/platform/operation.ts';
import { acquireOutput } from '../../engine/swarm/index.ts';
import { formatAnswer } from './answers.ts';
import { reportDoneWithAction, reportOutcome, showWarningWithAction } from './notifications.ts';
import { runOperation, type Work } from './operations.ts';

const ACQUIRE = 'lock acquire';
/** Timeout for a user who waits for a lock, in milliseconds. The user can cancel earlier. */
export const WAIT_MS = 600_000;

/** Reports the result of requesting locks. Offers to wait for them, or to share-lock the files that a change may break. */
export async function reportLocks(
  work: Work,
  input: Readonly<Record<string, unknown>>,
  outcome: Outcome<unknown>,
  refresh: () => Promise<void>,
): Promise<void> {
  const text = formatAnswer(ACQUIRE, outcome, work.runtime.clock.now())?.text ?? '';
  const again = async (more: Readonly<Record<string, unknown>>) =>
    await reportOutcome(work, ACQUIRE, await runOperation(work, ACQUIRE, { ...input, ...more }));
  if (!outcome.ok) {
    if (await showWarningWithAction(text, 'Wait for It')) await again({ wait: WAIT_MS });
    return;
  }
  if (acquireOutput().parse(outcome.output).mayBreak.length === 0) return reportOutcome(work, ACQUIRE, outcome);
  // Show the lock before the user answers.
  await refresh();
  if (await reportDoneWithAction(text, 'Share-Lock These')) await again({ withBlast: true });
}
