import { findSection } from '../../text/markdown/sections.ts';
import { findOutsideTasks } from '../queue/outside-tasks.ts';
import { AGENT_QUEUE, PROJECT_QUEUE, parseQueue, type QueueShape, type QueueTask } from '../queue/queue.ts';
import { oneLine } from '../queue/task-fields.ts';
import { findStatusProblem, LIKE_A_TIME, statusProblem } from '../queue/task-problems.ts';
import { nameKey } from '../slug.ts';
import { headerOfNote, headerText, itemsIn } from './agent-note.ts';
import { findMisspeltSections } from './misspelt-sections.ts';
import { type NoteProblem, noteText } from './note-text.ts';
import { isPlaceholder } from './placeholder.ts';

/** A project with its work queue (seed 5, "Project Notes"). In the later layout also an agent's `tasks.md`. */
export interface ProjectNote {
  readonly slug: string;
  /** Relative to the team directory, `/`-separated. */
  readonly path: string;
  readonly shape: QueueShape;
  readonly status: string;
  readonly created: string;
  readonly nextActions: readonly string[];
  /** Slug of the agent that the note names as its owner; `null` if none. */
  readonly agent: string | null;
  readonly tasks: readonly QueueTask[];
  readonly problems: readonly NoteProblem[];
}

const OWNER = /^(?:\*\*)?Agent:(?:\*\*)?[ \t]*(\S{1,200})/i;

/** Parses a project's note. Never fails; anomalies are in `problems`. */
export function readProjectNote(written: string, slug: string, path: string): ProjectNote {
  const note = noteText(written);
  const { lines, sections } = note;
  const { values, problems } = headerOfNote(note.text);
  const owners = itemsIn(lines, findSection(sections, 'Notes')).flatMap((item) => OWNER.exec(item.text)?.[1] ?? []);
  const owner = owners.find((each) => !isPlaceholder(each));
  const tasks = parseQueue(written, PROJECT_QUEUE);
  return {
    slug,
    path,
    shape: PROJECT_QUEUE,
    tasks,
    status: headerText(values, 'status').toLowerCase() || 'active',
    created: headerText(values, 'created'),
    nextActions: itemsIn(lines, findSection(sections, 'Next Action')).map((item) => item.text),
    agent: owner === undefined ? null : nameKey(owner),
    problems: [
      ...problems,
      ...findOutsideTasks(note, PROJECT_QUEUE, tasks),
      ...findMisspeltSections(note, ['Next Action', 'Notes']),
      ...taskProblems(tasks),
      ...sharedHeadings(tasks),
    ],
  };
}

/** Parses an agent's `tasks.md`, which is a queue without a project note. */
export function readAgentQueue(text: string, slug: string, path: string): ProjectNote {
  const tasks = parseQueue(text, AGENT_QUEUE);
  const note = { slug, path, shape: AGENT_QUEUE, tasks, status: 'active', created: '', nextActions: [], agent: slug };
  return { ...note, problems: [...findOutsideTasks(noteText(text), AGENT_QUEUE, tasks), ...taskProblems(tasks)] };
}

function taskProblems(tasks: readonly QueueTask[]): NoteProblem[] {
  return tasks.flatMap(({ title, problems }) => problems.map(({ message, line }) => ({ message: `${title}: ${message}`, line })));
}

/** Names open tasks whose heading an earlier task has, as after a merge: who knows a task by this id would get the other one. */
function sharedHeadings(tasks: readonly QueueTask[]): NoteProblem[] {
  const first = new Map<string, QueueTask>();
  return tasks.flatMap((task): NoteProblem | [] => {
    const { id, heading, title, line } = task;
    const other = first.get(heading);
    if (other === undefined) first.set(heading, task);
    if (other === undefined || !LIKE_A_TIME.test(heading) || (task.state === 'done' && other.state === 'done')) return [];
    const message = `${title}: its id is ${id}, because the task in line ${other.line} has the same heading. Give one of them another time in its heading`;
    return { message, line };
  });
}

/** Returns the ids of open tasks with the same title. With a second such task, two agents would do the same work. */
export function openTasksTitled({ tasks }: ProjectNote, title: string): string[] {
  const wanted = oneLine(title).toLowerCase();
  return tasks.filter((task) => task.state !== 'done' && task.title.toLowerCase() === wanted).map(({ id }) => id);
}

/** Describes the parts of a note that are not found in it, such as tasks below a misspelt heading. */
export function hiddenParts({ path, problems }: Pick<ProjectNote, 'path' | 'problems'>): string[] {
  return problems.flatMap(({ isError, line, message }) => (isError ? `${path}:${line}: ${message}` : []));
}

/** Describes the tasks that no agent can claim: they are not found in the note, or their status is missing or unknown. */
export function unclaimableTasks(note: ProjectNote): string[] {
  const { path, tasks } = note;
  const found = tasks.filter(({ state, conflict }) => state === 'unknown' && conflict === null);
  const unknown = found.map(
    (task) => `${path}:${findStatusProblem(task)?.line ?? task.line}: ${task.title}: ${statusProblem(task.status)}`,
  );
  return [...hiddenParts(note), ...unknown];
}
