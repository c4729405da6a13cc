import type { Range } from '../../text/markdown/markdown.ts';
import { linesWithin, proseLines } from '../../text/markdown/prose-lines.ts';
import { findSection, type Section } from '../../text/markdown/sections.ts';
import { rememberLast } from '../../text/remember-last.ts';
import { freeText, freeTextRange } from '../free-text.ts';
import { conflictLine, type NoteProblem, type NoteText, noteText } from '../notes/note-text.ts';
import { withoutPlaceholder } from '../notes/placeholder.ts';
import { slugOf } from '../slug.ts';
import { escapeText, oneLine, parseFields, sectionText, type TaskField } from './task-fields.ts';
import { FieldValues, findTaskProblems, NEEDS_APPROVAL, parseState, type TaskState } from './task-problems.ts';
import { endBeforeTicks, findTickComments } from './ticks.ts';

/** Layout of a work queue in a file (rulings, team 2 and 7; decision 0015, "Layouts"). */
export interface QueueShape {
  /** Level of headings that start a task. */
  readonly level: 2 | 3;
  /** Section that contains the tasks; `null` for the whole file. */
  readonly section: string | null;
}

/** `projects/<slug>.md`. */
export const PROJECT_QUEUE: QueueShape = { level: 3, section: 'Work Queue' };
/** `agents/<slug>/tasks.md`. */
export const AGENT_QUEUE: QueueShape = { level: 2, section: null };

/** A task of a work queue (seed 5, "Work Queue Format"). Texts are `null` if missing. */
export interface QueueTask {
  /** Its heading, or in the later layout the heading's slug. The second one of the same name in the file ends in `#2`. */
  readonly id: string;
  readonly heading: string;
  readonly title: string;
  /** Its `Scope`, or else the text below its fields (rulings, team 7). */
  readonly scope: string | null;
  readonly state: TaskState;
  /** As written. */
  readonly status: string | null;
  readonly agent: string | null;
  /** Further agents that are named, as after a merge of two claims. */
  readonly rivals: readonly string[];
  readonly started: string | null;
  readonly completed: string | null;
  readonly summary: string | null;
  /** Why it is blocked. */
  readonly blocked: string | null;
  /** 1-based line of its first merge conflict, which must be resolved before anyone works on it; `null` if there is none. */
  readonly conflict: number | null;
  /** Whether a person must approve it before it can be claimed. */
  readonly needsApproval: boolean;
  /** Problems, each with the line of its field. */
  readonly problems: readonly NoteProblem[];
  /** 1-based line of the heading. */
  readonly line: number;
  /** From the heading to the next task, without `…:last-tick` comments at the end, in UTF-16 code units. */
  readonly range: Range;
  /** Range of its fields: from after the heading's line to the first heading in it. */
  readonly body: Range;
}

/** Title of a task that has neither a title nor a heading. */
const UNTITLED = 'untitled';

/** Returns the range of a task's section `### Summary`. @param inner sections in the task */
export function findSummary(inner: readonly Section[], end: number): (Range & { readonly bodyFrom: number }) | undefined {
  const section = findSection(inner, 'Summary');
  return section && { from: section.from, bodyFrom: section.bodyFrom, to: Math.min(section.to, end) };
}

interface TaskPlace {
  readonly section: Section;
  /** Sections in the task. */
  readonly inner: readonly Section[];
  /** End of the task. */
  readonly end: number;
  readonly id: string;
  /** Whether its heading must be a time. */
  readonly isTimed: boolean;
}

function taskOf(note: NoteText, { section, inner, end, id, isTimed }: TaskPlace): QueueTask {
  const { text, lines } = note;
  const body = { from: section.bodyFrom, to: Math.min(inner[0]?.from ?? end, end) };
  const values = new FieldValues(parseFields(text, lines, body));
  const summary = findSummary(inner, end);
  const parts = { body, fields: values.all, limit: summary?.from ?? end };
  const free = (): string | null => freeText(text, freeTextRange(text, lines, parts));
  const status = values.short('status');
  const state = parseState(status);
  const range = { from: section.from, to: end };
  const conflict = conflictLine(note, range);
  const isOldDone = state === 'done' && values.has('scope');
  return {
    id,
    heading: section.name,
    title: oneLine(values.short('task') ?? withoutPlaceholder(section.name)) || UNTITLED,
    scope: values.has('scope') ? values.long('scope') : free(),
    state,
    status,
    agent: values.short('agent'),
    rivals: values.repeated('agent'),
    started: values.short('started'),
    completed: values.short('completed'),
    // The first revisions of the protocol append the summary without a name.
    summary: values.long('summary') ?? summaryText(text, summary) ?? (isOldDone ? free() : null),
    blocked: conflict === null ? values.long('blocked') : `unresolved merge conflict in line ${conflict}`,
    conflict,
    needsApproval: values.short('approval')?.toLowerCase() === NEEDS_APPROVAL,
    // In a conflict, repeated fields may come from both sides, and missing fields may be between the markers.
    problems:
      conflict === null
        ? findTaskProblems(values, {
            time: isTimed ? section.name : null,
            state,
            status,
            line: section.line,
            lines: linesWithin(lines, body),
          })
        : [],
    line: section.line,
    range,
    body,
  };
}

const summaryText = (text: string, place: ReturnType<typeof findSummary>): string | null =>
  place === undefined ? null : sectionText(text, place) || null;

/** Returns the fields of a task. They are not stored in it, because a team has very many tasks and only edits need the fields. */
export function readFields(text: string, { body }: QueueTask): TaskField[] {
  return parseFields(text, proseLines(text), body);
}

/** Returns the sections inside the one at `index`. */
function innerOf(sections: readonly Section[], index: number): readonly Section[] {
  const end = sections[index]?.to ?? 0;
  let next = index + 1;
  while ((sections[next]?.from ?? end) < end) next += 1;
  return sections.slice(index + 1, next);
}

/** Reports whether a section is the queue's section. */
export function holds({ section: called, level }: QueueShape, section: Section): boolean {
  return called !== null && section.level < level && section.name.toLowerCase() === called.toLowerCase();
}

/** Headings of tasks in templates. */
const TEMPLATE_TIME = /^(?:<(?:iso )?time(?:stamp)?>|YYYY-MM-DD.*)$/i;
const TEMPLATE_TITLE = /^<(?:descriptive |short )?title>$/i;

/** Reports whether a heading is the placeholder of a template's task. */
export const isTemplateHeading = (heading: string): boolean => TEMPLATE_TIME.test(heading) || TEMPLATE_TITLE.test(heading);

/** Reports whether a task is a template's placeholder. */
function isTemplate({ heading, scope, state }: QueueTask): boolean {
  return TEMPLATE_TIME.test(heading) || (TEMPLATE_TITLE.test(heading) && (scope === null || state === 'unknown'));
}

/** Parses the tasks of a work queue, in order. Never fails; anomalies are in a task's `problems`. */
export const parseQueue = (written: string, { level, section }: QueueShape): readonly QueueTask[] => lastQueues(written, level, section);

/** Four entries: a file's text before and after a change, and the single tasks that are parsed in between. */
const lastQueues = rememberLast(4, (written: string, level: QueueShape['level'], called: string | null): readonly QueueTask[] => {
  const shape = { level, section: called };
  const note = noteText(written);
  const { text, sections } = note;
  // End of the queues that have started so far. Sections are either nested or disjoint.
  let end = called === null ? text.length : 0;
  const counts = new Map<string, number>();
  const ticks = findTickComments(text);
  return sections.flatMap((section, index): QueueTask | [] => {
    if (holds(shape, section)) end = Math.max(end, section.to);
    if (section.level !== level || section.from >= end) return [];
    const name = called === null ? slugOf(section.name) || section.name : section.name;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const id = count === 1 && name !== '' ? name : `${name}#${count}`;
    const isTimed = called !== null;
    const task = taskOf(note, { section, inner: innerOf(sections, index), end: endBeforeTicks(text, section, ticks), id, isTimed });
    return isTemplate(task) ? [] : task;
  });
});

/**
 * Inserts a text below a task's fields: unchanged if it is parsed as intended, otherwise escaped.
 * @param taskWith returns the task alone, with a text in it
 */
export function insertAsRead(value: string, taskWith: (written: string) => string): string {
  const asked = value.trim().replace(/\r\n?/g, '\n');
  const plain = taskWith(asked);
  const marks = /^#+/.exec(plain)?.[0] ?? '';
  // Unclosed code or comments would hide the next task.
  const level = marks.length === AGENT_QUEUE.level ? AGENT_QUEUE.level : PROJECT_QUEUE.level;
  const [task, ...others] = parseQueue(`${plain}\n\n${marks} next\n`, { level, section: null });
  return task?.scope === (asked || null) && others.length === 1 ? plain : taskWith(escapeText(asked));
}
