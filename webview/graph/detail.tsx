import type { GraphDetail, GraphLink, GraphLinks, GraphSnapshot } from '../../src/host/dashboards/graph/protocol.ts';
import { ago, count, counted } from '../format.ts';
import { Grid } from '../grid/grid.tsx';
import type { Column } from '../grid/grid-props.ts';
import { Button, Icon, Text } from '../parts.tsx';
import { Fact } from '../reading.tsx';
import { useClock } from '../store-context.ts';
import { useGraph } from './graph-store.ts';
import { LINK_WORDS, NODE_STYLES, percent, useSteps } from './looks.tsx';
import { findShownNode, zoomInPlace } from './places.ts';
import type { SavedGraph } from './saved-graph.ts';

const LINK_PX = 42;

function Link({ name, path, nodeType, type, weight, why, into }: GraphLink & { readonly into: boolean }) {
  const [word, icon] = NODE_STYLES[nodeType];
  return (
    <div className="link-row">
      <div className="line">
        <Icon name={icon} />
        <span className="sr-only">{word}</span>
        <Text value={name} className="main" dir="ltr" />
        <Text value={path === name ? '' : path} className="id" dir="ltr" />
        <span className="number tone-quiet">
          {LINK_WORDS[type][into ? 1 : 0]} {percent(weight)}
        </span>
      </div>
      <Text value={why} className="why" />
    </div>
  );
}

const COLUMNS: Readonly<Record<'leansOn' | 'leanedOnBy', readonly Column<GraphLink>[]>> = {
  leansOn: [{ name: 'tie', title: 'Depends on', cell: (link) => <Link {...link} into={false} /> }],
  leanedOnBy: [{ name: 'tie', title: 'Dependents', cell: (link) => <Link {...link} into={true} /> }],
};
const TITLES = { leansOn: 'Depends on', leanedOnBy: 'Dependents' } as const;

interface LinksProps {
  readonly list: keyof typeof COLUMNS;
  readonly links: GraphLinks;
  readonly view: SavedGraph;
  readonly ids: ReadonlySet<string>;
}

/** Connections of a node, with reasons. Opening one selects its node if the scene contains it, else shows that node's surroundings. */
function Links({ list, links: { first, total }, view, ids }: LinksProps) {
  const store = useGraph();
  const { onKey, show } = useSteps();
  const more = total - first.length;
  const lead = ({ id, nodeType }: GraphLink): void => {
    if (ids.has(id)) store.pick(id);
    else if (nodeType === 'cluster') store.go({ kind: 'cluster', cluster: id });
    else show('around', id);
  };
  return (
    <div className="links">
      <h3>
        {TITLES[list]} <span className="badge">{count(total)}</span>
      </h3>
      {total === 0 ? (
        <p className="tone-quiet">nothing</p>
      ) : (
        <Grid
          keeper={store}
          list={list}
          label={TITLES[list]}
          role="grid"
          columns={COLUMNS[list]}
          rowPx={LINK_PX}
          page={{ total: first.length, from: 0, rows: first }}
          cursor={view.cursors[list]}
          onOpen={lead}
          onKey={(key, { id, nodeType }) => onKey(key, id, nodeType)}
        />
      )}
      {more > 0 ? <p className="tone-quiet">and {count(more)} weaker ones</p> : null}
    </div>
  );
}

function Figures({ importance, fragility, touchCount, lastTouched, cluster, cohesion, coupling }: GraphDetail) {
  const touched = useClock((now) => (lastTouched === 0 ? '' : `, the last ${ago(now - lastTouched)}`));
  return (
    <dl className="figures">
      <Fact title="Important">{percent(importance)}</Fact>
      <Fact title="Fragile">{percent(fragility)}</Fact>
      <Fact title="Changed">{touchCount === 0 ? 'never' : `${counted(touchCount, 'time')}${touched}`}</Fact>
      {cluster === null ? null : (
        <Fact title="In">
          <Text value={cluster} />
        </Fact>
      )}
      {cohesion === null ? null : <Fact title="Cohesion">{percent(cohesion)}</Fact>}
      {coupling === null ? null : <Fact title="Coupling">{percent(coupling)}</Fact>}
    </dl>
  );
}

function Steps({ detail, snapshot }: { readonly detail: GraphDetail; readonly snapshot: GraphSnapshot }) {
  const store = useGraph();
  const { open, show } = useSteps();
  const { scene } = snapshot;
  const { id, type, path } = detail;
  const node = scene.nodes.find((each) => each.id === id);
  const within = node === undefined ? null : zoomInPlace(node);
  const isHere = (kind: 'around' | 'blast'): boolean => scene.place.kind === kind && findShownNode(scene.place) === id;
  const isCluster = type === 'cluster';
  return (
    <div className="steps">
      {path === '' || isCluster ? null : <Button label="Open File" icon="go-to-file" shortcut="O" onPress={() => open(id)} />}
      {within === null ? null : <Button label="Go Into" icon="zoom-in" shortcut="Enter" onPress={() => store.go(within)} />}
      {isCluster || isHere('around') ? null : (
        <Button label="Show Neighbours" icon="type-hierarchy" shortcut="A" onPress={() => show('around', id)} />
      )}
      {isCluster || path === '' || isHere('blast') ? null : (
        <Button label="Show Impact" icon="flame" shortcut="B" onPress={() => show('blast', id)} />
      )}
    </div>
  );
}

interface DetailProps {
  readonly snapshot: GraphSnapshot;
  readonly view: SavedGraph;
}

/** Details of the selected node. */
export function Detail({ snapshot, view }: DetailProps) {
  const { detail, scene } = snapshot;
  if (view.chosen === null) return <p className="no-detail tone-quiet">Select something, here or in the graph, to see its dependencies.</p>;
  // In a graph of another program, a file's id may differ from its path.
  if (detail === null || (detail.id !== view.chosen && detail.path !== view.chosen)) {
    return <p className="no-detail tone-quiet">{snapshot.looking ? 'Looking …' : 'The selected node is no longer in the graph.'}</p>;
  }
  const [word, icon] = NODE_STYLES[detail.type];
  const ids = new Set(scene.nodes.map(({ id }) => id));
  return (
    <section className="section detail-section" aria-label="Selected node">
      <div className="section-head">
        <h2 className="detail-title">
          <Icon name={icon} />
          <Text value={detail.name} />
          <span className="state">{word}</span>
        </h2>
        <Steps {...{ detail, snapshot }} />
      </div>
      {detail.path === '' || detail.path === detail.name ? null : <Text value={detail.path} className="tone-quiet" dir="ltr" />}
      <Figures {...detail} />
      <Links list="leansOn" links={detail.leansOn} view={view} ids={ids} />
      <Links list="leanedOnBy" links={detail.leanedOnBy} view={view} ids={ids} />
    </section>
  );
}
