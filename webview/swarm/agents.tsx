import type { Page } from '../../src/host/dashboards/protocol.ts';
import type { ActivityState } from '../../src/host/dashboards/swarm/past-protocol.ts';
import type { AgentRow, AgentStatus, View } from '../../src/host/dashboards/swarm/protocol.ts';
import type { Cursor } from '../cursor.ts';
import { ago, count, money, roughDuration, tokens } from '../format.ts';
import { Grid } from '../grid/grid.tsx';
import type { Column } from '../grid/grid-props.ts';
import { rowAt } from '../grid/ranges.ts';
import { Button, Empty, Icon, Section, Text } from '../parts.tsx';
import { useClock } from '../store-context.ts';
import { ACTIVITY_TIMES } from './saved-swarm.ts';
import { StateIcon } from './states.tsx';
import { Strip, StripAxis } from './strip.tsx';
import { StripTimeContext, useShownTime } from './strip-time.ts';
import { useSwarm } from './swarm-store.ts';

const HOUR_MS = 3_600_000;
const ACTIVITY_LENGTHS = ['hour', 'six-hours', 'all'] as const satisfies readonly View['activity'][];

/** Returns the status of an agent: `unresponsive` without a recent heartbeat, whatever the file says. */
function useStatus({ status, unresponsiveFrom }: AgentRow): AgentStatus | 'unresponsive' {
  return useClock((now) => (unresponsiveFrom !== null && now >= unresponsiveFrom ? 'unresponsive' : status));
}

function AgentCell(row: AgentRow) {
  const { id, role, waits } = row;
  const status = useStatus(row);
  const isWaiting = waits !== null && status !== 'unresponsive';
  return (
    <>
      <StateIcon status={isWaiting ? 'blocked' : failedTask(row) === null ? status : 'failed'} />
      <Text value={id} className="main" />
      <Text value={role} className="note" />
    </>
  );
}

/** Returns the task of an idle agent that failed, and after which it has no other; `null` if there is none. */
function failedTask({ status, strip }: AgentRow): string | null {
  const last = strip?.spans.findLast(({ kind }) => kind === 'task');
  return status === 'idle' && last?.end === 'failed' ? last.label : null;
}

/** Says what an agent is doing, or why it is stuck. */
function NowCell(row: AgentRow) {
  const { task, waits, lastActivity } = row;
  const status = useStatus(row);
  const since = useClock((now) => roughDuration(now - ((status === 'unresponsive' ? lastActivity : waits?.since) ?? now)));
  if (status === 'unresponsive')
    return <Text value={`unresponsive, silent ${since}${task === null ? '' : `: ${task.description}`}`} className="main" />;
  if (waits !== null) {
    const holder = waits.holder === null ? '' : ` (${waits.holder})`;
    return <Text value={`waiting ${since} for ${waits.path}${holder}`} className="main" />;
  }
  const failed = failedTask(row);
  if (failed !== null) return <Text value={`idle, failed: ${failed}`} className="main" />;
  if (task === null || status === 'left') return <span className="quiet">{status}</span>;
  return <Text value={status === 'working' ? task.description : `${status}: ${task.description}`} className="main" />;
}

function Seen({ at }: { readonly at: number }) {
  return <span className="number">{useClock((now) => ago(now - at))}</span>;
}

/** Header that orders the agents by its column, the largest value first. */
function SortHead({ by, title, isOn }: { readonly by: 'tokens' | 'cost'; readonly title: string; readonly isOn: boolean }) {
  const store = useSwarm();
  return (
    <button
      type="button"
      className="sort-head"
      title={isOn ? 'Order by attention' : `Order by ${title.toLowerCase()}`}
      onClick={() => store.sortAgents(by)}
    >
      {title}
      {isOn ? <Icon name="arrow-down" /> : null}
    </button>
  );
}

function sortable(by: 'tokens' | 'cost', title: string, order: View['agentsBy']): Omit<Column<AgentRow>, 'cell'> {
  const isOn = order === by;
  return { name: by, title, head: <SortHead by={by} title={title} isOn={isOn} />, ...(isOn && { sort: 'descending' as const }) };
}

const columnsFor = (order: View['agentsBy']): readonly Column<AgentRow>[] => [
  { name: 'agent', title: 'Agent', cell: (row) => <AgentCell {...row} /> },
  { name: 'doing', title: 'Now', cell: (row) => <NowCell {...row} /> },
  { name: 'activity', title: 'Activity', head: <StripAxis />, cell: (row) => <Strip row={row} /> },
  { ...sortable('tokens', 'Tokens', order), cell: (row) => <span className="number">{tokens(row.tokens)}</span> },
  { ...sortable('cost', 'Cost', order), cell: ({ costUsd }) => <span className="number">{money(costUsd)}</span> },
  { name: 'locks', title: 'Locks', cell: ({ locks }) => <span className="number">{count(locks)}</span> },
  { name: 'seen', title: 'Heartbeat', cell: ({ lastActivity }) => (lastActivity === null ? null : <Seen at={lastActivity} />) },
];

/** The same objects for the same order, so that rows are not rendered again. */
const COLUMNS: Readonly<Record<View['agentsBy'], readonly Column<AgentRow>[]>> = {
  attention: columnsFor('attention'),
  tokens: columnsFor('tokens'),
  cost: columnsFor('cost'),
};

interface AgentsProps {
  readonly page: Page<AgentRow>;
  readonly cursor: Cursor | null;
  /** Reason why nothing can be changed; `null` when changes are possible. */
  readonly refusal: string | null;
}

interface AgentListProps extends AgentsProps {
  readonly activity: ActivityState | null;
  /** Selected length of the strips. */
  readonly shown: View['activity'];
  /** The requested past moment; `null` for now. */
  readonly past: number | null;
  readonly order: View['agentsBy'];
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

const LEGEND: readonly (readonly [className: string, text: string])[] = [
  ['strip-task open', 'in progress'],
  ['strip-task done', 'done'],
  ['strip-task failed', 'failed'],
  ['strip-wait', 'waiting for a lock'],
  ['strip-silence', 'silent'],
  ['strip-mark decision', 'decision'],
  ['strip-cost', 'cost'],
];

/** Explains the strips. Screen readers get each strip in words. */
function Legend() {
  return (
    <span className="strip-legend" aria-hidden="true">
      {LEGEND.map(([className, text]) => (
        <span key={text}>
          <span className={className} /> {text}
        </span>
      ))}
    </span>
  );
}

/** Selects how much of the past the strips show. Shorter times than an hour need no selection. */
function Lengths({ activity, shown }: Pick<AgentListProps, 'activity' | 'shown'>) {
  const store = useSwarm();
  if (activity?.kind !== 'shown' || activity.lengthMs <= HOUR_MS) return null;
  return ACTIVITY_LENGTHS.map((length) => (
    <button key={length} type="button" className="button" aria-pressed={shown === length} onClick={() => store.showActivity(length)}>
      {ACTIVITY_TIMES[length]}
    </button>
  ));
}

export function Agents({ page, cursor, refusal, activity, shown, past, order }: AgentListProps) {
  const store = useSwarm();
  const time = useShownTime(activity, past);
  const recruit = { label: 'Recruit…', icon: 'add', refusal, onPress: () => store.take({ kind: 'recruit' }) };
  const onKey = (key: string, row: AgentRow): boolean => {
    if (key !== 'Delete' || refusal !== null || isGone(row)) return false;
    store.take({ kind: 'retire', agent: row.id });
    return true;
  };
  const steps =
    page.total === 0 ? null : (
      <>
        <Legend />
        <Lengths activity={activity} shown={shown} />
        <AgentSteps {...{ page, cursor, refusal }} />
      </>
    );
  return (
    <Section name="agents" title="Agents" total={page.total} steps={steps}>
      {page.total === 0 ? (
        <Empty text="No agents take part yet. Agents join on their own, or you recruit them." action={recruit} />
      ) : (
        <StripTimeContext value={time}>
          <Grid
            keeper={store}
            list="agents"
            label="Agents"
            role="grid"
            columns={COLUMNS[order]}
            page={page}
            cursor={cursor}
            menuContext={({ id, context }) => ({ webviewSection: context, kind: 'agent', id, canWrite: refusal === null })}
            onOpen={({ task }) => task !== null && store.take({ kind: 'show-task', task: task.id })}
            onKey={onKey}
          />
        </StripTimeContext>
      )}
    </Section>
  );
}
