import type { GraphSnapshot } from '../../src/host/dashboards/graph/protocol.ts';
import { count } from '../format.ts';
import { Field, Text } from '../parts.tsx';
import { useGraph } from './graph-store.ts';
import { COLOURINGS, type Colouring, isColouring } from './saved-graph.ts';
import { changesColour, clusterCss, css, lockColours, type Palette, type Scaled, scaleColours } from './tint.ts';

/** Largest number of clusters in the legend; the list has all. */
const MAX_CLUSTERS = 8;

function Swatch({ colour }: { readonly colour: string }) {
  return <span className="swatch" aria-hidden="true" style={{ background: colour }} />;
}

/** Labels of the two ends of a scale. */
const ENDS = {
  importance: ['no dependents', 'most dependents'],
  fragility: ['rarely fixed', 'frequently fixed'],
  likelihood: ['unlikely to change', 'certain to change'],
} as const satisfies Record<Scaled, readonly string[]>;

function Scale({ colouring, palette }: { readonly colouring: Scaled; readonly palette: Palette }) {
  const [least, most] = ENDS[colouring];
  return (
    <span className="scale">
      {least}
      <span
        className="scale-bar"
        aria-hidden="true"
        style={{ background: `linear-gradient(90deg, ${scaleColours(colouring, palette)})` }}
      />
      {most}
    </span>
  );
}

function Clusters({ snapshot, palette }: Omit<LegendProps, 'colouring'>) {
  const { clusters, scene } = snapshot;
  const shown = [...new Set(scene.nodes.flatMap(({ cluster }) => (cluster === null ? [] : [cluster])))];
  const more = shown.length - MAX_CLUSTERS;
  return (
    <ul className="legend-items">
      {shown.slice(0, MAX_CLUSTERS).map((cluster) => (
        <li key={cluster}>
          <Swatch colour={clusterCss(palette, cluster)} />
          <Text value={clusters[cluster] ?? `cluster ${cluster + 1}`} />
        </li>
      ))}
      {more > 0 ? <li>and {count(more)} more</li> : null}
    </ul>
  );
}

function Locks({ snapshot, palette }: Omit<LegendProps, 'colouring'>) {
  const { exclusive, shared, free } = lockColours(palette);
  const locked = Object.keys(snapshot.locks).length;
  if (snapshot.scene.place.kind === 'clusters') return <span>Only files have locks: open a cluster to see them.</span>;
  return (
    <ul className="legend-items">
      <li>
        <Swatch colour={exclusive} /> locked by one agent
      </li>
      <li>
        <Swatch colour={shared} /> shared by agents
      </li>
      <li>
        <Swatch colour={free} /> free
      </li>
      {locked === 0 ? <li>nothing here is locked</li> : null}
    </ul>
  );
}

interface LegendProps {
  readonly snapshot: GraphSnapshot;
  readonly palette: Palette;
  readonly colouring: Colouring;
}

/** Explains the colours of the drawing, and selects what they show. */
export function Legend({ snapshot, palette, colouring }: LegendProps) {
  const store = useGraph();
  const isBlast = snapshot.scene.place.kind === 'blast';
  return (
    <div className="legend">
      <Field label="Colour">
        <select value={colouring} onChange={({ target }) => isColouring(target.value) && store.colour(target.value)}>
          {Object.entries(COLOURINGS).map(([value, label]) => (
            <option key={value} value={value}>
              {isBlast && value === 'importance' ? 'Likelihood' : label}
            </option>
          ))}
        </select>
      </Field>
      {colouring === 'cluster' ? <Clusters {...{ snapshot, palette }} /> : null}
      {colouring === 'lock' ? <Locks {...{ snapshot, palette }} /> : null}
      {isBlast && colouring === 'importance' ? (
        <span className="scale">
          <Swatch colour={css(palette.important)} /> changed
        </span>
      ) : null}
      {colouring === 'importance' ? <Scale colouring={isBlast ? 'likelihood' : 'importance'} palette={palette} /> : null}
      {colouring === 'fragility' ? <Scale colouring="fragility" palette={palette} /> : null}
      {snapshot.scene.edges.some(({ type }) => type === 'breaks_if_changed') ? (
        <span className="scale">
          <span className="stroke" aria-hidden="true" style={{ background: changesColour(palette) }} /> changed together
        </span>
      ) : null}
    </div>
  );
}
