import type { QueueAge, QueueFilter, QueueList, SeenTask } from '../../src/host/dashboards/work-queues/protocol.ts';
import { isKey, keyOrFallback, readField, type SavedLists, savedLists, textOrEmpty, textOrNull } from '../saved.ts';

/** Columns of the board in order. */
export const LISTS = ['ready', 'working', 'done', 'other'] as const satisfies readonly QueueList[];

export const AGES: Readonly<Record<QueueAge, string>> = {
  all: 'Any age',
  hour: 'Less than an hour',
  day: 'Less than a day',
  week: 'Less than a week',
  'over-day': 'More than a day',
  'over-week': 'More than a week',
};

export const isAge = isKey(AGES);

const FORMS = ['claim', 'finish', 'reassign', 'block', 'edit', 'dispatch'] as const;
export type FormKind = (typeof FORMS)[number];
const isForm = (value: unknown): value is FormKind => FORMS.some((kind) => kind === value);

/** Contents of the open form. */
export interface QueueForm {
  /** Changes with every edit: a changed form is another request than a rejected one. */
  readonly request: string;
  readonly kind: FormKind;
  /** `null` for a new task. */
  readonly task: SeenTask | null;
  readonly project: string;
  readonly agent: string;
  readonly title: string;
  /** Scope, summary or reason. */
  readonly text: string;
  readonly needsApproval: boolean;
  /** Text of the task when the form was filled; `null` until then. */
  readonly before: { readonly title: string; readonly text: string } | null;
}

/** State saved over reloads of the dashboard: ids, positions, filters, and the open form. */
export interface SavedQueues extends SavedLists<QueueList> {
  readonly filter: QueueFilter;
  readonly form: QueueForm | null;
}

export function ofLists<Value>(of: (list: QueueList) => Value): Record<QueueList, Value> {
  return { ready: of('ready'), working: of('working'), done: of('done'), other: of('other') };
}

export const NO_FILTER: QueueFilter = { words: '', project: null, agent: null, age: 'all' };

/** Reports whether a filter hides nothing. */
export const isEverything = ({ words, project, agent, age }: QueueFilter): boolean =>
  words.trim() === '' && project === null && agent === null && age === 'all';

function asFilter(value: unknown): QueueFilter {
  return {
    words: textOrEmpty(readField(value, 'words')),
    project: textOrNull(readField(value, 'project')),
    agent: textOrNull(readField(value, 'agent')),
    age: keyOrFallback(readField(value, 'age'), AGES, 'all'),
  };
}

function asTask(value: unknown): SeenTask | null {
  const id = readField(value, 'id');
  const list = LISTS.find((each) => each === readField(value, 'list'));
  if (typeof id !== 'string' || list === undefined) return null;
  return { id, list, title: textOrEmpty(readField(value, 'title')), agent: textOrNull(readField(value, 'agent')) };
}

function asForm(value: unknown): QueueForm | null {
  const kind = readField(value, 'kind');
  const task = asTask(readField(value, 'task'));
  if (!isForm(kind) || (task === null) !== (kind === 'dispatch')) return null;
  const text = (name: string): string => textOrEmpty(readField(value, name));
  const before = readField(value, 'before');
  return {
    kind,
    task,
    request: text('request'),
    project: text('project'),
    agent: text('agent'),
    title: text('title'),
    text: text('text'),
    needsApproval: readField(value, 'needsApproval') === true,
    before:
      typeof before === 'object' && before !== null
        ? { title: textOrEmpty(readField(before, 'title')), text: textOrEmpty(readField(before, 'text')) }
        : null,
  };
}

/** Parses saved state, perhaps of another version of the dashboard. Invalid parts are ignored. */
export function readSavedQueues(saved: unknown): SavedQueues {
  return {
    filter: asFilter(readField(saved, 'filter')),
    form: asForm(readField(saved, 'form')),
    ...savedLists(saved, ofLists),
  };
}
