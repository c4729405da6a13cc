import type { HeldLockRow } from '../../src/host/dashboards/locks/protocol.ts';
import { count } from '../format.ts';
import { Icon, Text } from '../parts.tsx';
import { useClock } from '../store-context.ts';

type Trouble = 'left' | 'unresponsive';

const ICONS: Readonly<Record<Trouble, string>> = { left: 'sign-out', unresponsive: 'debug-disconnect' };

/** Returns why the holder may never release the lock: it has left the swarm, or sends no heartbeat. */
export function useTrouble({ isOrphan, unresponsiveFrom }: HeldLockRow): Trouble | '' {
  return useClock((now) => (isOrphan ? 'left' : unresponsiveFrom !== null && now >= unresponsiveFrom ? 'unresponsive' : ''));
}

export function TroubleText({ trouble, text }: { readonly trouble: Trouble; readonly text: string }) {
  return (
    <span className="trouble">
      <Icon name={ICONS[trouble]} tone="warning" />
      {text}
    </span>
  );
}

/** Holder of a lock, and the number of waiting agents. */
export function HolderCell(row: HeldLockRow) {
  const { agentId, isOwn, waiting } = row;
  const trouble = useTrouble(row);
  return (
    <>
      <Text value={agentId} />
      {isOwn ? <span className="tone-quiet">you</span> : null}
      {trouble === '' ? null : <TroubleText trouble={trouble} text={trouble} />}
      {waiting.total === 0 ? null : (
        <span className="queue" aria-hidden="true">
          · {count(waiting.total)} waiting
        </span>
      )}
    </>
  );
}
