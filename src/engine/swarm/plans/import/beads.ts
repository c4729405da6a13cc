import { ownProperty, textOf } from '../../../text/foreign-data.ts';
import { type ImportedPlan, type ImportedTask, notInFormat, stateOfWord } from './imported-task.ts';

const NEXT = 'Name the file .beads/issues.jsonl, or the output of: bd list --json';
/** Kinds of issues that are not work. */
const NOT_WORK = new Set(['message', 'agent', 'role', 'event', 'gate', 'slot']);
/** Kinds of dependencies that an issue waits for. */
const WAITS = new Set(['blocks', 'conditional-blocks', 'waits-for']);

interface Link {
  readonly type: string;
  readonly on: string;
}

function linksOf(issue: unknown): Link[] {
  const listed = ownProperty(issue, 'dependencies');
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((each) => {
    const on = textOf(ownProperty(each, 'depends_on_id')) ?? textOf(ownProperty(each, 'id'));
    const type = textOf(ownProperty(each, 'type')) ?? textOf(ownProperty(each, 'dependency_type')) ?? 'blocks';
    return on === undefined ? [] : [{ type, on }];
  });
}

/** Reports whether a record is work. Exports also contain memories, templates and pinned notes. */
function isWork(issue: unknown): boolean {
  const [record, pinned, template] = ['_type', 'pinned', 'is_template'].map((key) => ownProperty(issue, key));
  return (record === undefined || record === 'issue') && pinned !== true && template !== true && ownProperty(issue, 'status') !== 'pinned';
}

function readIssue(issue: unknown, file: string, line: number | null): ImportedTask[] {
  if (!isWork(issue)) return [];
  const text = (key: string) => textOf(ownProperty(issue, key)) ?? '';
  const [id, title] = [text('id'), text('title')];
  if (id === '') throw notInFormat(file, 'an issue has no id', NEXT, line ?? undefined);
  const state = stateOfWord(text('status'));
  if (NOT_WORK.has(text('issue_type')) || (title === '' && state === 'dropped')) return [];
  const links = linksOf(issue);
  const criteria = text('acceptance_criteria');
  const priority = ownProperty(issue, 'priority');
  const parts = [text('description'), text('design'), criteria === '' ? '' : `Acceptance criteria:\n${criteria}`, text('notes')];
  return [
    {
      id,
      title: title === '' ? id : title,
      file,
      line,
      state,
      details: parts.filter(Boolean).join('\n\n'),
      dependencies: links.filter(({ type }) => WAITS.has(type)).map(({ on }) => on),
      parent: links.find(({ type }) => type === 'parent-child')?.on ?? null,
      priority: typeof priority === 'number' && priority >= 0 && priority <= 4 ? priority + 1 : null,
    },
  ];
}

/** Parses one JSON value in each line. @throws CortexError `broken-file` with the line */
function parseLines(text: string, file: string): { readonly value: unknown; readonly line: number }[] {
  return text.split('\n').flatMap((written, index) => {
    if (written.trim() === '') return [];
    try {
      const value: unknown = JSON.parse(written);
      return [{ value, line: index + 1 }];
    } catch {
      throw notInFormat(file, 'this line is not JSON', NEXT, index + 1);
    }
  });
}

/** Reads the issues of beads: one JSON object in each line, or one list. @throws CortexError `broken-file` */
export function readBeads(text: string, file: string): ImportedPlan {
  const [first, ...others] = text.trimStart().startsWith('[') ? [] : parseLines(text, file);
  const lines = first === undefined ? listIn(text, file) : [first, ...others];
  return { goal: 'Issues of beads', tasks: lines.flatMap(({ value, line }) => readIssue(value, file, line)), notes: [] };
}

function listIn(text: string, file: string): { readonly value: unknown; readonly line: null }[] {
  if (text.trim() === '') return [];
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list)) return list.map((value: unknown) => ({ value, line: null }));
  } catch {
    // Not JSON: below.
  }
  throw notInFormat(file, 'is not JSON', NEXT);
}
