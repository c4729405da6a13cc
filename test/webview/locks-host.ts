import { LockIndex } from '../../src/host/dashboards/locks/lock-index.ts';
import type { LocksState, LocksStep, LocksView } from '../../src/host/dashboards/locks/protocol.ts';
import { locksStepSchema, locksViewSchema } from '../../src/host/dashboards/locks/protocol.ts';
import { locksSnapshot, type RequestedLock } from '../../src/host/dashboards/locks/state.ts';
import { changedSnapshot } from '../../src/host/dashboards/page-state.ts';
import type { ProjectViewModel } from '../../src/host/model/swarm/view-model.ts';
import { NOW } from '../unit/host/view-models.ts';
import type { PageHost } from './dashboard-page.ts';

/** All locks that there are; the dashboard gets the part of them that it looks at, as the editor's host makes it. */
export interface Held {
  readonly projects: readonly ProjectViewModel[];
  readonly wanted: RequestedLock | null;
}

/** What a stand-in has to show. */
export type HeldContent = Held | Exclude<LocksState, { kind: 'locks' }>;

/** Who sits at the editor. */
export const PERSON = 'person:ann';

/** Answers the Locks dashboard as the contract says, from locks that a test makes up. */
export class LocksHost implements PageHost<LocksState, LocksView, LocksStep> {
  readonly page = 'locks';
  readonly views: LocksView[] = [];
  readonly steps: LocksStep[] = [];
  readonly pushes: LocksState[] = [];
  #shown: LocksState | null = null;
  #show: (state: LocksState) => void = () => undefined;

  constructor(private content: HeldContent) {}

  connect(show: (state: LocksState) => void): void {
    this.#show = show;
  }

  look(view: LocksView): void {
    this.views.push(locksViewSchema.parse(view));
    this.#shown = null;
    this.#push();
  }

  take(step: LocksStep): void {
    this.steps.push(locksStepSchema.parse(step));
  }

  /** Changes what there is, and tells the dashboard. */
  change(content: HeldContent): void {
    this.content = content;
    this.#push();
  }

  #push(): void {
    const view = this.views.at(-1);
    if (view === undefined) return;
    const [before, now] = [this.#shown, this.#stateFor(view)];
    this.#shown = now;
    const push = before === null ? now : changedSnapshot(before, now);
    if (push === null) return;
    this.pushes.push(push);
    this.#show(push);
  }

  #stateFor(view: LocksView): LocksState {
    if ('kind' in this.content) return this.content;
    const { projects, wanted } = this.content;
    const book = new LockIndex(projects, NOW);
    return { kind: 'locks', snapshot: locksSnapshot(book, view, { person: PERSON, wanted, now: NOW }) };
  }
}
