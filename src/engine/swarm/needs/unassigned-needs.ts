import { isPerson } from '../../crtx/people.ts';
import type { SwarmManifest, TaskNode } from '../../crtx/schema.ts';
import { createNeed, type Need } from '../../platform/need.ts';
import { counted } from '../../text/amounts.ts';
import { createOutline } from '../tasks/outline.ts';
import type { NeedsContext } from './decision-needs.ts';

/** Returns the tasks that could begin now, and the holder of the nearest held task above each. */
function openTasks({ decomposition }: SwarmManifest): { readonly task: TaskNode; readonly holder: string | null }[] {
  const { nodes, parents, places } = createOutline(decomposition);
  const isDone = (id: string) => nodes[places.get(id) ?? -1]?.status === 'done';
  const waits: boolean[] = [];
  const holders: (string | null)[] = [];
  return nodes.flatMap((task, place) => {
    const parent = parents[place] ?? -1;
    waits.push((waits[parent] ?? false) || !task.dependencies.every(isDone));
    const holder = holders[parent] ?? null;
    holders.push(task.assignedTo ?? holder);
    const isOpen = task.children.length === 0 && (task.status === 'pending' || task.status === 'active') && waits[place] === false;
    return isOpen ? [{ task, holder }] : [];
  });
}

/**
 * Returns a need when no work can continue: every task that could begin is assigned to an agent that has not joined or, under
 * hierarchical, unassigned. A coordinator who is a person must assign it; if an agent coordinates, a person should know.
 */
export function unassignedNeeds(manifest: SwarmManifest, { file }: NeedsContext): Need[] {
  const { id, strategy, coordinator, agents } = manifest;
  const present = new Set(agents.filter(({ status }) => status !== 'done' && status !== 'failed').map((agent) => agent.id));
  const isLeft = ({ status, assignedTo }: TaskNode) =>
    assignedTo === undefined ? strategy === 'hierarchical' : status === 'pending' && !present.has(assignedTo);
  const open = openTasks(manifest);
  const [first] = open;
  if (first === undefined || present.size === 0 || !open.every(({ task }) => isLeft(task))) return [];
  const { task, holder } = first;
  const others = open.length === 1 ? '' : ` (and ${counted(open.length - 1, 'more task')})`;
  const why = task.assignedTo === undefined ? `unassigned${others}` : `assigned to ${task.assignedTo}, who is not in the swarm`;
  return [
    createNeed({
      kind: 'unassigned',
      about: [file, id, task.id],
      rank: isPerson(coordinator) ? 'blocked' : 'at-risk',
      title: task.description,
      since: null,
      place: { file, line: null },
      why: `${why}: the swarm waits until ${holder === null ? coordinator : `${holder}, who holds the parent task,`} ${task.assignedTo === undefined ? 'assigns' : 'reassigns'} it`,
      actions: [{ title: 'Assign', operation: 'swarm assign', input: { task: task.id }, asks: ['agent', 'by'] }],
    }),
  ];
}
