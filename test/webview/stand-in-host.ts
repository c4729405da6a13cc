import type { Page, Range } from '../../src/host/dashboards/protocol.ts';
import type {
  AgentRow,
  DashboardState,
  DecisionRow,
  LockRow,
  Step,
  SwarmSnapshot,
  TaskRow,
  View,
} from '../../src/host/dashboards/swarm/protocol.ts';
import type { PageHost } from './dashboard-page.ts';

/** A task of a tree that is shown whole or folded. */
export interface TaskTree extends Omit<TaskRow, 'depth' | 'position' | 'siblings' | 'unfolded' | 'context'> {
  readonly children: readonly TaskTree[];
}

/** All that there is to show; the dashboard gets the part of it that it looks at. */
export interface Project extends Omit<SwarmSnapshot, 'decisions' | 'tasks' | 'agents' | 'locks'> {
  /** How a moment of the past was; left out: as it is now. */
  readonly pastAt?: (at: number) => Partial<SwarmSnapshot>;
  readonly decisions: readonly DecisionRow[];
  readonly root: TaskTree | null;
  readonly agents: readonly AgentRow[];
  readonly locks: readonly LockRow[];
}

/** What a stand-in has to show. */
export type Content = Project | Exclude<DashboardState, { kind: 'swarm' }>;

function* unfold(tasks: readonly TaskTree[], folded: ReadonlySet<string>, depth = 0): Generator<TaskRow> {
  for (const [index, { children, ...task }] of tasks.entries()) {
    const unfolded = children.length === 0 ? null : !folded.has(task.id);
    const context = unfolded === null ? `task.${task.status}${task.assignedTo === null ? '' : '.assigned'}` : `task.parent.${task.status}`;
    yield { ...task, depth, position: index + 1, siblings: tasks.length, unfolded, context };
    if (unfolded === true) yield* unfold(children, folded, depth + 1);
  }
}

const pageOf = <Row>(rows: readonly Row[], { from, count }: Range): Page<Row> => ({
  total: rows.length,
  from,
  rows: rows.slice(from, from + count),
});

function momentOf(
  { history }: Pick<SwarmSnapshot, 'history'>,
  pastAt: Project['pastAt'],
  { history: asked }: View,
): Partial<SwarmSnapshot> {
  if (asked === null) return { history: null };
  return asked.at === null || pastAt === undefined ? { history } : pastAt(asked.at);
}

/** Answers the dashboard as the contract says, from a project that a test makes up. */
export class StandInHost implements PageHost<DashboardState, View, Step> {
  readonly page = 'swarm';
  readonly views: View[] = [];
  readonly steps: Step[] = [];
  private show: (state: DashboardState) => void = () => undefined;

  constructor(private content: Content) {}

  connect(show: (state: DashboardState) => void): void {
    this.show = show;
  }

  look(view: View): void {
    this.views.push(view);
    this.push();
  }

  take(step: Step): void {
    this.steps.push(step);
  }

  /** Changes what there is, and tells the dashboard. */
  change(content: Content): void {
    this.content = content;
    this.push();
  }

  private push(): void {
    const view = this.views.at(-1);
    if (view !== undefined) this.show(this.stateFor(view));
  }

  private stateFor(view: View): DashboardState {
    if ('kind' in this.content) return this.content;
    const { root, decisions, agents, locks, pastAt, ...rest } = this.content;
    const tasks = root === null ? [] : [...unfold([root], new Set(view.folded))];
    const pages = {
      decisions: pageOf(decisions, view.decisions),
      tasks: pageOf(tasks, view.tasks),
      agents: pageOf(agents, view.agents),
      locks: pageOf(locks, view.locks),
    };
    const snapshot = {
      ...rest,
      ...pages,
      burnDown: view.burnDown ? rest.burnDown : null,
      taskGraph: view.graph ? rest.taskGraph : null,
      detail: view.detail === null ? null : rest.detail,
      ...momentOf(rest, pastAt, view),
    };
    return { kind: 'swarm', snapshot };
  }
}
