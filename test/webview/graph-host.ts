import type { GraphPlace, GraphPush, GraphSnapshot, GraphState, GraphStep, GraphView } from '../../src/host/dashboards/graph/protocol.ts';
import { graphStepSchema, graphViewSchema } from '../../src/host/dashboards/graph/protocol.ts';
import type { PageHost } from './dashboard-page.ts';

/** What a place shows: everything that the explorer answers. */
export type Answered = Omit<
  GraphSnapshot,
  'asked' | 'foundFor' | 'looking' | 'building' | 'now' | 'readOnly' | 'open' | 'outside' | 'locks' | 'problems'
>;
type Circumstances = Pick<GraphSnapshot, 'building' | 'now' | 'readOnly' | 'open' | 'outside' | 'locks' | 'problems'>;

/** A graph that answers, and what there is besides. */
export interface ShownGraph extends Circumstances {
  answer(view: GraphView, place: GraphPlace): Answered;
}

export type GraphContent = ShownGraph | Exclude<GraphState, { kind: 'graph' }>;

/** Answers the Graph dashboard as the contract says, from a graph that a test makes up. */
export class GraphHost implements PageHost<GraphPush, GraphView, GraphStep> {
  readonly page = 'graph';
  readonly views: GraphView[] = [];
  readonly steps: GraphStep[] = [];
  #show: (push: GraphPush) => void = () => undefined;
  /** Whether what is asked for is still looked for until `answer` is called. */
  isSlow = false;
  #last: GraphSnapshot | null = null;

  constructor(private content: GraphContent) {}

  connect(show: (push: GraphPush) => void): void {
    this.#show = show;
  }

  look(view: GraphView): void {
    this.views.push(graphViewSchema.parse(view));
    if (this.isSlow && this.#last !== null) this.#show({ kind: 'changes', changes: { looking: true, foundFor: null } });
    else this.answer();
  }

  take(step: GraphStep): void {
    this.steps.push(graphStepSchema.parse(step));
  }

  /** Changes what there is, and tells the dashboard. */
  change(content: GraphContent): void {
    this.content = content;
    this.answer();
  }

  /** Answers what was asked last. */
  answer(): void {
    const view = this.views.at(-1);
    if (view === undefined) return;
    if ('kind' in this.content) {
      this.#show(this.content);
      return;
    }
    const { answer, ...circumstances } = this.content;
    const followed: GraphPlace = view.follow && circumstances.open !== null ? { kind: 'around', node: circumstances.open } : view.place;
    this.#last = { ...answer(view, followed), ...circumstances, asked: view.place, foundFor: view.words, looking: false };
    this.#show({ kind: 'graph', snapshot: this.#last });
  }
}
