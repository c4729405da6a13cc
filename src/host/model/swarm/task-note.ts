import { type Deliberation, readOutput } from '../../../engine/swarm/index.ts';
import { counted, oneLine } from '../text.ts';
import type { TaskEntry, TaskIndex } from './task-index.ts';

/** Returns the note of a task: its result, why it failed or was skipped, or the state of its decision; `null` if there is none. */
export function taskNote(entry: TaskEntry, index: TaskIndex, most: number): string | null {
  const { output, status } = entry.node;
  const { result, deliberation } = readOutput(output);
  if (status === 'failed') return oneLine(reasonIn(result) ?? resultText(result) ?? '', most) || null;
  const parts = [
    status === 'skipped' ? whySkipped(entry, index) : null,
    deliberation === null ? null : describeDeliberation(deliberation),
    resultText(result),
  ];
  return oneLine(parts.filter((part) => part !== null).join(' · '), most) || null;
}

/** Formats the result of a task. Agents may submit any JSON value. */
function resultText(result: unknown): string | null {
  if (result === undefined) return null;
  return typeof result === 'string' ? result : (JSON.stringify(result) ?? null);
}

/** Returns the reason that an agent gave for failing a task (docs/protocols/crtx.md). */
function reasonIn(result: unknown): string | null {
  if (typeof result !== 'object' || result === null || !('error' in result)) return null;
  return typeof result.error === 'string' ? result.error : null;
}

function whySkipped(entry: TaskEntry, index: TaskIndex): string {
  const lost = index.lostFor(entry);
  if (lost.length === 0) return 'no longer needed';
  return `skipped for ${lost.slice(0, 3).join(', ')}${lost.length > 3 ? ', …' : ''}`;
}

/** Describes the state of a task's proposals, submissions and merge. */
function describeDeliberation({ proposals, candidates, merge }: Deliberation): string | null {
  const won = proposals.find(({ state }) => state === 'won');
  const open = proposals.filter(({ state }) => state === 'open').length;
  const parts: string[] = [];
  if (won !== undefined) parts.push(`agreed: ${oneLine(won.approach)}`);
  if (open > 0) parts.push(`${counted(open, 'proposal')} to vote on`);
  const counts = candidateCounts(candidates);
  if (counts !== '') parts.push(counts);
  if (merge?.state === 'open') parts.push('awaiting merge');
  if (merge?.state === 'refused') parts.push(`merge refused${merge.reason === undefined ? '' : `: ${oneLine(merge.reason)}`}`);
  return parts.length === 0 ? null : parts.join(' · ');
}

/** Describes the competing submissions. Empty for a single one that was chosen. */
function candidateCounts(candidates: Deliberation['candidates']): string {
  const count = (...states: readonly string[]) => candidates.filter(({ state }) => states.includes(state)).length;
  const [ready, busy, lost, gone] = [count('ready'), count('assigned', 'working'), count('lost'), count('gave-up')];
  const chosen = candidates.find(({ state }) => state === 'chosen');
  const parts: string[] = [];
  if (chosen !== undefined && lost > 0) parts.push(`chosen: ${oneLine(chosen.agent, 60)}, of ${lost + 1}`);
  if (ready > 0) parts.push(`${ready} submitted`);
  if (busy > 0) parts.push(`${busy} at work`);
  if (gone > 0) parts.push(`${gone} gave up`);
  return parts.join(', ');
}
