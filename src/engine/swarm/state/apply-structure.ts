import { copyJson } from '../../crtx/json-copy.ts';
import type { TaskNode } from '../../crtx/schema.ts';
import { quoted } from '../../crtx/shorten.ts';
import { refuseUnadmitted, refuseWork } from '../agents/admission.ts';
import { applyStructureChange, type StructureChange } from '../tasks/apply-tasks.ts';
import { createOutline } from '../tasks/outline.ts';
import { decompositionProblems } from '../tasks/task-problems.ts';
import { type ChangedTasks, findUnfitTasks } from '../tasks/unfit-tasks.ts';
import type { ChangeFor, ManifestChange } from './changes.ts';
import { Draft } from './draft.ts';
import type { SwarmRun } from './swarm-run.ts';

/** A change, and a sentence that says why it was refused, or `null`. */
export type CheckedChange = readonly [ManifestChange, string | null];

/** The manifest with the applied changes, and the verdict on each change. */
export interface StructureResult {
  readonly draft: Draft;
  readonly verdicts: readonly CheckedChange[];
}

/**
 * Applies new tasks and changed dependencies all together or not at all. This is the rule for records without `oneByOne`, so that they keep
 * their answers.
 */
export function applyStructureAtOnce(run: SwarmRun, changes: readonly StructureChange[], at: number): StructureResult {
  const draft = new Draft(run.toManifest([], at));
  const verdicts = changes.map((change): CheckedChange => [change, refuseUnadmitted(run, change) ?? applyStructureChange(draft, change)]);
  const problems = changes.length > 0 ? decompositionProblems(draft.manifest.decomposition, run.strategy) : [];
  if (problems.length === 0) return { draft, verdicts };
  const sentence = `The new tasks and dependencies do not fit together: ${problems.join('; ')}.`;
  return { draft: new Draft(run.toManifest([], at)), verdicts: verdicts.map(([change, own]) => [change, own ?? sentence]) };
}

/** Applies new tasks and changed dependencies one by one. Unfit ones are left out, with all that depends on them (RULINGS, crtx 10). */
export function applyStructure(run: SwarmRun, changes: readonly StructureChange[], at: number): StructureResult {
  const refused: CheckedChange[] = [];
  let left = dropInvalidTasks(run, changes, refused);
  for (;;) {
    const draft = new Draft(run.toManifest([], at));
    const verdicts = left.map((change): CheckedChange => [change, applyStructureChange(draft, change)]);
    const taken = left.filter((_, index) => verdicts[index]?.[1] === null);
    const unfit = taken.length === 0 ? new Map() : findUnfitTasks(draft.manifest.decomposition, changedTasks(taken), run.strategy);
    if (unfit.size === 0) return { draft, verdicts: [...verdicts, ...refused] };
    // Terminates, because each iteration leaves out at least one task or change.
    left = left.flatMap((change) => dropUnfitTasks(change, unfit, refused));
  }
}

function changedTasks(changes: readonly StructureChange[]): ChangedTasks {
  const [added, relinked] = [new Set<string>(), new Set<string>()];
  for (const change of changes) {
    if (change.change === 'task-dependencies') relinked.add(change.task);
    else for (const { id } of createOutline(change.task).nodes) added.add(id);
  }
  return { added, relinked };
}

/** Removes new tasks with an empty or taken id, and those assigned to an agent that is not a member. */
function dropInvalidTasks(run: SwarmRun, changes: readonly StructureChange[], refused: CheckedChange[]): StructureChange[] {
  const known = new Set(run.tree.tasks.map(({ id }) => id));
  const reasonOf = (node: TaskNode): string | null => {
    const { id } = node;
    if (id.trim() === '') return `A task without an id was not added (${quoted(node.description)}).`;
    if (known.has(id)) return `Task ${quoted(id)} was not added: there is a task ${quoted(id)} already.`;
    known.add(id);
    return run.admission === null ? null : refuseWork(run, node);
  };
  return changes.flatMap((change) => (change.change === 'task-new' ? pruned(change, reasonOf, refused) : change));
}

function dropUnfitTasks(change: StructureChange, unfit: ReadonlyMap<string, string>, refused: CheckedChange[]): StructureChange[] {
  if (change.change === 'task-new') {
    return pruned(
      change,
      ({ id }) => {
        const text = unfit.get(id);
        return text === undefined ? null : `Task ${quoted(id)} was not added: ${text}.`;
      },
      refused,
    );
  }
  const text = unfit.get(change.task);
  if (text === undefined) return [change];
  refused.push([change, `The dependencies of ${quoted(change.task)} were not changed: ${text}.`]);
  return [];
}

/** Removes the refused tasks from a new task's subtree; returns nothing if the task itself is refused. */
function pruned(change: ChangeFor<'task-new'>, reasonOf: (node: TaskNode) => string | null, refused: CheckedChange[]): StructureChange[] {
  const reason = reasonOf(change.task);
  if (reason !== null) {
    refused.push([change, reason]);
    return [];
  }
  const task = copyJson(change.task);
  const stack = [task];
  for (let parent = stack.pop(); parent !== undefined; parent = stack.pop()) {
    const { id } = parent;
    parent.children = parent.children.filter((child, index) => {
      const why = reasonOf(child);
      if (why !== null) refused.push([{ change: 'task-new', parent: id, index, task: child }, why]);
      return why === null;
    });
    stack.push(...parent.children);
  }
  return [{ ...change, task }];
}
