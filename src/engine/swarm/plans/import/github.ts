import { ownProperty, textOf } from '../../../text/foreign-data.ts';
import { type ImportedPlan, type ImportedTask, notInFormat, priorityOfWord } from './imported-task.ts';

const NEXT = 'Write it with: gh issue list --state all --limit 1000 --json number,title,body,state,labels,url > issues.json';

/** A sentence such as `Blocked by #12` or `Depends on #12, #13`. */
const DEPENDS = /\b(?:depends on|blocked by|requires|after)[: ]{1,3}((?:#\d{1,9}(?:,? (?:and )?|,)?){1,50})/gi;
/** A line of a task list with an issue. */
const PART = /^[ \t]{0,20}[-*+] \[[ xX]\] #(\d{1,9})\b/gm;
const LABEL_PRIORITY = /^(?:priority[:/ -]{1,3})?(?:p([0-4])|(critical|urgent|highest|high|medium|normal|low|lowest))$/i;

const numbersIn = (text: string): string[] => [...text.matchAll(/#(\d{1,9})/g)].flatMap(([, number]) => number ?? []);

function priorityOf(labels: unknown): number | null {
  const names = Array.isArray(labels) ? labels.flatMap((label) => textOf(ownProperty(label, 'name')) ?? textOf(label) ?? []) : [];
  for (const name of names) {
    const [, level, word] = LABEL_PRIORITY.exec(name) ?? [];
    // A label such as "high" alone may mean anything.
    if (level !== undefined) return Number(level) + 1;
    if (word !== undefined && name.toLowerCase().startsWith('priority')) return priorityOfWord(word);
  }
  return null;
}

interface Issue extends ImportedTask {
  /** Issues in its task list. */
  readonly parts: readonly string[];
}

function readIssue(issue: unknown, file: string): Issue {
  const number = ownProperty(issue, 'number');
  const text = (key: string) => textOf(ownProperty(issue, key)) ?? '';
  if (typeof number !== 'number' || !Number.isInteger(number) || text('title') === '') {
    throw notInFormat(file, 'an issue has no number or no title', NEXT);
  }
  const body = text('body').replaceAll('\r\n', '\n');
  const reason = text('stateReason').toUpperCase();
  const closed = reason === 'NOT_PLANNED' || reason === 'DUPLICATE' ? 'dropped' : 'done';
  return {
    id: String(number),
    title: text('title'),
    file,
    line: null,
    parent: null,
    details: [body, text('url')].filter(Boolean).join('\n\n'),
    state: text('state').toUpperCase() === 'CLOSED' ? closed : 'open',
    dependencies: [...body.matchAll(DEPENDS)].flatMap(([, list = '']) => numbersIn(list)),
    parts: [...body.matchAll(PART)].flatMap(([, part]) => part ?? []),
    priority: priorityOf(ownProperty(issue, 'labels')),
  };
}

/** Reads the output of `gh issue list --json …`. An issue in the task list of another is a part of it. @throws CortexError `broken-file` */
export function readGithub(value: unknown, file: string): ImportedPlan {
  if (!Array.isArray(value)) throw notInFormat(file, 'is not a list of issues', NEXT);
  const issues = value.map((issue) => readIssue(issue, file));
  const parents = new Map<string, string>();
  for (const { id, parts } of issues) for (const part of parts) if (!parents.has(part) && part !== id) parents.set(part, id);
  const tasks = issues.map(({ parts: _, ...issue }): ImportedTask => ({ ...issue, parent: parents.get(issue.id) ?? null }));
  return { goal: 'Issues of GitHub', tasks, notes: [] };
}
