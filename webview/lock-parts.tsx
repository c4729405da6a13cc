import type { LockRow } from '../src/host/dashboards/swarm/protocol.ts';
import { counted, timeLeft } from './format.ts';
import { Button, Empty, Text } from './parts.tsx';
import { useClock } from './store-context.ts';
import { splitPath } from './text.ts';

/** Parts of a list of locks, in whichever dashboard. */

/** Letters of a folder that there is always room for. */
const SHORT_FOLDER = 6;

/** The end of a path says more than its beginning: it keeps its room. */
export function LockPath({ name: path }: Pick<LockRow, 'name'>) {
  const { folder, name } = splitPath(path);
  return (
    <>
      {folder === '' ? null : <Text value={folder} className={folder.length > SHORT_FOLDER ? 'folder' : 'folder short'} dir="ltr" />}
      <Text value={name} className="name" dir="ltr" />
    </>
  );
}

/** Counts down on its own, without drawing the rows anew. */
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
  /** Of how many of them the locks cannot be read. */
  readonly unread: number;
}

/** What stands in the place of a list that has no lock. */
export function NoLocks({ projects, unread }: NoLocksProps) {
  if (unread === 0) return <Empty text="Nothing is locked. Agents lock the files that they are about to edit." />;
  if (unread === projects) return <Empty text="The locks cannot be read." />;
  return <Empty text={`The locks of ${counted(unread, 'project')} cannot be read. Nothing else is locked.`} />;
}

interface LockStepsProps {
  /** Whether there is one to act on. */
  readonly isChosen: boolean;
  /** Why nothing can be changed; `null` where it can. */
  readonly refusal: string | null;
  onOpen(): void;
  onBreak(): void;
}

export const NO_LOCK = 'Choose a lock first';

/** What can be done about the lock that is chosen, whoever holds it. */
export function LockSteps({ isChosen, refusal, onOpen, onBreak }: LockStepsProps) {
  const missing = isChosen ? null : NO_LOCK;
  return (
    <>
      <Button label="Open File" icon="go-to-file" shortcut="Enter" refusal={missing} onPress={onOpen} />
      <Button label="Break…" icon="unlock" shortcut="Delete" refusal={refusal ?? missing} onPress={onBreak} />
    </>
  );
}
