import { counted } from '../kernel/amounts.ts';
import { type Need, needOf } from '../kernel/need.ts';
import type { SwarmLook } from './deciding-needs.ts';
import { isPerson } from './people.ts';
import type { SwarmManifest, TaskNode } from './schema.ts';
import { outline } from './swarm/outline.ts';

/** The tasks that could be begun now, and who holds the nearest task above each, where somebody does. */
function openTasks({ decomposition }: SwarmManifest): { readonly task: TaskNode; readonly holder: string | null }[] {
  const { nodes, parents, places } = outline(decomposition);
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
 * Under hierarchical nothing goes on when all that could be begun is nobody's. A person who coordinates has to give it out; of an agent
 * that does not, a person should know.
 */
export function unassignedNeeds(manifest: SwarmManifest, { file }: SwarmLook): Need[] {
  const { id, strategy, coordinator, agents } = manifest;
  if (strategy !== 'hierarchical') return [];
  const present = new Set(agents.filter(({ status }) => status !== 'done' && status !== 'failed').map((agent) => agent.id));
  const open = openTasks(manifest);
  const unassigned = open.filter(({ task }) => task.status === 'pending' && task.assignedTo === undefined);
  const [first] = unassigned;
  const goesOn = open.some(({ task }) => task.status === 'active' || (task.assignedTo !== undefined && present.has(task.assignedTo)));
  if (first === undefined || goesOn || present.size === 0) return [];
  const { task, holder } = first;
  const others = unassigned.length === 1 ? '' : `, nor ${counted(unassigned.length - 1, 'other')}`;
  return [
    needOf({
      ...{ kind: 'unassigned', about: [file, id, task.id], rank: isPerson(coordinator) ? 'stands still' : 'in danger' },
      ...{ title: task.description, since: null, place: { file, line: 1 } },
      why: `nobody has it${others}: nothing goes on until ${holder === null ? coordinator : `${holder}, who holds what is above it,`} gives it out`,
      actions: [{ title: 'Assign', operation: 'swarm assign', input: { task: task.id }, asks: ['agent', 'by'] }],
    }),
  ];
}
