import type { Page } from '../../src/host/dashboards/protocol.ts';
import type { AgentRow, AgentStatus } from '../../src/host/dashboards/swarm/protocol.ts';
import type { Cursor } from '../cursor.ts';
import { ago, count, money, tokens } from '../format.ts';
import { Grid } from '../grid/grid.tsx';
import type { Column } from '../grid/grid-props.ts';
import { rowAt } from '../grid/ranges.ts';
import { Button, Empty, Section, Text } from '../parts.tsx';
import { useClock } from '../store-context.ts';
import { StateIcon } from './states.tsx';
import { useSwarm } from './swarm-store.ts';

/** Returns the status of an agent: `unresponsive` without a recent heartbeat, whatever the file says. */
function useStatus({ status, unresponsiveFrom }: AgentRow): AgentStatus | 'unresponsive' {
  return useClock((now) => (unresponsiveFrom !== null && now >= unresponsiveFrom ? 'unresponsive' : status));
}

function AgentCell(row: AgentRow) {
  const { id, role } = row;
  return (
    <>
      <StateIcon status={useStatus(row)} />
      <Text value={id} className="main" />
      <Text value={role} className="note" />
    </>
  );
}

function StateCell(row: AgentRow) {
  return useStatus(row);
}

function CurrentTaskCell({ task }: AgentRow) {
  if (task === null) return null;
  return (
    <>
      <Text value={task.description} className="main" />
      <Text value={task.id} className="id" />
    </>
  );
}

function Seen({ at }: { readonly at: number }) {
  return <span className="number">{useClock((now) => ago(now - at))}</span>;
}

const COLUMNS: readonly Column<AgentRow>[] = [
  { name: 'agent', title: 'Agent', cell: (row) => <AgentCell {...row} /> },
  { name: 'status', title: 'State', cell: (row) => <StateCell {...row} /> },
  { name: 'doing', title: 'Current task', cell: (row) => <CurrentTaskCell {...row} /> },
  { name: 'tokens', title: 'Tokens', cell: (row) => <span className="number">{tokens(row.tokens)}</span> },
  { name: 'cost', title: 'Cost', cell: ({ costUsd }) => <span className="number">{money(costUsd)}</span> },
  { name: 'locks', title: 'Locks', cell: ({ locks }) => <span className="number">{count(locks)}</span> },
  { name: 'seen', title: 'Last heartbeat', cell: ({ lastActivity }) => (lastActivity === null ? null : <Seen at={lastActivity} />) },
];

interface AgentsProps {
  readonly page: Page<AgentRow>;
  readonly cursor: Cursor | null;
  /** Reason why nothing can be changed; `null` when changes are possible. */
  readonly refusal: string | null;
}

const isGone = (row: AgentRow | undefined): boolean => row?.context === 'agent.gone';

function AgentSteps({ page, cursor, refusal }: AgentsProps) {
  const store = useSwarm();
  const agent = cursor?.id ?? null;
  const row = cursor === null || agent === null ? undefined : rowAt(page, cursor.index);
  const missing = agent === null ? 'Choose an agent first' : isGone(row) ? 'This agent has left the swarm' : null;
  return (
    <>
      <Button label="Recruit…" icon="add" refusal={refusal} onPress={() => store.take({ kind: 'recruit' })} />
      <Button
        label="Retire…"
        icon="sign-out"
        shortcut="Delete"
        refusal={refusal ?? missing}
        onPress={() => agent !== null && store.take({ kind: 'retire', agent })}
      />
    </>
  );
}

export function Agents({ page, cursor, refusal }: AgentsProps) {
  const store = useSwarm();
  const recruit = { label: 'Recruit…', icon: 'add', refusal, onPress: () => store.take({ kind: 'recruit' }) };
  const onKey = (key: string, row: AgentRow): boolean => {
    if (key !== 'Delete' || refusal !== null || isGone(row)) return false;
    store.take({ kind: 'retire', agent: row.id });
    return true;
  };
  const steps = page.total === 0 ? null : <AgentSteps {...{ page, cursor, refusal }} />;
  return (
    <Section name="agents" title="Agents" total={page.total} steps={steps}>
      {page.total === 0 ? (
        <Empty text="No agents take part yet. Agents join on their own, or you recruit them." action={recruit} />
      ) : (
        <Grid
          keeper={store}
          list="agents"
          label="Agents"
          role="grid"
          columns={COLUMNS}
          page={page}
          cursor={cursor}
          menuContext={({ id, context }) => ({ webviewSection: context, kind: 'agent', id, canWrite: refusal === null })}
          onOpen={({ task }) => task !== null && store.take({ kind: 'show-task', task: task.id })}
          onKey={onKey}
        />
      )}
    </Section>
  );
}
