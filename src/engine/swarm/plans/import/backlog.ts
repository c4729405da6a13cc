import path from 'node:path';
import { textOf, textsIn } from '../../../text/foreign-data.ts';
import { readHeader } from '../../../text/frontmatter/frontmatter.ts';
import { splitHeader } from '../../../text/frontmatter/split-header.ts';
import { type ImportedPlan, type ImportedState, type ImportedTask, priorityOfWord, stateOfWord } from './imported-task.ts';

/** A file of a task. */
export interface TaskText {
  readonly file: string;
  readonly text: string;
  /** What its folder says; `null` if the file says it. */
  readonly state: ImportedState | null;
}

/** Marks around the sections of a task. */
const MARK = /^<!-- (?:SECTION:[A-Z_]{1,40}|AC|DOD):(?:BEGIN|END) -->$/;

const bodyOf = (body: string): string =>
  body
    .split(/\r?\n/)
    .filter((line) => !MARK.test(line.trim()))
    .join('\n')
    .trim();

/** Returns a list that may be written as one text. */
const listOf = (value: unknown): string[] => (textOf(value) === undefined ? textsIn(value) : [String(value)]);

/** Backlog.md compares ids without regard to case. */
const keyOf = (id: string): string => id.trim().toLowerCase();

function readTask({ file, text, state }: TaskText, notes: string[]): ImportedTask[] {
  const { header, bodyFrom } = splitHeader(text);
  const { values } = readHeader(header?.yaml ?? '');
  const [id, title] = [textOf(values.get('id')), textOf(values.get('title'))];
  if (id === undefined || title === undefined) {
    if (state === null) notes.push(`${file}:1: the header of this task has no id or no title; left out`);
    return [];
  }
  return [
    {
      id: keyOf(id),
      title,
      file,
      line: 1,
      details: bodyOf(text.slice(bodyFrom)),
      state: state ?? stateOfWord(textOf(values.get('status')) ?? ''),
      dependencies: listOf(values.get('dependencies')).map(keyOf),
      parent: textOf(values.get('parent_task_id'))?.toLowerCase() ?? null,
      priority: priorityOfWord(textOf(values.get('priority'))),
    },
  ];
}

const PREFIX = /^[a-z][a-z0-9_]{0,40}-/;

/** The prefix of ids can be changed later. Texts keep the earlier one, and the number counts. */
function withOwnPrefix(tasks: readonly ImportedTask[]): ImportedTask[] {
  const ids = new Set(tasks.map(({ id }) => id));
  return tasks.map((task) => {
    const [own = ''] = PREFIX.exec(task.id) ?? [];
    const known = (id: string) => (ids.has(id) || !ids.has(id.replace(PREFIX, own)) ? id : id.replace(PREFIX, own));
    return { ...task, dependencies: task.dependencies.map(known), parent: task.parent === null ? null : known(task.parent) };
  });
}

/** Reads the tasks of Backlog.md. @param texts one file for each task */
export function readBacklog(texts: readonly TaskText[], folder: string): ImportedPlan {
  const notes: string[] = [];
  const tasks = withOwnPrefix(texts.flatMap((each) => readTask(each, notes)));
  return { goal: `Tasks of ${path.basename(folder)}`, tasks, notes };
}
