import type { LockRow } from '../src/host/dashboards/swarm/protocol.ts';
import { counted, timeLeft } from './format.ts';
import { Button, Empty, Text } from './parts.tsx';
import { useClock } from './store-context.ts';
import { splitPath } from './text.ts';

/** Parts of a lock list that several dashboards share. */

/** Longest folder name that is never truncated, in characters. */
const SHORT_FOLDER = 6;

/** Shows a path so that its end, which says more, is truncated last. */
export function LockPath({ name: path }: Pick<LockRow, 'name'>) {
  const { folder, name } = splitPath(path);
  return (
    <>
      {folder === '' ? null : <Text value={folder} className={folder.length > SHORT_FOLDER ? 'folder' : 'folder short'} dir="ltr" />}
      <Text value={name} className="name" dir="ltr" />
    </>
  );
}

/** Shows the remaining time, counting down without rendering the rows again. */
export function TimeLeft({ acquiredAt, expiresAt }: Pick<LockRow, 'acquiredAt' | 'expiresAt'>) {
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

interface NoLocksProps {
  readonly projects: number;
  /** Number of projects whose locks cannot be read. */
  readonly unread: number;
}

/** Placeholder for a list without locks. */
export function NoLocks({ projects, unread }: NoLocksProps) {
  if (unread === 0) return <Empty text="Nothing is locked. Agents lock the files that they are about to edit." />;
  if (unread === projects) return <Empty text="The locks cannot be read." />;
  return <Empty text={`The locks of ${counted(unread, 'project')} cannot be read. Nothing else is locked.`} />;
}

interface LockStepsProps {
  /** Whether a lock is selected. */
  readonly isChosen: boolean;
  /** Reason why nothing can be changed; `null` when changes are possible. */
  readonly refusal: string | null;
  onOpen(): void;
  onBreak(): void;
}

export const NO_LOCK = 'Choose a lock first';

/** Actions on the selected lock, whoever holds it. */
export function LockSteps({ isChosen, refusal, onOpen, onBreak }: LockStepsProps) {
  const missing = isChosen ? null : NO_LOCK;
  return (
    <>
      <Button label="Open File" icon="go-to-file" shortcut="Enter" refusal={missing} onPress={onOpen} />
      <Button label="Break…" icon="unlock" shortcut="Delete" refusal={refusal ?? missing} onPress={onBreak} />
    </>
  );
}
