import type { Page } from '../../src/contract/page.ts';
import type { LockRow } from '../../src/contract/swarm.ts';
import type { Cursor } from '../cursor.ts';
import { count, timeLeft } from '../format.ts';
import { type Column, Grid } from '../grid.tsx';
import { Button, Empty, Text } from '../parts.tsx';
import { rowAt } from '../ranges.ts';
import { Section } from '../section.tsx';
import { useClock } from '../store-context.ts';
import { namesText, splitPath } from '../text.ts';
import { useSwarm } from './store-context.ts';

/** The end of a path says more than its beginning: it keeps its room. */
function PathCell({ path }: LockRow) {
  const { folder, name } = splitPath(path);
  return (
    <>
      {folder === '' ? null : <Text value={folder} className="folder" dir="ltr" />}
      <Text value={name} className="name" dir="ltr" />
    </>
  );
}

/** How many wait is said here where there is no room for who they are; a screen reader always has the names. */
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

/** Counts down on its own, without drawing the rows anew. */
function LeftCell({ acquiredAt, expiresAt }: LockRow) {
  const text = useClock((now) => timeLeft(expiresAt - now));
  const span = Math.max(1, expiresAt - acquiredAt);
  const percent = useClock((now) => Math.min(100, Math.max(0, Math.round(((expiresAt - now) / span) * 100))));
  return (
    <>
      <span className="bar" aria-hidden="true">
        <span className="fill" style={{ inlineSize: `${percent}%` }} />
      </span>
      <span className="number">{text}</span>
    </>
  );
}

const COLUMNS: readonly Column<LockRow>[] = [
  { name: 'path', title: 'Path', cell: (row) => <PathCell {...row} /> },
  { name: 'holder', title: 'Held by', cell: (row) => <HolderCell {...row} /> },
  { name: 'type', title: 'Type', cell: ({ type }) => type },
  { name: 'left', title: 'Time left', cell: (row) => <LeftCell {...row} /> },
  { name: 'waiting', title: 'Waiting', cell: ({ waiting }) => (waiting.total === 0 ? null : <Text value={namesText(waiting)} />) },
  { name: 'reason', title: 'Reason', cell: ({ reason }) => <Text value={reason} /> },
];

interface LocksProps {
  readonly page: Page<LockRow>;
  readonly cursor: Cursor | null;
  /** Why nothing can be changed; `null` where it can. */
  readonly refusal: string | null;
}

function LockSteps({ page, cursor, refusal }: LocksProps) {
  const store = useSwarm();
  const path = cursor === null || cursor.id === null ? undefined : rowAt(page, cursor.index)?.path;
  const missing = path === undefined ? 'Choose a lock first' : null;
  return (
    <>
      <Button
        label="Open File"
        icon="go-to-file"
        shortcut="Enter"
        refusal={missing}
        onPress={() => path !== undefined && store.take({ kind: 'open-file', path })}
      />
      <Button
        label="Break…"
        icon="unlock"
        shortcut="Delete"
        refusal={refusal ?? missing}
        onPress={() => path !== undefined && store.take({ kind: 'break-lock', path })}
      />
    </>
  );
}

export function Locks({ page, cursor, refusal }: LocksProps) {
  const store = useSwarm();
  const onKey = (key: string, { path }: LockRow): boolean => {
    if (key !== 'Delete' || refusal !== null) return false;
    store.take({ kind: 'break-lock', path });
    return true;
  };
  const steps = page.total === 0 ? null : <LockSteps {...{ page, cursor, refusal }} />;
  return (
    <Section name="locks" title="Locks" total={page.total} steps={steps}>
      {page.total === 0 ? (
        <Empty text="Nothing is locked. Agents lock the files that they are about to edit." />
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
