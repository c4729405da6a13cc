import type { SwarmManifest, TaskNode } from '../../../engine/crtx/index.ts';
import type { Checked } from '../../../engine/platform/on-demand.ts';
import { predecessorsOf, readOutput, shortenResult, type statusOutput } from '../../../engine/swarm/index.ts';
import { counted, headline, table, truncate } from '../layout.ts';
import { styled, styledState } from '../style.ts';

type Answer = Checked<typeof statusOutput>;

const MARKS: Readonly<Record<TaskNode['status'], string>> = { pending: '○', active: '▶', done: '✓', failed: '✗', skipped: '–' };

/** Maximum depth of indentation, so that a deep tree leaves room for ids. */
const MAX_INDENT_DEPTH = 12;

/** Maximum length of a description before a note. */
const DESCRIPTION = 100;

/** Maximum number of tasks to name in a note. */
const MAX_NAMED = 3;

/** Returns the agents that are unresponsive. @param now milliseconds */
export function unresponsive(seen: Answer['seen'], now: number): ReadonlySet<string> {
  const silent = seen.filter(({ unresponsiveFrom }) => unresponsiveFrom !== null && now >= unresponsiveFrom);
  return new Set(silent.map(({ agent }) => agent));
}

/** Returns the tasks in document order. Uses no recursion, because a tree may be deep. */
export function taskRows(swarm: SwarmManifest, seen: Answer['seen'], now: number): string[][] {
  const silent = unresponsive(seen, now);
  const members = new Set(swarm.agents.map(({ id }) => id));
  const predecessors = predecessorsOf(swarm);
  const agentOf = ({ assignedTo, status }: TaskNode): string => {
    if (assignedTo === undefined) return '';
    if (!members.has(assignedTo)) return `${assignedTo} (not joined)`;
    return status === 'active' && silent.has(assignedTo) ? `${assignedTo} ${styled('bad', '(unresponsive)')}` : assignedTo;
  };
  const rows: string[][] = [];
  const stack = [{ node: swarm.decomposition, depth: 0 }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, depth } = top;
    const note = noteOn(node, swarm, predecessors.get(node.id) ?? []);
    rows.push([
      `${'  '.repeat(Math.min(depth, MAX_INDENT_DEPTH))}${MARKS[node.status]} ${node.id}`,
      styledState(stateOf(node)),
      agentOf(node),
      note === '' ? headline(node.description) : `${truncate(headline(node.description), DESCRIPTION)} (${note})`,
    ]);
    for (const child of [...node.children].reverse()) stack.push({ node: child, depth: depth + 1 });
  }
  return rows;
}

/**
 * Returns the state of a task. A task with subtasks is pending again between two of them, which would look like a step back. Failed and
 * skipped subtasks are no progress.
 */
function stateOf({ status, children }: TaskNode): string {
  const count = (of: TaskNode['status']): number => children.filter((child) => child.status === of).length;
  const [done, failed, skipped] = [count('done'), count('failed'), count('skipped')];
  const undone = [...(failed > 0 ? [`${failed} failed`] : []), ...(skipped > 0 ? [`${skipped} skipped`] : [])];
  if (status === 'done') return ['done', ...undone].join(', ');
  if (status !== 'pending' || done + failed + skipped === 0) return status;
  return [done + failed > 0 ? 'in progress' : status, `${done} of ${children.length} done`, ...undone].join(', ');
}

/** Returns what a task waits for, its result, or the reason of its failure. */
function noteOn({ status, output, children }: TaskNode, { strategy }: SwarmManifest, predecessors: readonly TaskNode[]): string {
  if (children.length > 0) return '';
  if (status === 'pending') return waitsFor(predecessors.filter((each) => each.status !== 'done').map(({ id }) => id));
  const { result } = readOutput(output);
  if (status === 'done' && result !== undefined) return `${strategy === 'competitive' ? 'won' : 'result'}: ${shortenResult(result)}`;
  if (status !== 'failed' || typeof result !== 'object' || result === null || !('error' in result)) return '';
  return typeof result.error === 'string' ? `failed: ${result.error}` : '';
}

function waitsFor(ids: readonly string[]): string {
  if (ids.length === 0) return '';
  const more = ids.length - MAX_NAMED;
  return `waits for ${ids.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${counted(more, 'more task')}` : ''}`;
}

/** Returns the tasks that the options of `swarm status` select. */
export function listedTasks(tasks: NonNullable<Answer['tasks']>): string[] {
  if (tasks.length === 0) return ['No task matches.'];
  const rows = tasks.map(({ id, status, agent, description, waitsFor: ids }) => {
    const note = waitsFor(ids);
    return [
      `${MARKS[status]} ${id}`,
      styledState(status),
      agent ?? '',
      note === '' ? headline(description) : `${truncate(headline(description), DESCRIPTION)} (${note})`,
    ];
  });
  return [table(rows)];
}
