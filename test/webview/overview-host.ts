import type { OverviewState, OverviewStep, OverviewView } from '../../src/host/dashboards/overview/protocol.ts';
import { overviewStepSchema, overviewViewSchema } from '../../src/host/dashboards/overview/protocol.ts';
import { buildOverviewCards, findOverviewChanges, type OverviewViewModel } from '../../src/host/dashboards/overview/state.ts';
import type { PageHost } from './dashboard-page.ts';

/** Answers the Overview as the contract says, from pictures that a test makes up. */
export class OverviewHost implements PageHost<OverviewState, OverviewView, OverviewStep> {
  readonly page = 'overview';
  readonly steps: OverviewStep[] = [];
  readonly pushes: OverviewState[] = [];
  #show: (state: OverviewState) => void = () => undefined;
  #told: OverviewState | null = null;

  constructor(private content: OverviewViewModel) {}

  connect(show: (state: OverviewState) => void): void {
    this.#show = show;
  }

  look(view: OverviewView): void {
    overviewViewSchema.parse(view);
    this.#told = null;
    this.#push();
  }

  take(step: OverviewStep): void {
    this.steps.push(overviewStepSchema.parse(step));
  }

  /** Changes what there is, and tells the page. */
  change(content: OverviewViewModel): void {
    this.content = content;
    this.#push();
  }

  #push(): void {
    const { state } = buildOverviewCards(this.content, () => '');
    const push = this.#told === null ? state : findOverviewChanges(this.#told, state);
    this.#told = state;
    if (push === null) return;
    this.pushes.push(push);
    this.#show(push);
  }
}
