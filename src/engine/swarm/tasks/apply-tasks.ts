import { copyJson } from '../../crtx/json-copy.ts';
import type { SwarmAgent, TaskNode } from '../../crtx/schema.ts';
import { addTokens } from '../budget.ts';
import { readOutput, writeOutput } from '../decisions/deliberation.ts';
import type { ChangeFor } from '../state/changes.ts';
import type { Draft } from '../state/draft.ts';
import { knownKeys, setUnknownKeys } from '../state/unknown-keys.ts';
import { createOutline } from './outline.ts';
import { isEnded, type TaskStatus } from './task.ts';

export type StructureChange = ChangeFor<'task-new' | 'task-dependencies'>;
export type TaskChange = ChangeFor<
  'task-moved' | 'tasks-reordered' | 'task-gone' | 'task-text' | 'task-tokens' | 'task-rest' | 'task-progress' | 'task-output'
>;

/** Applies a change to the structure of the task tree. Returns the reason as a sentence when the change is rejected, else `null`. */
export function applyStructureChange(draft: Draft, change: StructureChange): string | null {
  return change.change === 'task-new' ? addTask(draft, change) : setDependencies(draft, change);
}

function addTask(draft: Draft, { parent: parentId, index, task }: ChangeFor<'task-new'>): string | null {
  const parent = parentId === null ? undefined : draft.tasks.get(parentId);
  if (parent === undefined)
    return `Task "${task.id}" cannot be added: ${parentId === null ? 'there is a root already' : `there is no task "${parentId}"`}.`;
  const known = createOutline(task).nodes.find(({ id }) => draft.tasks.has(id));
  if (known !== undefined) return `Task "${task.id}" cannot be added: there is a task "${known.id}" already.`;
  if (isEnded(parent.status)) return `Task "${task.id}" cannot be added: "${parent.id}" is ${parent.status} already.`;
  if (parent.children.length === 0 && parent.status === 'active')
    return `Task "${task.id}" cannot be added: "${parent.id}" is being worked on as one task.`;
  const copy = copyJson(task);
  // As in `setOutput`: there can be no votes on a new task, so votes in its output are treated as plain output.
  for (const node of createOutline(copy).nodes) if (node.output !== undefined) node.output = writeOutput(node.output, null);
  parent.children.splice(index, 0, copy);
  draft.addTasks(copy);
  return null;
}

function setDependencies(draft: Draft, { task: id, dependencies }: ChangeFor<'task-dependencies'>): string | null {
  const node = draft.tasks.get(id);
  if (node === undefined) return `There is no task "${id}".`;
  if (node.status !== 'pending') return `The dependencies of "${id}" cannot change, because it is ${node.status}.`;
  node.dependencies = [...dependencies];
  return null;
}

/** Applies a change to one task. Returns the reason as a sentence when the change is rejected, else `null`. */
export function applyTaskChange(draft: Draft, change: TaskChange): string | null {
  const id = change.change === 'tasks-reordered' ? change.parent : change.task;
  const node = draft.tasks.get(id);
  if (node === undefined) return change.change === 'task-gone' ? null : `There is no task "${id}".`;
  switch (change.change) {
    case 'task-moved':
      return `Task "${id}" cannot be moved in the tree.`;
    case 'tasks-reordered':
      return `The order of the tasks of "${id}" cannot change; change their priority instead.`;
    case 'task-gone':
      return `Task "${id}" cannot be removed; mark it as skipped instead.`;
    case 'task-text':
      setText(node, change);
      return null;
    case 'task-tokens':
      if (change.tokens < 0) return `The token count of "${id}" can only grow.`;
      node.actualTokens = addTokens(node.actualTokens ?? 0, change.tokens);
      return null;
    case 'task-rest':
      setUnknownKeys(node, knownKeys.task(), change.rest);
      return null;
    case 'task-output':
      return setOutput(node, change);
    case 'task-progress':
      return setProgress(draft, node, change);
  }
}

function setText(node: TaskNode, { description, priority, estimatedTokens }: ChangeFor<'task-text'>): void {
  if (description !== undefined) node.description = description;
  if (priority !== undefined) node.priority = priority;
  if (estimatedTokens !== undefined) node.estimatedTokens = estimatedTokens;
}

function setOutput(node: TaskNode, { output, replaces }: ChangeFor<'task-output'>): string | null {
  if (output === undefined) return `The output of "${node.id}" cannot change.`;
  const { result, deliberation } = readOutput(node.output);
  if (deliberation?.isEmpty === false && readOutput(output).deliberation !== null) {
    return `The discussion and decisions of "${node.id}" cannot change.`;
  }
  if (result !== undefined && !replaces) return `Task "${node.id}" has an output already.`;
  // Data that looks like votes is stored as plain output of the agent.
  node.output = writeOutput(output, deliberation);
  return null;
}

/** Moves a task forward only: pending, active, ended. A task in progress stays with its agent. */
function setProgress(draft: Draft, node: TaskNode, { status, assignedTo }: ChangeFor<'task-progress'>): string | null {
  const isLeaf = node.children.length === 0;
  // The status of a parent follows from its children, so only the assignment changes.
  const next = isLeaf ? status : node.status;
  const holder = node.assignedTo ?? null;
  if (node.status === next && holder === assignedTo) return null;
  if (isEnded(node.status)) return `Task "${node.id}" is ${node.status} already${holder === null ? '' : ` (by "${holder}")`}.`;
  const refusal = isLeaf && node.status === 'active' ? keepClaim(node.id, holder, next, assignedTo) : null;
  if (refusal !== null) return refusal;
  const newcomer = assignedTo === null || isEnded(next) ? undefined : draft.agents.get(assignedTo);
  if (newcomer !== undefined && isGone(newcomer))
    return `Task "${node.id}" cannot be assigned to "${newcomer.id}", who has left the swarm.`;
  draft.move(node, next, assignedTo);
  return null;
}

function isGone({ status }: SwarmAgent): boolean {
  return status === 'done' || status === 'failed';
}

/** Returns why a task in progress cannot be changed in this way, or `null`. */
function keepClaim(id: string, holder: string | null, status: TaskStatus, assignedTo: string | null): string | null {
  if (holder !== null && holder !== assignedTo) return `Task "${id}" remains assigned to "${holder}", who works on it.`;
  return status === 'pending' || status === 'skipped' ? `Task "${id}" remains active, because it is in progress.` : null;
}
