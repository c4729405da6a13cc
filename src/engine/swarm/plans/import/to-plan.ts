import type { TaskNode } from '../../../crtx/schema.ts';
import { quoted, shortLine } from '../../../crtx/shorten.ts';
import { CortexError } from '../../../platform/errors.ts';
import { counted } from '../../../text/amounts.ts';
import { wellFormed, withoutControl } from '../../../text/one-line.ts';
import { DEFAULT_PRIORITY } from '../../tasks/decomposition.ts';
import { createOutline } from '../../tasks/outline.ts';
import { decompositionProblemsWithTasks, MAX_TASKS } from '../../tasks/task-problems.ts';
import { MAX_YAML_TASK_DEPTH } from '../yaml-plan.ts';
import { type ImportedPlan, type ImportedTask, placeOfTask } from './imported-task.ts';

/** A task as a plan file has it. */
export interface PlanTaskText {
  readonly id: string;
  readonly description: string;
  readonly priority?: number;
  readonly dependencies?: readonly string[];
  readonly children?: readonly PlanTaskText[];
}

export interface PlannedImport {
  readonly decomposition: PlanTaskText;
  /** Tasks to work on: those without parts. */
  readonly count: number;
  readonly done: number;
  readonly dropped: number;
  readonly started: readonly string[];
  readonly notes: readonly string[];
}

function taskError({ file, line }: ImportedTask, what: string, next: string): CortexError {
  return new CortexError('broken-file', what, { file, ...(line !== null && { line, column: 1 }), next });
}

/** Tasks that a task can be a part of, without the whole: a plan in YAML has few levels. */
const MAX_AROUND = MAX_YAML_TASK_DEPTH - 2;

/** Builds the tree of the open tasks of another program. */
class Planning {
  readonly notes: string[] = [];
  readonly #byId = new Map<string, ImportedTask>();
  /** How often each id is used. */
  readonly #uses = new Map<string, number>();
  /** Open tasks by the id of the task that they are a part of; `null` for the whole. */
  readonly #parts = new Map<string | null, ImportedTask[]>();

  constructor(private readonly plan: ImportedPlan) {
    this.notes.push(...plan.notes);
    for (const task of plan.tasks) this.#add(withPrintableIds(task));
    for (const task of this.#byId.values()) {
      if (!isOpen(task)) continue;
      const parent = this.#parentOf(task);
      const parts = this.#parts.get(parent);
      if (parts === undefined) this.#parts.set(parent, [task]);
      else parts.push(task);
    }
  }

  /** Adds a task. If its id is taken, it gets another one: real files have such tasks, and the work in them counts. */
  #add(task: ImportedTask): void {
    const first = this.#byId.get(task.id);
    if (first !== undefined && !isOpen(task)) return;
    let id = task.id;
    let uses = this.#uses.get(task.id) ?? 0;
    for (uses += 1; this.#byId.has(id); uses += 1) id = `${task.id}-${uses + 1}`;
    this.#uses.set(task.id, uses - 1);
    this.#byId.set(id, { ...task, id });
    if (first === undefined) return;
    this.notes.push(`${placeOfTask(task)}: the id ${quoted(task.id)} is used twice; this task is now ${quoted(id)}`);
  }

  /** Returns the ids of the tasks that a task is a part of, from the nearest. Ends where they form a circle. */
  #ancestors(task: ImportedTask): Set<string> {
    const found = new Set<string>();
    for (let at = task.parent; at !== null && at !== task.id && !found.has(at); at = this.#byId.get(at)?.parent ?? null) {
      found.add(at);
      if (found.size > MAX_AROUND)
        throw taskError(task, `${quoted(task.id)} is a part of more than ${MAX_AROUND} tasks`, 'Make it a part of fewer.');
    }
    return found;
  }

  /** Returns the nearest open task that a task is a part of; `null` for the whole. */
  #parentOf(task: ImportedTask): string | null {
    const ancestors = this.#ancestors(task);
    const isCircle = [...ancestors].some((id) => this.#byId.get(id)?.parent === task.id);
    if (isCircle) this.notes.push(`${placeOfTask(task)}: ${quoted(task.id)} is a part of itself; it was put at the top`);
    const nearest = isCircle ? undefined : [...ancestors].find((id) => isOpen(this.#byId.get(id)));
    return nearest ?? null;
  }

  #dependenciesOf(task: ImportedTask): string[] {
    return [...new Set(task.dependencies)].filter((id) => {
      const other = this.#byId.get(id);
      if (other?.state === 'done') return false;
      const why = this.#whyNot(task, id, other);
      if (why !== null) this.notes.push(`${placeOfTask(task)}: ${quoted(task.id)} depends on ${quoted(id)}, ${why}; left out`);
      return why === null;
    });
  }

  /** Returns why a plan cannot have a dependency. */
  #whyNot(task: ImportedTask, id: string, other: ImportedTask | undefined): string | null {
    if (other === undefined) return 'which is not among the tasks';
    if (id === task.id) return 'which is itself';
    if (other.state === 'dropped') return 'which is cancelled or put off';
    if (this.#ancestors(task).has(id)) return 'which it is a part of';
    return this.#ancestors(other).has(task.id) ? 'which is a part of it' : null;
  }

  node(task: ImportedTask): PlanTaskText {
    const { id, title, details, priority } = task;
    const dependencies = this.#dependenciesOf(task);
    const children = (this.#parts.get(id) ?? []).map((part) => this.node(part));
    return {
      id,
      description: printable(details.trim() === '' ? title : `${title}\n\n${details.trim()}`).trim() || id,
      ...(priority !== null && priority !== DEFAULT_PRIORITY && { priority }),
      ...(dependencies.length > 0 && { dependencies }),
      ...(children.length > 0 && { children }),
    };
  }

  root(): PlanTaskText {
    let id = 'root';
    for (let number = 2; this.#byId.has(id); number += 1) id = `root-${number}`;
    return {
      id,
      description: printable(shortLine(this.plan.goal)),
      children: (this.#parts.get(null) ?? []).map((task) => this.node(task)),
    };
  }
}

/** Removes control characters, which would reach the terminals of agents. */
const printable = (text: string): string =>
  wellFormed(text)
    .split(/\r?\n/)
    .map((line) => withoutControl(line.replaceAll('\t', '  ')).trimEnd())
    .join('\n');

/** Ids are shown on one line, and terminals must not act on them. */
function withPrintableIds(task: ImportedTask): ImportedTask {
  const plain = (id: string) => withoutControl(wellFormed(id)).trim() || 'task';
  const parent = task.parent === null ? null : plain(task.parent);
  return { ...task, id: plain(task.id), parent, dependencies: task.dependencies.map(plain) };
}

const isOpen = (task: ImportedTask | undefined): boolean => task?.state === 'open' || task?.state === 'started';

function toTaskNode({ id, description, dependencies = [], children = [] }: PlanTaskText): TaskNode {
  const fixed = { status: 'pending', priority: DEFAULT_PRIORITY, estimatedTokens: 0 } as const;
  return { id, description, ...fixed, dependencies: [...dependencies], children: children.map(toTaskNode) };
}

function countLeaves({ children = [] }: PlanTaskText): number {
  return children.length === 0 ? 1 : children.reduce((sum, child) => sum + countLeaves(child), 0);
}

/** @throws CortexError `not-found` if no task is open, `broken-file` if a plan cannot have that many */
function requireSomeOpen({ tasks }: ImportedPlan, source: string): void {
  const open = tasks.filter(isOpen);
  const next = 'Name another file or folder, or see: cortex import --help';
  if (open.length === 0) {
    const found = tasks.length === 0 ? 'no tasks were found' : `none of its ${counted(tasks.length, 'task')} is open`;
    throw new CortexError('not-found', found, { file: source, next });
  }
  // The whole is a task, too.
  if (open.length < MAX_TASKS) return;
  const data = { file: source, allowed: `less than ${counted(MAX_TASKS, 'task')}`, next };
  throw new CortexError('broken-file', `has ${counted(open.length, 'open task')}`, data);
}

/**
 * Makes a plan of the open tasks. Done and dropped ones are left out, and so are dependencies on them.
 * @throws CortexError `broken-file` if two tasks have one id, or tasks wait for each other; `not-found` if no task is open
 */
export function toPlan(plan: ImportedPlan, source: string): PlannedImport {
  const stateIs = (state: ImportedTask['state']) => plan.tasks.filter((task) => task.state === state);
  requireSomeOpen(plan, source);
  const planning = new Planning(plan);
  const decomposition = planning.root();
  const [problem] = decompositionProblemsWithTasks(createOutline(toTaskNode(decomposition)));
  if (problem !== undefined)
    throw new CortexError('broken-file', problem.text, { file: source, next: 'Correct this there, and try again.' });
  return {
    decomposition,
    count: countLeaves(decomposition),
    done: stateIs('done').length,
    dropped: stateIs('dropped').length,
    started: stateIs('started').map(({ id }) => id),
    notes: planning.notes,
  };
}
