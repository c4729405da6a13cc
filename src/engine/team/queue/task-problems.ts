import type { ProseLine } from '../../text/markdown/prose-lines.ts';
import type { NoteProblem } from '../notes/note-text.ts';
import { isPlaceholder, withoutPlaceholder } from '../notes/placeholder.ts';
import { plainValue, type TaskField } from './task-fields.ts';

/** State of a task. `unknown`: its status is missing or invalid, so it can neither be claimed nor completed. */
export type TaskState = 'ready' | 'in-progress' | 'done' | 'unknown';

/** Approval value of a task that waits for a person (decision 0015, "Roles"). */
export const NEEDS_APPROVAL = 'needed';

const STATES: ReadonlySet<string> = new Set<TaskState>(['ready', 'in-progress', 'done']);
const isState = (text: string): text is Exclude<TaskState, 'unknown'> => STATES.has(text);

export function parseState(status: string | null): TaskState {
  const plain = (status ?? '').toLowerCase().replace(/[\s_]+/g, '-');
  return isState(plain) ? plain : 'unknown';
}

/** Fields that a task has only once. */
const SINGLE = ['Task', 'Scope', 'Status', 'Agent', 'Started', 'Completed', 'Blocked', 'Summary'];

/** Fields that contain a time. */
const TIMES: ReadonlySet<string> = new Set(['Started', 'Completed']);
/** Does not check that the day exists in its month, because queues are long. */
export const LIKE_A_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ](?:[01]\d|2[0-3]):[0-5]\d|$)/;
/** A field without bold marks, as written by people who do not know the syntax. */
const PLAIN = /^[ \t]*(?:[-*+][ \t]+)?[*_]{0,3}(Status|Approval)[*_]{0,3}[ \t]{0,3}:[*_]{0,3}[ \t]*(\S[^\n]{0,80})$/i;

/** A line of text that was probably meant as a field. */
interface PlainField extends NoteProblem {
  readonly name: 'Status' | 'Approval';
}

/** Returns the first such line for each name. Only valid values count: "Status: 404" in a description is no field. */
function plainFields(lines: readonly ProseLine[]): PlainField[] {
  const found: PlainField[] = [];
  for (const { text, number } of lines) {
    const [line, written = '', said = ''] = PLAIN.exec(text) ?? [];
    if (line === undefined) continue;
    const name = written.toLowerCase() === 'status' ? 'Status' : 'Approval';
    const value = said.trim();
    const isMeant = name === 'Status' ? parseState(value) !== 'unknown' : value.toLowerCase() === NEEDS_APPROVAL;
    if (!isMeant || found.some((each) => each.name === name)) continue;
    const message = `no ${name} field: ${JSON.stringify(text.trim())} is text, because field names are bold (expected: **${name}:** ${value})`;
    found.push({ name, message, line: number });
  }
  return found;
}

interface TaskLines {
  /** Heading if it must be a time; `null` in the layout whose headings are titles. */
  readonly time: string | null;
  readonly state: TaskState;
  readonly status: string | null;
  readonly line: number;
  readonly lines: readonly ProseLine[];
}

/** Returns whether a status says that its task is blocked, as people write by hand. The protocol has the field `Blocked` for that. */
export const isBlockedStatus = (status: string | null): boolean => /^\W*blocked\b/i.test(status ?? '');

/** Describes a status that is missing or unknown. */
export function statusProblem(status: string | null): string {
  if (status === null) return 'the task has no Status';
  return `unknown status: ${JSON.stringify(status)} (allowed: ready, in-progress, done)`;
}

/** Returns the problem with a task's status, whose line is that of the field if there is one. */
export function findStatusProblem({
  status,
  problems,
}: {
  readonly status: string | null;
  readonly problems: readonly NoteProblem[];
}): NoteProblem | undefined {
  return problems.find(({ message }) => message === statusProblem(status) || message.startsWith('no Status field:'));
}

/** Returns the problems with fields that a task has twice, as after a merge that kept both sides. The values after the first are ignored. */
export function repeatedFields({ problems }: { readonly problems: readonly NoteProblem[] }): NoteProblem[] {
  return problems.filter(({ repeats }) => repeats !== undefined);
}

const headingProblem = (heading: string): string =>
  `the heading of the task is ${JSON.stringify(heading)}, not a time (expected: ### 2026-03-28T14:30); it is used as the id of the task`;

/** Returns the problems of a task. @param line line of the heading, for missing fields @param lines lines that may contain its fields */
export function findTaskProblems({ all, isRepeated }: FieldValues, { time, state, status, line, lines }: TaskLines): NoteProblem[] {
  const lineOf = (field: TaskField | undefined): number => field?.line.number ?? line;
  const named = (name: string): TaskField[] => all.filter(({ key }) => key === name.toLowerCase());
  const twice = isRepeated ? SINGLE.filter((name) => named(name).length > 1) : [];
  const problems: NoteProblem[] = time === null || time === '' || LIKE_A_TIME.test(time) ? [] : [{ message: headingProblem(time), line }];
  for (const name of twice) {
    problems.push({ message: `${name} is set more than once; the first value is used`, line: lineOf(named(name)[1]), repeats: name });
  }
  const meant = plainFields(lines).filter(({ name }) => named(name).length === 0);
  problems.push(...meant);
  if (status === null && meant.every(({ name }) => name !== 'Status'))
    problems.push({ message: statusProblem(status), line: lineOf(named('Status')[0]) });
  else if (status !== null && state === 'unknown') problems.push({ message: statusProblem(status), line: lineOf(named('Status')[0]) });
  for (const field of all) {
    if (!TIMES.has(field.name) || isPlaceholder(field.value) || LIKE_A_TIME.test(field.value)) continue;
    const message = `its ${field.name} ${JSON.stringify(field.value)} is not a valid time (such as 2026-03-28T14:30)`;
    problems.push({ message, line: lineOf(field) });
  }
  return problems;
}

const NONE: readonly string[] = [];

/** Fields of a task by name. The first of repeated fields counts, and placeholders count as missing. */
export class FieldValues {
  readonly #first = new Map<string, TaskField>();

  constructor(readonly all: readonly TaskField[]) {
    for (const field of all) if (!this.#first.has(field.key)) this.#first.set(field.key, field);
  }

  get isRepeated(): boolean {
    return this.#first.size < this.all.length;
  }

  has(name: string): boolean {
    return this.#first.has(name);
  }

  /** Returns the value in the field's line. */
  short(name: string): string | null {
    const field = this.#first.get(name);
    return field === undefined ? null : withoutPlaceholder(plainValue(field)) || null;
  }

  /** Returns the other values of a repeated field. */
  repeated(name: string): readonly string[] {
    if (!this.isRepeated) return NONE;
    const first = this.short(name);
    const values = this.all.filter(({ key }) => key === name).map((field) => withoutPlaceholder(plainValue(field)));
    return [...new Set(values)].filter((value) => value !== '' && value !== first);
  }

  /** Returns the value with continuation lines. */
  long(name: string): string | null {
    return withoutPlaceholder(this.#first.get(name)?.text ?? '') || null;
  }
}
