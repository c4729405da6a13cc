import { CortexError } from '../platform/errors.ts';
import { NOTHING_UNSAVED, type UnsavedTexts } from '../platform/protocol.ts';
import { localTime } from '../platform/zoned-time.ts';
import { requireLines, requireOneLine } from '../text/one-line.ts';
import { shellWord } from '../text/shell-word.ts';
import { checked, checkRead } from './checked.ts';
import { changeAroundConflicts, requireResolved } from './conflicts.ts';
import { type ExpectedName, requireUnchanged } from './expected-task.ts';
import type { AgentNote } from './notes/agent-note.ts';
import { heartbeatFile, writeHeartbeat, writeTaskHeartbeat } from './notes/heartbeat.ts';
import type { ProjectNote } from './notes/project-note.ts';
import { addSession, type SessionReport } from './notes/session-log.ts';
import { findFirstClaimable, isOwnedBy, listClaimable, type QueuedTask } from './owners.ts';
import { listAllTasks, requireNamedTask } from './queue/hidden-task.ts';
import { approveTask, blockTask, claimTask, finishTask, reassignTask, reopenTask, type TaskActor } from './queue/moves.ts';
import { addTask, type NewTask } from './queue/new-task.ts';
import { parseQueue, type QueueTask } from './queue/queue.ts';
import { type FieldChanges, findTask, requireTask, scopeChanges, setFields, type TaskName } from './queue/queue-edit.ts';
import { oneLine } from './queue/task-fields.ts';
import { missingProjectAdvice, newHeading, notYourProjectError, requireActive, requireEntry, withFile } from './team-errors.ts';
import type { TeamStore } from './team-store.ts';

/** A change of one task. An agent's own tool may overwrite it with an older version of the file, so it is checked again later. */
interface TaskEdit {
  /** Returns the file's next text. @throws CortexError if the change is no longer possible */
  change(text: string): string;
  /** Reports whether a text contains the change, whatever else changed since. */
  isMade(text: string): boolean;
  /** Describes the change, in case it is lost within a second: "the claim of …". Called after the change was made. */
  what(): string;
}

/**
 * Actions of people and agents on the tasks of a team. Every change is one edit of one file, which is checked again a second later. A
 * change to a task that the caller has seen is refused if the task differs when the file's turn comes.
 */
export class TeamWork {
  /** @param timeZone zone of written times: an IANA name, or `OWN_ZONE` @param unsaved unsaved editor texts of team files */
  constructor(
    readonly store: TeamStore,
    readonly timeZone: string,
    readonly unsaved: UnsavedTexts = NOTHING_UNSAVED,
  ) {}

  /** @throws CortexError `not-found`, listing the existing agents */
  requireAgent(slug: string): AgentNote {
    return requireEntry(this.store.agents, slug, 'agent', `Register it: cortex team register ${shellWord(slug)}`);
  }

  /** @throws CortexError `not-found`, listing the existing projects */
  requireProject(slug: string): ProjectNote {
    const problem = this.store.problems.find(({ path, severity }) => severity === 'error' && path === `projects/${slug}.md`);
    if (problem === undefined || this.store.projects.has(slug))
      return requireEntry(this.store.projects, slug, 'project', missingProjectAdvice(this.store, slug));
    const { message, path: file, line } = problem;
    throw new CortexError('broken-file', `the project cannot be read: ${message}`, {
      file,
      line,
      next: 'Correct the file, then try again.',
    });
  }

  /** Adds a ready task (seed 5, "Dispatch work"). A second task in the same minute gets seconds (rulings, team 2). */
  async dispatch(project: string, { title, scope, fields }: Omit<NewTask, 'heading'>): Promise<QueuedTask> {
    if (oneLine(title) === '') throw new CortexError('invalid-input', 'a task needs a title', { value: title, next: 'Enter a title.' });
    requireOneLine('title', title);
    requireLines('scope', scope);
    const { path, shape } = this.requireProject(project);
    const now = this.store.runtime.clock.now();
    let [heading, id] = ['', ''];
    // In the later layout the heading is the title, as far as a heading can express it.
    const isAdded = (task: QueueTask): boolean => (shape.section === null || task.heading === heading) && task.title === oneLine(title);
    const change = (text: string): string => {
      heading = shape.section === null ? oneLine(title) : newHeading(listAllTasks(text, shape), now, this.timeZone);
      const next = changeAroundConflicts(text, (rest) => addTask(rest, shape, { heading, title, scope, ...(fields && { fields }) }));
      id = parseQueue(next, shape).findLast(isAdded)?.id ?? '';
      return next;
    };
    const isMade = (text: string): boolean => parseQueue(text, shape).some(isAdded);
    const written = await this.#edit(path, { what: () => `the task ${JSON.stringify(title)} (${id})`, change, isMade });
    return this.#written(project, written, (tasks) => tasks.findLast(isAdded));
  }

  /**
   * Claims a task; default: the first one available to the agent (seed 5, "Execute"; rulings, team 2, 3 and 6).
   * @throws CortexError `denied` if it is not ready (naming its agent) or the agent does not own the project; `not-found` if there is none
   */
  async claim(project: string, agent: string, name?: ExpectedName): Promise<QueuedTask> {
    const [note, { path, shape, slug }] = [this.requireAgent(agent), this.requireProject(project)];
    requireActive(note);
    if (!isOwnedBy(this.requireProject(project), note)) throw notYourProjectError(note, slug);
    const doer = this.#doer(agent);
    const [elsewhere] = listClaimable(note, this.store.projects.values()).filter(
      (queued) => queued.project.shape.section === null && queued.project.slug !== slug,
    );
    let [given, claimed]: [ExpectedName | undefined, TaskName] = [name, { id: '' }];
    const change = (text: string): string => {
      const task =
        given === undefined
          ? findFirstClaimable(note, this.requireProject(project), text, elsewhere)
          : requireNamedTask(text, shape, given);
      claimed = { id: task.id, title: task.title };
      requireResolved(task);
      const next = changeAroundConflicts(text, (rest) => claimTask(rest, { shape, slug }, claimed, doer));
      requireUnchanged(task, given?.seen);
      return next;
    };
    const isMade = (text: string): boolean => findTask(parseQueue(text, shape), claimed)?.agent === agent;
    // Check before waiting for the file's turn, so that most impossible claims fail at once.
    withFile(path, () => change(this.#text(path) ?? ''));
    const written = await this.#edit(path, {
      what: () => `the claim of task ${JSON.stringify(claimed.title ?? claimed.id)} in ${slug} by ${note.slug}`,
      change,
      isMade,
    });
    // The claim is settled, so if the change must be repeated, it must not choose another task.
    given = claimed;
    return this.#written(project, written, (tasks) => requireTask(tasks, claimed));
  }

  /** Completes a task (seed 5, "Completion Format"). @throws CortexError `denied` if the agent does not have it in progress */
  done(project: string, agent: string, name: ExpectedName, summary: string): Promise<QueuedTask> {
    requireLines('summary', summary);
    if (oneLine(summary) === '')
      throw new CortexError('invalid-input', 'a completed task needs a summary', {
        value: summary,
        next: 'Describe in one line what was done.',
      });
    this.requireAgent(agent);
    const doer = this.#doer(agent);
    return this.#move(
      project,
      name,
      'the completion',
      (text, task) => finishTask(text, this.requireProject(project), task, doer, summary),
      'done',
    );
  }

  /** Reopens a task. @throws CortexError `denied` */
  reopen(project: string, name: ExpectedName): Promise<QueuedTask> {
    return this.#move(project, name, 'the reopening', (text, task) => reopenTask(text, this.requireProject(project), task), 'ready');
  }

  /** Reassigns a task in progress to another agent. @throws CortexError `denied` */
  async reassign(project: string, name: ExpectedName, agent: string): Promise<QueuedTask> {
    requireActive(this.requireAgent(agent));
    const doer = this.#doer(agent);
    return this.#move(project, name, 'the new agent', (text, task) => reassignTask(text, this.requireProject(project), task, doer));
  }

  /** Changes fields of a task, such as `Task`, `Scope` or `Blocked`; `null` removes a field. */
  change(project: string, name: ExpectedName, changes: FieldChanges): Promise<QueuedTask> {
    const { shape } = this.requireProject(project);
    // Removing the scope may expose another text as the scope. A repeated change must not remove that too.
    let fitting: FieldChanges | null = null;
    return this.#move(project, name, 'the change', (text, task) => {
      fitting ??= scopeChanges(text, requireTask(parseQueue(text, shape), task), changes);
      return setFields(text, shape, task, fitting);
    });
  }

  /** Blocks a task, or unblocks it if the reason is empty. @throws CortexError `denied` if the task is done */
  block(project: string, name: ExpectedName, reason: string): Promise<QueuedTask> {
    return this.#move(project, name, 'the block', (text, task) => blockTask(text, this.requireProject(project), task, reason));
  }

  /** Approves a task, so that it can be claimed (seed 5, "Communication Rules" 4). @param by `person:<name>`, verified by the caller */
  approve(project: string, name: ExpectedName, by: string): Promise<QueuedTask> {
    const doer = this.#doer(by);
    return this.#move(project, name, 'the approval', (text, task) => approveTask(text, this.requireProject(project), task, doer));
  }

  /** Sends a heartbeat of an agent (seed 5, "Heartbeat"). @returns the time as written */
  async heartbeat(agent: string): Promise<string> {
    const note = this.requireAgent(agent);
    const { at } = this.#doer(agent);
    const file = heartbeatFile(note);
    if (file === note.path) await this.editNote(file, (text) => writeHeartbeat(text, at));
    else await this.editNote(file, (text) => writeTaskHeartbeat(text, at), '');
    return at;
  }

  /** Adds an entry to an agent's session log (seed 5, "Report"). @throws CortexError */
  async report(agent: string, report: SessionReport): Promise<void> {
    if (report.status.trim() === '')
      throw new CortexError('invalid-input', 'the report is empty', {
        value: report.status,
        next: 'Describe the current state of the work.',
      });
    return this.editNote(this.requireAgent(agent).path, (text) => addSession(text, report));
  }

  #doer(agent: string): TaskActor {
    return { agent, at: localTime(this.store.runtime.clock.now(), this.timeZone).slice(0, 16) };
  }

  /** Returns the unsaved text if there is one, otherwise the saved text. */
  #text(path: string): string | null {
    return this.unsaved.text(path) ?? this.store.text(path);
  }

  /**
   * Changes a note, in the editor if it has unsaved changes. @param missing text to start from if there is no note; `null`: throw
   * @throws CortexError `not-found`, and what the change throws
   */
  async editNote(path: string, change: (text: string) => string, missing: string | null = null): Promise<void> {
    await this.#write(path, (text) => changeAroundConflicts(text, change), { missing });
  }

  /** @returns the written text, which others may have overwritten already */
  #edit(path: string, edit: TaskEdit): Promise<string> {
    return this.#write(path, (text) => checked(text, edit), { what: edit.what });
  }

  async #write(
    path: string,
    change: (text: string) => string,
    { missing = null, what }: { missing?: string | null; what?: () => string },
  ): Promise<string> {
    const changeIt = (text: string): string => withFile(path, () => change(text));
    if (this.unsaved.text(path) !== null) {
      await this.unsaved.edit(path, changeIt);
      return this.#text(path) ?? '';
    }
    const makeIt = (present: string | null): string => {
      const text = present ?? missing;
      if (text !== null) return changeIt(text);
      throw new CortexError('not-found', 'the note no longer exists', { file: path, next: 'Check the team directory.' });
    };
    const { text: written } = await this.store.edits.edit(path, makeIt, what && { what });
    this.store.update(path);
    return written ?? '';
  }

  /** Applies a change to a task. @param state state after it. Without it, the change must be idempotent, as proof that it was made. */
  async #move(
    project: string,
    name: ExpectedName,
    what: string,
    change: (text: string, task: TaskName) => string,
    state?: QueueTask['state'],
  ): Promise<QueuedTask> {
    const { path, shape } = this.requireProject(project);
    let id = name.id;
    const move = (text: string): string => {
      const tasks = parseQueue(text, shape);
      const task = requireNamedTask(text, shape, name);
      ({ id } = task);
      requireResolved(task);
      const next = changeAroundConflicts(text, (rest) => change(rest, name));
      checkRead(text, parseQueue(next, shape).length === tasks.length);
      // After the change, whose own errors are more specific.
      requireUnchanged(task, name.seen);
      return next;
    };
    const isMade = (text: string): boolean => {
      const task = findTask(parseQueue(text, shape), { id });
      return (
        task !== undefined &&
        (state === undefined ? changeAroundConflicts(text, (rest) => change(rest, { id })) === text : task.state === state)
      );
    };
    const written = await this.#edit(path, {
      what: () => `${what} of task ${JSON.stringify(name.title ?? id)}`,
      change: move,
      isMade,
    });
    return this.#written(project, written, (tasks) => requireTask(tasks, { id }));
  }

  /** Returns a task as written. If others overwrite it concurrently, the check a second later reports or repairs that. */
  #written(slug: string, text: string, find: (tasks: readonly QueueTask[]) => QueueTask | undefined): QueuedTask {
    const project = this.requireProject(slug);
    const task = find(parseQueue(text, project.shape));
    if (task !== undefined) return { project, task };
    throw new CortexError('not-found', 'the task was written, but no longer exists', {
      file: project.path,
      next: 'Check the queue again.',
    });
  }
}
