import type { GraphPlace, GraphScene, GraphSnapshot } from '../../src/host/dashboards/graph/protocol.ts';
import { ago, count, counted } from '../format.ts';
import { type KeyHint, Keys } from '../keys.tsx';
import { Button, Icon, Text } from '../parts.tsx';
import { useClock } from '../store-context.ts';
import { FilterMenu } from './filter-menu.tsx';
import { useGraph } from './graph-store.ts';
import { ALL_CLUSTERS, type SavedGraph } from './saved-graph.ts';
import { Search } from './search.tsx';

interface Crumb {
  readonly title: string;
  /** `null` for the present place. */
  readonly place: GraphPlace | null;
}

const PREFIXES: Readonly<Partial<Record<GraphPlace['kind'], string>>> = { around: 'neighbours of ', blast: 'impact of ' };

/** Returns the path from all clusters to a place. */
export function breadcrumbs({ place, title, cluster }: GraphScene): readonly Crumb[] {
  if (place.kind === 'clusters') return [{ title: 'All Clusters', place: null }];
  const top = { title: 'All Clusters', place: ALL_CLUSTERS };
  const here = { title: `${PREFIXES[place.kind] ?? ''}${title}`, place: null };
  if (place.kind === 'cluster' || cluster === null) return [top, here];
  return [top, { title: cluster.name, place: { kind: 'cluster', cluster: cluster.id } }, here];
}

function Crumbs({ scene }: { readonly scene: GraphScene }) {
  const store = useGraph();
  return (
    <nav aria-label="Where you are">
      <ol className="crumbs">
        {breadcrumbs(scene).map(({ title, place }) => (
          <li key={place === null ? 'here' : place.kind}>
            {place === null ? (
              <span aria-current="page">
                <Text value={title} />
              </span>
            ) : (
              <>
                <button type="button" className="link" onClick={() => store.go(place)}>
                  <Text value={title} />
                </button>
                <Icon name="chevron-right" tone="quiet" />
              </>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

const KEYS: readonly KeyHint[] = [
  { keys: ['/'], what: 'Find files and symbols' },
  { keys: ['Enter'], what: 'Go into the cluster or file, or open the symbol' },
  { keys: ['Backspace'], what: 'Go up' },
  { keys: ['Alt+ArrowLeft', 'Alt+ArrowRight'], what: 'Go back, or forward' },
  { keys: ['A'], what: 'Show its neighbours' },
  { keys: ['B'], what: 'Show its impact' },
  { keys: ['O'], what: 'Open its file' },
];

/** Age of the graph, with a button to rebuild it. */
function Age({ built, changed, live, counts, building, readOnly }: GraphSnapshot) {
  const store = useGraph();
  const age = useClock((now) => ago(now - built));
  const refusal = readOnly ?? (building ? 'It is being built' : null);
  return (
    <div className="age">
      <p className="origin">
        <span>{counted(counts.files, 'file')}</span>
        <span>{counted(counts.clusters, 'cluster')}</span>
        <span>
          built {age}
          {live ? ', with later changes' : null}
        </span>
        {changed === 0 ? null : (
          <span className="stale">
            <Icon name="warning" tone="warning" />
            {count(changed)} {changed === 1 ? 'file has' : 'files have'} changed since
          </span>
        )}
      </p>
      <Button
        label={building ? 'Building …' : changed === 0 ? 'Build' : 'Rebuild'}
        icon={building ? 'loading' : 'refresh'}
        about="Rebuild the semantic graph"
        refusal={refusal}
        onPress={() => store.take({ kind: 'build' })}
      />
    </div>
  );
}

interface HeadProps {
  readonly snapshot: GraphSnapshot;
  readonly view: SavedGraph;
}

export function Head({ snapshot, view }: HeadProps) {
  const store = useGraph();
  const { scene, found, foundFor, outside } = snapshot;
  const { past, future, filter, words, follow } = view;
  return (
    <header className="graph-head">
      <div className="graph-line">
        <h1>Graph</h1>
        <Age {...snapshot} />
        <Keys title="the Graph dashboard" keys={KEYS} />
      </div>
      <div className="graph-line">
        <div className="ways">
          <Button
            label="Back"
            icon="arrow-left"
            shortcut="Alt+ArrowLeft"
            refusal={past.length === 0 ? 'There is nothing to go back to' : null}
            onPress={() => store.back()}
          />
          <Button
            label="Forward"
            icon="arrow-right"
            shortcut="Alt+ArrowRight"
            refusal={future.length === 0 ? 'There is nothing to go forward to' : null}
            onPress={() => store.forward()}
          />
          <Crumbs scene={scene} />
        </div>
        <div className="tools">
          <Search words={words} found={found} isAwaited={foundFor !== words} />
          <FilterMenu filter={filter} />
          <label className="check">
            <input type="checkbox" checked={follow} onChange={({ target }) => store.follow(target.checked)} />
            Follow the open file
          </label>
          <span role="status" className="outside">
            {follow && outside !== null ? <Text value={`${outside} is not in the graph`} /> : null}
          </span>
        </div>
      </div>
    </header>
  );
}
