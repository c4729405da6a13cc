import type { Checked } from '../../../engine/platform/on-demand.ts';
import { type decidedOutput, WAITS } from '../../../engine/swarm/index.ts';
import { escapeText } from '../layout.ts';

type BallotOutput = Checked<typeof decidedOutput>;

/** Returns the state of a merge. */
export function mergeStateText({ task, taskStatus, state, waitsFor, questions, finished }: NonNullable<BallotOutput['merge']>): string {
  const id = escapeText(task);
  if (state === 'refused') {
    const isGivenOut = taskStatus === 'pending' || taskStatus === 'active';
    return `The merge of ${id} is refused; ${isGivenOut ? 'the task is assigned again' : 'retry a task, approve the result, or abort the swarm'}.`;
  }
  if (state === 'approved') return finished ? `${id} is merged; the swarm has finished.` : `${id} is merged.`;
  const open = questions.length === 0 ? '' : ` Open: ${questions.map(escapeText).join(', ')}.`;
  return `The merge of ${id} waits for ${WAITS[waitsFor ?? 'answers']}.${open}`;
}

/** `decided: bob. logo is merged.` */
export function ballotResultText({ winner, merge }: BallotOutput): string {
  return `decided: ${escapeText(winner)}.${merge === null ? '' : ` ${mergeStateText(merge)}`}`;
}
