import { isPerson } from '../../crtx/people.ts';
import type { SwarmManifest } from '../../crtx/schema.ts';
import { suggested, suggestedForAll } from '../events/explanation.ts';
import type { OpenSubject } from './open-subjects.ts';

/** Returns whether a task has several questions, which are told apart by their files. */
function isOneOfSeveral({ kind, task }: OpenSubject, open: readonly OpenSubject[]): boolean {
  return kind === 'question' && open.filter((other) => other.kind === kind && other.task === task).length > 1;
}

/**
 * Returns the command line that decides a subject, with placeholders in capitals. The whole swarm needs no `--task`.
 * @param open the open decisions, at least those of the same task
 * @param person who decides what only a person may decide
 */
export function decisionCommand(
  subject: OpenSubject,
  open: readonly OpenSubject[],
  { coordinator, decomposition }: SwarmManifest,
  person: string,
): string {
  const { id, kind, about, waitsFor } = subject;
  if (waitsFor === 'votes') return suggested('swarm vote', id, { agent: null, for: kind === 'question' ? null : 'yes' });
  const by = waitsFor === 'person' && !isPerson(coordinator) ? person : coordinator;
  const task = subject.task === decomposition.id ? {} : { task: subject.task };
  if (kind !== 'question') return suggestedForAll('swarm approve', { ...task, by });
  const file = isOneOfSeveral(subject, open) ? { file: about } : {};
  return suggestedForAll('swarm merge', { ...task, by, ...file, pick: null });
}
