import type { CommandId } from '../manifest/manifest.ts';
import type { Subject } from './row.ts';

/** Command for a drag and drop. The same command can be chosen from a menu. */
export interface Drop {
  readonly command: CommandId;
  readonly subject: Subject;
}

/** Assigns a swarm's task that is dropped on an agent. @returns `null` if the drop has no meaning */
export function swarmDrop(dragged: Subject, target: Subject): Drop | null {
  if (dragged.kind !== 'task' || target.kind !== 'agent') return null;
  return { command: 'cortex.swarm.assign', subject: { ...dragged, agent: target.id } };
}

/** Claims or reassigns a team's task that is dropped on an agent. @returns `null` if the drop has no meaning */
export function teamDrop(dragged: Subject, target: Subject): Drop | null {
  if (dragged.kind !== 'team-task' || target.kind !== 'team-agent') return null;
  const command = dragged.seen?.state === 'in-progress' ? 'cortex.team.reassign' : 'cortex.team.claim';
  return { command, subject: { ...dragged, agent: target.slug } };
}

/** Locks files that are dropped on the Locks view. @param files absolute paths @returns `null` if there are none */
export function filesDrop(files: readonly string[]): Drop | null {
  return files.length === 0 ? null : { command: 'cortex.lock.acquire', subject: { kind: 'files', files: [...files] } };
}
