import type { PastMoment } from '../../src/host/dashboards/swarm/past-protocol.ts';
import type { DashboardState, Step, SwarmSnapshot, View } from '../../src/host/dashboards/swarm/protocol.ts';
import { type KnownIds, knownIds } from '../cursor.ts';
import { PageStore, type StoreOptions } from '../page-store.ts';
import { storeContext } from '../store-context.ts';
import { EMPTY_VIEW, type ListName, ofLists, readSavedSwarm, type SavedSwarm } from './saved-swarm.ts';

/** Returns a unique id of a lock, with its path and agent, because several agents may share a path. */
export const lockId = ({ path, agentId }: { readonly path: string; readonly agentId: string }): string => `${path}\n${agentId}`;

const knownOf = (snapshot: SwarmSnapshot): Record<ListName, KnownIds> => ({
  decisions: knownIds(snapshot.decisions, ({ id }) => id),
  tasks: knownIds(snapshot.tasks, ({ id }) => id),
  agents: knownIds(snapshot.agents, ({ id }) => id),
  locks: knownIds(snapshot.locks, lockId),
});

/** Returns the shown moment of the past; `null` for now. */
export const findPastMoment = ({ history }: SwarmSnapshot): PastMoment | null => (history?.kind === 'known' ? history.past : null);

/** Number of rows to show above a row that is scrolled to. */
const ROWS_ABOVE = 3;

/** Store of the Swarm dashboard. */
export class SwarmPageStore extends PageStore<ListName, DashboardState, View, Step, SavedSwarm> {
  constructor(around: StoreOptions<View, Step>) {
    super(around, ofLists, readSavedSwarm(around.saved));
  }

  /** Collapses or expands a task. */
  fold(task: string, hidden: boolean): void {
    const others = this.view.folded.filter((id) => id !== task);
    this.view = { ...this.view, folded: hidden ? [...others, task] : others };
    this.schedule();
  }

  override choose(list: ListName, index: number): void {
    if (list === 'tasks' || list === 'agents') this.view = { ...this.view, detail: list };
    super.choose(list, index);
  }

  /** Selects a row, and scrolls to it. */
  reveal(list: ListName, index: number): void {
    this.view = { ...this.view, tops: { ...this.view.tops, [list]: Math.max(0, index - ROWS_ABOVE) } };
    this.choose(list, index);
  }

  hideDetail(): void {
    this.change({ ...this.view, detail: null });
  }

  /** Changes the mode of the burn-down; `null` hides it. */
  showBurnDown(burnDown: SavedSwarm['burnDown']): void {
    this.change({ ...this.view, burnDown });
  }

  /** Changes the mode of the task graph; `null` hides it. */
  showGraph(graph: SavedSwarm['graph']): void {
    this.change({ ...this.view, graph });
  }

  /** Orders the agents by a column; by attention if they are in its order already. */
  sortAgents(by: 'tokens' | 'cost'): void {
    this.change({ ...this.view, agentsBy: this.view.agentsBy === by ? 'attention' : by, tops: { ...this.view.tops, agents: 0 } });
  }

  /** Changes the time that the agents' strips show. */
  showActivity(activity: SavedSwarm['activity']): void {
    this.change({ ...this.view, activity });
  }

  /** Shows or hides the history. Hiding it returns to now. */
  showHistory(shown: boolean): void {
    this.change({ ...this.view, history: shown ? { at: null } : null });
  }

  /** Shows a moment of the history; `null` for now. */
  showMoment(at: number | null): void {
    this.change({ ...this.view, history: { at } });
  }

  protected override takeIn(state: DashboardState, at: number): void {
    if (state.kind !== 'swarm') return;
    const { snapshot } = state;
    const isPast = findPastMoment(snapshot) !== null;
    if (isPast) this.clock.hold(snapshot.now);
    else this.clock.set(snapshot.now, at);
    // A past moment may show another swarm, which must not reset the view.
    const swarm = isPast ? null : (snapshot.swarm?.id ?? null);
    // Collapsed and selected rows of another swarm do not apply to this one.
    if (swarm !== null && swarm !== this.view.swarm) {
      const { burnDown, graph, agentsBy, activity, history } = this.view;
      this.view = { ...(this.view.swarm === null ? this.view : { ...EMPTY_VIEW, burnDown, graph, agentsBy, activity, history }), swarm };
    }
    this.settle(knownOf(snapshot));
  }

  get #detail(): View['detail'] {
    const { detail: list, cursors } = this.view;
    const id = list === null ? null : (cursors[list]?.id ?? null);
    return id === null ? null : { kind: list === 'agents' ? 'agent' : 'task', id };
  }

  protected override wanted(): View {
    const { folded, burnDown, graph, agentsBy, activity, history } = this.view;
    return {
      ...this.ranges,
      folded,
      burnDown: burnDown !== null,
      graph: graph !== null,
      detail: this.#detail,
      agentsBy,
      activity,
      history,
    };
  }
}

export const { Context: SwarmContext, use: useSwarm } = storeContext<SwarmPageStore>();
