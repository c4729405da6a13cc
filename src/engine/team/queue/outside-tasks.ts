import type { Range } from '../../text/markdown/markdown.ts';
import type { Section } from '../../text/markdown/sections.ts';
import { similarWord } from '../../text/similar-word.ts';
import type { NoteProblem, NoteText } from '../notes/note-text.ts';
import { holds, isTemplateHeading, type QueueShape, type QueueTask } from './queue.ts';
import { parseFields, plainValue } from './task-fields.ts';
import { LIKE_A_TIME, parseState, type TaskState } from './task-problems.ts';

/** A block that looks like a task, but is not read as one. */
interface OutsideTask {
  readonly section: Section;
  readonly title: string;
  readonly state: TaskState;
}

const marks = (level: number): string => '#'.repeat(level);
const written = ({ level, name }: Section): string => `${marks(level)} ${name}`;
const isIn = ({ from }: Section, range: Range): boolean => from >= range.from && from < range.to;

/** Returns the block at a heading, if its fields are those of a task. */
function taskAt({ text, lines }: NoteText, section: Section, end: number, { level, section: called }: QueueShape): OutsideTask[] {
  if (isTemplateHeading(section.name)) return [];
  const fields = parseFields(text, lines, { from: section.bodyFrom, to: end });
  const [title, status] = ['task', 'status'].map((name) => fields.find(({ key }) => key === name));
  const state = parseState(status === undefined ? null : plainValue(status));
  const isTask =
    called === null
      ? section.level !== level && state !== 'unknown'
      : LIKE_A_TIME.test(section.name)
        ? title !== undefined || status !== undefined
        : section.level === level && title !== undefined && status !== undefined;
  return isTask ? [{ section, title: title === undefined ? section.name : plainValue(title), state }] : [];
}

function outsideTasks(note: NoteText, shape: QueueShape, tasks: readonly QueueTask[]): OutsideTask[] {
  const read = new Set(tasks.map(({ range }) => range.from));
  const { sections } = note;
  return sections.flatMap((section, n) =>
    read.has(section.from) ? [] : taskAt(note, section, sections[n + 1]?.from ?? note.text.length, shape),
  );
}

function wrongLevel({ section, title }: OutsideTask, level: QueueShape['level']): NoteProblem {
  const found = `the heading of the task ${JSON.stringify(title)} begins with ${marks(section.level)}, so the task is not read`;
  return { message: `${found} (expected: ${marks(level)} ${section.name})`, line: section.line, isError: true };
}

const tasksText = (count: number): string => (count === 1 ? '1 task' : `${count} tasks`);

/** Returns the range below a heading. That of a heading with the level of tasks lasts as if it were one level higher. */
function rangeBelow(heading: Section, sections: readonly Section[], level: number, end: number): Range {
  if (heading.level < level) return heading;
  const next = sections.find((section) => section.from > heading.from && section.level < level);
  return { from: heading.from, to: next?.from ?? end };
}

/** Returns the headings that were probably meant as the queue's. */
function misspelt({ sections }: NoteText, shape: QueueShape, called: string): Section[] {
  return sections.filter(
    (section) => section.level <= shape.level && !holds(shape, section) && similarWord(section.name, [called]) !== null,
  );
}

/** Reports whether a note has the section of its queue. */
export const hasQueue = ({ sections }: NoteText, shape: QueueShape): boolean =>
  shape.section === null || sections.some((section) => holds(shape, section));

/** Returns the problems of tasks outside of the queue's section. Done ones are kept in other sections on purpose. */
function outsideOf(note: NoteText, shape: QueueShape, called: string, outside: readonly OutsideTask[]): NoteProblem[] {
  const expected = `expected: ${marks(shape.level - 1)} ${called}`;
  const headings = misspelt(note, shape, called).map((heading) => {
    const range = rangeBelow(heading, note.sections, shape.level, note.text.length);
    return { heading, below: outside.filter(({ section }) => section.level === shape.level && isIn(section, range)) };
  });
  const ofHeadings = headings.flatMap(({ heading, below }): NoteProblem[] => {
    if (below.length === 0 && hasQueue(note, shape)) return [];
    const hidden = below.length === 0 ? '' : `, so ${tasksText(below.length)} below it cannot be found`;
    return [{ message: `unknown heading "${written(heading)}"${hidden} (${expected})`, line: heading.line, isError: true }];
  });
  const explained = new Set(headings.flatMap(({ below }) => below));
  const bySection = new Map<Section | undefined, OutsideTask[]>();
  for (const task of outside) {
    if (explained.has(task) || task.section.level !== shape.level || task.state === 'done') continue;
    const around = note.sections.findLast((section) => section.level < shape.level && isIn(task.section, section));
    // The heading around it is a task that is reported itself.
    if (outside.some(({ section }) => section === around)) continue;
    bySection.set(around, [...(bySection.get(around) ?? []), task]);
  }
  const others = Array.from(bySection, ([around, [first, ...more]]): NoteProblem => {
    const where = around === undefined ? '' : ` (below "${written(around)}")`;
    const what = more.length === 0 ? 'a task is' : `${tasksText(more.length + 1)} are`;
    const message = `${what} outside of the section ${called}${where}, and cannot be found (${expected})`;
    return { message, line: first?.section.line ?? 1, isError: true };
  });
  return [...ofHeadings, ...others];
}

/**
 * Returns the problems of blocks that look like tasks but are not read as such: because of a misspelt heading of the queue, or a heading
 * with too few or too many `#`. None in a file with merge conflicts, which may contain the headings.
 * @param tasks the tasks that are read
 */
export function findOutsideTasks(note: NoteText, shape: QueueShape, tasks: readonly QueueTask[]): NoteProblem[] {
  if (note.conflicts.length > 0) return [];
  const outside = outsideTasks(note, shape, tasks);
  const odd = outside.filter(({ section }) => section.level !== shape.level);
  const problems = odd.map((task) => wrongLevel(task, shape.level));
  return shape.section === null ? problems : [...problems, ...outsideOf(note, shape, shape.section, outside)];
}
