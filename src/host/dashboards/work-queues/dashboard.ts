import path from 'node:path';
import * as vscode from 'vscode';
import { CortexError, describeError } from '../../../engine/platform/errors.ts';
import { OWN_ZONE } from '../../../engine/platform/zoned-time.ts';
import type { TeamStore, TeamWork } from '../../../engine/team/index.ts';
import { openPlace } from '../../commands/open.ts';
import { personId } from '../../commands/person.ts';
import { runCommand } from '../../commands/run-command.ts';
import { sayError, sayNo } from '../../commands/say.ts';
import { requireTrust } from '../../commands/trust.ts';
import { clipped } from '../../model/pages.ts';
import { oneLine } from '../../model/text.ts';
import { UNTRUSTED } from '../../session.ts';
import type { TeamSession } from '../../team/team-session.ts';
import type { Page } from '../dashboards.ts';
import { fillPanel } from '../page-panel.ts';
import type { ProblemRow } from '../protocol.ts';
import type { BoardTask } from './board.ts';
import { changesOf } from './changes.ts';
import { QueueDoings } from './doings.ts';
import { USUAL_RULES } from './holders.ts';
import { dispatch, type Made, makeMove } from './moves.ts';
import { problemRowsOf } from './problems.ts';
import type { QueuesPush, QueuesState, QueuesStep, QueuesView, SeenTask } from './protocol.ts';
import { queuesStepSchema, queuesViewSchema } from './protocol.ts';
import { requireAsSeen } from './seen.ts';
import { QueuesCamera } from './state.ts';

/** What the Work Queues dashboard is given. */
export interface QueuesParts {
  readonly team: TeamSession;
  readonly log: vscode.LogOutputChannel;
  /** Disposes of something as the extension ends. */
  keep(something: vscode.Disposable): void;
}

/** The Work Queues dashboard: the tasks of all projects of the team as a board (seed 5, "Work Queue Format"). */
export function queuesPage({ team, log, keep }: QueuesParts, extension: vscode.Uri): Page {
  const desk = new QueuesDesk(team, log);
  keep(desk);
  const content = {
    page: 'work-queues' as const,
    viewSchema: queuesViewSchema,
    stepSchema: queuesStepSchema,
    drawing: (draw: () => Promise<void>) => team.session.drawing(draw, DRAW_MS),
    stateFor: (view: QueuesView): QueuesPush => desk.stateFor(view),
    changesOf,
    take: (step: QueuesStep) => desk.take(step),
    onDidChange: desk.onDidChange,
  };
  return (panel) => fillPanel(panel, content, extension, log);
}

const LONGEST_SAID = 1_000;

/** Between two drawings; with reading and painting, one edit right after another is seen within 250 ms. */
const DRAW_MS = 150;

type Wish = Extract<QueuesStep, { kind: 'dispatch' | 'move' }>;

/** What the dashboard shows, and what is done from it. */
class QueuesDesk implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #camera = new QueuesCamera();
  readonly #subscription: vscode.Disposable;
  readonly #doings = new QueueDoings();

  constructor(
    private readonly team: TeamSession,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#subscription = vscode.Disposable.from(
      this.#changed,
      team.onDidChange(() => this.#changed.fire()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()),
    );
  }

  stateFor(view: QueuesView): QueuesState {
    const [store, config] = [this.team.store(), this.team.config()];
    const readOnly = vscode.workspace.isTrusted ? null : UNTRUSTED;
    const problems = this.#problems(store);
    if (store === null) return { kind: 'no-team', directory: config?.directory ?? null, readOnly, problems };
    this.#camera.point(store, config ?? { ...USUAL_RULES, timeZone: OWN_ZONE });
    this.#doings.settle((doing) => this.#camera.settled(doing));
    const now = store.runtime.clock.now();
    const wishes = { doing: this.#doings.newest, refusalOf: (task: string) => this.#doings.refusalOf(task) };
    const circumstances = { directory: clipped(store.root), ...wishes, problems, now, readOnly };
    return { kind: 'queues', snapshot: this.#camera.take(view, circumstances) };
  }

  #problems(store: TeamStore | null): ProblemRow[] {
    const told = [this.team.problem(), ...(this.team.config()?.problems ?? []), ...(store?.edits.problems ?? [])];
    return problemRowsOf(
      told.filter((each) => each !== null),
      store,
    );
  }

  take(step: QueuesStep): string | null {
    if (step.kind === 'open-problem' && !this.#problems(this.team.store()).some(({ place }) => place?.file === step.file)) {
      return `The dashboard asked for a file that is not broken, or not any more: ${oneLine(step.file, 300)}`;
    }
    this.#do(step).catch((error: unknown) => sayError(error, 'cortex.workQueues.open', this.log));
    return null;
  }

  async #do(step: QueuesStep): Promise<void> {
    switch (step.kind) {
      case 'set-up':
        return runCommand('cortex.team.setup');
      case 'register':
        return runCommand('cortex.team.register');
      case 'open-task': {
        const { project, task } = this.#find(step.task);
        return openPlace(path.join(this.#work().store.root, project.path), task.line, 1);
      }
      case 'open-problem':
        return openPlace(step.file, step.line, step.column);
      case 'dispatch':
      case 'move':
        return this.#wish(step);
    }
  }

  /** @throws CortexError `not-found` */
  #work(): TeamWork {
    const work = this.team.work();
    if (work !== null) return work;
    throw new CortexError('not-found', 'there is no team directory any more', { next: 'Look at the board again.' });
  }

  /** The task as a person has seen it. @throws CortexError `not-found` where it is another one by now */
  #find({ id, title }: SeenTask): BoardTask {
    const found = this.#camera.board.task(id);
    if (found !== undefined && clipped(found.task.title) === title) return found;
    throw new CortexError('not-found', 'this task is not where it was', {
      value: title,
      next: 'Look at the board again: nothing was changed.',
    });
  }

  /** Does what a person wants of a task, and tells what became of it. */
  async #wish(wish: Wish): Promise<void> {
    const { request } = wish;
    const seen = wish.kind === 'move' ? wish.task : null;
    const about = { request, task: seen?.id ?? null, seen };
    if (this.#doings.has(request)) return;
    this.#tell(this.#doings.begin({ ...about, outcome: 'doing', message: '' }));
    try {
      const made = await this.#make(wish);
      this.#tell(this.#doings.end({ ...about, outcome: 'done', message: oneLine(made.said, LONGEST_SAID), task: made.task }));
    } catch (error) {
      if (!(error instanceof CortexError)) this.log.error(error instanceof Error ? error : String(error));
      // Why is said together with how the task stands by now.
      if (seen !== null) this.#readAnew(seen);
      this.#tell(this.#doings.end({ ...about, outcome: 'refused', message: oneLine(describeError(error), LONGEST_SAID) }));
    }
  }

  #readAnew({ id }: SeenTask): void {
    const found = this.#camera.board.task(id);
    if (found !== undefined) this.team.store()?.update(found.project.path);
  }

  async #make(wish: Wish): Promise<Made> {
    requireTrust();
    const work = this.#work();
    const made = await (wish.kind === 'dispatch' ? dispatch(work, wish.draft) : this.#move(work, wish));
    // What others take back within a second is among the problems then.
    void work.store.edits.settled().then(() => this.#changed.fire());
    return made;
  }

  /** Moves a task if its note still says what the person has seen: what happens to files is noticed a moment later. */
  #move(work: TeamWork, { task, move }: Extract<Wish, { kind: 'move' }>): Promise<Made> {
    this.#readAnew(task);
    this.#camera.point(work.store, { ...(this.team.config() ?? USUAL_RULES), timeZone: work.timeZone });
    const found = this.#find(task);
    requireAsSeen(found, task, move);
    return makeMove(work, found, move, personId());
  }

  /** @param notice of what the board does not say */
  #tell(notice: string | null): void {
    if (notice !== null) sayNo(notice);
    this.#changed.fire();
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
