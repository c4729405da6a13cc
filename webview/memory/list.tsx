import type { MemorySnapshot, NoteRow } from '../../src/host/dashboards/memory/protocol.ts';
import { Grid } from '../grid/grid.tsx';
import type { Column } from '../grid/grid-props.ts';
import { Button, Empty, Icon, Section, Text } from '../parts.tsx';
import { useMemory } from './memory-store.ts';
import { Status } from './note-parts.tsx';
import { NO_FILTER, type SavedMemory } from './saved-memory.ts';

function Name({ icon, name, replacedBy }: NoteRow) {
  return (
    <>
      <Icon name={icon} />
      <Text value={name} className="main" />
      {replacedBy === null ? null : <Text value={`replaced by ${replacedBy}`} className="successor" />}
    </>
  );
}

const COLUMNS: readonly Column<NoteRow>[] = [
  { name: 'note-name', title: 'Note', cell: (row) => <Name {...row} /> },
  { name: 'note-type', title: 'Type', cell: ({ type }) => <Text value={type} /> },
  { name: 'note-project', title: 'Project', cell: ({ project }) => <Text value={project} /> },
  { name: 'note-status', title: 'Status', cell: (row) => <Status {...row} /> },
  { name: 'note-updated', title: 'Updated', cell: ({ updated }) => <span className="number">{updated ?? ''}</span> },
];
const SCORE: Column<NoteRow> = {
  name: 'note-score',
  title: 'Score',
  cell: ({ score }) => <span className="number">{score?.toFixed(1)}</span>,
};
const WITH_SCORE = [SCORE, ...COLUMNS];

interface ListProps {
  readonly snapshot: MemorySnapshot;
  readonly view: SavedMemory;
  /** Whether there is a search. Then each note has a score. */
  readonly isScored: boolean;
  /** Called for Enter on a note. */
  readonly onOpen: (note: NoteRow) => void;
}

function Nothing({ snapshot: { all, readOnly: refusal, problems } }: ListProps) {
  const store = useMemory();
  if (all > 0)
    return <Empty text="No notes match." action={{ label: 'Show All', icon: 'clear-all', onPress: () => store.narrow(NO_FILTER) }} />;
  if (problems.some(({ severity }) => severity === 'error')) return null;
  const add = { label: 'New Note…', icon: 'new-file', refusal, onPress: () => store.take({ kind: 'new' }) };
  return <Empty text="The memory vault has no notes yet. Agents and people write here what to remember." action={add} />;
}

function Review({ snapshot: { toReview }, view }: ListProps) {
  const store = useMemory();
  const isOn = view.choices.status === 'review';
  if (toReview === 0 && !isOn) return null;
  return (
    <Button
      label={`${toReview} to Review`}
      icon="inbox"
      about="Only notes in review"
      pressed={isOn}
      onPress={() => store.narrow(isOn ? { status: null } : { ...NO_FILTER, status: 'review' })}
    />
  );
}

/** The filtered notes, best or newest first. */
export function List(props: ListProps) {
  const { snapshot, view, isScored, onOpen } = props;
  const store = useMemory();
  const { notes, readOnly: refusal } = snapshot;
  return (
    <Section name="notes" title="Notes" total={notes.total} steps={<Review {...props} />}>
      {notes.total === 0 ? (
        <Nothing {...props} />
      ) : (
        <Grid
          keeper={store}
          list="notes"
          label="Notes"
          role="grid"
          columns={isScored ? WITH_SCORE : COLUMNS}
          page={notes}
          cursor={view.cursors.notes}
          menuContext={({ path, context }) => ({ webviewSection: context, kind: 'note', path, canWrite: refusal === null })}
          onOpen={onOpen}
        />
      )}
    </Section>
  );
}
