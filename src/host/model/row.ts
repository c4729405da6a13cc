import * as z from 'zod';
import type { CommandId } from '../manifest/manifest.ts';

const text = z.string();
/** How a task of a team stood when it was shown. */
const seenTask = z.object({ state: z.enum(['ready', 'in-progress', 'done', 'unknown']), agent: text.nullable() });
const subjectSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('group') }),
  // Where the project is not the one that is shown: a folder in it that is open.
  // Also the file of the question that is meant, where several are open.
  z.object({ kind: z.literal('swarm'), about: text.optional(), folder: text.optional() }),
  // Also the agent that the task was dropped on.
  z.object({ kind: z.literal('task'), id: text, about: text.optional(), agent: text.optional(), folder: text.optional() }),
  z.object({ kind: z.literal('agent'), id: text, folder: text.optional() }),
  z.object({ kind: z.literal('lock'), path: text, agent: text, folder: text.optional() }),
  // An agent that waits for a path.
  z.object({ kind: z.literal('wait'), path: text, agent: text, folder: text.optional() }),
  // Also what was done, as it was shown.
  z.object({ kind: z.literal('entry'), id: text, action: text.optional(), outcome: text.optional(), folder: text.optional() }),
  // What is to be decided, and what is chosen, if that has been said.
  z.object({ kind: z.literal('decision'), id: text, choice: text.nullable() }),
  z.object({ kind: z.literal('problem'), file: text, line: z.int(), column: z.int() }),
  z.object({ kind: z.literal('message'), text }),
  z.object({ kind: z.literal('more') }),
  // What waits for a person.
  z.object({ kind: z.literal('need'), id: text }),
  // A file of the explorer or of an editor's tab, absolute.
  z.object({ kind: z.literal('file'), file: text }),
  // Files that were dropped, absolute.
  z.object({ kind: z.literal('files'), files: z.array(text) }),
  // A file that somebody else has locked, and a folder of its project that is open.
  z.object({ kind: z.literal('held-file'), file: text, folder: text }),
  // A change to a file that an agent holds, made while a command of another ran.
  z.object({ kind: z.literal('held-file-change'), id: text, path: text, mayRestore: z.boolean(), folder: text.optional() }),
  // A note of the memory vault, and what may be looked for there.
  z.object({ kind: z.literal('note'), path: text }),
  z.object({ kind: z.literal('notes'), query: text }),
  // A stack is known by its folder, a task of its plan by its place and its text; also the type of the message that is meant.
  z.object({ kind: z.literal('stack'), directory: text, type: text.optional() }),
  z.object({ kind: z.literal('stack-file'), directory: text, file: text, line: z.int() }),
  z.object({ kind: z.literal('plan-task'), directory: text, number: z.int(), text }),
  z.object({ kind: z.literal('stack-message'), directory: text, box: z.enum(['inbox', 'outbox']), id: text, type: text.optional() }),
  z.object({ kind: z.literal('stack-hook'), directory: text, skill: text }),
  // Of a team: agents and projects by their slugs, a task as it was seen, and the agent that it was dropped on.
  z.object({ kind: z.literal('team-agent'), slug: text }),
  z.object({ kind: z.literal('team-project'), slug: text }),
  z.object({ kind: z.literal('team-task'), project: text, id: text, title: text, seen: seenTask.optional(), agent: text.optional() }),
]);

/** What a row is about, for commands that are chosen from its menu. */
export type Subject = Readonly<z.infer<typeof subjectSchema>>;

/** A click gives the subject, the menu of a tree its row, that of the dashboard what the page says, and that of a file its address. */
const argumentSchema = z.union([
  z.object({ row: z.object({ subject: subjectSchema }) }).transform(({ row }) => row.subject),
  subjectSchema,
  z.object({ scheme: z.literal('file'), fsPath: text }).transform(({ fsPath }) => ({ kind: 'file' as const, file: fsPath })),
]);

/** What a command is about; `null` when it comes from the palette, or with something that is not ours. */
export function subjectOf(argument: unknown): Subject | null {
  return argumentSchema.safeParse(argument).data ?? null;
}

/** A row of a tree, as plain data. All texts are plain text. */
export interface Row {
  /** Stays the same while the row is about the same thing. */
  readonly id: string;
  readonly subject: Subject;
  readonly label: string;
  readonly description: string;
  /** A codicon, and a colour of the theme. */
  readonly icon: { readonly name: string; readonly color?: string };
  readonly tooltip: string;
  /** What a screen reader says. */
  readonly accessibility: string;
  /** For `when` clauses of menus. */
  readonly context: string;
  /** The command behind a click; it is given the subject. */
  readonly command: CommandId | null;
  /** `null`: nothing below it. Otherwise whether it is open at first. */
  readonly unfolded: boolean | null;
  /** Called when the row is opened. */
  children(): readonly Row[];
}

/** A tree shows so many of a row's children; the dashboard has them all. */
export const MOST_CHILDREN = 200;

/** So much of what agents wrote is in the id of a row: they may write megabytes, and the editor is sent the ids of all rows. */
export const MOST_OF_ID = 200;

export const nothing = (): readonly Row[] => [];

/** Where a person finds what a tree does not show. */
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

/** The first rows of a long list, each with an id of its own, and what says that there are more. */
export function limited<T>(parent: string, items: readonly T[], toRow: (item: T) => Row, more: MoreText = IN_DASHBOARD): Row[] {
  const seen = new Set<string>();
  const rows = items.slice(0, MOST_CHILDREN).map((item, place) => {
    const row = toRow(item);
    // In a file that nobody has checked two may have one name; the editor shows nothing at all where an id is there twice.
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
    children: nothing,
  };
}

/** Whether two rows look the same, whatever is below them. */
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

/** The texts of a row that only holds others together. */
interface GroupText {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  /** Default: it is open at first. */
  readonly unfolded?: boolean;
}

/** @param children made when it is opened */
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
