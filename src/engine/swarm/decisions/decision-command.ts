import { isPerson } from '../../crtx/people.ts';
import type { SwarmManifest } from '../../crtx/schema.ts';
import { suggestCommand, suggestSwarmCommand } from '../events/explanation.ts';
import type { OpenSubject } from './open-subjects.ts';

/**
 * Returns the command line that decides a subject, with placeholders in capitals. The whole swarm needs no `--task`.
 * @param person who decides what only a person may decide
 */
export function decisionCommand(subject: OpenSubject, { coordinator, decomposition }: SwarmManifest, person: string): string {
  const { id, kind, about, waitsFor, isOneOfSeveral = false } = subject;
  if (waitsFor === 'votes') return suggestCommand('swarm vote', id, { agent: null, for: kind === 'question' ? null : 'yes' });
  const by = waitsFor === 'person' && !isPerson(coordinator) ? person : coordinator;
  const task = subject.task === decomposition.id ? {} : { task: subject.task };
  if (kind !== 'question') return suggestSwarmCommand('swarm approve', { ...task, by });
  const file = isOneOfSeveral ? { file: about } : {};
  return suggestSwarmCommand('swarm merge', { ...task, by, ...file, pick: null });
}
