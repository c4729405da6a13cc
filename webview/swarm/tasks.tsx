import type { Page } from '../../src/host/dashboards/protocol.ts';
import type { TaskGraphState, TaskRow } from '../../src/host/dashboards/swarm/protocol.ts';
import type { Cursor } from '../cursor.ts';
import { tokens, toPercent } from '../format.ts';
import { Grid } from '../grid/grid.tsx';
import type { Column } from '../grid/grid-props.ts';
import { rowAt } from '../grid/ranges.ts';
import { Button, Empty, Section, Text } from '../parts.tsx';
import { namesText } from '../text.ts';
import { foldKey, Twistie, treeAttributes } from '../tree-rows.tsx';
import type { SavedSwarm } from './saved-swarm.ts';
import { StateIcon } from './states.tsx';
import { useSwarm } from './swarm-store.ts';
import { TaskGraph } from './task-graph.tsx';

function TaskCell({ id, description, status, depth, unfolded }: TaskRow) {
  return (
    <>
      <Twistie depth={depth} unfolded={unfolded} />
      <StateIcon status={status} />
      <Text value={description} className="main" />
      <Text value={id} className="id" />
    </>
  );
}

/** Above this number of subtasks, a percentage is clearer than a fraction. */
const MAX_COUNTED = 100;

function statusText({ status, progress }: TaskRow): string {
  if (progress === null) return status;
  const { done, total } = progress;
  return total < MAX_COUNTED ? `${status} ${done}/${total}` : `${status} ${toPercent(done, total)} %`;
}

/** An estimate of 0 means that there is none. */
function TokensCell({ actualTokens, estimatedTokens }: TaskRow) {
  if (estimatedTokens === 0) return actualTokens === null ? null : <span className="number">{tokens(actualTokens)}</span>;
  const used = actualTokens === null ? '–' : tokens(actualTokens);
  return (
    <span className="number" title="Used / estimated">
      {used} / {tokens(estimatedTokens)}
    </span>
  );
}

/** Shows what a task waits for, else its note. */
function NotesCell({ waitsFor, note, status }: TaskRow) {
  if (waitsFor.total > 0) return <Text value={`waits for ${namesText(waitsFor)}`} />;
  return note === null ? null : <Text value={note} className={status === 'failed' ? 'bad' : 'note'} />;
}

const COLUMNS: readonly Column<TaskRow>[] = [
  { name: 'task', title: 'Task', cell: (row) => <TaskCell {...row} /> },
  { name: 'status', title: 'State', cell: statusText },
  { name: 'agent', title: 'Agent', cell: ({ assignedTo }) => (assignedTo === null ? null : <Text value={assignedTo} />) },
  { name: 'tokens', title: 'Tokens', cell: (row) => <TokensCell {...row} /> },
  { name: 'notes', title: 'Notes', cell: (row) => <NotesCell {...row} /> },
];

interface TasksProps {
  readonly page: Page<TaskRow>;
  readonly cursor: Cursor | null;
  /** Reason why nothing can be changed; `null` when changes are possible. */
  readonly refusal: string | null;
}

/** Returns why a task cannot be assigned; `null` when it can, or when the host has not sent it yet. */
function unassignable(row: TaskRow | undefined): string | null {
  return row === undefined || row.context.startsWith('task.pending') ? null : 'Only a pending task without subtasks can be assigned';
}

/** Returns why a task cannot be retried; `null` as in `unassignable`. */
function unretriable(row: TaskRow | undefined): string | null {
  return row === undefined || /^task\.(failed|skipped)/.test(row.context) ? null : 'Only a failed or skipped task can be retried';
}

function TaskSteps({ page, cursor, refusal }: TasksProps) {
  const store = useSwarm();
  const task = cursor?.id ?? null;
  const missing = task === null ? 'Choose a task first' : null;
  const row = cursor === null || task === null ? undefined : rowAt(page, cursor.index);
  return (
    <>
      <Button
        label="Show"
        icon="go-to-file"
        shortcut="Enter"
        refusal={missing}
        onPress={() => task !== null && store.take({ kind: 'show-task', task })}
      />
      <Button
        label="Assign…"
        icon="person-add"
        refusal={refusal ?? missing ?? unassignable(row)}
        onPress={() => task !== null && store.take({ kind: 'assign', task })}
      />
      <Button
        label="Retry"
        icon="debug-restart"
        refusal={refusal ?? missing ?? unretriable(row)}
        onPress={() => task !== null && store.take({ kind: 'retry', task })}
      />
    </>
  );
}

/** Toggles of the graph. */
function GraphSteps({ shown }: { readonly shown: SavedSwarm['graph'] }) {
  const store = useSwarm();
  return (
    <>
      {shown === null ? null : (
        <Button
          label="Fit"
          icon="screen-full"
          about="Show the whole graph"
          pressed={shown === 'fit'}
          onPress={() => store.showGraph(shown === 'fit' ? 'whole' : 'fit')}
        />
      )}
      <Button
        label="Graph"
        icon="type-hierarchy-sub"
        about="The dependencies between tasks, with the critical path"
        pressed={shown !== null}
        onPress={() => store.showGraph(shown === null ? 'whole' : null)}
      />
    </>
  );
}

interface AllTasksProps extends TasksProps {
  readonly total: number;
  /** `null` when it is not requested, or has not arrived yet. */
  readonly graph: TaskGraphState | null;
  readonly shown: SavedSwarm['graph'];
}

export function Tasks({ total, page, cursor, refusal, graph, shown }: AllTasksProps) {
  const store = useSwarm();
  const fold = ({ id, unfolded }: TaskRow): void => {
    if (unfolded !== null) store.fold(id, unfolded);
  };
  const steps = (
    <>
      <TaskSteps {...{ page, cursor, refusal }} />
      <GraphSteps shown={shown} />
    </>
  );
  return (
    <Section name="tasks" title="Tasks" total={total} steps={steps}>
      {graph === null || shown === null ? null : <TaskGraph graph={graph} cursor={cursor} isFit={shown === 'fit'} />}
      {page.total === 0 ? (
        <Empty text="This swarm has no tasks." />
      ) : (
        <Grid
          keeper={store}
          list="tasks"
          label="Tasks"
          role="treegrid"
          columns={COLUMNS}
          page={page}
          cursor={cursor}
          rowAttributes={treeAttributes}
          menuContext={({ id, context }) => ({ webviewSection: context, kind: 'task', id, canWrite: refusal === null })}
          onOpen={({ id }) => store.take({ kind: 'show-task', task: id })}
          onKey={(key, row, index) => foldKey(key, row, index, page, (hidden) => store.fold(row.id, hidden))}
          onTwistie={fold}
        />
      )}
    </Section>
  );
}
