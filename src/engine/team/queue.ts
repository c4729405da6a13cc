import type { Range } from '../kernel/markdown.ts';
import { type ProseLine, proseLines } from '../kernel/prose-lines.ts';
import { type Section, sectionNamed, sectionsOf } from '../kernel/sections.ts';
import { slugOf } from './slug.ts';
import { fieldsIn, oneLine, plainValue, type TaskField } from './task-fields.ts';

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

/** `unknown`: the task says something else, or nothing; it can neither be claimed nor finished. */
export type TaskState = 'ready' | 'in-progress' | 'done' | 'unknown';

/** A task of a work queue (seed 5, "Work Queue Format"). Texts are `null` where the task does not say them. */
export interface QueueTask {
  /** Its heading, or the slug of it in the later layout; with `#2` behind it for the second of that name in the file. */
  readonly id: string;
  readonly heading: string;
  readonly title: string;
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
  /** Whether a person must approve it before anybody takes it. */
  readonly needsApproval: boolean;
  /** What is odd, in words. */
  readonly problems: readonly string[];
  /** Of the heading, 1-based. */
  readonly line: number;
  /** From the heading to the next task; UTF-16 code units. */
  readonly range: Range;
  /** Where its fields may stand: from behind the heading's line to the first heading in it. */
  readonly body: Range;
}

/** What a task says that waits for a person (decision 0015, "Roles"). */
export const NEEDS_APPROVAL = 'needed';

const STATES: ReadonlySet<string> = new Set<TaskState>(['ready', 'in-progress', 'done']);
const isState = (text: string): text is Exclude<TaskState, 'unknown'> => STATES.has(text);

function stateOf(status: string | null): TaskState {
  const plain = (status ?? '').toLowerCase().replace(/[\s_]+/g, '-');
  return isState(plain) ? plain : 'unknown';
}

/** The fields of which a task has one. */
const SINGLE = ['Task', 'Scope', 'Status', 'Agent', 'Started', 'Completed', 'Blocked', 'Summary'];

/** The fields that say when. */
const TIMES: ReadonlySet<string> = new Set(['Started', 'Completed']);
/** Queues are long: that a day is one of its month is not looked at. */
const LIKE_A_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ](?:[01]\d|2[0-3]):[0-5]\d|$)/;
/** What a task is called that has neither a title nor a heading. */
const UNTITLED = 'untitled';

function problemsOf(fields: readonly TaskField[], repeated: boolean, state: TaskState, status: string | null): string[] {
  const often = (name: string): boolean => fields.filter(({ key }) => key === name.toLowerCase()).length > 1;
  const twice = repeated ? SINGLE.filter(often) : [];
  const problems = twice.map((name) => `it says ${name} more than once; the first counts`);
  if (status === null) problems.push('it has no Status');
  else if (state === 'unknown') problems.push(`nobody knows the status ${JSON.stringify(status)} (allowed: ready, in-progress, done)`);
  for (const field of fields) {
    if (TIMES.has(field.name) && field.value !== '' && !LIKE_A_TIME.test(field.value))
      problems.push(`its ${field.name} ${JSON.stringify(field.value)} is no time (such as 2026-03-28T14:30)`);
  }
  return problems;
}

/** What stands below `### Summary` in the later layout. */
function summarySection(text: string, inner: readonly Section[]): string | null {
  const section = sectionNamed(inner, 'Summary');
  return section === undefined ? null : text.slice(section.bodyFrom, section.to).trim() || null;
}

function taskOf(text: string, section: Section, inner: readonly Section[], lines: readonly ProseLine[], id: string): QueueTask {
  const body = { from: section.bodyFrom, to: inner[0]?.from ?? section.to };
  const fields = fieldsIn(text, lines, body);
  const first = new Map<string, TaskField>();
  for (const field of fields) if (!first.has(field.key)) first.set(field.key, field);
  const value = (name: string): string | null => {
    const field = first.get(name);
    return field === undefined ? null : plainValue(field) || null;
  };
  const long = (name: string): string | null => first.get(name)?.text || null;
  const status = value('status');
  const state = stateOf(status);
  return {
    id,
    heading: section.name,
    title: oneLine(value('task') ?? section.name) || UNTITLED,
    scope: long('scope'),
    state,
    status,
    agent: value('agent'),
    started: value('started'),
    completed: value('completed'),
    summary: long('summary') ?? summarySection(text, inner),
    blocked: long('blocked'),
    needsApproval: value('approval')?.toLowerCase() === NEEDS_APPROVAL,
    problems: problemsOf(fields, first.size < fields.length, state, status),
    line: section.line,
    range: { from: section.from, to: section.to },
    body,
  };
}

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

/** The tasks of a work queue in their order. Never fails: what is odd in a task is in its `problems`. @param lines the text's prose @param sections of it */
export function parseQueue(text: string, shape: QueueShape, lines = proseLines(text), sections = sectionsOf(text, lines)): QueueTask[] {
  // To where the queues reach that have begun so far: sections lie within each other, or apart.
  let end = shape.section === null ? text.length : 0;
  const counts = new Map<string, number>();
  return sections.flatMap((section, index): QueueTask | [] => {
    if (holds(shape, section)) end = Math.max(end, section.to);
    if (section.level !== shape.level || section.from >= end) return [];
    const name = shape.section === null ? slugOf(section.name) || section.name : section.name;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return taskOf(text, section, innerOf(sections, index), lines, count === 1 && name !== '' ? name : `${name}#${count}`);
  });
}
