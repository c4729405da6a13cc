import * as z from 'zod';
import type { CommandId } from '../manifest/manifest.ts';

const text = z.string();
/** State of a team's task when it was shown. */
const seenTask = z.object({ state: z.enum(['ready', 'in-progress', 'done', 'unknown']), agent: text.nullable() });
const subjectSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('group') }),
  // `folder`: an open folder of the project, if it is not the project that is shown.
  // `about`: the file of the decision, if several are open.
  z.object({ kind: z.literal('swarm'), about: text.optional(), folder: text.optional() }),
  // `agent`: the agent that the task was dropped on.
  z.object({ kind: z.literal('task'), id: text, about: text.optional(), agent: text.optional(), folder: text.optional() }),
  z.object({ kind: z.literal('agent'), id: text, folder: text.optional() }),
  z.object({ kind: z.literal('lock'), path: text, agent: text, folder: text.optional() }),
  // An agent that waits for a path.
  z.object({ kind: z.literal('wait'), path: text, agent: text, folder: text.optional() }),
  // `action` and `outcome`: values of the entry when it was shown.
  z.object({ kind: z.literal('entry'), id: text, action: text.optional(), outcome: text.optional(), folder: text.optional() }),
  // `choice`: the selected option, or `null` to ask for it.
  z.object({ kind: z.literal('decision'), id: text, choice: text.nullable() }),
  z.object({ kind: z.literal('problem'), file: text, line: z.int(), column: z.int() }),
  z.object({ kind: z.literal('message'), text }),
  z.object({ kind: z.literal('more') }),
  // A need in the Needs You view.
  z.object({ kind: z.literal('need'), id: text }),
  // A file in the explorer or an editor tab, absolute.
  z.object({ kind: z.literal('file'), file: text }),
  // Files that were dropped, absolute.
  z.object({ kind: z.literal('files'), files: z.array(text) }),
  // A file that another agent has locked, and an open folder of its project.
  z.object({ kind: z.literal('held-file'), file: text, folder: text }),
  // A change to a locked file that was made while a command of another agent ran.
  z.object({ kind: z.literal('held-file-change'), id: text, path: text, mayRestore: z.boolean(), folder: text.optional() }),
  // A note of the memory vault, and a query for the Memory dashboard.
  z.object({ kind: z.literal('note'), path: text }),
  z.object({ kind: z.literal('notes'), query: text }),
  // A stack is identified by its folder, and a task of its plan by its number and text. `type`: type of the message to write.
  z.object({ kind: z.literal('stack'), directory: text, type: text.optional() }),
  z.object({ kind: z.literal('stack-file'), directory: text, file: text, line: z.int() }),
  z.object({ kind: z.literal('plan-task'), directory: text, number: z.int(), text }),
  z.object({ kind: z.literal('stack-message'), directory: text, box: z.enum(['inbox', 'outbox']), id: text, type: text.optional() }),
  z.object({ kind: z.literal('stack-hook'), directory: text, skill: text }),
  // Parts of a team: agents and projects by slug, and a task as it was seen. `agent`: the agent that the task was dropped on.
  z.object({ kind: z.literal('team-agent'), slug: text }),
  z.object({ kind: z.literal('team-project'), slug: text }),
  z.object({ kind: z.literal('team-task'), project: text, id: text, title: text, seen: seenTask.optional(), agent: text.optional() }),
]);

/** What a row is about. Commands of its menu receive it as their argument. */
export type Subject = Readonly<z.infer<typeof subjectSchema>>;

/** Arguments of commands: a subject from a click or a dashboard's menu, a node from a tree's menu, or a file URI. */
const argumentSchema = z.union([
  z.object({ row: z.object({ subject: subjectSchema }) }).transform(({ row }) => row.subject),
  subjectSchema,
  z.object({ scheme: z.literal('file'), fsPath: text }).transform(({ fsPath }) => ({ kind: 'file' as const, file: fsPath })),
]);

/** Parses the argument of a command; `null` if it was run from the palette, or with an unknown argument. */
export function parseSubject(argument: unknown): Subject | null {
  return argumentSchema.safeParse(argument).data ?? null;
}

/** A row of a tree, as plain data. All texts are plain text. */
export interface Row {
  /** Stable while the row is about the same thing. */
  readonly id: string;
  readonly subject: Subject;
  readonly label: string;
  readonly description: string;
  /** Codicon, and theme color. */
  readonly icon: { readonly name: string; readonly color?: string };
  readonly tooltip: string;
  /** Text for screen readers. */
  readonly accessibility: string;
  /** For `when` clauses of menus. */
  readonly context: string;
  /** Command that a click runs, with the subject as its argument. */
  readonly command: CommandId | null;
  /** Initial state; `null` if the row has no children. */
  readonly unfolded: boolean | null;
  /** Called when the row is expanded. */
  children(): readonly Row[];
}

/** Maximum number of a row's children in a tree. The dashboard shows them all. */
export const MAX_CHILDREN = 200;

/** Maximum length of an agent's text in a row id, in UTF-16 code units, because agents may write megabytes and VS Code receives all ids. */
export const MAX_OF_ID = 200;

export const noRows = (): readonly Row[] => [];

/** Texts and command of the row that links to the remaining items. */
export interface MoreText {
  readonly description: string;
  readonly tooltip: string;
  readonly command: CommandId;
  readonly subject: Subject;
}

const IN_DASHBOARD: MoreText = {
  description: 'in the dashboard',
  tooltip: 'Open the Swarm dashboard, which shows them all.',
  command: 'cortex.dashboard.open',
  subject: { kind: 'more' },
};

/** Returns the first rows of a list with unique ids, and a row that says how many more there are. */
export function limitRows<T>(parent: string, items: readonly T[], toRow: (item: T) => Row, more: MoreText = IN_DASHBOARD): Row[] {
  const seen = new Set<string>();
  const rows = items.slice(0, MAX_CHILDREN).map((item, place) => {
    const row = toRow(item);
    // Hand-edited files may contain a name twice, and VS Code shows no rows at all if an id is not unique.
    const id = seen.has(row.id) ? `again/${place}/${row.id}` : row.id;
    seen.add(id);
    return id === row.id ? row : { ...row, id };
  });
  const left = items.length - rows.length;
  if (left > 0) rows.push(moreRow(parent, left, more));
  return rows;
}

function moreRow(parent: string, left: number, { description, tooltip, command, subject }: MoreText): Row {
  const label = `${left.toLocaleString('en')} more`;
  return {
    id: `more/${parent}`,
    subject,
    label,
    description,
    icon: { name: 'ellipsis' },
    tooltip,
    accessibility: `${label}, ${description}`,
    context: 'more',
    command,
    unfolded: null,
    children: noRows,
  };
}

/** Reports whether two rows look the same, ignoring their children. */
export function looksSame(one: Row, other: Row): boolean {
  return (
    one.label === other.label &&
    one.description === other.description &&
    one.icon.name === other.icon.name &&
    one.icon.color === other.icon.color &&
    one.tooltip === other.tooltip &&
    one.accessibility === other.accessibility &&
    one.context === other.context &&
    (one.unfolded === null) === (other.unfolded === null)
  );
}

/** Texts of a row that only groups others. */
interface GroupText {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  /** Default: true. */
  readonly unfolded?: boolean;
}

/** @param children called when the row is expanded */
export function groupRow({ id, label, description, icon, unfolded = true }: GroupText, children: () => readonly Row[]): Row {
  return {
    id,
    subject: { kind: 'group' },
    label,
    description,
    icon: { name: icon },
    tooltip: description === '' ? label : `${label}: ${description}`,
    accessibility: description === '' ? label : `${label}, ${description}`,
    context: id,
    command: null,
    unfolded,
    children,
  };
}
