import type { HeldLockRow, LocksSnapshot } from '../../src/host/dashboards/locks/protocol.ts';
import type { Cursor } from '../cursor.ts';
import { ago } from '../format.ts';
import { Grid } from '../grid/grid.tsx';
import type { Column } from '../grid/grid-props.ts';
import { rowAt } from '../grid/ranges.ts';
import { LockPath, LockSteps, NO_LOCK, NoLocks, TimeLeft } from '../lock-parts.tsx';
import { Button, Empty, Icon, Section, Text } from '../parts.tsx';
import { useClock } from '../store-context.ts';
import { namesText } from '../text.ts';
import { HolderCell } from './holder.tsx';
import { useLocks } from './locks-store.ts';
import { NO_FILTER } from './saved-locks.ts';

function Since({ acquiredAt }: HeldLockRow) {
  return <span className="number">{useClock((now) => ago(now - acquiredAt))}</span>;
}

function Waiting({ waiting }: HeldLockRow) {
  if (waiting.total === 0) return null;
  return (
    <>
      <Icon name="watch" tone="warning" />
      <Text value={namesText(waiting)} />
    </>
  );
}

const BEFORE_PROJECT: readonly Column<HeldLockRow>[] = [
  { name: 'path', title: 'Path', cell: (row) => <LockPath {...row} /> },
  { name: 'held-by', title: 'Held by', cell: (row) => <HolderCell {...row} /> },
];
const PROJECT: Column<HeldLockRow> = { name: 'held-in', title: 'Project', cell: ({ project }) => <Text value={project ?? ''} /> };
const BEHIND_PROJECT: readonly Column<HeldLockRow>[] = [
  { name: 'held-type', title: 'Type', cell: ({ type }) => type },
  { name: 'since', title: 'Since', cell: (row) => <Since {...row} /> },
  { name: 'left', title: 'Expires in', cell: (row) => <TimeLeft {...row} /> },
  { name: 'waits', title: 'Waiting', cell: (row) => <Waiting {...row} /> },
  { name: 'why', title: 'Reason', cell: ({ reason }) => <Text value={reason} /> },
];
const OF_ONE = [...BEFORE_PROJECT, ...BEHIND_PROJECT];
const OF_SEVERAL = [...BEFORE_PROJECT, PROJECT, ...BEHIND_PROJECT];

type Kind = 'open-file' | 'break' | 'renew' | 'release';

interface ListProps {
  readonly snapshot: LocksSnapshot;
  readonly cursor: Cursor | null;
}

function Steps({ snapshot: { locks, readOnly: refusal }, cursor }: ListProps) {
  const store = useLocks();
  const row = cursor === null || cursor.id === null ? undefined : rowAt(locks, cursor.index);
  const step = (kind: Kind) => () => row !== undefined && store.take({ kind, lock: row.id });
  const notOwn = row === undefined ? NO_LOCK : row.isOwn ? null : 'Held by another agent';
  return (
    <>
      <LockSteps isChosen={row !== undefined} refusal={refusal} onOpen={step('open-file')} onBreak={step('break')} />
      <Button label="Renew…" icon="history" refusal={refusal ?? notOwn} onPress={step('renew')} />
      <Button label="Release" icon="key" refusal={refusal ?? notOwn} onPress={step('release')} />
    </>
  );
}

function Nothing({ total, projects, unread }: LocksSnapshot) {
  const store = useLocks();
  if (total === 0) return <NoLocks projects={projects.length} unread={unread} />;
  return <Empty text="No locks match." action={{ label: 'Show All', icon: 'clear-all', onPress: () => store.filter(NO_FILTER) }} />;
}

/** The filtered locks, with actions on the selected one. */
export function List({ snapshot, cursor }: ListProps) {
  const store = useLocks();
  const { locks, readOnly: refusal, projects, total, unread } = snapshot;
  const isKnown = unread < projects.length;
  const open = ({ id }: HeldLockRow): void => store.take({ kind: 'open-file', lock: id });
  const onKey = (key: string, { id }: HeldLockRow): boolean => {
    if (key !== 'Delete' || refusal !== null) return false;
    store.take({ kind: 'break', lock: id });
    return true;
  };
  return (
    <Section
      name="held"
      title="Held now"
      total={isKnown ? locks.total : null}
      steps={total === 0 ? null : <Steps {...{ snapshot, cursor }} />}
    >
      {locks.total === 0 ? (
        <Nothing {...snapshot} />
      ) : (
        <Grid
          keeper={store}
          list="held"
          label="Locks"
          role="grid"
          columns={projects.length > 1 ? OF_SEVERAL : OF_ONE}
          page={locks}
          cursor={cursor}
          menuContext={({ path, agentId, folder, context }) => ({
            webviewSection: context,
            kind: 'lock',
            path,
            agent: agentId,
            folder,
            canWrite: refusal === null,
          })}
          onOpen={open}
          onKey={onKey}
        />
      )}
    </Section>
  );
}
