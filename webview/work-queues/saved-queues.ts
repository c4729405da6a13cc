import type { QueueAge, QueueFilter, QueueList, SeenTask } from '../../src/host/dashboards/work-queues/protocol.ts';
import { asKey, asText, fieldOf, isKey, type SavedLists, savedLists, textOrNull } from '../saved.ts';

/** The columns of the board in their order. */
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

/** What a person is being asked for. */
export interface QueueForm {
  /** Another one with every letter: what was refused and is changed is another request. */
  readonly request: string;
  readonly kind: FormKind;
  /** `null`: a new task. */
  readonly task: SeenTask | null;
  readonly project: string;
  readonly agent: string;
  readonly title: string;
  /** The scope, the summary, or the reason. */
  readonly text: string;
  readonly needsApproval: boolean;
  /** What the task said as the form was filled in from it; `null`: it is not filled in yet. */
  readonly before: { readonly title: string; readonly text: string } | null;
}

/** What outlives a reload of the dashboard: ids, places and filters, and what a person has begun to write. */
export interface SavedQueues extends SavedLists<QueueList> {
  readonly filter: QueueFilter;
  readonly form: QueueForm | null;
}

export function ofLists<Value>(of: (list: QueueList) => Value): Record<QueueList, Value> {
  return { ready: of('ready'), working: of('working'), done: of('done'), other: of('other') };
}

export const EVERYTHING: QueueFilter = { words: '', project: null, agent: null, age: 'all' };

/** Whether a filter leaves nothing out. */
export const isEverything = ({ words, project, agent, age }: QueueFilter): boolean =>
  words.trim() === '' && project === null && agent === null && age === 'all';

function asFilter(value: unknown): QueueFilter {
  return {
    words: asText(fieldOf(value, 'words')),
    project: textOrNull(fieldOf(value, 'project')),
    agent: textOrNull(fieldOf(value, 'agent')),
    age: asKey(fieldOf(value, 'age'), AGES, 'all'),
  };
}

function asTask(value: unknown): SeenTask | null {
  const id = fieldOf(value, 'id');
  const list = LISTS.find((each) => each === fieldOf(value, 'list'));
  if (typeof id !== 'string' || list === undefined) return null;
  return { id, list, title: asText(fieldOf(value, 'title')), agent: textOrNull(fieldOf(value, 'agent')) };
}

function asForm(value: unknown): QueueForm | null {
  const kind = fieldOf(value, 'kind');
  const task = asTask(fieldOf(value, 'task'));
  if (!isForm(kind) || (task === null) !== (kind === 'dispatch')) return null;
  const text = (name: string): string => asText(fieldOf(value, name));
  const before = fieldOf(value, 'before');
  return {
    ...{ kind, task, request: text('request'), project: text('project'), agent: text('agent'), title: text('title'), text: text('text') },
    needsApproval: fieldOf(value, 'needsApproval') === true,
    before:
      typeof before === 'object' && before !== null
        ? { title: asText(fieldOf(before, 'title')), text: asText(fieldOf(before, 'text')) }
        : null,
  };
}

/** Reads what was saved, perhaps by another version of the dashboard; what makes no sense counts as not saved. */
export function readSavedQueues(saved: unknown): SavedQueues {
  return {
    filter: asFilter(fieldOf(saved, 'filter')),
    form: asForm(fieldOf(saved, 'form')),
    ...savedLists(saved, ofLists),
  };
}
