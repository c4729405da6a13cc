import type { Page } from '../../src/host/dashboards/protocol.ts';
import type { LockRow } from '../../src/host/dashboards/swarm/protocol.ts';
import type { Cursor } from '../cursor.ts';
import { count } from '../format.ts';
import { Grid } from '../grid/grid.tsx';
import type { Column } from '../grid/grid-props.ts';
import { rowAt } from '../grid/ranges.ts';
import { LockPath, LockSteps, NoLocks, TimeLeft } from '../lock-parts.tsx';
import { Section, Text } from '../parts.tsx';
import { namesText } from '../text.ts';
import { useSwarm } from './swarm-store.ts';

/** Shows the number of waiting agents when there is no room for their names, which screen readers always read. */
function HolderCell({ agentId, waiting }: LockRow) {
  return (
    <>
      <Text value={agentId} />
      {waiting.total === 0 ? null : (
        <span className="queue" aria-hidden="true">
          · {count(waiting.total)} waiting
        </span>
      )}
    </>
  );
}

const COLUMNS: readonly Column<LockRow>[] = [
  { name: 'path', title: 'Path', cell: (row) => <LockPath {...row} /> },
  { name: 'holder', title: 'Held by', cell: (row) => <HolderCell {...row} /> },
  { name: 'type', title: 'Type', cell: ({ type }) => type },
  { name: 'left', title: 'Expires in', cell: (row) => <TimeLeft {...row} /> },
  { name: 'waiting', title: 'Waiting', cell: ({ waiting }) => (waiting.total === 0 ? null : <Text value={namesText(waiting)} />) },
  { name: 'reason', title: 'Reason', cell: ({ reason }) => <Text value={reason} /> },
];

interface StepsProps {
  readonly page: Page<LockRow>;
  readonly cursor: Cursor | null;
  /** Reason why nothing can be changed; `null` when changes are possible. */
  readonly refusal: string | null;
}

interface LocksProps extends StepsProps {
  readonly isUnread: boolean;
}

function Steps({ page, cursor, refusal }: StepsProps) {
  const store = useSwarm();
  const path = cursor === null || cursor.id === null ? undefined : rowAt(page, cursor.index)?.path;
  const step = (kind: 'open-file' | 'break-lock') => () => path !== undefined && store.take({ kind, path });
  return <LockSteps isChosen={path !== undefined} refusal={refusal} onOpen={step('open-file')} onBreak={step('break-lock')} />;
}

export function Locks({ page, cursor, refusal, isUnread }: LocksProps) {
  const store = useSwarm();
  const onKey = (key: string, { path }: LockRow): boolean => {
    if (key !== 'Delete' || refusal !== null) return false;
    store.take({ kind: 'break-lock', path });
    return true;
  };
  const steps = page.total === 0 ? null : <Steps {...{ page, cursor, refusal }} />;
  return (
    <Section name="locks" title="Locks" total={isUnread ? null : page.total} steps={steps}>
      {page.total === 0 ? (
        <NoLocks projects={1} unread={isUnread ? 1 : 0} />
      ) : (
        <Grid
          keeper={store}
          list="locks"
          label="Locks"
          role="grid"
          columns={COLUMNS}
          page={page}
          cursor={cursor}
          menuContext={({ path, agentId, context }) => ({
            webviewSection: context,
            kind: 'lock',
            path,
            agent: agentId,
            canWrite: refusal === null,
          })}
          onOpen={({ path }) => store.take({ kind: 'open-file', path })}
          onKey={onKey}
        />
      )}
    </Section>
  );
}
