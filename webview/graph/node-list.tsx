import type { GraphFilter, GraphScene, GraphSnapshot, SceneNode } from '../../src/host/dashboards/graph/protocol.ts';
import type { Cursor } from '../cursor.ts';
import { count, counted } from '../format.ts';
import { Grid } from '../grid/grid.tsx';
import type { Column } from '../grid/grid-props.ts';
import { ROW_PX } from '../grid/grid-scroller.ts';
import { Empty, Field, Icon, Section, Text } from '../parts.tsx';
import { splitPath } from '../text.ts';
import { enter } from './graph-canvas.tsx';
import { sortedNodes, useGraph } from './graph-store.ts';
import { NODE_STYLES, percent, useInView, useSteps } from './looks.tsx';
import { zoomInPlace } from './places.ts';
import { ALL_CLUSTERS, countHiddenTypes, isSorting, SORTINGS, type Sorting } from './saved-graph.ts';
import { type Locks, lockOn } from './tint.ts';

/** Agents that hold a file's lock. */
export function Lock({ lock }: { readonly lock: Locks[string] | undefined }) {
  if (lock === undefined) return null;
  const text = `${lock.mode === 'exclusive' ? 'locked by' : 'shared by'} ${lock.agents.join(', ')}`;
  return (
    <>
      <Icon name={lock.mode === 'exclusive' ? 'lock' : 'unlock'} tone="warning" />
      <Text value={text} className="note" />
    </>
  );
}

function NameCell({ type, name, path, lock }: SceneNode & { readonly lock: Locks[string] | undefined }) {
  const [word, icon] = NODE_STYLES[type];
  const { folder } = splitPath(path);
  return (
    <>
      <Icon name={icon} />
      <span className="sr-only">{word}</span>
      <Text value={name} className="main" dir="ltr" />
      {folder === '' || type === 'module' ? null : <Text value={folder} className="id" dir="ltr" />}
      <Lock lock={lock} />
    </>
  );
}

const columnsFor = (locks: Locks): readonly Column<SceneNode>[] => [
  { name: 'node', title: 'Name', cell: (node) => <NameCell {...node} lock={lockOn(locks, node.path)} /> },
  { name: 'within', title: 'Inside', cell: ({ within }) => <span className="number">{within === 0 ? '' : count(within)}</span> },
  { name: 'important', title: 'Important', cell: ({ importance }) => <span className="number">{percent(importance)}</span> },
  { name: 'fragile', title: 'Fragile', cell: ({ fragility }) => <span className="number">{percent(fragility)}</span> },
];

/** Title of the list of nodes at each kind of place. */
const TITLES: Readonly<Record<GraphScene['place']['kind'], string>> = {
  clusters: 'Clusters',
  cluster: 'Files',
  file: 'Contents and Neighbours',
  around: 'Neighbours',
  blast: 'Affected Files',
};

function Sort({ sorting }: { readonly sorting: Sorting }) {
  const store = useGraph();
  return (
    <Field label="Sort by">
      <select value={sorting} onChange={({ target }) => isSorting(target.value) && store.sort(target.value)}>
        {Object.entries(SORTINGS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** Number of nodes and edges that are omitted from the drawing and the list. */
function Hidden({ hidden }: Pick<GraphScene, 'hidden'>) {
  if (hidden.nodes === 0 && hidden.edges === 0) return null;
  const parts = [counted(hidden.nodes, 'node'), counted(hidden.edges, 'connection')];
  const text = hidden.nodes === 0 ? parts[1] : hidden.edges === 0 ? parts[0] : parts.join(' and ');
  return <p className="hidden-count">{text} more, less important, are not drawn.</p>;
}

/** Explains why there are no nodes, with a next step. */
function Nothing({ filter, isEmpty }: Pick<NodeListProps, 'filter'> & { readonly isEmpty: boolean }) {
  const store = useGraph();
  if (isEmpty) return <Empty text="The graph is empty: no code was found in this folder." />;
  if (countHiddenTypes(filter) > 0) {
    const action = { label: 'Show All Types', icon: 'clear-all', onPress: () => store.showAll() };
    return <Empty text="There are no nodes of the selected types." action={action} />;
  }
  const action = { label: 'All Clusters', icon: 'type-hierarchy', onPress: () => store.go(ALL_CLUSTERS) };
  return <Empty text="There are no nodes here." action={action} />;
}

interface NodeListProps {
  readonly snapshot: GraphSnapshot;
  readonly filter: GraphFilter;
  readonly sorting: Sorting;
  readonly cursor: Cursor | null;
}

/** List of the nodes in the drawing. */
export function NodeList({ snapshot, filter, sorting, cursor }: NodeListProps) {
  const store = useGraph();
  const { scene, locks } = snapshot;
  const rows = sortedNodes(scene.nodes, sorting);
  const title = TITLES[scene.place.kind];
  const { onKey, open } = useSteps();
  useInView('nodes', cursor, ROW_PX);
  return (
    <Section name="nodes" title={title} total={rows.length} steps={<Sort sorting={sorting} />}>
      {rows.length === 0 ? (
        <Nothing filter={filter} isEmpty={snapshot.counts.nodes === 0} />
      ) : (
        <Grid
          keeper={store}
          list="nodes"
          label={title}
          role="grid"
          columns={columnsFor(locks)}
          page={{ total: rows.length, from: 0, rows }}
          cursor={cursor}
          onOpen={(node) => {
            // A node that cannot be entered while another place is awaited must not be opened instead.
            if (zoomInPlace(node) === null) open(node.id);
            else enter(store, node);
          }}
          onKey={(key, { id, type }) => onKey(key, id, type)}
        />
      )}
      <Hidden hidden={scene.hidden} />
    </Section>
  );
}
