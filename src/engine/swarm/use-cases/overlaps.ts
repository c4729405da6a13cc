import { GraphDigest, QUICK_DIGEST_BYTES } from '../../crtx/graph/graph-digest.ts';
import type { SwarmLock, SwarmManifest, TaskNode } from '../../crtx/schema.ts';
import type { ClaimOutput } from '../schemas/swarm.ts';
import type { OverlapsOutput } from '../schemas/swarm-state.ts';
import type { SwarmStore } from '../store.ts';
import { buildOrderGraph } from '../tasks/dependencies/order-graph.ts';
import { createOutline, type Outline } from '../tasks/outline.ts';
import { findOverlaps, type Overlap, type SharedFile } from '../tasks/overlaps.ts';
import { isEnded, type Task } from '../tasks/task.ts';
import { findTaskFiles, mayNameFiles, ProjectFiles } from '../tasks/task-files.ts';

/** Limits of a comparison. */
interface OverlapLimits {
  /** Maximum number of open tasks to compare: active ones first, then in document order. */
  readonly tasks: number;
  /** Maximum number of pairs to report, the heaviest first. */
  readonly shown: number;
}

const OF_A_STATUS: OverlapLimits = { tasks: 10_000, shown: 20 };

const NONE: OverlapsOutput = { pairs: [], more: 0, complete: true };

/**
 * Returns the pairs of open tasks that may change the same files, as far as tasks name files and a graph knows their dependents.
 * @param root a real path
 * @param manifest with its locks; `null` without a swarm
 */
export function listOverlaps(
  { runtime, root, foldCase }: Pick<SwarmStore, 'runtime' | 'root' | 'foldCase'>,
  manifest: SwarmManifest | null,
  most: OverlapLimits = OF_A_STATUS,
): OverlapsOutput {
  // A pipeline runs one task at a time, so its tasks cannot collide.
  if (manifest === null || manifest.strategy === 'pipeline') return NONE;
  const tree = createOutline(manifest.decomposition);
  const locks = exclusiveLocks(manifest.locks);
  const open = openTasks(tree, locks);
  // Reading a digest takes longer than everything else, so it is skipped for fewer than two tasks.
  const digest = open.length < 2 ? null : GraphDigest.open(runtime, root, QUICK_DIGEST_BYTES);
  if (digest === null) return NONE;
  const known = new ProjectFiles(digest.paths, { foldCase });
  const tasks = firstTasks(open, most.tasks).map(({ place, node }) => {
    return { place, agent: node.assignedTo ?? null, files: findTaskFiles(node, locksOf(node, locks), known) };
  });
  const { pairs, isComplete } = findOverlaps(tasks, digest, buildOrderGraph(tree));
  return {
    pairs: pairs
      .slice(0, most.shown)
      .map((overlap) => shown(overlap, tree.nodes, (node) => findTaskFiles(node, [], known).map((place) => digest.paths[place] ?? ''))),
    more: Math.max(0, pairs.length - most.shown),
    complete: isComplete && open.length <= most.tasks,
  };
}

/** Limits of the comparison for a claimed task. */
const OF_A_CLAIM: OverlapLimits = { tasks: 200, shown: 5 };

/** A task in progress, with the agent that works on it and the locks of that agent. */
interface Worked {
  readonly node: TaskNode;
  readonly agent: string;
  readonly locks: readonly { readonly path: string }[];
}

/**
 * Returns the tasks that other agents have in progress and that may change the same files as a claimed task, the likeliest first; `null` if
 * this is not known because there is no graph.
 */
export function listOverlapsOfClaim(store: SwarmStore, { agent, task }: { agent: string; task: TaskNode }): ClaimOutput['overlaps'] {
  const exclusive = (holder: string) => store.locks.listOf(holder, store.now).filter(({ type }) => type === 'exclusive');
  const mine: Worked = { node: task, agent, locks: exclusive(agent) };
  if (!mayNameFiles(task, mine.locks)) return [];
  const inProgress = store.swarm.tasks?.listInProgress(OF_A_CLAIM.tasks) ?? [];
  const others = inProgress.flatMap((each) => workedByOther(each, agent, exclusive));
  // Reading a digest takes longer than everything else.
  const digest = others.length === 0 ? null : GraphDigest.open(store.runtime, store.root, QUICK_DIGEST_BYTES);
  if (digest === null) return others.length === 0 ? [] : null;
  const known = new ProjectFiles(digest.paths, store);
  const worked = [mine, ...others];
  const tasks = worked.map(({ node, locks, ...each }, place) => ({ place, agent: each.agent, files: findTaskFiles(node, locks, known) }));
  const { pairs } = findOverlaps(tasks, digest, null, tasks[0]);
  const nodes = worked.map(({ node }) => node);
  const named = (node: TaskNode) => findTaskFiles(node, [], known).map((place) => digest.paths[place] ?? '');
  return pairs.slice(0, OF_A_CLAIM.shown).map((pair) => {
    const { tasks: ids, ...rest } = shown(pair, nodes, named);
    return { task: ids[1], agent: worked[pair.tasks[1]]?.agent ?? '', ...rest };
  });
}

/** Returns a task that another agent works on; nothing if `agent` works on it, too. */
function workedByOther(task: Task, agent: string, locksOfAgent: (holder: string) => Worked['locks']): Worked[] {
  const [first] = task.holders.filter(({ works }) => works);
  if (first === undefined || task.holders.some((holder) => holder.agent === agent)) return [];
  const worked = { node: task.toNode(), agent: first.agent, locks: locksOfAgent(first.agent) };
  return mayNameFiles(worked.node, worked.locks) ? [worked] : [];
}

interface OpenTask {
  /** Place in document order. */
  readonly place: number;
  readonly node: TaskNode;
}

/** Returns the tasks to compare, in document order. */
function firstTasks(open: readonly OpenTask[], most: number): readonly OpenTask[] {
  if (open.length <= most) return open;
  const active = open.filter(({ node }) => node.status === 'active');
  const pending = open.filter(({ node }) => node.status !== 'active');
  return [...active, ...pending].slice(0, most).sort((one, other) => one.place - other.place);
}

type LocksByAgent = ReadonlyMap<string, readonly SwarmLock[]>;

function exclusiveLocks(locks: readonly SwarmLock[]): LocksByAgent {
  const byAgent = new Map<string, SwarmLock[]>();
  for (const lock of locks) {
    if (lock.type !== 'exclusive') continue;
    const others = byAgent.get(lock.agentId);
    if (others === undefined) byAgent.set(lock.agentId, [lock]);
    else others.push(lock);
  }
  return byAgent;
}

/** Returns the locks of the agent that works on a task. */
function locksOf({ assignedTo, status }: TaskNode, locks: LocksByAgent): readonly SwarmLock[] {
  return assignedTo === undefined || status !== 'active' ? [] : (locks.get(assignedTo) ?? []);
}

/** Returns the unfinished leaves that may name files. */
function openTasks({ nodes }: Outline, locks: LocksByAgent): OpenTask[] {
  return nodes.flatMap((node, place) => {
    const isOpen = node.children.length === 0 && !isEnded(node.status);
    return isOpen && mayNameFiles(node, locksOf(node, locks)) ? [{ place, node }] : [];
  });
}

/** @param named returns the paths that a task itself names, without the locks of its agent */
function shown(
  { tasks, weight, files, shared }: Overlap,
  nodes: readonly TaskNode[],
  named: (node: TaskNode) => readonly string[],
): OverlapsOutput['pairs'][number] {
  const [one, other] = [nodes[tasks[0]], nodes[tasks[1]]];
  const ids: [string, string] = [one?.id ?? '', other?.id ?? ''];
  const [file] = files;
  const locks = (node: TaskNode | undefined) => file !== undefined && node !== undefined && !named(node).includes(file.path);
  return {
    tasks: ids,
    weight,
    files: files.map(({ path, likelihoods: [first, second] }) => ({ path, likelihoods: [first, second] })),
    why:
      file === undefined
        ? ''
        : sentence({ id: ids[0], locks: locks(one) }, { id: ids[1], locks: locks(other) }, file) + ofOthers(file, weight, shared - 1),
  };
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A task, and whether its agent has locked the file while the task itself does not name it. */
interface Side {
  readonly id: string;
  readonly locks: boolean;
}

const hold = ({ id, locks }: Side, path: string): string => (locks ? `the agent of ${id} has locked ${path}` : `${id} includes ${path}`);

function sentence(one: Side, other: Side, { path, likelihoods: [first, second] }: SharedFile): string {
  if (first === 1 && second === 1) {
    return one.locks || other.locks ? `${hold(one, path)}, and ${hold(other, 'it')}` : `both include ${path}`;
  }
  if (first === 1) return `${hold(one, path)}, and what ${other.id} changes may break it (${percent(second)})`;
  if (second === 1) return `${hold(other, path)}, and what ${one.id} changes may break it (${percent(first)})`;
  return `what both change may break ${path} (${percent(first)} and ${percent(second)}: both ${percent(first * second)})`;
}

/** Explains a weight that is higher than that of the named file: it also counts the others. */
function ofOthers({ likelihoods: [first, second] }: SharedFile, weight: number, others: number): string {
  if (others === 0 || percent(weight) === percent(first * second)) return '';
  return `; ${percent(weight)} with ${others.toLocaleString('en')} more ${others === 1 ? 'file' : 'files'}`;
}
