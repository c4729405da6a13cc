import path from 'node:path';
import * as vscode from 'vscode';
import { CortexError, describeError } from '../../../engine/platform/errors.ts';
import { OWN_ZONE } from '../../../engine/platform/zoned-time.ts';
import type { TeamStore, TeamWork } from '../../../engine/team/index.ts';
import { showWarning } from '../../commands/notifications.ts';
import { openPlace } from '../../commands/open.ts';
import { personId } from '../../commands/person.ts';
import { runCommand } from '../../commands/run-command.ts';
import { requireTrust } from '../../commands/trust.ts';
import { clipText } from '../../model/pages.ts';
import { oneLine } from '../../model/text.ts';
import { UNTRUSTED } from '../../session.ts';
import { confirmClaimOfPage } from '../../team/confirm-silent.ts';
import type { TeamSession } from '../../team/team-session.ts';
import { PageContent, type PageStep } from '../page-content.ts';
import type { ProblemRow } from '../protocol.ts';
import { STEP_COMMANDS } from '../step-commands.ts';
import type { BoardTask } from './board.ts';
import { USUAL_RULES } from './holders.ts';
import { dispatch, type MadeMove, makeMove } from './moves.ts';
import type { QueuesPush, QueuesState, QueuesStep, QueuesView, SeenTask } from './protocol.ts';
import { queuesStepSchema, queuesViewSchema } from './protocol.ts';
import { QueueRequests } from './requests.ts';
import { requireUnchanged } from './seen.ts';
import { findChanges, QueuesViewModel, toProblemRows } from './state.ts';

export { QueueRequests };

/** Inputs of the Work Queues dashboard. */
export interface QueuesParts {
  readonly team: TeamSession;
  readonly log: vscode.LogOutputChannel;
  /** Requests, including those of a tab that was closed since. */
  readonly requests: QueueRequests;
}

const MAX_SAID_LENGTH = 1_000;

/** Delay between two updates, in milliseconds. With reading and rendering, an edit is visible within 250 ms. */
const DRAW_MS = 150;

type TaskStep = Extract<QueuesStep, { kind: 'dispatch' | 'move' }>;

/** The Work Queues dashboard: the tasks of all projects of the team as a board (seed 5, "Work Queue Format"). */
export class QueuesDashboard extends PageContent<QueuesPush, QueuesView, PageStep<QueuesStep>> {
  readonly #model = new QueuesViewModel();

  constructor(private readonly parts: QueuesParts) {
    const { team } = parts;
    const schemas = { viewSchema: queuesViewSchema, stepSchema: queuesStepSchema };
    const changes = [team.onDidChange, vscode.workspace.onDidGrantWorkspaceTrust];
    super({ page: 'work-queues', ...schemas, session: team.session, drawMs: DRAW_MS }, changes);
  }

  override stateFor(view: QueuesView): QueuesState {
    const [store, config] = [this.parts.team.store(), this.parts.team.config()];
    const readOnly = vscode.workspace.isTrusted ? null : UNTRUSTED;
    const problems = this.#problems(store);
    if (store === null) return { kind: 'no-team', directory: config?.directory ?? null, readOnly, problems };
    this.#model.point(store, config ?? { ...USUAL_RULES, timeZone: OWN_ZONE });
    this.parts.requests.finishAll((doing) => this.#model.settled(doing));
    const now = store.runtime.clock.now();
    const requests = { doing: this.parts.requests.newest, refusalOf: (task: string) => this.parts.requests.refusalOf(task) };
    const circumstances = { directory: clipText(store.root), ...requests, problems, now, readOnly };
    return { kind: 'queues', snapshot: this.#model.take(view, circumstances) };
  }

  #problems(store: TeamStore | null): ProblemRow[] {
    const allProblems = [this.parts.team.problem(), ...(this.parts.team.config()?.problems ?? []), ...(store?.edits.problems ?? [])];
    return toProblemRows(
      allProblems.filter((each) => each !== null),
      store,
    );
  }

  override changesOf(before: QueuesPush, now: QueuesPush): QueuesPush | null {
    return findChanges(before, now);
  }

  override async take(step: PageStep<QueuesStep>): Promise<void> {
    switch (step.kind) {
      case 'open-task': {
        const { project, task } = this.#find(step.task);
        return openPlace(path.join(this.#work().store.root, project.path), task.line, 1);
      }
      case 'dispatch':
      case 'move':
        return this.#step(step);
      default:
        return runCommand(STEP_COMMANDS.queues[step.kind]);
    }
  }

  /** @throws CortexError `not-found` */
  #work(): TeamWork {
    const work = this.parts.team.work();
    if (work !== null) return work;
    throw new CortexError('not-found', 'the team directory no longer exists', { next: 'The board shows the current state.' });
  }

  /** Returns the task that the user saw. @throws CortexError `not-found` if its id now belongs to another task, or to none */
  #find({ id, title }: SeenTask): BoardTask {
    const found = this.#model.board.task(id);
    if (found !== undefined && clipText(found.task.title) === title) return found;
    throw new CortexError('not-found', 'this task was moved or removed', {
      value: title,
      next: 'Nothing was changed. The board shows the current state.',
    });
  }

  /** Performs a request on a task, and shows the result. */
  async #step(step: TaskStep): Promise<void> {
    const { request } = step;
    const seen = step.kind === 'move' ? step.task : null;
    const about = { request, task: seen?.id ?? null, seen };
    if (this.parts.requests.has(request)) return;
    this.#showNotice(this.parts.requests.begin({ ...about, outcome: 'doing', message: '' }));
    try {
      const made = await this.#make(step);
      this.#showNotice(
        this.parts.requests.end({ ...about, outcome: 'done', message: oneLine(made.message, MAX_SAID_LENGTH), task: made.task }),
      );
    } catch (error) {
      if (!(error instanceof CortexError)) this.parts.log.error(error instanceof Error ? error : String(error));
      // Read the note again, so that the error appears together with the current state of the task.
      if (seen !== null) this.#readAnew(seen);
      this.#showNotice(this.parts.requests.end({ ...about, outcome: 'refused', message: oneLine(describeError(error), MAX_SAID_LENGTH) }));
    }
  }

  #readAnew({ id }: SeenTask): void {
    const found = this.#model.board.task(id);
    if (found !== undefined) this.parts.team.store()?.update(found.project.path);
  }

  async #make(step: TaskStep): Promise<MadeMove> {
    requireTrust();
    const work = this.#work();
    if (step.kind === 'move') await confirmClaimOfPage(this.parts.team, work, step.move);
    const made = await (step.kind === 'dispatch' ? dispatch(work, step.draft) : this.#move(work, step));
    // If another program reverts the edit within a second, the problem is reported afterwards.
    void work.store.edits.whenIdle().then(() => this.changed());
    return made;
  }

  /** Moves a task if its note is unchanged since the user saw it. The note is read again first, because file events arrive with a delay. */
  #move(work: TeamWork, { task, move }: Extract<TaskStep, { kind: 'move' }>): Promise<MadeMove> {
    this.#readAnew(task);
    this.#model.point(work.store, { ...(this.parts.team.config() ?? USUAL_RULES), timeZone: work.timeZone });
    const found = this.#find(task);
    requireUnchanged(found, task, move);
    return makeMove(work, found, move, personId());
  }

  /** @param notice message that the board does not show */
  #showNotice(notice: string | null): void {
    if (notice !== null) showWarning(notice);
    this.changed();
  }
}
