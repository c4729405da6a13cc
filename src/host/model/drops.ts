import type { CommandId } from '../manifest/manifest.ts';
import type { Subject } from './row.ts';

/** What a drop means: a command that can be chosen as well. */
export interface Drop {
  readonly command: CommandId;
  readonly subject: Subject;
}

/** A task of a swarm that is dropped on an agent is assigned to it. @returns `null` where a drop means nothing */
export function swarmDrop(dragged: Subject, target: Subject): Drop | null {
  if (dragged.kind !== 'task' || target.kind !== 'agent') return null;
  return { command: 'cortex.swarm.assign', subject: { ...dragged, agent: target.id } };
}

/** A task of a team that is dropped on an agent is claimed for it, or handed over to it. @returns `null` where a drop means nothing */
export function teamDrop(dragged: Subject, target: Subject): Drop | null {
  if (dragged.kind !== 'team-task' || target.kind !== 'team-agent') return null;
  const command = dragged.seen?.state === 'in-progress' ? 'cortex.team.reassign' : 'cortex.team.claim';
  return { command, subject: { ...dragged, agent: target.slug } };
}

/** Files that are dropped among the locks are locked. @param files absolute @returns `null` where there is none */
export function filesDrop(files: readonly string[]): Drop | null {
  return files.length === 0 ? null : { command: 'cortex.lock.acquire', subject: { kind: 'files', files: [...files] } };
}
