import type { EntryRow, TimelineSnapshot } from '../../src/host/dashboards/timeline/protocol.ts';
import { counted } from '../format.ts';
import { Grid } from '../grid/grid.tsx';
import type { Column } from '../grid/grid-props.ts';
import { Button, Empty, Section, Text } from '../parts.tsx';
import { namesText } from '../text.ts';
import { Action, Outcome, When } from './entry-parts.tsx';
import { NO_FILTER, type SavedTimeline } from './saved-timeline.ts';
import { useTimeline } from './timeline-store.ts';

const COLUMNS: readonly Column<EntryRow>[] = [
  { name: 'entry-at', title: 'When', cell: (row) => <When {...row} /> },
  { name: 'entry-action', title: 'Action', cell: (row) => <Action {...row} /> },
  { name: 'entry-agent', title: 'Agent', cell: ({ agent }) => <Text value={agent} /> },
  { name: 'entry-outcome', title: 'Outcome', cell: (row) => <Outcome {...row} /> },
  { name: 'entry-files', title: 'Files', cell: ({ files }) => <Text value={namesText(files)} dir="ltr" /> },
];

interface ListProps {
  readonly snapshot: TimelineSnapshot;
  readonly view: SavedTimeline;
  /** Called for Enter on an entry. */
  readonly onRead: () => void;
}

const isWhole = ({ choices }: SavedTimeline): boolean =>
  choices === NO_FILTER || Object.values(choices).every((value) => value === null || value === '' || value === 'all');

function Nothing({ snapshot: { searching, readOnly: refusal, problems }, view }: ListProps) {
  const store = useTimeline();
  if (searching) return <Empty text="Searching…" />;
  if (!isWhole(view)) {
    const showAll = { label: 'Show All', icon: 'clear-all', onPress: () => store.narrow(NO_FILTER) };
    return <Empty text="No entries match." action={showAll} />;
  }
  if (problems.some(({ severity }) => severity === 'error')) return null;
  const add = { label: 'Add Entry…', icon: 'add', refusal, onPress: () => store.take({ kind: 'add' }) };
  return <Empty text="No entries yet. Agents record here what they decide, try and discover, and why." action={add} />;
}

/** Number of new entries above the shown ones. Always in the DOM, so that screen readers announce changes. */
function Fresh({ fresh }: Pick<TimelineSnapshot, 'fresh'>) {
  const store = useTimeline();
  return (
    <span role="status">
      {fresh === 0 ? null : (
        <Button
          label={counted(fresh, 'new entry', 'new entries')}
          icon="arrow-up"
          about="Show the newest entries"
          onPress={() => store.showFirst()}
        />
      )}
    </span>
  );
}

/** The filtered entries, newest first. */
export function List(props: ListProps) {
  const { snapshot, view, onRead } = props;
  const store = useTimeline();
  const { entries, searching, fresh } = snapshot;
  const steps = (
    <>
      {searching ? <span className="searching tone-quiet">Searching…</span> : null}
      <Fresh fresh={fresh} />
    </>
  );
  return (
    <Section name="entries" title="Entries" total={entries.total} steps={steps}>
      {entries.total === 0 ? (
        <Nothing {...props} />
      ) : (
        <Grid
          keeper={store}
          list="entries"
          label="Entries"
          role="grid"
          columns={COLUMNS}
          page={entries}
          cursor={view.cursors.entries}
          onOpen={onRead}
        />
      )}
    </Section>
  );
}
