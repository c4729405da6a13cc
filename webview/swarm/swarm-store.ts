import type { PastMoment } from '../../src/host/dashboards/swarm/past-protocol.ts';
import type { DashboardState, Step, SwarmSnapshot, View } from '../../src/host/dashboards/swarm/protocol.ts';
import { type KnownIds, knownIds } from '../cursor.ts';
import { PageStore, type Surroundings } from '../page-store.ts';
import { storeContext } from '../store-context.ts';
import { EMPTY_VIEW, type ListName, ofLists, readSavedSwarm, type SavedSwarm } from './saved-swarm.ts';

/** One agent may share a path with others: a lock is known by both. */
export const lockId = ({ path, agentId }: { readonly path: string; readonly agentId: string }): string => `${path}\n${agentId}`;

const knownOf = (snapshot: SwarmSnapshot): Record<ListName, KnownIds> => ({
  decisions: knownIds(snapshot.decisions, ({ id }) => id),
  tasks: knownIds(snapshot.tasks, ({ id }) => id),
  agents: knownIds(snapshot.agents, ({ id }) => id),
  locks: knownIds(snapshot.locks, lockId),
});

/** The moment that is shown instead of now; `null`: now is. */
export const pastOf = ({ history }: SwarmSnapshot): PastMoment | null => (history?.kind === 'known' ? history.past : null);

/** All that the Swarm dashboard knows. */
export class SwarmPageStore extends PageStore<ListName, DashboardState, View, Step, SavedSwarm> {
  constructor(around: Surroundings<View, Step>) {
    super(around, ofLists, readSavedSwarm(around.saved));
  }

  /** Hides the children of a task, or shows them again. */
  fold(task: string, hidden: boolean): void {
    const others = this.view.folded.filter((id) => id !== task);
    this.view = { ...this.view, folded: hidden ? [...others, task] : others };
    this.schedule();
  }

  /** Shows the burn-down in another way; `null`: not any more. */
  showBurnDown(burnDown: SavedSwarm['burnDown']): void {
    this.change({ ...this.view, burnDown });
  }

  /** Shows the graph of the tasks in another way; `null`: not any more. */
  showGraph(graph: SavedSwarm['graph']): void {
    this.change({ ...this.view, graph });
  }

  /** Shows the history, or does not any more: then it is now again. */
  showHistory(shown: boolean): void {
    this.change({ ...this.view, history: shown ? { at: null } : null });
  }

  /** Shows a moment of the history; `null`: now. */
  showMoment(at: number | null): void {
    this.change({ ...this.view, history: { at } });
  }

  protected override takeIn(state: DashboardState, at: number): void {
    if (state.kind !== 'swarm') return;
    const { snapshot } = state;
    const isPast = pastOf(snapshot) !== null;
    if (isPast) this.clock.hold(snapshot.now);
    else this.clock.set(snapshot.now, at);
    // Another swarm of long ago is looked at, and left again.
    const swarm = isPast ? null : (snapshot.swarm?.id ?? null);
    // What was folded and chosen in another swarm means nothing in this one.
    if (swarm !== null && swarm !== this.view.swarm) {
      const { burnDown, graph, history } = this.view;
      this.view = { ...(this.view.swarm === null ? this.view : { ...EMPTY_VIEW, burnDown, graph, history }), swarm };
    }
    this.settle(knownOf(snapshot));
  }

  protected override wanted(): View {
    const { folded, burnDown, graph, history } = this.view;
    return { ...this.ranges, folded, burnDown: burnDown !== null, graph: graph !== null, history };
  }
}

export const { Context: SwarmContext, use: useSwarm } = storeContext<SwarmPageStore>();
