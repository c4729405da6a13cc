import type { ProblemRow } from '../../src/host/dashboards/protocol.ts';
import type { TeamNotes } from '../../src/host/dashboards/work-queues/board.ts';
import type { QueueRequest, QueuesPush, QueuesState, QueuesStep, QueuesView } from '../../src/host/dashboards/work-queues/protocol.ts';
import { queuesStepSchema, queuesViewSchema } from '../../src/host/dashboards/work-queues/protocol.ts';
import { findChanges, QueuesViewModel } from '../../src/host/dashboards/work-queues/state.ts';
import type { PageHost } from './dashboard-page.ts';

/** All notes that there are; the dashboard gets the part of them that it looks at, as the editor's host makes it. */
export interface Team {
  readonly notes: TeamNotes;
  readonly now: number;
  readonly readOnly: string | null;
  readonly doing: QueueRequest | null;
  readonly problems: readonly ProblemRow[];
}

/** What a stand-in has to show. */
export type TeamContent = Team | Exclude<QueuesState, { kind: 'queues' }>;

/** Answers the Work Queues dashboard as the contract says, from notes that a test makes up. */
export class QueuesHost implements PageHost<QueuesPush, QueuesView, QueuesStep> {
  readonly page = 'work-queues';
  readonly views: QueuesView[] = [];
  readonly steps: QueuesStep[] = [];
  readonly #model = new QueuesViewModel();
  readonly pushes: QueuesPush[] = [];
  #shown: QueuesState | null = null;
  #show: (push: QueuesPush) => void = () => undefined;

  constructor(private content: TeamContent) {}

  connect(show: (push: QueuesPush) => void): void {
    this.#show = show;
  }

  look(view: QueuesView): void {
    this.views.push(queuesViewSchema.parse(view));
    this.#shown = null;
    this.#push();
  }

  take(step: QueuesStep): void {
    this.steps.push(queuesStepSchema.parse(step));
  }

  /** Changes what there is, and tells the dashboard. */
  change(content: TeamContent): void {
    this.content = content;
    this.#push();
  }

  #push(): void {
    const view = this.views.at(-1);
    if (view === undefined) return;
    const [before, now] = [this.#shown, this.#stateFor(view)];
    this.#shown = now;
    const push = before === null ? now : findChanges(before, now);
    if (push === null) return;
    this.pushes.push(push);
    this.#show(push);
  }

  #stateFor(view: QueuesView): QueuesState {
    if ('kind' in this.content) return this.content;
    const { notes, ...circumstances } = this.content;
    this.#model.point(notes, { timeZone: 'UTC', staleMinutes: 30 });
    return { kind: 'queues', snapshot: this.#model.take(view, { directory: '/home/ann/cortex-team', ...circumstances }) };
  }
}
