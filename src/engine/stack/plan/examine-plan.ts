import { maskConflicts } from '../../text/conflicts/merge-conflicts.ts';
import type { Range } from '../../text/markdown/markdown.ts';
import { proseLines } from '../../text/markdown/prose-lines.ts';
import type { StackFinding } from '../findings.ts';
import { findHiddenIds, type HiddenIds } from './hidden-tasks.ts';
import { type PlanTask, parsePlanText } from './plan.ts';
import { TaskGraph } from './task-graph.ts';
import { TaskNames } from './task-names.ts';

/** The beginning of a list item in square brackets. */
const ITEM = /^\ufeff?[ \t]*[-*+][ \t]+(\[.*)$/u;
/** A box that was cut off, or whose `]` is missing: `[`, `[x`, `[ Mail`. */
const NO_END = /^\[(?:[ xX>!~]?$|(?: |[xX>!~] )[^\]]*$)/;
/** A box with nothing in it, or with blanks beside its character: `[] Mail`, `[ x] Mail`. */
const NOT_ONE_CHARACTER = /^\[(?:| {2,}| [xX>!~] ?|[xX>!~] )\](?=[ \t]|$)/;
/** A box without a blank after it. A link or a footnote is no task. */
const NO_BLANK = /^\[[ xX>!~]\](?=[^\s([:])/;
const FORMS = [NO_END, NOT_ONE_CHARACTER, NO_BLANK] as const;

/**
 * Returns the lines of a PLAN.md that begin like a task, but whose box is not whole: after a cut, or a typo. They are no tasks.
 * @param file absolute
 */
function findHalfBoxes(text: string, file: string): StackFinding[] {
  return proseLines(maskConflicts(text)).flatMap(({ text: line, from, to, number }): StackFinding[] => {
    const item = ITEM.exec(line)?.[1]?.trimEnd();
    const isHalf = item !== undefined && FORMS.some((form) => form.test(item));
    if (!isHalf) return [];
    const message = `not a task: its box is not whole in ${JSON.stringify(line.trim().slice(0, 60))}`;
    const next = 'Write "- [ ] Title", with one character in the box and a blank after it. If the file was cut, restore the rest.';
    return [{ severity: 'error', code: 'half-box', message, file, line: number, range: { from, to }, next }];
  });
}

const DONE: ReadonlySet<string> = new Set(['completed', 'closed']);
/** Largest number of tasks to name of a cycle. */
const MAX_NAMED = 10;

type Finding = Omit<StackFinding, 'file' | 'line' | 'range'> & { readonly task: PlanTask; readonly range?: Range };

function nameOf({ id, title, line }: PlanTask): string {
  return `${id ?? (title.slice(0, 60) || 'a task')} (line ${line})`;
}

function ofBoxes(text: string, tasks: readonly PlanTask[]): Finding[] {
  return tasks
    .filter(({ status }) => status === 'unknown')
    .map((task) => {
      const to = task.boxAt + String.fromCodePoint(text.codePointAt(task.boxAt) ?? 0).length;
      return {
        ...({ task, severity: 'warning', code: 'unknown-box', range: { from: task.boxAt, to } } as const),
        message: `unknown task state "[${text.slice(task.boxAt, to)}]"`,
        next: 'Known states: [ ] pending, [>] in progress, [x] completed, [!] blocked and [~] closed. Other states are kept.',
      };
    });
}

/** Two branches may each have changed the state of a task, and a merge may have kept both lines. */
function sharedWords(id: string, first: PlanTask, task: PlanTask): { message: string; next: string } {
  if (task.title === first.title) {
    const message = `the task ${id} is also in line ${first.line}: [${first.box}] there, [${task.box}] here`;
    return { message, next: 'They are the same task. Keep the right line and remove the other.' };
  }
  const message = `the id ${id} is also the id of ${nameOf(first)}`;
  return { message, next: 'Give one of them another id. Dependencies on this id refer to the first task.' };
}

function ofIds(graph: TaskGraph): Finding[] {
  return [...graph.sharedIds()].flatMap(([id, [first, ...others]]) =>
    others.flatMap((task): Finding[] =>
      first === undefined ? [] : [{ task, severity: 'error', code: 'shared-task-id', ...sharedWords(id, first, task) }],
    ),
  );
}

/** Finds tasks without an id that occur twice in one place, after a merge or a copied line. */
function ofCopies(tasks: readonly PlanTask[]): Finding[] {
  const first = new Map<string, PlanTask>();
  return tasks.flatMap((task): Finding[] => {
    if (task.id !== null || task.title === '') return [];
    const key = JSON.stringify([task.section, task.parent, task.title]);
    const other = first.get(key);
    if (other === undefined) first.set(key, task);
    if (other === undefined) return [];
    const message = `the same task is also in line ${other.line}: [${other.box}] there, [${task.box}] here`;
    const next = 'If they are the same task, keep the right line and remove the other. If not, give each an id: (id: …).';
    return [{ task, severity: 'warning', code: 'doubled-task', message, next }];
  });
}

/** @param hidden ids inside merge conflicts. The conflict is its own finding, and references to these ids are valid once it is settled. */
function ofReferences(tasks: readonly PlanTask[], hidden: HiddenIds): Finding[] {
  const ids = new Set([...tasks.flatMap(({ id }) => id ?? []), ...hidden.keys()]);
  const names = new TaskNames(tasks);
  return tasks.flatMap((task): Finding[] => {
    const missing = DONE.has(task.status) ? [] : [...new Set(task.depends)].filter((id) => !ids.has(id));
    const parent = task.partOf !== null && !ids.has(task.partOf) ? task.partOf : null;
    return [
      ...missing.flatMap((name) => unknownDependency(task, name, names.candidates(name))),
      ...(parent === null ? [] : [unknownParent(task, parent)]),
    ];
  });
}

/** @param candidates the tasks with the title `name` */
function unknownDependency(task: PlanTask, name: string, candidates: readonly PlanTask[]): Finding[] {
  if (candidates.length === 1) return [];
  const finding = { task, severity: 'error', code: 'unknown-dependency' } as const;
  if (candidates.length > 1) {
    const lines = candidates.slice(0, MAX_NAMED).map(({ line }) => `line ${line}`);
    const message = `it depends on ${JSON.stringify(name)}, but several tasks have this title: ${lines.join(', ')}`;
    return [
      { ...finding, message, next: 'Give the right one an id, and write that id after "depends". Until then, the task is not ready.' },
    ];
  }
  const next = 'Correct the id, or remove it from "depends". Until then, the task is not ready.';
  return [{ ...finding, message: `it depends on ${name}, but no task has this id`, next }];
}

function unknownParent(task: PlanTask, parent: string): Finding {
  const next = 'Correct the id after "parent".';
  return { task, severity: 'warning', code: 'unknown-parent', message: `its parent is ${parent}, but no task has this id`, next };
}

function ofCycles({ cycles }: TaskGraph): Finding[] {
  return cycles.flatMap((tasks): Finding[] => {
    const [task] = tasks;
    if (task === undefined) return [];
    const named = [...tasks.slice(0, MAX_NAMED).map(nameOf), tasks.length > MAX_NAMED ? '…' : nameOf(task)];
    const message = `tasks depend on each other in a cycle: ${named.join(' → ')}`;
    return [
      { task, severity: 'error', code: 'cycle', message, next: 'Remove one of them from "depends". Until then, none of them is ready.' },
    ];
  });
}

/** Returns what a person should look at in a PLAN.md. @param file absolute */
export function examinePlan(text: string, file: string): StackFinding[] {
  const tasks = parsePlanText(text);
  const graph = new TaskGraph(tasks);
  const found = [
    ...ofBoxes(text, tasks),
    ...ofIds(graph),
    ...ofCopies(tasks),
    ...ofReferences(tasks, findHiddenIds(text)),
    ...ofCycles(graph),
  ];
  return found
    .map(({ task, ...finding }): StackFinding => ({ ...finding, file, line: task.line, range: finding.range ?? task.range }))
    .concat(findHalfBoxes(text, file))
    .sort((one, other) => one.line - other.line);
}
