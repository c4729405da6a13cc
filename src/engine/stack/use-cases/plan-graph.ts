import type { Outcome } from '../../platform/operation.ts';
import { formatCycle } from '../describe-obstacle.ts';
import type { PlanTask } from '../plan/plan.ts';
import { planConflicts, readHiddenIds, readPlan } from '../plan/plan-file.ts';
import { type Obstacle, TaskGraph } from '../plan/task-graph.ts';
import { TaskNames } from '../plan/task-names.ts';
import type { BlockedOutput, GraphOutput, PlanOutput, ReadyOutput } from '../schemas/plan.ts';
import { requireOwnStack, stackOperation } from './in-stacks.ts';
import { toBriefTask, toPlanOutput, toTaskOutput } from './plan.ts';

/**
 * Turns a query of the own plan into an operation. Cycles are always a warning, because their tasks can never become ready.
 * @param isYes whether the answer is yes; default: always
 */
function graphOperation<Output>(
  answer: (graph: TaskGraph, plan: Omit<PlanOutput, 'tasks'>) => Output,
  isYes: (output: Output) => boolean = () => true,
) {
  return stackOperation(async (stacks): Promise<Outcome<Output>> => {
    const stack = requireOwnStack(stacks);
    const graph = new TaskGraph(readPlan(stack.store), readHiddenIds(stack.store));
    const warnings = graph.cycles.map((tasks) => `tasks depend on each other in a cycle: ${formatCycle(tasks)}`);
    const output = answer(graph, toPlanOutput(stack));
    return { ok: isYes(output), output, warnings: [...warnings, ...planConflicts(stack.store)] };
  });
}

function countsOf(tasks: readonly PlanTask[]): ReadyOutput['counts'] {
  const counts: ReadyOutput['counts'] = { pending: 0, 'in progress': 0, completed: 0, blocked: 0, closed: 0, unknown: 0 };
  for (const { status } of tasks) counts[status] += 1;
  return counts;
}

/** Shows the tasks that are ready. `ok` is false if there are none. */
export const readyTasks = graphOperation<ReadyOutput>(
  (graph, plan) => ({ ...plan, tasks: graph.ready().map(toTaskOutput), counts: countsOf(graph.tasks) }),
  ({ tasks }) => tasks.length > 0,
);

function obstacleOf(obstacle: Obstacle): BlockedOutput['tasks'][number]['obstacles'][number] {
  switch (obstacle.kind) {
    case 'waits':
      return { kind: 'waits', for: obstacle.for.map(toBriefTask) };
    case 'cycle':
      return { kind: 'cycle', tasks: obstacle.tasks.map(toBriefTask), more: obstacle.more };
    case 'unknown':
      return { kind: 'unknown', ids: [...obstacle.ids] };
    case 'conflict':
      return { kind: 'conflict', tasks: [...obstacle.tasks] };
    default:
      return obstacle;
  }
}

/** Shows the blocked tasks, and why. */
export const blockedTasks = graphOperation<BlockedOutput>((graph, plan) => ({
  ...plan,
  tasks: graph.blocked().map(({ task, obstacles }) => ({ ...toTaskOutput(task), obstacles: obstacles.map(obstacleOf) })),
}));

/** Shows subtasks and dependencies. */
export const taskGraph = graphOperation<GraphOutput>(({ tasks, cycles, hidden }, plan) => {
  const names = new TaskNames(tasks);
  const parts = tasks.flatMap(({ parent, number }) => (parent === null ? [] : [{ from: parent, to: number, kind: 'part' as const }]));
  const needs = tasks.flatMap(({ depends, number }) =>
    [...new Set(depends)].map((id) => ({ id, to: number, from: names.find(id)?.number })),
  );
  return {
    ...plan,
    tasks: tasks.map(toTaskOutput),
    edges: [...parts, ...needs.flatMap(({ from, to }) => (from === undefined ? [] : [{ from, to, kind: 'depends' as const }]))],
    cycles: cycles.map((each) => each.map(toBriefTask)),
    unknown: needs.flatMap(({ from, to, id }) => (from === undefined && !hidden.has(id) ? [{ task: to, id }] : [])),
  };
});

/** Shows the critical path. */
export const criticalPath = graphOperation<PlanOutput>((graph, plan) => ({ ...plan, tasks: graph.criticalPath().map(toTaskOutput) }));
