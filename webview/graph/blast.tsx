import type { AffectedFile, GraphBlast, GraphSnapshot } from '../../src/host/dashboards/graph/protocol.ts';
import { count } from '../format.ts';
import { Grid } from '../grid/grid.tsx';
import type { Column } from '../grid/grid-props.ts';
import { Empty, Icon, Section, Text } from '../parts.tsx';
import { splitPath } from '../text.ts';
import { useGraph } from './graph-store.ts';
import { percent, useInView, useSteps } from './looks.tsx';
import { Lock } from './node-list.tsx';
import type { SavedGraph } from './saved-graph.ts';
import { lockOn } from './tint.ts';

type Affected = Omit<AffectedFile, 'tests'>;

const ROW_PX = 42;

function AffectedCell({ path, likelihood, because, icon, lock }: AffectedCellProps) {
  const { folder, name } = splitPath(path);
  return (
    <div className="link-row">
      <div className="line">
        <Icon name={icon} />
        <Text value={name} className="main" dir="ltr" />
        <Text value={folder} className="id" dir="ltr" />
        <Lock lock={lock} />
        <span className="number">{percent(likelihood)}</span>
      </div>
      <Text value={because.join(' · ')} className="why" />
    </div>
  );
}

interface AffectedCellProps extends Affected {
  readonly icon: string;
  readonly lock: GraphSnapshot['locks'][string] | undefined;
}

interface AffectedListProps {
  readonly list: 'affected' | 'tests';
  readonly title: string;
  readonly rows: readonly Affected[];
  /** Number of further, less likely files. */
  readonly more: number;
  readonly empty: string;
  readonly view: SavedGraph;
  readonly locks: GraphSnapshot['locks'];
}

const ICONS = { affected: 'file-code', tests: 'beaker' } as const;

function AffectedList({ list, title, rows, more, empty, view, locks }: AffectedListProps) {
  const store = useGraph();
  const { open, onKey } = useSteps();
  useInView(list, view.cursors[list], ROW_PX);
  const columns: readonly Column<Affected>[] = [
    { name: 'tie', title, cell: (row) => <AffectedCell {...row} icon={ICONS[list]} lock={lockOn(locks, row.path)} /> },
  ];
  return (
    <Section name={list} title={title} total={rows.length + more}>
      {rows.length === 0 ? (
        <Empty text={empty} />
      ) : (
        <Grid
          keeper={store}
          list={list}
          label={title}
          role="grid"
          columns={columns}
          rowPx={ROW_PX}
          page={{ total: rows.length, from: 0, rows }}
          cursor={view.cursors[list]}
          onOpen={({ path }) => open(path)}
          onKey={(key, { path }) => onKey(key, path, 'file')}
        />
      )}
      {more > 0 ? <p className="hidden-count">{count(more)} more, less likely, are not shown.</p> : null}
    </Section>
  );
}

interface BlastListProps {
  readonly blast: GraphBlast;
  readonly view: SavedGraph;
  readonly locks: GraphSnapshot['locks'];
}

/** Affected files and tests to run, if the filter shows their types. */
export function BlastLists({ blast: { files, tests, more }, ...shown }: BlastListProps) {
  const types = new Set(shown.view.filter.nodes);
  const none = { affected: 'No dependents found.', tests: 'No tests found for it.' };
  return (
    <>
      {types.has('file') ? (
        <AffectedList list="affected" title="Affected Files" rows={files} more={more.files} empty={none.affected} {...shown} />
      ) : null}
      {types.has('test') ? (
        <AffectedList list="tests" title="Tests to Run" rows={tests} more={more.tests} empty={none.tests} {...shown} />
      ) : null}
    </>
  );
}
