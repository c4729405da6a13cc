import { type ChecklistItem, readItems } from './checklist.ts';
import type { ImportedPlan, ImportedTask } from './imported-task.ts';

/** `T001 [P] [US1] Create the model in src/models/user.py`. */
const TASK = /^(T\d{1,6})[ \t]+((?:\[[^\]]{1,20}\][ \t]*){0,5})(\S.*)$/s;
const PHASE = /^Phase\b/i;
const STORY = /\buser stor(?:y|ies)\b/i;

interface Phase {
  readonly id: string;
  readonly name: string;
  readonly line: number;
  readonly tasks: ImportedTask[];
}

/** The last task that must be done alone, and those since then that can be done at the same time. */
interface Before {
  last: readonly string[];
  parallel: string[];
}

const isOpen = ({ state }: Pick<ImportedTask, 'state'>): boolean => state === 'open' || state === 'started';

/** Returns the task of an item that follows others of its phase. Tasks marked `[P]` can be done at the same time. */
function taskOf(item: ChecklistItem, phase: Phase, file: string, before: Before): ImportedTask | null {
  const [, id, marks = '', title = ''] = TASK.exec(item.text.replaceAll('**', '')) ?? [];
  if (id === undefined) return null;
  const isParallel = /\[P\]/i.test(marks);
  const dependencies = isParallel || before.parallel.length === 0 ? before.last : before.parallel;
  // What is done or dropped holds nothing up; those before it may.
  if (isOpen(item)) {
    if (isParallel) before.parallel.push(id);
    else [before.last, before.parallel] = [[id], []];
  }
  const story = /\[(US\d{1,4})\]/i.exec(marks)?.[1];
  const details = story === undefined ? '' : `User story: ${story}`;
  return { id, title, details, state: item.state, dependencies, parent: phase.id, priority: null, file, line: item.line };
}

/** Returns the phases with their tasks. */
function phasesIn(items: readonly ChecklistItem[], file: string, notes: string[]): Phase[] {
  const phases: Phase[] = [];
  let before: Before = { last: [], parallel: [] };
  for (const item of items) {
    let phase = phases.at(-1);
    if (phase === undefined || (phase.name !== item.part && PHASE.test(item.part))) {
      phase = { id: `phase-${phases.length + 1}`, name: item.part, line: item.line, tasks: [] };
      phases.push(phase);
      before = { last: [], parallel: [] };
    }
    const task = taskOf(item, phase, file, before);
    if (task === null) notes.push(`${file}:${item.line}: this item has no id such as T001; left out`);
    else phase.tasks.push(task);
  }
  return phases.filter(({ tasks }) => tasks.length > 0);
}

/** The last open phase that is no story, which waits for all before it, and the open stories since then. */
interface Earlier {
  last: readonly string[];
  stories: string[];
}

/** User stories wait for the phases before the first one, but not for each other; every other phase waits for all before it. */
function dependenciesOf({ id, name, tasks }: Phase, earlier: Earlier): readonly string[] {
  const isStory = STORY.test(name);
  const dependencies = isStory ? earlier.last : [...earlier.last, ...earlier.stories];
  if (!tasks.some(isOpen)) return dependencies;
  if (isStory) earlier.stories.push(id);
  else [earlier.last, earlier.stories] = [[id], []];
  return dependencies;
}

/** Reads `tasks.md` of Spec Kit: the order follows from the phases and from `[P]`. */
export function readSpecKit(text: string, file: string): ImportedPlan {
  const { title, items } = readItems(text);
  const notes: string[] = [];
  const phases = phasesIn(items, file, notes);
  const earlier: Earlier = { last: [], stories: [] };
  const tasks = phases.flatMap((phase): ImportedTask[] => {
    const { id, name, line } = phase;
    const said = { details: '', parent: null, priority: null, file, line };
    const dependencies = dependenciesOf(phase, earlier);
    const state = phase.tasks.some(isOpen) ? 'open' : 'done';
    return [{ id, title: name === '' ? 'Tasks' : name, state, dependencies, ...said }, ...phase.tasks];
  });
  return { goal: title.replace(/^Tasks:\s*/i, '') || 'Tasks of Spec Kit', tasks, notes };
}
