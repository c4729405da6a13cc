import type {
  GraphFilter,
  GraphLink,
  GraphLinks,
  GraphPlace,
  GraphPush,
  GraphSnapshot,
  GraphState,
  GraphStep,
  GraphView,
  SceneNode,
} from '../../src/host/dashboards/graph/protocol.ts';
import type { Cursor, KnownIds } from '../cursor.ts';
import { PageStore, type StoreOptions } from '../page-store.ts';
import { storeContext } from '../store-context.ts';
import { findShownNode, samePlace, zoomOutPlace } from './places.ts';
import {
  type Colouring,
  type GraphList,
  MAX_STOPS,
  NO_FILTER,
  ofLists,
  readSavedGraph,
  type SavedGraph,
  type Sorting,
  type VisitedPlace,
} from './saved-graph.ts';

/** Returns a unique id of a connection. Two nodes may be connected in several ways. */
export const linkId = ({ id, type }: Pick<GraphLink, 'id' | 'type'>): string => `${type}\n${id}`;

const NO_LINKS: GraphLinks = { first: [], total: 0 };

const allKnown = (ids: readonly string[]): KnownIds => ({ total: ids.length, from: 0, ids });

function knownIn({ scene, detail, blast }: GraphSnapshot, sorting: Sorting): Record<GraphList, KnownIds> {
  const { leansOn, leanedOnBy } = detail ?? { leansOn: NO_LINKS, leanedOnBy: NO_LINKS };
  return {
    nodes: allKnown(sortedNodes(scene.nodes, sorting).map(({ id }) => id)),
    leansOn: allKnown(leansOn.first.map(linkId)),
    leanedOnBy: allKnown(leanedOnBy.first.map(linkId)),
    affected: allKnown((blast?.files ?? []).map(({ path }) => path)),
    tests: allKnown((blast?.tests ?? []).map(({ path }) => path)),
  };
}

/** Lists whose rows are nodes of the scene. Their selection and that of the drawing are the same. */
const OF_NODES: readonly GraphList[] = ['nodes', 'affected', 'tests'];

/** Store of the Graph dashboard. */
export class GraphStore extends PageStore<GraphList, GraphState, GraphView, GraphStep, SavedGraph> {
  /** Latest state from the host. */
  private received: GraphState | null = null;

  constructor(around: StoreOptions<GraphView, GraphStep>) {
    super(around, ofLists, readSavedGraph(around.saved));
  }

  /** Applies an update from the host. */
  override show(push: GraphPush): void {
    this.received = push.kind === 'changes' ? withChanges(this.received, push.changes) : push;
    if (this.received !== null) super.show(this.received);
  }

  private get snapshot(): GraphSnapshot | null {
    const { state } = this.get();
    return state?.kind === 'graph' ? state.snapshot : null;
  }

  /**
   * Whether the requested place has not arrived yet. Moving on from it would start from a place that is not shown. A mere selection or
   * search does not count, because the second click of a double click comes before it has arrived.
   */
  get isAwaited(): boolean {
    const { snapshot } = this;
    const { place } = this.view;
    if (snapshot === null || !samePlace(snapshot.asked, place)) return true;
    return snapshot.looking && !samePlace(snapshot.scene.place, place);
  }

  override choose(list: GraphList, index: number): void {
    const { snapshot } = this;
    const id = OF_NODES.includes(list) && snapshot !== null ? knownIn(snapshot, this.view.sorting)[list].ids[index] : undefined;
    if (id === undefined) super.choose(list, index);
    else this.pick(id);
  }

  /** Selects a node, in the drawing and in the lists. */
  pick(chosen: string | null): void {
    if (chosen === this.view.chosen) return;
    const links = { leansOn: null, leanedOnBy: null };
    this.view = { ...this.view, chosen, cursors: { ...this.view.cursors, ...links } };
    this.point();
  }

  /** Goes to another place, and stops following the open editor unless the place is the open file. */
  go(place: GraphPlace, chosen: string | null = findShownNode(place)): void {
    const { past, words, follow } = this.view;
    const stays = samePlace(place, this.view.place);
    if (stays && chosen === this.view.chosen && words === '') return;
    const stop: VisitedPlace = { place: this.view.place, chosen: this.view.chosen };
    const isOpen = findShownNode(place) !== null && findShownNode(place) === this.snapshot?.open;
    this.arrive({ place, chosen }, { past: stays ? past : [...past, stop].slice(-MAX_STOPS), future: [], follow: follow && isOpen });
  }

  /** Goes one level up. @returns whether there is one, and no other place is awaited */
  up(): boolean {
    const place = this.snapshot === null || this.isAwaited ? null : zoomOutPlace(this.snapshot.scene);
    if (place === null) return false;
    const { place: here } = this.view;
    this.go(place, here.kind === 'cluster' ? here.cluster : findShownNode(here));
    return true;
  }

  back(): void {
    const { past, future, place, chosen } = this.view;
    const stop = past.at(-1);
    if (stop !== undefined) this.arrive(stop, { past: past.slice(0, -1), future: [...future, { place, chosen }], follow: false });
  }

  forward(): void {
    const { past, future, place, chosen } = this.view;
    const stop = future.at(-1);
    if (stop !== undefined) this.arrive(stop, { past: [...past, { place, chosen }], future: future.slice(0, -1), follow: false });
  }

  private arrive({ place, chosen }: VisitedPlace, change: Pick<SavedGraph, 'past' | 'future' | 'follow'>): void {
    this.change({ ...this.view, place, chosen, words: '', cursors: ofLists(() => null), tops: ofLists(() => 0), ...change });
  }

  look(words: string): void {
    this.change({ ...this.view, words });
  }

  filter(change: Partial<GraphFilter>): void {
    this.change({ ...this.view, filter: { ...this.view.filter, ...change } });
  }

  showAll(): void {
    this.filter(NO_FILTER);
  }

  follow(follow: boolean): void {
    this.change({ ...this.view, follow });
  }

  colour(colouring: Colouring): void {
    this.change({ ...this.view, colouring });
  }

  sort(sorting: Sorting): void {
    this.view = { ...this.view, sorting };
    this.point();
  }

  /** Selects the chosen node in the lists, in their present order. */
  private point(): void {
    const { snapshot } = this;
    if (snapshot !== null) this.settle(knownIn(snapshot, this.view.sorting));
    this.change(this.view);
  }

  protected override takeIn(state: GraphState, at: number): void {
    if (state.kind !== 'graph') return;
    const { snapshot } = state;
    this.clock.set(snapshot.now, at);
    this.land(snapshot);
    this.settle(knownIn(snapshot, this.view.sorting));
  }

  /** Adopts the host's place. The requested one may be gone, or a followed editor may have opened another file. */
  private land({ asked, looking, scene, open }: GraphSnapshot): void {
    if (looking || !samePlace(asked, this.view.place) || samePlace(scene.place, asked)) return;
    const chosen = findShownNode(scene.place);
    const follow = this.view.follow && chosen === open;
    const past = follow ? this.view.past : [...this.view.past, { place: asked, chosen: this.view.chosen }].slice(-MAX_STOPS);
    this.view = { ...this.view, place: scene.place, chosen, follow, past, tops: ofLists(() => 0) };
  }

  protected override settle(known: Record<GraphList, KnownIds>): void {
    super.settle(known);
    const { chosen, cursors } = this.view;
    const at = (list: GraphList): Cursor | null => {
      if (!OF_NODES.includes(list)) return cursors[list];
      const index = chosen === null ? -1 : known[list].ids.indexOf(chosen);
      return index < 0 ? null : { index, id: chosen, awaited: false };
    };
    this.view = { ...this.view, cursors: ofLists(at) };
  }

  protected override wanted(): GraphView {
    const { place, filter, chosen, words, follow } = this.view;
    return { place, filter, chosen, words, follow };
  }
}

/** Applies changes to a snapshot. Without one, the changes belong to a snapshot of another page and are dropped. */
function withChanges(state: GraphState | null, changes: Partial<GraphSnapshot>): GraphState | null {
  return state?.kind === 'graph' ? { kind: 'graph', snapshot: { ...state.snapshot, ...changes } } : state;
}

export const { Context: GraphContext, use: useGraph } = storeContext<GraphStore>();

const byName = new Intl.Collator('en', { numeric: true });

const ORDERS: Readonly<Record<Sorting, (one: SceneNode, other: SceneNode) => number>> = {
  importance: (one, other) => other.importance - one.importance,
  fragility: (one, other) => other.fragility - one.fragility,
  name: (one, other) => byName.compare(one.name, other.name),
};

/** Cached last result, because the same list is requested repeatedly. */
let last: { readonly nodes: readonly SceneNode[]; readonly sorting: Sorting; readonly sorted: readonly SceneNode[] } | null = null;

/** Returns the nodes of a scene in the order of the list. */
export function sortedNodes(nodes: readonly SceneNode[], sorting: Sorting): readonly SceneNode[] {
  if (last?.nodes !== nodes || last.sorting !== sorting) last = { nodes, sorting, sorted: nodes.toSorted(ORDERS[sorting]) };
  return last.sorted;
}
