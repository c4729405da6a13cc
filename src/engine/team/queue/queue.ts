import type { Range } from '../../text/markdown/markdown.ts';
import { linesWithin, proseLines } from '../../text/markdown/prose-lines.ts';
import { type Section, sectionNamed } from '../../text/markdown/sections.ts';
import { rememberLast } from '../../text/remember-last.ts';
import { freeText, freeTextRange } from '../free-text.ts';
import { conflictLine, type NoteProblem, type NoteText, noteText } from '../notes/note-text.ts';
import { filledIn } from '../notes/placeholder.ts';
import { slugOf } from '../slug.ts';
import { escapeText, fieldsIn, oneLine, type TaskField } from './task-fields.ts';
import { FieldValues, NEEDS_APPROVAL, problemsOf, stateOf, type TaskState } from './task-problems.ts';
import { endBeforeTicks, tickComments } from './ticks.ts';

/** How a file holds a work queue (rulings, team 2 and 7; decision 0015, "Layouts"). */
export interface QueueShape {
  /** Level of the headings that begin a task. */
  readonly level: 2 | 3;
  /** The section that the tasks are in; `null`: the whole file. */
  readonly section: string | null;
}

/** `projects/<slug>.md`. */
export const PROJECT_QUEUE: QueueShape = { level: 3, section: 'Work Queue' };
/** `agents/<slug>/tasks.md`. */
export const AGENT_QUEUE: QueueShape = { level: 2, section: null };

/** A task of a work queue (seed 5, "Work Queue Format"). Texts are `null` where the task does not say them. */
export interface QueueTask {
  /** Its heading, or the slug of it in the later layout; with `#2` behind it for the second of that name in the file. */
  readonly id: string;
  readonly heading: string;
  readonly title: string;
  /** What belongs to it: its `Scope`, else the text below its fields (rulings, team 7). */
  readonly scope: string | null;
  readonly state: TaskState;
  /** As it is written. */
  readonly status: string | null;
  readonly agent: string | null;
  readonly started: string | null;
  readonly completed: string | null;
  readonly summary: string | null;
  /** Why it cannot go on. */
  readonly blocked: string | null;
  /** The line of the first of git's conflicts in it, 1-based: nobody works on it before that is settled. `null` where there is none. */
  readonly conflict: number | null;
  /** Whether a person must approve it before anybody takes it. */
  readonly needsApproval: boolean;
  /** What is odd, each with the line of the field that it is about. */
  readonly problems: readonly NoteProblem[];
  /** Of the heading, 1-based. */
  readonly line: number;
  /** From the heading to the next task, without the comments `…:last-tick` at its end; UTF-16 code units. */
  readonly range: Range;
  /** Where its fields may stand: from behind the heading's line to the first heading in it. */
  readonly body: Range;
}

/** What a task is called that has neither a title nor a heading. */
const UNTITLED = 'untitled';

/** Where the section `### Summary` of a task stands. @param inner the sections in the task */
export function summaryIn(inner: readonly Section[], end: number): (Range & { readonly bodyFrom: number }) | undefined {
  const section = sectionNamed(inner, 'Summary');
  return section && { from: section.from, bodyFrom: section.bodyFrom, to: Math.min(section.to, end) };
}

interface TaskPlace {
  readonly section: Section;
  /** The sections in it. */
  readonly inner: readonly Section[];
  /** Where it ends. */
  readonly end: number;
  readonly id: string;
}

function taskOf(note: NoteText, { section, inner, end, id }: TaskPlace): QueueTask {
  const { text, lines } = note;
  const body = { from: section.bodyFrom, to: Math.min(inner[0]?.from ?? end, end) };
  const values = new FieldValues(fieldsIn(text, lines, body));
  const summary = summaryIn(inner, end);
  const parts = { body, fields: values.all, limit: summary?.from ?? end };
  const free = (): string | null => freeText(text, freeTextRange(text, lines, parts));
  const status = values.short('status');
  const state = stateOf(status);
  const range = { from: section.from, to: end };
  const conflict = conflictLine(note, range);
  const isOldDone = state === 'done' && values.has('scope');
  return {
    id,
    heading: section.name,
    title: oneLine(values.short('task') ?? filledIn(section.name)) || UNTITLED,
    scope: values.has('scope') ? values.long('scope') : free(),
    state,
    status,
    agent: values.short('agent'),
    started: values.short('started'),
    completed: values.short('completed'),
    // The first revisions of the protocol append the summary without a name.
    summary: values.long('summary') ?? summaryText(text, summary) ?? (isOldDone ? free() : null),
    blocked: conflict === null ? values.long('blocked') : `git's conflict markers in line ${conflict} are not settled`,
    conflict,
    needsApproval: values.short('approval')?.toLowerCase() === NEEDS_APPROVAL,
    // What stands twice may be of the two sides, and what is missing between the markers.
    problems: conflict === null ? problemsOf(values, { state, status, line: section.line, lines: linesWithin(lines, body) }) : [],
    line: section.line,
    range,
    body,
  };
}

const summaryText = (text: string, place: ReturnType<typeof summaryIn>): string | null =>
  place === undefined ? null : text.slice(place.bodyFrom, place.to).trim() || null;

/** The fields of a task. They are not kept with it: a team has very many, and only who changes a task asks for them. */
export function fieldsOf(text: string, { body }: QueueTask): TaskField[] {
  return fieldsIn(text, proseLines(text), body);
}

/** The sections that lie within the one at `index`. */
function innerOf(sections: readonly Section[], index: number): readonly Section[] {
  const end = sections[index]?.to ?? 0;
  let next = index + 1;
  while ((sections[next]?.from ?? end) < end) next += 1;
  return sections.slice(index + 1, next);
}

/** Whether tasks stand in a section: in one that is called so. */
function holds({ section: called, level }: QueueShape, section: Section): boolean {
  return called !== null && section.level < level && section.name.toLowerCase() === called.toLowerCase();
}

/** Headings of tasks in templates. */
const TEMPLATE_TIME = /^(?:<(?:iso )?time(?:stamp)?>|YYYY-MM-DD.*)$/i;
const TEMPLATE_TITLE = /^<(?:descriptive |short )?title>$/i;

/** Whether it is what a template has in the place of a task. */
function isTemplate({ heading, scope, state }: QueueTask): boolean {
  return TEMPLATE_TIME.test(heading) || (TEMPLATE_TITLE.test(heading) && (scope === null || state === 'unknown'));
}

/** The tasks of a work queue in their order. Never fails: what is odd in a task is in its `problems`. */
export const parseQueue = (written: string, { level, section }: QueueShape): readonly QueueTask[] => lastQueues(written, level, section);

/** Four: a file's text before and after a change, and the single tasks that are parsed in between. */
const lastQueues = rememberLast(4, (written: string, level: QueueShape['level'], called: string | null): readonly QueueTask[] => {
  const shape = { level, section: called };
  const note = noteText(written);
  const { text, sections } = note;
  // To where the queues reach that have begun so far: sections lie within each other, or apart.
  let end = called === null ? text.length : 0;
  const counts = new Map<string, number>();
  const ticks = tickComments(text);
  return sections.flatMap((section, index): QueueTask | [] => {
    if (holds(shape, section)) end = Math.max(end, section.to);
    if (section.level !== level || section.from >= end) return [];
    const name = called === null ? slugOf(section.name) || section.name : section.name;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const id = count === 1 && name !== '' ? name : `${name}#${count}`;
    const task = taskOf(note, { section, inner: innerOf(sections, index), end: endBeforeTicks(text, section, ticks), id });
    return isTemplate(task) ? [] : task;
  });
});

/**
 * A task with a text below its fields: the text as it is where it is read as that, else with marks before what would begin something else.
 * @param taskWith the task, alone, with a text in it
 */
export function asRead(value: string, taskWith: (written: string) => string): string {
  const asked = value.trim().replace(/\r\n?/g, '\n');
  const plain = taskWith(asked);
  const marks = /^#+/.exec(plain)?.[0] ?? '';
  // What is not closed would hide the next task.
  const level = marks.length === AGENT_QUEUE.level ? AGENT_QUEUE.level : PROJECT_QUEUE.level;
  const [task, ...others] = parseQueue(`${plain}\n\n${marks} next\n`, { level, section: null });
  return task?.scope === (asked || null) && others.length === 1 ? plain : taskWith(escapeText(asked));
}
