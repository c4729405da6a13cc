import type { ProseLine } from '../../text/markdown/prose-lines.ts';
import type { NoteProblem } from '../notes/note-text.ts';
import { filledIn, isPlaceholder } from '../notes/placeholder.ts';
import { plainValue, type TaskField } from './task-fields.ts';

/** `unknown`: the task says something else, or nothing; it can neither be claimed nor finished. */
export type TaskState = 'ready' | 'in-progress' | 'done' | 'unknown';

/** What a task says that waits for a person (decision 0015, "Roles"). */
export const NEEDS_APPROVAL = 'needed';

const STATES: ReadonlySet<string> = new Set<TaskState>(['ready', 'in-progress', 'done']);
const isState = (text: string): text is Exclude<TaskState, 'unknown'> => STATES.has(text);

export function stateOf(status: string | null): TaskState {
  const plain = (status ?? '').toLowerCase().replace(/[\s_]+/g, '-');
  return isState(plain) ? plain : 'unknown';
}

/** The fields of which a task has one. */
const SINGLE = ['Task', 'Scope', 'Status', 'Agent', 'Started', 'Completed', 'Blocked', 'Summary'];

/** The fields that say when. */
const TIMES: ReadonlySet<string> = new Set(['Started', 'Completed']);
/** Queues are long: that a day is one of its month is not looked at. */
const LIKE_A_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ](?:[01]\d|2[0-3]):[0-5]\d|$)/;
/** A field of the protocol without the marks that make it one, as somebody writes it who does not know them. */
const PLAIN = /^[ \t]*(?:[-*+][ \t]+)?[*_]{0,3}(Status|Approval)[*_]{0,3}[ \t]{0,3}:[*_]{0,3}[ \t]*(\S[^\n]{0,80})$/i;

/** A line that is text, and was probably meant as a field. */
interface PlainField extends NoteProblem {
  readonly name: 'Status' | 'Approval';
}

/** Only what a field could say: "Status: 404" in a description is one. The first of each name. */
function plainFields(lines: readonly ProseLine[]): PlainField[] {
  const found: PlainField[] = [];
  for (const { text, number } of lines) {
    const [, written = '', said = ''] = PLAIN.exec(text) ?? [];
    const name = written.toLowerCase() === 'status' ? 'Status' : 'Approval';
    const value = said.trim();
    const isMeant = name === 'Status' ? stateOf(value) !== 'unknown' : value.toLowerCase() === NEEDS_APPROVAL;
    if (!isMeant || found.some((each) => each.name === name)) continue;
    const message = `it has no ${name}: ${JSON.stringify(text.trim())} is text, as fields are in bold (expected: **${name}:** ${value})`;
    found.push({ name, message, line: number });
  }
  return found;
}

interface TaskLines {
  readonly state: TaskState;
  readonly status: string | null;
  readonly line: number;
  readonly lines: readonly ProseLine[];
}

/** What is odd in a task. @param line of the heading, where a field is missing @param lines that its fields may stand in */
export function problemsOf({ all, isRepeated }: FieldValues, { state, status, line, lines }: TaskLines): NoteProblem[] {
  const lineOf = (field: TaskField | undefined): number => field?.line.number ?? line;
  const named = (name: string): TaskField[] => all.filter(({ key }) => key === name.toLowerCase());
  const twice = isRepeated ? SINGLE.filter((name) => named(name).length > 1) : [];
  const problems = twice.map((name) => ({ message: `it says ${name} more than once; the first counts`, line: lineOf(named(name)[1]) }));
  const meant = plainFields(lines).filter(({ name }) => named(name).length === 0);
  problems.push(...meant);
  if (status === null && meant.every(({ name }) => name !== 'Status'))
    problems.push({ message: 'it has no Status', line: lineOf(named('Status')[0]) });
  else if (status !== null && state === 'unknown') {
    const message = `nobody knows the status ${JSON.stringify(status)} (allowed: ready, in-progress, done)`;
    problems.push({ message, line: lineOf(named('Status')[0]) });
  }
  for (const field of all) {
    if (!TIMES.has(field.name) || isPlaceholder(field.value) || LIKE_A_TIME.test(field.value)) continue;
    const message = `its ${field.name} ${JSON.stringify(field.value)} is no time (such as 2026-03-28T14:30)`;
    problems.push({ message, line: lineOf(field) });
  }
  return problems;
}

/** The fields of a task by their names: the first of equal ones counts, and what a template has in its place is none. */
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

  /** What stands in its line. */
  short(name: string): string | null {
    const field = this.#first.get(name);
    return field === undefined ? null : filledIn(plainValue(field)) || null;
  }

  /** With the lines that go on with it. */
  long(name: string): string | null {
    return filledIn(this.#first.get(name)?.text ?? '') || null;
  }
}
